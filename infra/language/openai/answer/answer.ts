// The shape of the model's answer about a passage. It is sent as a JSON schema in strict mode, which wants every field
// present (so `nullable`, never `optional`), and it reads the answer. Limits are not in the schema, because not every
// endpoint supports them: `adopt` enforces them.
import { zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'

const answerEntity = z.object({
  name: z.string().describe('The name as the passage writes it, in full where the passage has it'),
  type: z
    .string()
    .describe('One of: person, organization, place, animal, product, work, event, concept, thing'),
})

const answerRelationship = z.object({
  source: z.string().describe('The name of one of the entities of this fact'),
  type: z.string().describe('A short verb phrase in lower case with underscores, like works_at'),
  target: z.string().describe('The name of another entity of this fact'),
})

const answerFact = z.object({
  quote: z.string().describe('The words of the passage that say it, copied letter by letter'),
  utterance: z.number().nullable().describe('The number of the utterance that the quote is from'),
  text: z.string().describe('The fact: self-contained, dated, in the language of the passage'),
  category: z.string().describe('The name of one of the given categories'),
  confidence: z.number().describe('0 to 1: how plainly the passage says it'),
  validFrom: z
    .string()
    .nullable()
    .describe('From when it holds, ISO 8601; null for the date of the content'),
  validTo: z
    .string()
    .nullable()
    .describe('Until when it held, ISO 8601; null unless the passage says that it ended'),
  subject: z.string().nullable().describe('Whom or what it is about; user for the user'),
  attribute: z
    .string()
    .nullable()
    .describe('Which property of the subject it gives: a short stable English key, like employer'),
  value: z.string().nullable().describe('The value of that property, in a few words'),
  exclusive: z.boolean().describe('True where a subject has one such value at a time'),
  entities: z.array(answerEntity).describe('Who and what the fact names'),
  relationships: z.array(answerRelationship).describe('What the fact says between those entities'),
  duplicates: z.array(z.number()).describe('Numbers of known facts that say the same'),
  contradictions: z.array(z.number()).describe('Numbers of known facts that it puts an end to'),
})
export type AnswerFact = z.infer<typeof answerFact>

const answer = z.object({
  facts: z.array(answerFact).describe('In the order of the passage; empty if there are none'),
})
export type Answer = z.infer<typeof answer>

export function answerFormat() {
  return zodResponseFormat(answer, 'facts_of_a_passage')
}

const loosely = z.object({ facts: z.array(z.unknown()) })

/**
 * The facts that are of this shape. Null if it is not JSON, has no facts, or none of them is of this shape; without a
 * reason, because that would quote user text.
 */
export function readAnswer(content: string): Answer | null {
  const body = content.trim().replace(/^```(?:json)?\s*|\s*```$/g, '')
  try {
    const { facts } = loosely.parse(JSON.parse(body))
    const read = facts.flatMap((fact) => answerFact.safeParse(fact).data ?? [])
    return facts.length > 0 && read.length === 0 ? null : { facts: read }
  } catch {
    return null
  }
}
