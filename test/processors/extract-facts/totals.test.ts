// What a write has led to so far survives as a note that is small, whatever its categories are called.
import { expect, test } from 'vitest'
import { noteOf, readSoFar } from '../../../processors/extract-facts/totals.ts'

const names = Array.from({ length: 50 }, (_, n) => `${n}-${'long-name'.repeat(6)}`)
const read = {
  passages: 131,
  totals: {
    extracted: 32_750,
    asserted: 30_000,
    reinforced: 2_750,
    superseded: 12,
    categories: [...names].sort().slice(0, 40),
  },
  cpuMs: 19_999,
  begun: 2,
}

test('given what was read, when noted and read back, then it is the same', () => {
  expect(readSoFar(noteOf(read), names)).toEqual(read)
})

test('given no note, when read back, then nothing has been read', () => {
  expect(readSoFar(null, names)).toMatchObject({ passages: 0, cpuMs: 0, begun: 0 })
})

test('given all categories of an app, when noted, then ten notes fit beside an offset', () => {
  const all = { ...read, totals: { ...read.totals, categories: names } }
  expect(JSON.stringify([4_000_000_000, noteOf(all)]).length).toBeLessThan(240)
})
