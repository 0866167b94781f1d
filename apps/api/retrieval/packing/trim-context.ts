// Trims summaries and graph context to what is relevant and to the room that they may take.
import { present } from '../../../../infra/runtime/certain.ts'
import { remembered } from '../remembered.ts'
import { jsonTokensOf, tokensOf } from './tokens.ts'

export type GraphEntity = {
  name: string
  type: string
  properties: Readonly<Record<string, unknown>>
  relationships: readonly { type: string; target: string }[]
}

/** What the answer is about: the query and the ranked items, best first. */
type Related = {
  query: string
  items: readonly { content: string; category: string; score: number }[]
}

type Trimmed<T> = { kept: T; tokens: number }

/** A summary cut shorter than this says too little to be worth its frame. */
const MIN_SUMMARY_TOKENS = 12
/** The quotes, colon and comma around one entry. */
const ENTRY_TOKENS = 5
const MAX_RELATIONSHIPS = 8
/** The user's own entity. Texts say "I", so its name is in none of them. */
export const SELF = 'user'
/** How many of the best items determine what is relevant. */
const TELLING_ITEMS = 20

/** Categories in order of the scores that their items have among the best; unrelated ones last. */
function byRelevance(categories: readonly string[], related: Related): string[] {
  const weights = new Map<string, number>()
  for (const { category, score } of related.items.slice(0, TELLING_ITEMS)) {
    weights.set(category, (weights.get(category) ?? 0) + score)
  }
  const wanted = related.items.length > 0 ? categories.filter((c) => weights.has(c)) : categories
  const weightOf = (category: string) => weights.get(category) ?? 0
  return [...wanted].sort((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1))
}

type Reading = { tokensOf(text: string): number; endsOf(text: string): readonly number[] }

/** Reads each text once for as long as the summaries live: every answer cuts them, mostly in the same places. */
const readingOf = remembered(
  (_: Readonly<Record<string, string>>): Reading => ({
    tokensOf: once(jsonTokensOf),
    endsOf: once(sentenceEnds),
  }),
)

function once<Made>(make: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, Made>()
  return (text) => {
    const known = made.get(text) ?? make(text)
    made.set(text, known)
    return known
  }
}

/** The longest run of whole sentences from the start that fits, or an empty text. */
function cutToTokens(text: string, tokens: number, reading: Reading): string {
  if (text.length <= tokens * 8 && reading.tokensOf(text) <= tokens) return text
  const ends = reading.endsOf(text).filter((end) => end <= tokens * 12)
  const upTo = (sentences: number) => text.slice(0, ends[sentences - 1] ?? 0).trim()
  // Binary search: `least` sentences fit, `most` are too many.
  let [least, most] = [0, ends.length + 1]
  while (most - least > 1) {
    const tried = Math.floor((least + most) / 2)
    if (reading.tokensOf(upTo(tried)) <= tokens) least = tried
    else most = tried
  }
  return upTo(least)
}

/** A full stop within a word ends nothing: "ana@example.com", "3.5". */
const SENTENCE = /.+?(?:[.!?…؟।۔]["'”’)\]]*(?=\s|$)|[。！？]|\n|$)\s*/gsu

/** The offset of each sentence's end, including the space after it. */
function sentenceEnds(text: string): number[] {
  return [...text.matchAll(SENTENCE)].map(({ index, 0: sentence }) => index + sentence.length)
}

/** The summaries of the categories that the items come from, cut at the end of a sentence. */
export function trimSummaries(
  summaries: Readonly<Record<string, string>>,
  related: Related,
  room: number,
): Trimmed<Record<string, string>> {
  const kept: [string, string][] = []
  const reading = readingOf(summaries)
  let left = room
  for (const category of byRelevance(Object.keys(summaries), related)) {
    const summary = present(summaries[category], 'summary')
    const key = tokensOf(category) + ENTRY_TOKENS
    if (left < key + MIN_SUMMARY_TOKENS) continue
    const text = cutToTokens(summary, left - key, reading)
    if (text === '') continue
    left -= key + reading.tokensOf(text)
    kept.push([category, text])
  }
  return { kept: Object.fromEntries(kept), tokens: kept.length > 0 ? room - left : 0 }
}

/** The entity with the relationships whose target the text names first, and a limited number of them. */
function withoutFarRelations(entity: GraphEntity, text: string): GraphEntity {
  const named = (target: string) => text.includes(target.toLowerCase())
  const near = entity.relationships.filter(({ target }) => named(target))
  const far = entity.relationships.filter(({ target }) => !named(target))
  const { name, type, properties } = entity
  return { name, type, properties, relationships: [...near, ...far].slice(0, MAX_RELATIONSHIPS) }
}

/** The largest form of the entity that fits: whole, without properties, or with fewer relationships. */
function fitEntity(entity: GraphEntity, room: number): Trimmed<GraphEntity> | null {
  const { relationships } = entity
  const bare = { ...entity, properties: {} }
  const forms = [entity, bare, { ...bare, relationships: relationships.slice(0, 3) }]
  for (const form of forms) {
    const tokens = jsonTokensOf(form) + 1
    if (tokens <= room) return { kept: form, tokens }
  }
  return null
}

/** The entities that the query or the best items name, those of the query first. */
export function trimGraph(
  graph: readonly GraphEntity[],
  related: Related,
  room: number,
): Trimmed<GraphEntity[]> {
  if (graph.length === 0) return { kept: [], tokens: 0 }
  const query = related.query.toLowerCase()
  const best = related.items.slice(0, TELLING_ITEMS).map(({ content }) => content)
  const text = `${query}\n${best.join('\n').toLowerCase()}`
  const inQuery = graph.filter(({ name }) => query.includes(name.toLowerCase()))
  const isTold = ({ name }: GraphEntity) => name === SELF || text.includes(name.toLowerCase())
  const inItems = graph.filter((entity) => !inQuery.includes(entity) && isTold(entity))
  const kept: GraphEntity[] = []
  let left = room
  for (const entity of [...inQuery, ...inItems]) {
    const fitted = left > 0 ? fitEntity(withoutFarRelations(entity, text), left) : null
    if (!fitted) continue
    left -= fitted.tokens
    kept.push(fitted.kept)
  }
  return { kept, tokens: kept.length > 0 ? room - left : 0 }
}
