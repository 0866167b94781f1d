// Says why an answer is as it is: for each item that it holds, and for the best that were left out, which arm found it
// at what rank, what lifted it, how it decayed, and why it was dropped. Pure, and computed only on request.
import type { RetrieveResponse } from '../../../schemas/api/reading/retrieve.ts'
import { tokensOf } from './packing/tokens.ts'
import { decay } from './ranking/decay.ts'
import type { Hit } from './ranking/fuse.ts'
import { liftsOf, namedIn } from './ranking/lifts.ts'
import { type RankableItem, type RankRequest, rank } from './ranking/rank.ts'
import type { Reranked } from './ranking/rerank.ts'

export type Explanation = NonNullable<RetrieveResponse['explanation']>
type Explained = Explanation['items'][number]

const MAX_LEFT_OUT = 10

/** `shown`: ids of the items whose words the answer holds. */
export function explain<T extends RankableItem>(
  request: RankRequest<T>,
  ranked: readonly Reranked<T>[],
  shown: ReadonlySet<string>,
): Explanation {
  const all = rank({ ...request, minConfidence: 0, minRelevance: 0 })
  const scores = new Map([...all, ...ranked].map(({ item, score }) => [item.id, score]))
  const reranked = new Map(ranked.map((each) => [each.item.id, each.reranked]))
  const places = placesOf(request)
  const named = namedIn(request.queryEntities, request.items)
  const kept = new Set(ranked.map(({ item }) => item.id))
  const explained = request.items
    .filter(({ id }) => scores.has(id) || places.text.has(id))
    .map((item): Unpriced => {
      const score = scores.get(item.id) ?? null
      const again = reranked.get(item.id)
      return {
        id: item.id,
        content: item.text,
        score: score === null ? null : Math.round(score * 1000) / 1000,
        foundBy: foundBy(item.id, places),
        ...(again === undefined ? {} : { reranked: again }),
        lifts: liftsOf(item, { named, toldShare: request.toldShare, asks: request.asks }),
        decay: decay({ at: item.at, now: request.now, halfLifeDays: request.halfLifeDays }),
        dropped: shown.has(item.id) ? null : whyDropped(item, request, { score, kept }),
      }
    })
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.id < b.id ? -1 : 1))
  return {
    items: explained.filter(({ dropped }) => dropped === null).map(priced),
    leftOut: explained
      .filter(({ dropped }) => dropped !== null)
      .slice(0, MAX_LEFT_OUT)
      .map(priced),
  }
}

/** Tokens are counted only for items that are explained. */
type Unpriced = Omit<Explained, 'tokens'>

function priced(explained: Unpriced): Explained {
  return { ...explained, tokens: tokensOf(explained.content) }
}

type Places = Record<'text' | 'vector' | 'graph' | 'meaning', ReadonlyMap<string, number>>

function placesOf({ arms }: Pick<RankRequest<RankableItem>, 'arms'>): Places {
  const of = (hits: readonly Hit[]) => new Map(hits.map(({ id }, n) => [id, n + 1]))
  const { text, vector, graph, meaning = [] } = arms
  return { text: of(text), vector: of(vector), graph: of(graph), meaning: of(meaning) }
}

function foundBy(id: string, places: Places): Explained['foundBy'] {
  const named = Object.entries(places).flatMap(([arm, ranks]) => {
    const place = ranks.get(id)
    return place === undefined ? [] : [[arm, place] as const]
  })
  return Object.fromEntries(named)
}

function whyDropped(
  { id, confidence }: RankableItem,
  { minConfidence = 0 }: Pick<RankRequest<RankableItem>, 'minConfidence'>,
  { score, kept }: { score: number | null; kept: ReadonlySet<string> },
): Explained['dropped'] {
  if (kept.has(id)) return 'room'
  if (score === null) return 'repeated'
  return confidence < minConfidence ? 'confidence' : 'relevance'
}
