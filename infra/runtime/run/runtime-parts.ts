// What everything that runs a processor holds: the log, the keys, and what the process passed in.
import type { EventLog } from '../../ports/event-log.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { Pace } from '../snapshots/due.ts'
import type { Spending } from '../spending.ts'
import type { Telemetry } from '../telemetry.ts'
import type { Throttle } from '../turns/throttle.ts'
import type { LocalStands } from '../wait/local-stands.ts'

export type RuntimeParts = {
  log: EventLog
  keys: KeyStore
  telemetry: Telemetry
  /** Counts what models have used for an app; undefined: no one asks. */
  spent?: Spending['spent'] | undefined
  now: () => Date
  signal: AbortSignal
  /** Called when a processor cannot go on; the process should end. */
  failed: (processor: string, error: Error) => void
  /** The name of this process in all groups of the log; undefined: no name. */
  member?: string | undefined
  /** Where projectors report how far they are; undefined: nothing in this process waits for them. */
  stands?: LocalStands | undefined
  /** How long a checkpoint waits when there was nothing to do. */
  idleCheckpointMs?: number | undefined
  /** How long work that has begun may go on when its partition is taken away; undefined: the default. */
  closePatienceMs?: number | undefined
  /** True: events that were carried over are handled like any other; undefined: they lead to nothing here. */
  readsCarried?: boolean | undefined
  /** True where no other processor is given the same records. */
  readsAlone?: boolean | undefined
  /** When transformers may begin work; undefined: at any time. */
  throttle?: Throttle | undefined
  /** How often snapshots of states are taken; undefined: the default. */
  snapshotPace?: Pace | undefined
}
