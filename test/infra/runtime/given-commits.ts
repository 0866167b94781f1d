// The start of the tests of what commits: a log in memory that notes each commit, with time under the test's control.
import { onTestFinished, vi } from 'vitest'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createRuntime } from './given.ts'

export const AT = { topic: 'memory.writes.v1', partition: 0 } as const
export const LINGER_MS = 25
/** After a commit that few shared. */
export const SHORT_LINGER_MS = 2
export const IDLE_MS = 3_000
export const SOON_MS = 200

type Commit = Parameters<EventLog['commit']>[0]

/** `before`: what the log does before it keeps a commit. */
export function givenCommits(before: (commit: Commit) => void = () => undefined) {
  vi.useFakeTimers()
  const sqlite = createSqliteEventLog({ directory: null })
  const commits: Commit[] = []
  let gate: Promise<void> | undefined
  const log: EventLog = {
    ...sqlite,
    commit: async (commit) => {
      commits.push(commit)
      await gate
      before(commit)
      return sqlite.commit(commit)
    },
  }
  const runtime = createRuntime(log)
  onTestFinished(async () => {
    vi.useRealTimers()
    await runtime.stop()
  })
  /** Holds all commits back until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  return { runtime, commits, hold }
}

export const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms)
export const stands = (commits: readonly Commit[]) =>
  commits.map(({ checkpoints: [checkpoint] }) => checkpoint!.position)
