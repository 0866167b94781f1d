// Search among many users gives the result of a search in one user's memory: BM25 with the user's own statistics, and
// every vector compared.
import { describe, expect, test } from 'vitest'
import { createElasticsearchMemoryStore } from '../../../infra/elasticsearch/memory-store.ts'
import type { ItemDocument } from '../../../infra/ports/memory-store.ts'
import { createPlaces, newScope } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { givenServer, needsServer, serverUrl } from './given-server.ts'
import { stepOf } from './steps.ts'

const DIMENSIONS = 32
const OWN = 1200
const OTHERS = 2400
const STEP = 400
/** Weights are stored with nine significant bits. */
const TEXT_TOLERANCE = 0.005

describe.skipIf(!serverUrl)(needsServer, () => {
  const { client, newPrefix } = givenServer()

  test('given a user among others, when searched, then text and vectors rank as when computed one by one', async () => {
    const random = createRandom(7)
    const store = createElasticsearchMemoryStore({
      client: client(),
      prefix: newPrefix(),
      dimensions: DIMENSIONS,
    })
    const [scope, place] = [newScope(), createPlaces()]
    const own = Array.from({ length: OWN }, (_, n) => randomItem(random, scope, n))
    const strangers = [newScope(), newScope()]
    const others = Array.from({ length: OTHERS }, (_, n) =>
      randomItem(random, strangers[n % 2]!, n),
    )
    const all = [...own, ...others].sort(() => random() - 0.5)
    for (let from = 0; from < all.length; from += STEP) {
      await store.apply(stepOf(place(), { documents: all.slice(from, from + STEP) }))
    }
    for (let round = 0; round < 20; round++) {
      const terms = Array.from({ length: 6 }, () => randomTerm(random))
      const vector = randomVector(random)
      const [text, vectors] = await Promise.all([
        store.searchText(scope, { terms, limit: 50 }),
        store.searchVectors(scope, { vector, limit: 50 }),
      ])
      expectRanking(text.hits, bm25(own, terms), TEXT_TOLERANCE)
      expectRanking(vectors, cosines(own, vector), 1e-5)
    }
  })
})

type Scores = Map<string, number>

/** Each hit has its score, and no better document was left out. */
function expectRanking(hits: { id: string; score: number }[], exact: Scores, tolerance: number) {
  const best = [...exact.values()].filter((score) => score > 1e-6).sort((a, b) => b - a)
  expect(hits.length).toBe(Math.min(50, best.length))
  for (const [n, { id, score }] of hits.entries()) {
    expect(Math.abs(score - exact.get(id)!)).toBeLessThanOrEqual(tolerance * Math.max(1, score))
    expect(Math.abs(score - best[n]!)).toBeLessThanOrEqual(tolerance * Math.max(1, score))
  }
}

function bm25(documents: readonly ItemDocument[], terms: readonly string[]): Scores {
  const scores: Scores = new Map()
  for (const term of terms) {
    const having = documents.filter((each) => each.terms.includes(term))
    const idf = Math.log(1 + (documents.length - having.length + 0.5) / (having.length + 0.5))
    for (const { item, terms: own } of having) {
      const frequency = own.filter((each) => each === term).length
      const norm = 0.9 * (1 - 0.4 + (0.4 * own.length) / 33)
      const score = (idf * frequency * 1.9) / (frequency + norm)
      scores.set(item.id, (scores.get(item.id) ?? 0) + score)
    }
  }
  return scores
}

function cosines(documents: readonly ItemDocument[], vector: Int8Array): Scores {
  return new Map(
    documents.map(({ item, vector: own }) => {
      const dot = own.reduce((sum, each, n) => sum + each * vector[n]!, 0)
      return [item.id, dot / (Math.hypot(...own) * Math.hypot(...vector))]
    }),
  )
}

function randomItem(random: () => number, scope: ReturnType<typeof newScope>, n: number) {
  const terms = Array.from({ length: 3 + Math.floor(random() * 40) }, () => randomTerm(random))
  return itemDocument(scope, { id: `item ${n}`, terms, vector: randomVector(random) })
}

/** A few are common and many are rare; some have characters that field names may not have. */
function randomTerm(random: () => number): string {
  return `w${Math.floor(random() ** 3 * 300)}.5%`
}

function randomVector(random: () => number): Int8Array {
  return Int8Array.from({ length: DIMENSIONS }, () => Math.floor(random() * 255) - 127)
}

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
