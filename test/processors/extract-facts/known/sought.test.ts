// Two forms of a word are one word, and two words are not; and which known facts a statement ends.
import { expect, test } from 'vitest'
import type { Sought } from '../../../../infra/ports/language-model.ts'
import { createFactIndex, currentFact } from '../../../../processors/extract-facts/evolve.ts'
import { endedBy } from '../../../../processors/extract-facts/known/sought.ts'
import { withoutEnding } from '../../../../processors/extract-facts/known/stems.ts'
import { AT } from '../../../contracts/given.ts'
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
  createFactIndex(new Map(facts.map((each) => [each.id, each])), { said: AT, received: AT })
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

test('given another value of a thing, then the only fact that states one of its shape ends', () => {
  const is = (id: string, text: string) => fact(id, { attribute: 'is', value: id, text })
  const door = is('door', 'The door code is 4471.')
  const now = { kind: 'replaces', subject: null, words: [['code']] } as const
  const by = { shape: 'code', value: '9035' }
  expect(ended({ ...now, by }, index(door, is('word', 'The code word is tulip.')))).toEqual([
    'door',
  ])
  expect(ended({ ...now, by }, index(door, is('gate', 'The gate code is 1234.')))).toEqual([])
  expect(ended({ ...now, by: { shape: 'code', value: '4471' } }, index(door))).toEqual([])
  expect(ended({ ...now, by: { shape: 'day', value: 'Friday' } }, index(door))).toEqual([])
  const pair = is('pair', 'The door code is 4471 or 5582.')
  expect(ended({ ...now, by }, index(pair)), 'nothing tells which').toEqual([])
})

test('given more than 50 facts with the words, then nothing tells which of them has another value now', () => {
  const is = (n: number) =>
    fact(`${n}`, { attribute: 'is', value: `${n}`, text: n ? 'The code.' : 'The code is 4471.' })
  const all = (count: number) => index(...Array.from({ length: count }, (_, n) => is(n)))
  const by = { shape: 'code', value: '9035' }
  const now = { kind: 'replaces', subject: null, words: [['code']], by } as const
  expect(ended(now, all(50))).toEqual(['0'])
  expect(ended(now, all(51))).toEqual([])
})

test('given another place of a thing, then a name that is part of the thing is none', () => {
  const meeting = fact('meeting', {
    attribute: 'is',
    value: 'on Teams',
    text: 'The meeting with Bob is on Teams.',
  })
  const words = [['meeting'], ['bob']]
  const by = { shape: 'place', value: 'Zoom' }
  expect(ended({ kind: 'replaces', subject: null, words, by }, index(meeting))).toEqual(['meeting'])
})

test('given "I meant year 5", then the last fact with another value of that kind ends, unless its attribute is known', () => {
  const year = (id: string, createdAt: string) =>
    fact(id, {
      subject: `user's ${id}`,
      attribute: 'school year',
      text: `${id}: year 4.`,
      createdAt,
    })
  const facts = index(
    year('son', '2026-01-02T00:00:00Z'),
    year('niece', '2026-01-01T00:00:00Z'),
    fact('room', { attribute: 'is', text: 'I am in room 4.', createdAt: '2026-01-03T00:00:00Z' }),
  )
  const by = { shape: 'numbered year', value: 'year 5' }
  const corrects = { kind: 'corrects', subject: null, words: [], value: null, by } as const
  const endedIds = (exclusive: boolean, words: string[][] = []) =>
    endedBy({ seeks: [{ ...corrects, words }], exclusive }, facts).map(({ id }) => id)
  expect(endedIds(false)).toEqual(['son'])
  expect(endedIds(false, [['niece']])).toEqual(['niece'])
  expect(endedIds(true)).toEqual([])
})
