// A query that asks for several things has several topics, and each gets a seat.
import { expect, test } from 'vitest'
import { topicsOf } from '../../../../../apps/api/retrieval/query/topics.ts'
import { fuse } from '../../../../../apps/api/retrieval/ranking/fuse.ts'
import { offlineQueryLanguage } from '../../../../../infra/language/offline/query-language.ts'

const topics = (query: string) => topicsOf(query, offlineQueryLanguage.terms)

test.each([
  [
    'Where does Ana live and what does Ben eat?',
    [
      ['ana', 'live'],
      ['ben', 'eat'],
    ],
  ],
  [
    'Where does Ana live? What does Ben eat?',
    [
      ['ana', 'live'],
      ['ben', 'eat'],
    ],
  ],
  ['tea, coffee or milk', [['tea'], ['coffe'], ['milk']]],
  ['Where does Ana live?', []],
  ['Tea and tea', []],
  ['?', []],
  ['a1, b1, c1, d1, e1, f1', [['a1'], ['b1'], ['c1'], ['d1']]],
])('%s', (query, expected) => {
  expect(topics(query)).toEqual(expected)
})

test('a topic that a crowd of another would push out keeps its place among the first', () => {
  const text = Array.from({ length: 50 }, (_, n) => ({ id: `crowd${n}`, score: 9 - n / 100 }))
  const weak = { id: 'weak', score: 0.5 }
  const place = (more: object) =>
    fuse({ text: [...text, weak], vector: [], graph: [], ...more }).findIndex(
      ({ id }) => id === 'weak',
    )
  expect(place({})).toBe(50)
  expect(place({ topics: [text.slice(0, 5), [weak]] })).toBeLessThan(10)
})
