// Answers a query with context: asks the arms side by side, fetches what they point at, ranks and packs. The graph is
// optional: when it is down, the answer comes without it.
import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import type { GraphStore } from '../../../infra/ports/graph-store.ts'
import type { QueryLanguage } from '../../../infra/ports/language-model.ts'
import {
  type MemoryStore,
  type PastMemory,
  placeOf,
  type QueryReads,
} from '../../../infra/ports/memory-store.ts'
import type { Reranker } from '../../../infra/ports/reranker.ts'
import { isOfThen, type Time } from '../../../infra/ports/rules/time.ts'
import { isWanted } from '../../../infra/ports/rules/traits.ts'
import type { RetrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { answeringGraph } from './answering-graph.ts'
import { type Explanation, explain } from './explain.ts'
import { withFormer } from './former-items.ts'
import { likest, unsaidOf } from './likest.ts'
import { type Packed, pack } from './packing/pack.ts'
import { MOST_PINS, standingPins } from './query/pins.ts'
import { clockOf, wantedSummaries } from './query/then.ts'
import { filterOf, isShownIn } from './query/wanted.ts'
import { rankedAgain } from './rank-again.ts'
import { type Arms, fuse, type Hit, LEXICAL_WEIGHTS, TRAINED_WEIGHTS } from './ranking/fuse.ts'
import { candidateIds, lenderIds, NEIGHBOUR_REACH, type RankRequest, rank } from './ranking/rank.ts'
import { packable, type RankedItem, rankable, shownAt, unpinned } from './ranking/ranked-item.ts'
import { relevanceOf, shareOf } from './ranking/relevance.ts'
import { surenessOf, withFaint } from './ranking/trained.ts'
import { searchMeant } from './search-meant.ts'
import { toldEntities } from './search-told.ts'

type RetrievalPorts = {
  memory: PastMemory & Pick<MemoryStore, 'summaries'>
  graph: Pick<GraphStore, 'named'>
  language: QueryLanguage
  /** Without one, the ranking stays as it is. */
  reranker?: Reranker | null
  logger: Logger
  now: () => Date
  /** Aborted once the caller has gone: steps that have not begun are skipped. */
  signal?: AbortSignal
}

const NEWEST_ITEMS = 20
/** More than are returned, because some may be items that no answer shows. */
const NEWEST_LISTED = 100
/** Before any instant at which a fact can end. */
const NEVER_ENDED = '0000-01-01T00:00:00.000Z'

type Retrieved = {
  context: Packed['context'] & { explanation?: Explanation }
  found: boolean
}

export async function retrieve(
  opened: RetrievalPorts & { memory: MemoryStore; graph: GraphStore },
  request: RetrieveRequest,
): Promise<Retrieved> {
  const started = performance.now()
  const present = { ...opened.memory, ...opened.memory.moment() }
  const timed = isOfThen(request) ? atItsTime(opened, request) : { ...opened, memory: present }
  const ports = { ...timed, graph: answeringGraph(timed) }
  const weights = isLexical(ports.language) ? LEXICAL_WEIGHTS : TRAINED_WEIGHTS
  // Side by side, because each store takes its time to answer.
  const [{ named, ...found }, known, pins] = await Promise.all([
    candidates(ports, request, weights),
    summariesFor(ports, request),
    pinnedFor({ now: opened.now, memory: present }, request),
  ])
  ports.signal?.throwIfAborted()
  const asked = {
    queryEntities: named.entities.map((entity) => entity.name),
    now: ports.now().toISOString(),
    halfLifeDays: request.timeDecayDays,
    minConfidence: request.minConfidence,
    minRelevance: request.minRelevance,
    weights,
    toldShare: ports.language.toldShare,
  }
  const near = { ...asked, ...found }
  let wanted: RankRequest<RankedItem> = near
  let ranked = rank(near)
  if (ranked.length === 0 && request.minRelevance === 0) {
    wanted = { ...asked, ...(await newest(ports, request, weights)) }
    ranked = rank(wanted)
  }
  const isRelevant = ranked.length > 0
  const ordered = await rankedAgain(ports, request.query, ranked)
  const isFound = isRelevant || pins.length > 0
  const graph =
    isRelevant && request.includeGraph && !request.types
      ? await toldEntities(ports, request, {
          named: named.entities,
          items: ordered.map(({ item }) => item),
        })
      : []
  const scores = new Map(ordered.map(({ item, score }) => [item.id, score]))
  const at = request.asOf ?? asked.now
  const packed = (item: RankedItem, score: number) => packable(shownAt(item, at), score)
  const { context, shown } = pack({
    pinned: pins.map((item) => packed(item, scores.get(item.id) ?? 0)),
    items: ordered.map(({ item, score }) => packed(pinnedIn(pins, item), score)),
    summaries: isRelevant ? known : {},
    graph,
    query: request.query,
    maxTokens: request.maxTokens,
    format: request.format,
    elapsedMs: () => performance.now() - started,
  })
  if (!request.explain) return { context, found: isFound }
  const explanation = explain(wanted, ordered, shown)
  return { context: { ...context, explanation }, found: isFound }
}

function atItsTime(
  ports: RetrievalPorts & { memory: MemoryStore; graph: GraphStore },
  time: Time,
): RetrievalPorts {
  const { memory, graph, now } = ports
  const summaries = (scope: Scope) => memory.summaries(scope)
  return {
    ...ports,
    memory: { ...memory.at(time), summaries },
    graph: graph.at(time),
    now: () => clockOf(time, now()),
  }
}

/** True if the embedding sees the same words as the text index. */
function isLexical({ embedding }: QueryLanguage): boolean {
  return embedding.kind === 'lexical'
}

async function candidates(
  ports: RetrievalPorts,
  request: RetrieveRequest,
  weights: typeof LEXICAL_WEIGHTS,
) {
  const { language } = ports
  const { named, demand, near, asked, queries, ...searched } = await searchMeant(ports, request)
  ports.signal?.throwIfAborted()
  const asks = { asked, terms: language.terms }
  const { vector } = searched.arms
  // Of what is wanted: how well anything else answers says nothing about it.
  const text = { hits: searched.arms.text, demand }
  const extent = { items: demand.items, share: shareOf(text) }
  // What shares no word with the query may still mean it.
  const pointedAt = withFaint(fuse(searched.arms, weights, extent), vector)
  const items = await fetchItems(ports, request, pointedAt)
  const ids = new Set(candidateIds(pointedAt))
  // Neighbours lend only: compared too, they cost three times as much and change nothing.
  const own = items.filter(({ id }) => ids.has(id))
  const meaning = likest(queries, own, language)
  const arms = { ...searched.arms, meaning }
  const unsaid = unsaidOf(queries, {
    demand,
    likest: own.find(({ id }) => id === meaning[0]?.id),
    language,
  })
  const byWords = relevanceOf({ text, meaning, unsaid })
  const relevance = isLexical(language) ? byWords : Math.max(byWords, surenessOf(near, vector))
  const found = await withFormer(ports, request, { fused: fuse(arms, weights, extent), items })
  return { named, arms, ...found, relevance, asks }
}

/** For a caller that takes whatever there is. None of it is relevant. */
async function newest(
  ports: RetrievalPorts,
  request: RetrieveRequest,
  weights: typeof LEXICAL_WEIGHTS,
) {
  const { types, scopes, minConfidence } = request
  const at = ports.now().toISOString()
  // Also those that have ended by themselves.
  const currentAt = isOfThen(request) ? undefined : NEVER_ENDED
  const pages = await Promise.all(
    (request.categories ?? [undefined]).map((category) =>
      ports.memory.listItems(request, { limit: NEWEST_LISTED, category, types, scopes, currentAt }),
    ),
  )
  const text = pages
    .flatMap((page) => page.data.map(rankable).filter((each) => isShownIn(each, request, at)))
    .filter(({ confidence }) => confidence >= minConfidence)
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, NEWEST_ITEMS)
    .map(({ id }, place) => ({ id, score: 1 / (place + 1) }))
  const arms: Arms = { text, vector: [], graph: [], topics: [] }
  const fused = fuse(arms, weights)
  return { arms, fused, items: await fetchItems(ports, request, fused), relevance: 0 }
}

async function fetchItems(
  { memory, now }: RetrievalPorts,
  request: RetrieveRequest,
  fused: readonly Hit[],
): Promise<RankedItem[]> {
  const ids = candidateIds(fused)
  const own = await memory.items(request, ids)
  const lenders = new Set(lenderIds(ids))
  const near = await memory.neighbours(
    request,
    own.filter((item) => lenders.has(item.id)).map(placeOf),
    NEIGHBOUR_REACH,
  )
  const byId = new Map([...own, ...near].map((item) => [item.id, rankable(item)]))
  const filter = filterOf(request)
  const at = now().toISOString()
  return [...byId.values()].filter(
    (each) => isShownIn(each, request, at) && (!filter || isWanted(each.item, filter)),
  )
}

/** What the user wants included in any case, however sure or relevant it is: now, and at no other time. */
async function pinnedFor(
  { memory, now }: Pick<RetrievalPorts, 'now'> & { memory: Pick<QueryReads, 'pinnedItems'> },
  request: RetrieveRequest,
): Promise<RankedItem[]> {
  if (isOfThen(request)) return []
  const all = await memory.pinnedItems(request, MOST_PINS)
  const pinned = standingPins(all, now().toISOString())
  const filter = filterOf(request) ?? {}
  return pinned.filter((item) => isWanted(item, filter)).map(rankable)
}

/** What is pinned and no pin of this answer, because it has ended, is found like any other item. */
function pinnedIn(pins: readonly RankedItem[], item: RankedItem): RankedItem {
  return item.pinned && !pins.some(({ id }) => id === item.id) ? unpinned(item) : item
}

/** Summaries cover all types, and are visible in every scope. */
async function summariesFor(
  { memory }: RetrievalPorts,
  request: RetrieveRequest,
): Promise<Readonly<Record<string, string>>> {
  return request.types ? {} : wantedSummaries(await memory.summaries(request), request)
}
