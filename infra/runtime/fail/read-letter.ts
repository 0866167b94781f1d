// What a dead letter says of the record that it stands for.
import { z } from 'zod'
import { recordParked } from '../../../schemas/events/dead-letters.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import { deadLetterTopic, topicNames } from '../../../schemas/topics.ts'

/** Not strict: a newer process may say more. */
const letter = z.object({
  ...recordParked.open.shape,
  topic: z.enum([...topicNames, ...topicNames.map(deadLetterTopic)]),
})
export type DeadLetter = z.infer<typeof letter>

/** Throws if the event is no dead letter. */
export function readLetter({ open }: StoredEvent): DeadLetter {
  return letter.parse(open)
}
