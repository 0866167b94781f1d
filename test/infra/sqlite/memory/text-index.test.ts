// Postings as a search reads them, whatever steps wrote them: each item of a term once, with its weight, in the order of
// the items; and as few rows as there are chunks.
import { expect, onTestFinished, test } from 'vitest'
import { weighTerms } from '../../../../infra/ports/rules/bm25.ts'
import { type Database, openDatabase } from '../../../../infra/sqlite/database/database.ts'
import {
  chunksOf,
  indexChunk,
  indexTerms,
  readPostings,
  splitTerms,
  type TermChanges,
  textIndexSchema,
  unindexTerms,
  writeTerms,
} from '../../../../infra/sqlite/memory/text-index.ts'
import { randomOf, words } from '../../search/random-items.ts'

const OWNER = 7
const OTHER = 8
type Item = { n: number; terms: readonly string[] }

function given(): Database {
  const db = openDatabase({ path: ':memory:', durable: false, schema: textIndexSchema })
  onTestFinished(() => db.close())
  return db
}

function step(db: Database, change: { add?: Item[]; drop?: Item[] }, owner = OWNER): void {
  const changes: TermChanges = new Map()
  for (const item of change.drop ?? []) unindexTerms(changes, item)
  for (const item of change.add ?? []) indexTerms(changes, item)
  writeTerms(db, owner, changes)
}

/** By term: numbers with their weights, as floats of 32 bits. */
function expected(items: Iterable<Item>): Record<string, [number, number][]> {
  const found: Record<string, [number, number][]> = {}
  for (const { n, terms } of [...items].sort((a, b) => a.n - b.n)) {
    for (const [term, weight] of weighTerms(terms)) {
      found[term] = [...(found[term] ?? []), [n, Math.fround(weight)]]
    }
  }
  return found
}

/** The same as read; the entries of a chunk are in any order. */
function read(db: Database, terms: readonly string[], owner = OWNER) {
  const found: Record<string, [number, number][]> = {}
  for (const term of terms) {
    const { numbers, weights, last } = readPostings(db, owner, term)
    const pairs = [...numbers].map((n, at): [number, number] => [n, weights[at] ?? 0])
    expect(last).toBe(Math.max(0, ...numbers))
    if (pairs.length > 0) found[term] = pairs.sort(([a], [b]) => a - b)
  }
  return found
}

const rowsOf = (db: Database) =>
  db.all<{ term: string; chunk: number }>('SELECT term, chunk FROM postings ORDER BY term, chunk')

test.each([1, 2, 3])(
  'given items of several chunks that come, change and go step by step (%i), when read, then each is there once, as it is now',
  (seed) => {
    const db = given()
    const random = randomOf(seed)
    const items = new Map<number, Item>()
    for (let n = 0; n < 60; n++) {
      const change: Required<Parameters<typeof step>[1]> = { add: [], drop: [] }
      const touched = new Set(Array.from({ length: 1 + random(8) }, () => 250 + random(270)))
      for (const number of touched) {
        const known = items.get(number)
        if (known) change.drop.push(known)
        items.delete(number)
        if (random(4) === 0) continue
        const item = { n: number, terms: words.filter(() => random(2) === 0) }
        change.add.push(item)
        items.set(number, item)
      }
      step(db, change)
      expect(read(db, words)).toEqual(expected(items.values()))
    }
    expect(new Set(rowsOf(db).map(({ chunk }) => chunk))).toEqual(new Set([0, 1, 2]))
    step(db, { drop: [...items.values()] })
    expect(rowsOf(db)).toEqual([])
  },
)

test('given an item that comes and goes in one step, when written, then it is nowhere', () => {
  const db = given()
  const changes: TermChanges = new Map()
  indexTerms(changes, { n: 1, terms: ['tea'] })
  indexTerms(changes, { n: 2, terms: ['tea'] })
  unindexTerms(changes, { n: 1, terms: ['tea'] })
  writeTerms(db, OWNER, changes)
  expect(read(db, ['tea'])).toEqual(expected([{ n: 2, terms: ['tea'] }]))
})

test('given other users with the same words, when an item of one goes, then those of the others stay', () => {
  const db = given()
  const item = { n: 3, terms: ['tea', 'train'] }
  for (const owner of [OWNER, OTHER]) step(db, { add: [item] }, owner)
  step(db, { drop: [item] }, OTHER)
  expect(read(db, words)).toEqual(expected([item]))
  expect(read(db, words, OTHER)).toEqual({})
})

test('given items at both ends of chunks, when one goes, then its neighbours stay', () => {
  const db = given()
  const items = [0, 1, 255, 256, 511, 512].map((n) => ({ n, terms: ['tea'] }))
  step(db, { add: items })
  expect(rowsOf(db).map(({ chunk }) => chunk)).toEqual([0, 1, 2])
  step(db, { drop: [items[2]!, items[3]!] })
  const left = items.filter(({ n }) => n !== 255 && n !== 256)
  expect(read(db, ['tea'])).toEqual(expected(left))
})

test('given a word that no item has, when it is dropped or read, then there is none', () => {
  const db = given()
  step(db, { drop: [{ n: 1, terms: ['tea'] }] })
  expect(read(db, ['tea'])).toEqual({})
  expect(rowsOf(db)).toEqual([])
})

test('given items that a rebuild indexes chunk by chunk, when read, then they are as those of steps, in the order of their numbers', () => {
  const db = given()
  const random = randomOf(9)
  const items = Array.from({ length: 300 }, (_, n) => ({
    n: 2 * n,
    terms: words.filter(() => random(3) === 0),
  }))
  const chunks = [...chunksOf(items.map(({ n, terms }) => ({ n, terms: terms.join(' ') })))]
  expect(chunks.map((chunk) => [chunk[0]!.n, chunk.length])).toEqual([
    [0, 128],
    [256, 128],
    [512, 44],
  ])
  for (const chunk of chunks) indexChunk(db, OWNER, chunk)
  expect(read(db, words)).toEqual(expected(items))
  const { numbers } = readPostings(db, OWNER, 'tea')
  expect([...numbers]).toEqual([...numbers].sort((a, b) => a - b))
  expect(read(db, [''])).toEqual({})
})

test('given an item that is alone in its chunk, when taken in chunks, then those of the next are none of it', () => {
  const items = [255, 256, 257, 600].map((n) => ({ n, terms: '' }))
  const chunks = [...chunksOf(items)].map((chunk) => chunk.map(({ n }) => n))
  expect(chunks).toEqual([[255], [256, 257], [600]])
})

test('given no items, when taken in chunks, then there is none', () => {
  expect([...chunksOf([])]).toEqual([])
})

test('given what an item’s row holds, when split, then each term comes once as often as it was said', () => {
  expect(splitTerms('tea train tea')).toEqual(['tea', 'train', 'tea'])
  expect(splitTerms('')).toEqual([])
})

test('given several words, when written, then their rows come in the order in which the file holds them', () => {
  const db = given()
  const written: unknown[] = []
  const listening: Database = {
    ...db,
    run: (sql, ...values) => {
      written.push(values[1])
      return db.run(sql, ...values)
    },
  }
  const item = { n: 1, terms: ['tea', 'ferry', 'train', 'garden'] }
  const inOrder = ['ferry', 'garden', 'tea', 'train']
  step(listening, { add: [item] })
  expect(written.splice(0)).toEqual(inOrder)
  indexChunk(listening, OTHER, [{ n: 1, terms: item.terms.join(' ') }])
  expect(written).toEqual(inOrder)
})
