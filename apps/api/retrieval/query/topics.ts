// The topics of a query that asks for several things. Pure.

/** Further ones are ignored: each is a search of its own. */
const MAX_TOPICS = 4
/** The rest of a long query is not searched for topics. */
const MAX_TOPIC_CHARS = 500
const BETWEEN_TOPICS = /[?!.;,\n]+\s+|\s+(?:and|or|also|plus)\s+/iu

/** The terms of each; empty if the query has one topic. Parts that say the same are one. */
export function topicsOf(query: string, terms: (text: string) => string[]): string[][] {
  const parts = query.slice(0, MAX_TOPIC_CHARS).split(BETWEEN_TOPICS).map(terms)
  const topics = new Map(
    parts.filter(({ length }) => length > 0).map((each) => [each.join(' '), each]),
  )
  return topics.size > 1 ? [...topics.values()].slice(0, MAX_TOPICS) : []
}
