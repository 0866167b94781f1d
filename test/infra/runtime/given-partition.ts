// The start of the tests of one partition. The test decides the outcome of each group.
import { randomUUID } from 'node:crypto'
import type { LogRecord, NewRecord } from '../../../infra/ports/event-log.ts'
import type { WorkInParts } from '../../../infra/runtime/run/partition-parts.ts'
import { createPartitionRun } from '../../../infra/runtime/run/partition-run.ts'
import type { Transformer } from '../../../infra/runtime/run/processor.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createTurns } from '../../../infra/runtime/turns/turns.ts'
import { storedEvent } from '../../contracts/given.ts'
import { transformer } from './given.ts'
import { AT, givenCommits, LINGER_MS, passed } from './given-commits.ts'

/** A group that is being settled. */
type Begun = {
  places: number[]
  work: WorkInParts
  end: (records?: readonly NewRecord[]) => Promise<void>
  fail: (error: Error) => Promise<void>
}

type More = Partial<Transformer> &
  Pick<RuntimeParts, 'closePatienceMs' | 'readsCarried' | 'throttle'> & {
    turns?: number
    note?: string
  }
/** A partition over a log in memory; the test controls time and the outcome of each group. */
export function givenPartition({ turns = 1_000, note, ...more }: More = {}) {
  const { runtime, commits, hold } = givenCommits()
  const stopping = new AbortController()
  const begun: Begun[] = []
  const failures: Error[] = []
  const run = createPartitionRun({
    ...runtime,
    closePatienceMs: more.closePatienceMs,
    readsCarried: more.readsCarried,
    throttle: more.throttle,
    signal: stopping.signal,
    transformer: transformer({ handle: () => Promise.reject(new Error('not asked')), ...more }),
    turns: createTurns(turns),
    apartTurns: createTurns(turns),
    at: AT,
    stand: { position: undefined, note: note ?? null },
    recall: (record) => run.recall(record),
    settle: (group, work) =>
      new Promise((resolve, reject) => {
        begun.push({
          places: group.map(({ position }) => position),
          work,
          end: async (records = [answer()]) => {
            resolve({ group, records, isDeadLettered: false })
            await passed(0)
          },
          fail: async (error) => {
            reject(error)
            await passed(0)
          },
        })
      }),
  })
  const taken: number[] = []
  /** Returns how many deliveries have been taken in as a whole. */
  const take = async (...records: readonly LogRecord[]) => {
    void run.take(records, (error) => failures.push(error)).then(() => taken.push(records.length))
    await passed(0)
    return taken.length
  }
  const places = () => begun.map((each) => each.places)
  return { runtime, run, hold, take, begun, places, commits, failures, stopping, taken }
}

/** Ten works behind a first one have a note and have ended, and the note of the log has no room for their results. */
export async function givenFullNote({ take, begun }: ReturnType<typeof givenPartition>) {
  const long = Array.from({ length: 10 }, (_, n) => written(`long ${n}`, n + 2))
  await take(written('first', 1), ...long)
  const parts = begun.slice(1).map(({ work }) => work.publish([answer()], { parts: 1 }))
  await passed(0)
  await Promise.all(parts)
  // So many places are noted behind an open one: what ends now waits for the first to be done.
  await take(...Array.from({ length: 4_096 }, (_, n) => written(`u${n % 16}`, n + 12)))
  await Promise.all(begun.slice(11).map(({ end }) => end()))
  await passed(LINGER_MS)
  for (const { end } of begun.slice(1, 11)) await end()
}

export function written(
  userId: string,
  position: number,
  more: Partial<LogRecord['event']> = {},
): LogRecord {
  return { ...AT, position, event: storedEvent({ appId: 'a', userId }, more ?? {}), defect: null }
}
export const answer = (): NewRecord => ({
  topic: 'memory.facts.v1',
  event: storedEvent({ appId: 'a', userId: 'u' }, { id: randomUUID() }),
})
export const unreadable = (position: number): LogRecord => ({
  ...AT,
  position,
  event: null,
  defect: 'odd',
})
