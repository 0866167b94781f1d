// How far a forget reaches, derived from the flow and the topics: which stores and processors it waits for, and which
// topics it removes records from. Pure. A new projection or topic needs no line here.
import type { Topology } from '../../infra/runtime/run/processor.ts'
import { type AnyTopicName, type Topic, type TopicName, WRITES } from '../../schemas/topics.ts'
import { topology } from './topology.ts'

/** A store that obeys the forget by itself, once it reads of it. */
export type AwaitedStore = Exclude<Topology['stores'][number], (typeof topology)['stores'][number]>

export type Reach = {
  /** Stores whose receipts the forget waits for. */
  awaited: readonly AwaitedStore[]
  /** Processors with a state of their own: they have let go once they have passed the forget. */
  deciding: readonly string[]
  /** Topics from which the forget removes the user's records. */
  cleaned: readonly AnyTopicName[]
  /** Topics to which work in flight may have added records meanwhile. */
  swept: readonly AnyTopicName[]
  /** The projector that knows where the log holds what a user has (places.ts), and the topics that it reads. */
  listed: { by: string; topics: readonly TopicName[] }
  /** Swept topics that it does not read: they are read as a whole, after the answer. */
  late: readonly AnyTopicName[]
}

export function reachOf(flow: readonly Topology[], topics: readonly Topic[]): Reach {
  const erasedHere: readonly string[] = topology.stores
  const cleaned = topics.filter(({ onForget }) => onForget === 'erased').map(({ name }) => name)
  // Everything written before the forget precedes it in the writes topic, so nothing can follow there.
  const derived = new Set<AnyTopicName>(flow.flatMap(({ writes }) => writes))
  derived.delete(WRITES)
  const swept = cleaned.filter((topic) => derived.has(topic))
  const listed = listedBy(flow, cleaned)
  return {
    awaited: [...new Set(flow.flatMap(({ stores }) => stores))].filter(
      (store): store is AwaitedStore => !erasedHere.includes(store),
    ),
    deciding: flow.filter(({ state }) => state !== undefined).map(({ name }) => name),
    cleaned,
    swept,
    listed,
    late: swept.filter((topic) => !listed.topics.some((each) => each === topic)),
  }
}

function listedBy(flow: readonly Topology[], cleaned: readonly AnyTopicName[]): Reach['listed'] {
  const lister = flow.find(({ stores }) => stores.includes('audit'))
  if (!lister) return { by: '', topics: [] }
  return { by: lister.name, topics: lister.reads.filter((topic) => cleaned.includes(topic)) }
}
