// Notices what hangs without an error: a partition that does not move although it has something to read, a node that
// neither answers nor refuses, a membership without heartbeats. The process should then end, so that another one takes
// over.
import { every } from '../../runtime/wait/every.ts'
import type { PartitionWorker } from './partition-worker.ts'

type WatchdogParts = {
  /** The group, for the message: several read the same partition. */
  group: string
  limitMs: number
  workers: () => readonly Pick<PartitionWorker, 'topic' | 'partition' | 'progress' | 'wants'>[]
  /** When fetching and the membership last showed a sign of life. */
  signs: () => { fetching: number; membership: number }
  stuck: (error: Error) => void
}

class Stuck extends Error {
  override readonly name = 'Stuck'
}

/** A broker that is down gives signs too: its refusals. */
const MEMBERSHIP_FACTOR = 5

export function watch(parts: WatchdogParts): { stop(): void } {
  const stop = every(parts.limitMs / 4, () => {
    const found = findStuck(parts, Date.now())
    if (found === null) return
    stop()
    parts.stuck(new Stuck(found))
  })
  return { stop }
}

export function findStuck(
  { group, limitMs, workers, signs }: Omit<WatchdogParts, 'stuck'>,
  now: number,
): string | null {
  const { fetching, membership } = signs()
  if (now - membership > limitMs * MEMBERSHIP_FACTOR)
    return `the group membership of ${group} is silent`
  for (const { topic, partition, progress, wants } of workers()) {
    if (progress.delivering || progress.lag <= 0) continue
    if (now - progress.at > limitMs && now - fetching < limitMs) {
      return `${topic.name}/${partition} does not move for ${group}, with ${progress.lag} records to read`
    }
    if (wants() !== null && now - fetching > limitMs)
      return `fetching from ${topic.name} for ${group} is silent`
  }
  return null
}
