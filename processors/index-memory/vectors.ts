// By which vectors a fact is found: those of one generation, which another model may have made than that of its own
// event. Pure.
import { FIRST_GENERATION } from '../../infra/ports/language-model.ts'
import type { ItemDocument } from '../../infra/ports/memory-store.ts'
import { fromBase64 } from '../../infra/runtime/envelope/vectors.ts'
import type { FactEvent } from '../../schemas/events/catalogue.ts'

/** Of which generation the vectors are that a store holds, and of which length. */
export type Vectors = { generation: number; dimensions: number }

/** A fact's own event holds a vector of the first generation; no other generation searches by it. */
export function vectorOf(own: string, { generation, dimensions }: Vectors): Int8Array {
  const isOwn = generation === FIRST_GENERATION && own !== ''
  return isOwn ? fromBase64(own) : new Int8Array(dimensions)
}

type Embedded = { event: Extract<FactEvent, { type: 'FactsEmbedded' }>; position: number }

/** No change of what is known: a fact is as it was, and is found by other vectors. */
export function embedded(
  { event: { open, sealed }, position }: Embedded,
  stored: (id: string) => ItemDocument | undefined,
  { generation }: Vectors,
): ItemDocument[] {
  if (!sealed || open.generation !== generation) return []
  return sealed.vectors.flatMap(({ factId, embedding }) => {
    const document = stored(factId)
    if (!document || document.version >= position) return []
    return { ...document, version: position, vector: fromBase64(embedding) }
  })
}
