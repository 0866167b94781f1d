// Checkpoints: one stream per topic, whose newest event holds the positions of all partitions. Several processes write
// it, each for its own partitions; the later of two writers reads again.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AnyTopicName } from '../../schemas/topics.ts'
import type { Checkpoints, LogPosition } from '../ports/event-log.ts'
import { type Expected, StreamMoved } from './streams.ts'
import type { Place } from './users.ts'

const moved = z.object({ positions: z.record(z.string(), z.number()) })

export async function readCheckpoints(place: Place, topic: AnyTopicName): Promise<Checkpoints> {
  const { positions } = await read(place, topic)
  return new Map(
    Object.entries(positions).map(([partition, position]) => [Number(partition), position]),
  )
}

/** A position never moves backwards. */
export async function moveCheckpoint(place: Place, at: LogPosition): Promise<void> {
  const { streams, names } = place
  const stream = names.checkpoints(at.topic)
  for (;;) {
    const { positions, revision } = await read(place, at.topic)
    if ((positions[at.partition] ?? -Infinity) >= at.position) return
    if (revision === 'none') await streams.keepLast(stream)
    const data = { positions: { ...positions, [at.partition]: at.position } }
    try {
      await streams.append(stream, [{ id: randomUUID(), type: 'CheckpointMoved', data }], revision)
      return
    } catch (error) {
      if (!(error instanceof StreamMoved)) throw error
    }
  }
}

async function read(
  { streams, names }: Place,
  topic: AnyTopicName,
): Promise<{ positions: z.infer<typeof moved>['positions']; revision: Expected }> {
  const event = await streams.last(names.checkpoints(topic))
  if (!event) return { positions: {}, revision: 'none' }
  return { ...moved.parse(event.data), revision: event.revision }
}
