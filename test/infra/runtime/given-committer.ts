// The start of the tests of the committer.
import type { NewRecord } from '../../../infra/ports/event-log.ts'
import { createCommitter } from '../../../infra/runtime/run/committer.ts'
import type { Settled } from '../../../infra/runtime/run/partition-parts.ts'
import { createProgress } from '../../../infra/runtime/turns/progress.ts'
import { createTurns } from '../../../infra/runtime/turns/turns.ts'
import { newScope, storedEvent } from '../../contracts/given.ts'
import { transformer } from './given.ts'
import { AT, givenCommits } from './given-commits.ts'

/**
 * A committer over a log in memory, with time under the test's control. `places`: how many have been taken in, from 1.
 * `commit`: what the log does before it keeps one.
 */
export function givenCommitter(more: {
  places?: number
  noteLimit?: number
  idleMs?: number
  commit?: Parameters<typeof givenCommits>[0]
}) {
  const { runtime, commits, hold } = givenCommits(more.commit)
  const progress = createProgress({ position: undefined, note: null }, more.noteLimit ?? 100_000)
  for (let position = 1; position <= (more.places ?? 0); position++) progress.add(position)
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
    heldUp: () => undefined,
  })
  type Part = Parameters<typeof created.publish>[0]
  const committer = {
    ...created,
    /** A part of a write that never becomes void. */
    publish: (part: Omit<Part, 'signal'>) =>
      created.publish({ ...part, signal: new AbortController().signal }),
    reserve: (part: Omit<Part, 'signal' | 'records'>) =>
      created.reserve({ ...part, signal: new AbortController().signal }),
  }
  return { runtime, committer, progress, commits, failures, busy, hold }
}

export const record = (): NewRecord => ({
  topic: 'memory.facts.v1',
  event: storedEvent(newScope()),
})
export const ended = (position: number, more: Partial<Settled> = {}): Settled => ({
  group: [{ ...AT, position, event: null, defect: null }],
  records: [record()],
  isDeadLettered: false,
  ...more,
})
