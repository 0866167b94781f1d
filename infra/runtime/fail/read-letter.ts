// What a dead letter says of the record that it stands for.
import { z } from 'zod'
import { recordParked } from '../../../schemas/events/dead-letters.ts'
import { deadLetterTopic, topicNames } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../ports/event-log.ts'
import { present } from '../certain.ts'
import { UNDECODABLE } from './dead-letter.ts'

/** Not strict: a newer process may say more. */
const letter = z.object({
  ...recordParked.open.shape,
  topic: z.enum([...topicNames, ...topicNames.map(deadLetterTopic)]),
})
export type DeadLetter = z.infer<typeof letter>

/**
 * An event that is no dead letter, or one of a version that this process does not know, is told as one that points at
 * itself: a single strange record must not hide the others.
 */
export function readLetter(record: LogRecord): DeadLetter {
  const event = present(record.event, 'event')
  const { topic, partition, position } = record
  const { data } = letter.safeParse(event.open)
  if (data) return data
  return {
    processor: 'unknown',
    topic,
    partition,
    position,
    eventId: event.causationId ?? event.id,
    eventType: event.type,
    errorClass: UNDECODABLE,
    reason: 'this process cannot read the dead letter itself',
    attempts: 1,
  }
}
