// How much of a query is said nowhere: words that no item has, unless the likest says them in other words.
import { expect, test } from 'vitest'
import { unsaidOf } from '../../../../apps/api/retrieval/likest.ts'
import { createOfflineLanguageModel } from '../../../../infra/language/offline/offline-language-model.ts'

const language = createOfflineLanguageModel()
const likest = { text: 'My brother teaches maths.' }
const demand = { items: 100, full: 10, unknown: 0.5, missing: language.terms('educator') }

test('what the likest item says in other words counts less', () => {
  const unsaid = unsaidOf(['Which brother is an educator?'], { demand, likest, language })
  expect(unsaid).toBeLessThan(0.35)
  const missing = language.terms('harpsichord')
  const other = { demand: { ...demand, missing }, likest, language }
  expect(unsaidOf(['Which brother has a harpsichord?'], other)).toBeGreaterThan(0.4)
})

test('a word without a vector is said by itself alone', () => {
  const missing = language.terms('Philippa')
  const of = { demand: { ...demand, missing }, likest, language }
  expect(unsaidOf(['Who is Philippa?'], of)).toBe(0.5)
})

test('where nothing is missing or nothing was found, the share of missing words stands', () => {
  const none = { ...demand, unknown: 0, missing: [] }
  expect(unsaidOf(['Which brother?'], { demand: none, likest, language })).toBe(0)
  expect(unsaidOf(['An educator?'], { demand, likest: undefined, language })).toBe(0.5)
})
