// No vectors: facts are found by their words and by what they name alone.
import type { QueryLanguage } from '../ports/language-model.ts'

/** `dimensions`: what vectors would have, so that the stores can take those of a model that is chosen later. */
export function withoutVectors(dimensions: number, terms: QueryLanguage['terms']): QueryLanguage {
  return {
    embedding: { model: null, kind: 'lexical' },
    dimensions,
    embed: async (texts) => texts.map(() => new Float32Array(dimensions)),
    terms,
  }
}
