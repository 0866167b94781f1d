// The explanation of an answer.
import { expect, test } from 'vitest'
import { explain } from '../../../../apps/api/retrieval/explain.ts'
import { type RankableItem, rank } from '../../../../apps/api/retrieval/ranking/rank.ts'

const NOW = '2026-01-31T00:00:00Z'

function item(id: string, over: Partial<RankableItem> = {}): RankableItem {
  return {
    ...{ id, text: `what ${id} says`, importance: 'medium', confidence: 1, at: NOW },
    ...{ threadId: `thread of ${id}`, place: 0, entities: [] },
    ...over,
  }
}

const items = [
  item('best', { entities: ['Ana'], importance: 'high', text: 'Ana keeps bees in the garden.' }),
  item('second', { at: '2019-01-01T00:00:00Z' }),
  item('again', { text: 'keeps bees in the garden' }),
  item('unsure', { confidence: 0.2 }),
  item('faint'),
  item('beside', { threadId: 'thread of best', place: 1 }),
]
const request = {
  items,
  arms: {
    text: ['best', 'second', 'again', 'unsure'].map((id, n) => ({ id, score: 8 - n })),
    vector: [
      { id: 'second', score: 0.9 },
      { id: 'faint', score: 0.001 },
    ],
    graph: [],
  },
  queryEntities: ['ana'],
  now: NOW,
  halfLifeDays: 30,
  minConfidence: 0.6,
  minRelevance: 0.2,
  relevance: 0.9,
}

function explained(...shown: string[]) {
  return explain(request, rank(request), new Set(shown))
}

test('says of what is given which arm found it, what lifted it and how it decayed', () => {
  const { items: given } = explained('best', 'second', 'beside')
  expect(given.map(({ id }) => id)).toEqual(['best', 'second', 'beside'])
  const [best, second, beside] = given
  expect(best).toEqual({
    id: 'best',
    content: 'Ana keeps bees in the garden.',
    tokens: 7,
    score: 0.9,
    foundBy: { text: 1 },
    lifts: { importance: 1.1, confidence: 1, told: 1, named: 1.8, fits: 1 },
    decay: 1,
    dropped: null,
  })
  expect(second).toMatchObject({ foundBy: { text: 2, vector: 1 }, lifts: { named: 1 } })
  expect(second!.decay).toBeCloseTo(0.8)
  expect(beside!.foundBy).toEqual({})
})

test('says how much an item was lowered because it only reacts or asks', () => {
  const asked = { ...request, toldShare: () => 0.6 }
  const { items: given } = explain(asked, rank(asked), new Set(['best']))
  expect(given[0]!.lifts.told).toBeCloseTo(0.8)
})

test('says why the others were left out', () => {
  const { leftOut } = explained('best')
  const why = Object.fromEntries(leftOut.map(({ id, dropped }) => [id, dropped]))
  expect(why).toEqual({
    second: 'room',
    beside: 'room',
    unsure: 'confidence',
    faint: 'relevance',
    again: 'repeated',
  })
})

test('of many that were left out, tells the ten best', () => {
  const many = Array.from({ length: 30 }, (_, n) => item(`i${n}`))
  const text = many.map(({ id }, n) => ({ id, score: 30 - n }))
  const asked = { ...request, items: many, arms: { text, vector: [], graph: [] } }
  const { leftOut } = explain(asked, rank(asked), new Set(['i0']))
  expect(leftOut.map(({ id }) => id)).toEqual(text.slice(1, 11).map(({ id }) => id))
})
