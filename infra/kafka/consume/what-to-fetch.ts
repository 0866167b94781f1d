// Decides from which offsets to fetch when several subscriptions read the same partitions and a request may name each
// partition only once. Pure.
import { getFrom } from '../../runtime/certain.ts'
import type { FetchFrom } from '../client/raw-client.ts'
import type { PartitionWorker } from './partition-worker.ts'

export type Wanting = Pick<PartitionWorker, 'key' | 'topic' | 'partition' | 'wants' | 'progress'>

/** What a request asks for, by the partition's key. */
export type Asking = ReadonlyMap<string, FetchFrom>

/** The foremost offset of each partition. A request may wait there, because no other worker has read further. */
export function atEnd(workers: readonly Wanting[]): Asking {
  const asking = new Map<string, FetchFrom>()
  for (const [key, { last }] of partitionsOf(workers)) asking.set(key, fromOf(last))
  return asking
}

/** `[0, 1)`, as Math.random gives it. */
type Chance = () => number

/**
 * An offset of each partition where there is something to read at once: another worker is ahead, or the foremost had
 * enough when `waiting`, the request at the end of the log, was sent. Undefined: no request waits there. Where workers
 * are behind at several offsets, chance chooses one: a worker that is a little behind does not wait for one that is far
 * behind, and each gets its turns.
 */
export function behind(
  workers: readonly Wanting[],
  waiting: Asking | undefined,
  chance: Chance,
): Asking {
  const asking = new Map<string, FetchFrom>()
  for (const [key, { last, others }] of partitionsOf(workers)) {
    const isPassedOver =
      waiting !== undefined &&
      last.worker.progress.lag > 0 &&
      waiting.get(key)?.offset !== last.offset
    const some = isPassedOver ? [...others, last] : others
    const one = some[Math.floor(chance() * some.length)]
    if (one) asking.set(key, fromOf(one))
  }
  return asking
}

type Want = { worker: Wanting; offset: number }

function fromOf({ worker: { topic, partition }, offset }: Want): FetchFrom {
  return { topic: topic.kafka, partition, offset }
}

/** Of each partition the foremost worker, and one at each other offset. */
function partitionsOf(workers: readonly Wanting[]): Map<string, { last: Want; others: Want[] }> {
  const wants = workers.flatMap((worker): Want[] => {
    const offset = worker.wants()
    return offset === null ? [] : [{ worker, offset }]
  })
  const byKey = Map.groupBy(wants, ({ worker }) => worker.key)
  return new Map([...byKey].map(([key, some]) => [key, foremostOf(some)]))
}

function foremostOf(wants: readonly Want[]): { last: Want; others: Want[] } {
  const byOffset = new Map(wants.map((want) => [want.offset, want]))
  const last = getFrom(byOffset, Math.max(...byOffset.keys()))
  return { last, others: [...byOffset.values()].filter((want) => want !== last) }
}
