// The start of the tests of the committer.
import { onTestFinished, vi } from 'vitest'
import type { EventLog, NewRecord } from '../../../infra/ports/event-log.ts'
import { createCommitter } from '../../../infra/runtime/run/committer.ts'
import type { Settled } from '../../../infra/runtime/run/partition-parts.ts'
import { createProgress } from '../../../infra/runtime/turns/progress.ts'
import { createTurns } from '../../../infra/runtime/turns/turns.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { newScope, storedEvent } from '../../contracts/given.ts'
import { createRuntime, transformer } from './given.ts'

export const AT = { topic: 'memory.writes.v1', partition: 0 } as const
export const LINGER_MS = 25
/** After a commit that few shared. */
export const SHORT_LINGER_MS = 2
export const IDLE_MS = 3_000
export const SOON_MS = 200

type Commit = Parameters<EventLog['commit']>[0]

/**
 * A committer over a log in memory, with time under the test's control. `commit`: what the log does before it keeps
 * one.
 */
export function givenCommitter(more: {
  noteLimit?: number
  idleMs?: number
  commit?: (commit: Commit) => void
}) {
  vi.useFakeTimers()
  const sqlite = createSqliteEventLog({ directory: null })
  const commits: Commit[] = []
  let gate: Promise<void> | null = null
  const log: EventLog = {
    ...sqlite,
    commit: async (commit) => {
      commits.push(commit)
      await gate
      more.commit?.(commit)
      return sqlite.commit(commit)
    },
  }
  const runtime = createRuntime(log)
  onTestFinished(async () => {
    vi.useRealTimers()
    await runtime.stop()
  })
  const progress = createProgress({ position: undefined, note: null }, more.noteLimit ?? 100_000)
  const failures: unknown[] = []
  const busy = { now: true }
  let asked = 0
  const created = createCommitter({
    ...runtime,
    idleCheckpointMs: more.idleMs,
    transformer: transformer({ handle: () => Promise.reject(new Error('not asked')) }),
    turns: createTurns(1),
    apartTurns: createTurns(1),
    at: AT,
    stand: { position: undefined, note: null },
    recall: () => Promise.reject(new Error('not asked')),
    settle: () => Promise.reject(new Error('not asked')),
    progress,
    isBusy: () => {
      if (++asked > 1_000) throw new Error('asked over and over')
      return busy.now
    },
    failed: (error: unknown) => failures.push(error),
  })
  type Part = Parameters<typeof created.publish>[0]
  const committer = {
    ...created,
    /** A part of a write that never becomes void. */
    publish: (part: Omit<Part, 'signal'>) =>
      created.publish({ ...part, signal: new AbortController().signal }),
  }
  /** Holds all commits back until the returned function is called. */
  const hold = () => {
    const { promise, resolve: open } = Promise.withResolvers<void>()
    gate = promise
    return open
  }
  return { runtime, committer, progress, commits, failures, busy, hold }
}

export const record = (): NewRecord => ({
  topic: 'memory.facts.v1',
  event: storedEvent(newScope()),
})
export const ended = (position: number, more: Partial<Settled> = {}): Settled => ({
  group: [{ ...AT, position, event: null, defect: null }],
  records: [],
  isDeadLettered: false,
  ...more,
})
export const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)
export const stands = (commits: readonly Commit[]) =>
  commits.map(({ checkpoints: [checkpoint] }) => checkpoint!.position)
