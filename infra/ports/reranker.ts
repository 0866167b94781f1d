// The port to a model that reads a query and a text together and rates how well the text answers the query: slower than
// any search, and better at telling the best of a few from the rest.
//
// Contract:
// - `rerank` gives one number per text, in order; a higher one answers better. Numbers of two queries cannot be
//   compared.
// - A failure throws LanguageModelUnavailable or LanguageModelRefused (language-model.ts). Messages hold no user text.
export interface Reranker {
  /** How many texts one call takes at most. */
  readonly maxTexts: number
  /** `signal` aborts when the caller has gone. */
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>
}
