// How far the projectors of this process have brought their stores, so that code here that waits for them need not ask
// the stores over and over. A store is never behind what this says; it says nothing about other processes' partitions.
import { type AnyTopicName, topics } from '../../../schemas/topics.ts'
import type { Checkpoints, LogPosition, Position } from '../../ports/event-log.ts'
import { getOrMake } from '../certain.ts'

type Place = Pick<LogPosition, 'topic' | 'partition'>

export type LocalStands = {
  /** The partition is this process's from now on; how far it is, is not known yet. */
  begin(projector: string, place: Place): void
  /** The projector's store holds everything up to there. Ignored if the partition is no longer this process's. */
  tell(projector: string, place: Place, position: Position): void
  /** The partition is another's from now on. */
  forget(projector: string, place: Place): void
  /** Null where one of the topic's partitions is not this process's. */
  of(projector: string, topic: AnyTopicName): Checkpoints | null
}

/** Stands before the first place of every log. */
const BEFORE_ALL: Position = -1
const partitionsOf = new Map<AnyTopicName, number>(
  topics.map(({ name, partitions }) => [name, partitions]),
)

export function createLocalStands(): LocalStands {
  const told = new Map<string, Map<number, Position>>()
  const standsOf = (projector: string, topic: AnyTopicName) =>
    getOrMake(told, `${projector} ${topic}`, () => new Map<number, Position>())
  return {
    begin: (projector, { topic, partition }) =>
      void standsOf(projector, topic).set(partition, BEFORE_ALL),
    tell: (projector, { topic, partition }, position) => {
      const stands = standsOf(projector, topic)
      // A step may end after the partition was released: another process reports what follows.
      if (position > (stands.get(partition) ?? position)) stands.set(partition, position)
    },
    forget: (projector, { topic, partition }) => void standsOf(projector, topic).delete(partition),
    of: (projector, topic) => {
      const stands = standsOf(projector, topic)
      return stands.size === partitionsOf.get(topic) ? stands : null
    },
  }
}

/** A projector's store, for code that waits for it: asked only for what this process does not know. */
export function seenFromHere<
  Store extends { checkpoints(topic: AnyTopicName): Promise<Checkpoints> },
>(store: Store, projector: string, stands: LocalStands): Pick<Store, 'checkpoints'> {
  return { checkpoints: async (topic) => stands.of(projector, topic) ?? store.checkpoints(topic) }
}
