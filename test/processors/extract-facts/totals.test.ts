// A write's totals so far survive as a note that is small, whatever its categories are called.
import { expect, test } from 'vitest'
import type { WorkNote } from '../../../infra/runtime/turns/progress.ts'
import {
  addTotals,
  noTotals,
  noteOf,
  nothingRead,
  readSoFar,
} from '../../../processors/extract-facts/totals.ts'
import type { NewFactEvent } from '../../../schemas/events/catalogue.ts'

const names = Array.from({ length: 50 }, (_, n) => `${n}-${'long-name'.repeat(6)}`)
const read = {
  passages: 131,
  totals: {
    extracted: 32_750,
    asserted: 30_000,
    reinforced: 2_750,
    superseded: 12,
    categories: [...names].sort().slice(0, 40),
    saidIn: [...names].sort().slice(0, 45),
  },
  cpuMs: 19_999,
  begun: 2,
}

test('given what was read, when noted and read back, then it is the same', () => {
  expect(readSoFar(noteOf(read), names)).toEqual(read)
})

test('given no note, when read back, then nothing has been read', () => {
  expect(readSoFar(null, names)).toMatchObject({ passages: 0, cpuMs: 0, begun: 0 })
  expect(readSoFar(null, names).totals).toMatchObject({ categories: [], saidIn: [] })
})

test('given all categories of an app, when noted, then ten notes fit beside an offset', () => {
  const all = { ...read, totals: { ...read.totals, categories: names, saidIn: names } }
  expect(JSON.stringify([4_000_000_000, noteOf(all)]).length).toBeLessThan(240)
})

test('given events of a passage, when added, then each kind is counted and the categories are sorted, each once', () => {
  const event = (type: string, category: string | null) => ({ type, open: { category } })
  const events = [
    event('FactAsserted', 'work'),
    event('FactAsserted', 'home'),
    event('FactReinforced', 'work'),
    event('FactSuperseded', 'food'),
    event('FactContested', 'food'),
    event('FactMerged', null),
    { type: 'ResourceProcessed', open: {} },
  ] as unknown as NewFactEvent[]
  const before = { ...noTotals, extracted: 2, asserted: 1, reinforced: 3, superseded: 5 }
  const said = ['work', 'home', 'health', 'work'].map((category) => ({ category }))
  const names = { categories: ['pets', 'home'], saidIn: ['pets'] }
  expect(addTotals({ ...before, ...names }, said, events)).toEqual({
    extracted: 6,
    asserted: 3,
    reinforced: 4,
    superseded: 6,
    categories: ['food', 'home', 'pets', 'work'],
    saidIn: ['health', 'home', 'pets', 'work'],
  })
})

test('given what was read, when noted, then the note reads as those before a restart did', () => {
  const names = { categories: ['work'], saidIn: ['work'] }
  const totals = { extracted: 5, asserted: 4, reinforced: 3, superseded: 2, ...names }
  const note = noteOf({ passages: 1, totals, cpuMs: 6.6, begun: 8 })
  expect(note).toEqual({ read: '1 5 4 3 2 7 8', in: 'AOE' })
  expect(readSoFar(note, ['work', 'home']).totals).toEqual(totals)
})

test('given categories in another order, when read back, then they are sorted, and those that are gone are left out', () => {
  const totals = { ...noTotals, categories: ['a', 'b', 'c'] }
  const note = noteOf({ ...nothingRead, totals })
  expect(readSoFar(note, ['c', 'other', 'a']).totals.categories).toEqual(['a', 'c'])
})

test('given facts that changed nothing, when noted, then their categories are noted too', () => {
  const totals = { ...noTotals, categories: ['food'], saidIn: ['home'] }
  const note = noteOf({ ...nothingRead, totals })
  expect(readSoFar(note, ['home', 'work', 'food']).totals).toEqual({
    ...totals,
    saidIn: ['food', 'home'],
  })
})

test.each<WorkNote>([{}, { read: 7 }, { said: 'by another' }])(
  'given the note %j of something else, when read back, then nothing has been read',
  (note) => {
    expect(readSoFar(note, ['work'])).toEqual(nothingRead)
  },
)

test('given a note without words of a kind, when read back, then no category counts as one of them', () => {
  // The mark of this name is in "undefined".
  const { totals } = readSoFar({ read: '1 0 0 0 0 0 0', in: '' }, ['topic-125480'])
  expect(totals).toEqual(noTotals)
})
