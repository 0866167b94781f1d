// Searches a memory by words, vectors, the graph, and each topic of a query with several, side by side. Where only some
// items are wanted, unwanted hits take no place of wanted ones.
import type { Logger } from 'pino'
import type { EntityContext, GraphStore } from '../../../infra/ports/graph-store.ts'
import type { QueryLanguage } from '../../../infra/ports/language-model.ts'
import type { PastMemory } from '../../../infra/ports/memory-store.ts'
import type { Demand } from '../../../infra/ports/rules/bm25.ts'
import { foldName } from '../../../infra/ports/rules/entity-name.ts'
import { isWanted } from '../../../infra/ports/rules/traits.ts'
import { asError, firstOf, nth } from '../../../infra/runtime/certain.ts'
import { quantise } from '../../../infra/runtime/envelope/vectors.ts'
import { relatedTerms } from '../../../processors/index-memory/asked-with.ts'
import type { RetrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import { inPlainWords } from './query/plain-words.ts'
import { topicsOf } from './query/topics.ts'
import { filterOf } from './query/wanted.ts'
import type { Arms, Hit } from './ranking/fuse.ts'

export type SearchedPorts = {
  memory: PastMemory
  /** Answers nothing where it fails (answering-graph.ts). */
  graph: Pick<GraphStore, 'named'>
  language: QueryLanguage
  logger: Logger
  now: () => Date
  signal?: AbortSignal | undefined
}

const HITS_PER_ARM = 100
/** With a filter more hits are needed, because some will be filtered out. */
const HITS_PER_FILTERED_ARM = 400
/** If fewer of these are wanted, and there may be more, so many are looked at. */
const FEW_WANTED = 20
const HITS_OF_RARE = 4_000
const HITS_PER_TOPIC = 5
const NAMED_LIMITS = { entityLimit: 8, factLimit: 60 }
/** An entity that this many facts mention is too common: it adds no hits, and only lifts what mentions it. */
const COMMON_ENTITY_FACTS = 20

type Named = { entities: EntityContext[]; factIds: string[] }
type Search = (limit: number) => Promise<readonly Hit[]>

/** `near`: what the vectors found, wanted or not. */
export type Searched = { named: Named; arms: Arms; demand: Demand; near: readonly Hit[] }

export async function searchArms(
  ports: SearchedPorts,
  request: RetrieveRequest,
): Promise<Searched> {
  const { memory, language } = ports
  const isFiltered = filterOf(request) !== null
  const limit = isFiltered ? HITS_PER_FILTERED_ARM : HITS_PER_ARM
  const search = (terms: readonly string[], most: number) => {
    const related = relatedTerms(terms, language.terms)
    return memory.searchText(request, { terms, related, limit: most })
  }
  const query = inPlainWords(request.query)
  const terms = language.terms(query)
  const asked = topicsOf(query, language.terms)
  const embedded = embeddingOf(ports, request.query)
  const searchVectors: Search = async (most) => {
    const vector = await embedded
    return vector ? memory.searchVectors(request, { vector, limit: most }) : []
  }
  const [named, text, vector, ...byTopic] = await Promise.all([
    // Also where no graph is asked for, because they lift items about them.
    namedEntities(ports, request, request.query),
    search(terms, limit),
    searchVectors(limit),
    ...asked.map((each) => search(each, isFiltered ? limit : HITS_PER_TOPIC)),
  ])
  const selective = named.factIds.length <= COMMON_ENTITY_FACTS ? named.factIds : []
  // All that mention what is named are as near to it: the order of those told at once is that of their ids.
  const graph = selective.map((id) => ({ id, score: 1 }))
  const byWords = (hits: readonly Hit[], of: readonly string[]): Arm => ({
    hits,
    further: async () => (await search(of, HITS_OF_RARE)).hits,
  })
  const [ofText = [], ofVector = [], ofGraph = [], ...ofTopics] = await onlyWanted(
    memory,
    request,
    [
      byWords(text.hits, terms),
      { hits: vector, further: () => searchVectors(HITS_OF_RARE) },
      { hits: graph, further: async () => graph },
      ...byTopic.map(({ hits }, n) => byWords(hits, nth(asked, n))),
    ],
  )
  const arms: Arms = { text: ofText, vector: ofVector, graph: ofGraph, topics: ofTopics }
  return { named, arms, demand: text.demand, near: vector }
}

/** The entities that a text names, from the graph. */
export function namedEntities(
  { graph, now }: Pick<SearchedPorts, 'graph' | 'now'>,
  request: RetrieveRequest,
  text: string,
): Promise<Named> {
  const words = foldName(text).split(' ').filter(Boolean)
  const currentAt = now().toISOString()
  return graph.named(request, { words, categories: request.categories, currentAt, ...NAMED_LIMITS })
}

/** So long a query waits for its vector: as long as for a reranker. */
const EMBEDDING_MS = 2_000

/** Null if the model is unavailable, or too slow: that costs the vector arm, not the answer. */
export async function embeddingOf({ language, signal }: SearchedPorts, text: string) {
  const limit = AbortSignal.timeout(EMBEDDING_MS)
  const given = signal ? AbortSignal.any([signal, limit]) : limit
  try {
    return quantise(firstOf(await language.embed([text], given)))
  } catch (error) {
    if (asError(error).name.startsWith('LanguageModel')) return null
    throw error
  }
}

/** `further`: the same search, of more hits. */
type Arm = { hits: readonly Hit[]; further: () => Promise<readonly Hit[]> }

/** Filters before hits are fused and cut. An arm that is full of unwanted hits is searched further. */
async function onlyWanted(
  memory: PastMemory,
  request: RetrieveRequest,
  arms: readonly Arm[],
): Promise<(readonly Hit[])[]> {
  const filter = filterOf(request)
  if (filter === null) return arms.map(({ hits }) => hits)
  const wantedOf = async (hits: readonly Hit[]) => {
    const items = await memory.items(request, [...new Set(hits.map(({ id }) => id))])
    return new Set(items.filter((item) => isWanted(item, filter)).map(({ id }) => id))
  }
  const wanted = await wantedOf(arms.flatMap(({ hits }) => hits))
  const found = await Promise.all(
    arms.map(({ hits, further }) => {
      const isFull = hits.length >= HITS_PER_FILTERED_ARM
      const isPoor = hits.filter(({ id }) => wanted.has(id)).length < FEW_WANTED
      return isFull && isPoor ? further() : hits
    }),
  )
  const isFurther = found.some((hits, n) => hits !== arms[n]?.hits)
  // Of all arms at once, because they find much of the same.
  const all = isFurther ? await wantedOf(found.flat()) : wanted
  return found.map((hits) => hits.filter(({ id }) => all.has(id)))
}
