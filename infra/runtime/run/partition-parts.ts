// What the work on a partition needs, and what a group of its records leads to.
import type { LogPosition, LogRecord, NewRecord } from '../../ports/event-log.ts'
import type { Stand, WorkNote } from '../turns/progress.ts'
import type { Turns } from '../turns/turns.ts'
import type { Transformer, Work } from './processor.ts'
import type { RuntimeParts } from './runtime-parts.ts'

/** A handler's work, with parts that are encoded already, and events that are not decoded yet. */
export type WorkInParts = Omit<Work, 'publish' | 'following'> & {
  following(most: number): readonly LogRecord[]
  publish(records: readonly NewRecord[], note: WorkNote): Promise<readonly LogPosition[]>
}

/** The outcome of a group of records: what to append, and whom to tell. */
export type Settled = {
  group: readonly LogRecord[]
  records: readonly NewRecord[]
  isDeadLettered: boolean
  committed?: ((positions: readonly LogPosition[]) => void) | undefined
}

export type PartitionParts = RuntimeParts & {
  transformer: Transformer
  turns: Turns
  /** Of what stands apart (`Transformer.apart`). */
  apartTurns: Turns
  at: Pick<LogPosition, 'topic' | 'partition'>
  stand: Stand
  /** Recalls what was decided for the record's user, from any topic of the partition (`PartitionRun.recall`). */
  recall: (record: LogRecord) => Promise<void>
  settle: (group: readonly LogRecord[], work: WorkInParts) => Promise<Settled>
  /** Applies what was committed to the processor's state, before any caller is told. */
  committed?:
    | ((records: readonly NewRecord[], positions: readonly LogPosition[]) => Promise<void>)
    | undefined
}
