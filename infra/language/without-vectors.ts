// No vectors: facts are found only by their words and by the entities that they name.
import type { QueryLanguage } from '../ports/language-model.ts'

/**
 * `dimensions`: the length that vectors would have, so that the stores can take those of a model that is chosen later.
 */
export function withoutVectors(dimensions: number, terms: QueryLanguage['terms']): QueryLanguage {
  return {
    embedding: { model: null, kind: 'lexical' },
    dimensions,
    embed: async (texts) => texts.map(() => new Float32Array(dimensions)),
    terms,
  }
}
