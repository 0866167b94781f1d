// Decides from which offsets to fetch when several subscriptions read the same partitions and a request may name each
// partition only once. Pure.
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

/**
 * The hindmost offset of each partition where there is something to read at once: another worker is ahead, or this one
 * had enough when `waiting`, the request at the end of the log, was sent. Undefined: no request waits there.
 */
export function behind(workers: readonly Wanting[], waiting: Asking | undefined): Asking {
  const asking = new Map<string, FetchFrom>()
  for (const [key, { first, last }] of partitionsOf(workers)) {
    const isPassedOver =
      waiting !== undefined &&
      first.worker.progress.lag > 0 &&
      waiting.get(key)?.offset !== first.offset
    if (first.offset < last.offset || isPassedOver) asking.set(key, fromOf(first))
  }
  return asking
}

type Want = { worker: Wanting; offset: number }

function fromOf({ worker: { topic, partition }, offset }: Want): FetchFrom {
  return { topic: topic.kafka, partition, offset }
}

/** The hindmost and the foremost worker of each partition. */
function partitionsOf(workers: readonly Wanting[]): Map<string, { first: Want; last: Want }> {
  const all = new Map<string, { first: Want; last: Want }>()
  for (const worker of workers) {
    const offset = worker.wants()
    if (offset === null) continue
    const want = { worker, offset }
    const known = all.get(worker.key)
    if (!known) all.set(worker.key, { first: want, last: want })
    else if (offset < known.first.offset) known.first = want
    else if (offset > known.last.offset) known.last = want
  }
  return all
}
