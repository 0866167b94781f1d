// Two forms of a word are one word, and two words are not; and which known facts a statement ends.
import { expect, test } from 'vitest'
import type { Sought } from '../../../../infra/ports/language-model.ts'
import { createFactIndex, currentFact } from '../../../../processors/extract-facts/evolve.ts'
import { endedBy, withoutEnding } from '../../../../processors/extract-facts/known/sought.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'

const USER = { appId: 'app', userId: 'anna' }

test.each([
  ['volunteering', 'volunteers', 'volunteer', 'volunteered'],
  ['running', 'runs', 'run'],
  ['smoke', 'smoking', 'smoked'],
  ['study', 'studies', 'studying'],
  ['class', 'classes'],
  ['car', 'cars'],
])('given %s and its other forms, then they are one word', (...forms) => {
  expect(new Set(forms.map(withoutEnding)).size).toBe(1)
})

test.each([
  ['dog', 'dig'],
  ['play', 'plan'],
  ['red', 'r'],
  ['boat', 'boot'],
])('given %s and %s, then they are two', (a, b) => {
  expect(withoutEnding(a)).not.toBe(withoutEnding(b))
})

const fact = (id: string, item: object) =>
  currentFact(
    { ...itemDocument(USER, { id }).item, subject: 'user', ...item },
    { fingerprint: id, slot: null },
  )
const index = (...facts: readonly ReturnType<typeof fact>[]) =>
  createFactIndex(new Map(facts.map((each) => [each.id, each])))
const ended = (sought: Partial<Sought>, facts: ReturnType<typeof index>) => {
  const seeks = [{ kind: 'ends', subject: 'user', words: [], value: null, ...sought }] as const
  return endedBy({ seeks }, facts).map(({ id }) => id)
}

test('given an attribute that is sought, then facts with its words under another one stay', () => {
  const facts = index(
    fact('mia', { attribute: 'partner', value: 'Mia', text: 'My wife is called Mia.' }),
    fact('home', { attribute: 'home', value: 'Rome', text: 'My wife and I live in Rome.' }),
  )
  expect(ended({ attribute: 'partner', words: [['wife']] }, facts)).toEqual(['mia'])
  expect(ended({ words: [['wife']] }, facts)).toEqual(['mia', 'home'])
})

test('given a correction of an attribute, then the only fact that has it ends, and none of several', () => {
  const name = (id: string) => fact(id, { subject: "user's sister", attribute: 'name', value: id })
  const corrects = { kind: 'corrects', subject: "user's sister", attribute: 'name' } as const
  expect(ended(corrects, index(name('eva'), fact('age', { attribute: 'age' })))).toEqual(['eva'])
  expect(ended(corrects, index(name('eva'), name('ida')))).toEqual([])
})
