// Compares a rebuilt projection with the one in use where both have read the same of the log: there, whatever differs was
// changed by something else than the log.
import type { TopicName } from '../../../schemas/topics.ts'
import type { Checkpoints } from '../../ports/event-log.ts'
import type { ProjectionStore, Rebuild } from '../../ports/projection.ts'
import { getFrom } from '../certain.ts'
import { sleep } from '../wait/pause.ts'
import type { ReplayUpTo } from './replay.ts'

export type Compared = {
  digest: string
  digestBefore: string
  /** False where the one in use never stood still where the other one could be brought to: then digests say nothing. */
  atOnePosition: boolean
}

/** What a comparison can do: bring the rebuilt one forward, and wait for the one in use. */
type Comparing = {
  topics: readonly TopicName[]
  replayUpTo(upTo: ReplayUpTo): Promise<unknown>
  signal: AbortSignal
}

/** A service that writes all the time is met between two of its steps. */
const ATTEMPTS = 20
const PAUSE_MS = 100

export async function compareAtOnePosition(
  { before, fresh }: Pick<Rebuild<ProjectionStore>, 'before' | 'fresh'>,
  { topics, replayUpTo, signal }: Comparing,
): Promise<Compared> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const at = await standsOf(before, topics)
    await replayUpTo(at)
    if (isBehind(at, await standsOf(fresh, topics))) {
      // Its service may be on its way.
      await sleep(PAUSE_MS, signal)
      continue
    }
    const digestBefore = await before.digest()
    if (isSame(at, await standsOf(before, topics))) {
      return { digest: await fresh.digest(), digestBefore, atOnePosition: true }
    }
  }
  const digestBefore = await before.digest()
  return { digest: await fresh.digest(), digestBefore, atOnePosition: false }
}

export async function standsOf(
  store: ProjectionStore,
  topics: readonly TopicName[],
): Promise<Map<TopicName, Checkpoints>> {
  const stands = new Map<TopicName, Checkpoints>()
  for (const topic of topics) stands.set(topic, await store.checkpoints(topic))
  return stands
}

function isBehind(one: ReplayUpTo, other: ReplayUpTo): boolean {
  return [...other].some(([topic, stands]) => {
    const known = getFrom(one, topic)
    return [...stands].some(([partition, position]) => position > (known.get(partition) ?? -1))
  })
}

function isSame(one: ReplayUpTo, other: ReplayUpTo): boolean {
  return !isBehind(one, other) && !isBehind(other, one)
}
