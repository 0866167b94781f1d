// What the raw object of a FactsReread holds: a part of what another engine has read in a user's raw content.
import { z } from 'zod'
import { instant } from '../identifiers.ts'
import { factAsserted } from './facts.ts'
import { factsEmbedded } from './revised-facts.ts'

const ending = {
  /** When words ended the fact; null: none did. */
  endedAt: instant.nullable(),
}

export const rereadPart = z.strictObject({
  /** Facts in use that go. */
  went: z.array(
    z.strictObject({
      factId: z.string().min(1),
      ...ending,
      /** The fact that takes its place, and from when; null: none does. */
      by: z.string().min(1).nullable(),
      validTo: instant.nullable(),
    }),
  ),
  /** Facts that come, as they are to be asserted. */
  came: z.array(
    z.strictObject({
      occurredAt: instant,
      open: factAsserted.open,
      sealed: factAsserted.sealed,
      ...ending,
    }),
  ),
  /** The model that made their vectors; null: they have none. */
  embedding: z.string().nullable(),
  /** Vectors of facts in use, by a model of another generation; missing where only vectors of the one in use are made. */
  embedded: z
    .strictObject({
      generation: factsEmbedded.open.shape.generation,
      vectors: factsEmbedded.sealed.shape.vectors,
    })
    .optional(),
})
export type RereadPart = z.infer<typeof rereadPart>
