// Whether a query asks for one thing ("When did Ada move?") or for all there are ("What books has Ada read?", "How many
// ..."). Pure.
//
// Decision: only what surely asks for one does so. Keywords, statements and other languages count as asking for several,
// which leaves the answer as long as it may be.

/** The rest of a long query says nothing about its kind. */
const MAX_CHARS = 200
const ASKS =
  /^(?:(?:in|on|at|from|to|for|with|by|of|about|since) )?(?:what|which|who|whose|whom|when|where|how|why)\b/iu
const ASKS_FOR_SEVERAL =
  /\bhow (?:many|much|often)\b|^what (?:are|were)\b|^(?:who|where) (?:have|are|were)\b|\b(?:and|or)\b|[?.!;]\s/iu
/** What is asked for: "books" of "Which kinds of books has". */
const ASKED_FOR =
  /^(?:\p{L}+ )?(?:what|which)(?: (?:kind|type|sort)s?(?: of)?)? ((?:[^\s?]+ ){1,4}?)(?:did|do|does|has|have|had|is|are|was|were|would|could|can|might|will|should)\b/iu
const PLURAL = /[^sui'’]s$/iu

export function asksForOne(query: string): boolean {
  const text = query.trim().slice(0, MAX_CHARS)
  if (!ASKS.test(text) || ASKS_FOR_SEVERAL.test(text)) return false
  const asked = ASKED_FOR.exec(text)?.[1]?.trim()
  return asked === undefined || !PLURAL.test(asked)
}
