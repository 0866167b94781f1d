// BM25 over terms, one inverted index per user: the statistics of one user never affect another's ranking, and no query
// can reach another's postings, because the owner leads the primary key. (Why not FTS5: infra/README.md.) Postings are
// stored in chunks, each for 256 consecutive items, so that a frequent word costs a few rows to read.
import { weighTerms } from '../../ports/rules/bm25.ts'
import { firstOf, getFrom, getOrMake } from '../../runtime/certain.ts'
import type { Postings } from '../../search/text-search.ts'
import type { Database } from '../database/database.ts'

export const textIndexSchema = `
  CREATE TABLE IF NOT EXISTS postings (
    owner INTEGER, term TEXT, chunk INTEGER, entries BLOB NOT NULL,
    PRIMARY KEY (owner, term, chunk)) WITHOUT ROWID;
`

const CHUNK = 256
/** The item's place within the chunk (1 byte), then the weight (4 bytes, IEEE 754, little-endian). */
const ENTRY_BYTES = 5

type ChunkRow = { chunk: number; entries: Uint8Array }

/** Terms as an item's row holds them. */
export function splitTerms(terms: string): string[] {
  return terms === '' ? [] : terms.split(' ')
}

/** What a step changes of a term's postings. */
type TermChange = {
  /** Items whose entries may be there. */
  dropped: Set<number>
  /** By item. */
  weights: Map<number, number>
}

/** What a step changes of a user's postings, by term. */
export type TermChanges = Map<string, TermChange>

type Terms = { n: number; terms: readonly string[] }

/** The item has no entries, or they are dropped by the same step. */
export function indexTerms(changes: TermChanges, { n, terms }: Terms): void {
  for (const [term, weight] of weighTerms(terms)) changeOf(changes, term).weights.set(n, weight)
}

export function unindexTerms(changes: TermChanges, { n, terms }: Terms): void {
  for (const term of terms) {
    const { dropped, weights } = changeOf(changes, term)
    dropped.add(n)
    weights.delete(n)
  }
}

function changeOf(changes: TermChanges, term: string): TermChange {
  return getOrMake(changes, term, () => ({ dropped: new Set(), weights: new Map() }))
}

/** Writes each row once, in the order of the file. */
export function writeTerms(db: Database, owner: number, changes: TermChanges): void {
  for (const term of [...changes.keys()].sort()) {
    const { dropped, weights } = getFrom(changes, term)
    const drops = Map.groupBy(dropped, chunkOf)
    const adds = Map.groupBy(weights, ([n]) => chunkOf(n))
    for (const [chunk, some] of drops) dropEntries(db, { owner, term, chunk }, some)
    for (const [chunk, some] of adds) addEntries(db, { owner, term, chunk }, some)
  }
}

const chunkOf = (n: number) => Math.floor(n / CHUNK)

type Indexed = { n: number; terms: string }

/** Items in the order of their numbers, those of a chunk together. */
export function* chunksOf<Item extends Indexed>(items: Iterable<Item>): Generator<Item[]> {
  let chunk: Item[] = []
  for (const item of items) {
    const [first] = chunk
    if (first && chunkOf(first.n) !== chunkOf(item.n)) {
      yield chunk
      chunk = []
    }
    chunk.push(item)
  }
  if (chunk.length > 0) yield chunk
}

/** Indexes all items of a chunk that has nothing indexed yet: each row is written once. */
export function indexChunk(db: Database, owner: number, items: readonly Indexed[]): void {
  const entries = new Map<string, Weighed[]>()
  for (const { n, terms } of items) {
    for (const [term, weight] of weighTerms(splitTerms(terms))) {
      getOrMake(entries, term, () => []).push([n, weight])
    }
  }
  const chunk = chunkOf(firstOf(items).n)
  for (const term of [...entries.keys()].sort()) {
    const added = entriesOf(getFrom(entries, term))
    db.run`INSERT INTO postings VALUES (${owner}, ${term}, ${chunk}, ${added})`
  }
}

/** An item and the weight that a term has in it. */
type Weighed = readonly [n: number, weight: number]

function entriesOf(weights: readonly Weighed[]): Buffer {
  const entries = Buffer.allocUnsafe(weights.length * ENTRY_BYTES)
  let at = 0
  for (const [n, weight] of weights) {
    entries.writeUInt8(n % CHUNK, at)
    entries.writeFloatLE(weight, at + 1)
    at += ENTRY_BYTES
  }
  return entries
}

type Place = { owner: number; term: string; chunk: number }

function dropEntries(
  db: Database,
  { owner, term, chunk }: Place,
  numbers: readonly number[],
): void {
  const row = db.get<ChunkRow>`SELECT chunk, entries FROM postings
    WHERE owner = ${owner} AND term = ${term} AND chunk = ${chunk}`
  if (!row) return
  const places = new Set(numbers.map((n) => n % CHUNK))
  const entries = Buffer.concat(entriesBut(row, places))
  if (entries.length > 0) {
    db.run`INSERT OR REPLACE INTO postings VALUES (${owner}, ${term}, ${chunk}, ${entries})`
  } else db.run`DELETE FROM postings WHERE owner = ${owner} AND term = ${term} AND chunk = ${chunk}`
}

/** Appended without being read: the concatenation of two blobs is text, whose bytes the cast leaves as they are. */
function addEntries(
  db: Database,
  { owner, term, chunk }: Place,
  weights: readonly Weighed[],
): void {
  const added = entriesOf(weights)
  db.run`INSERT INTO postings VALUES (${owner}, ${term}, ${chunk}, ${added})
    ON CONFLICT DO UPDATE SET entries = CAST(entries || excluded.entries AS BLOB)`
}

function entriesBut({ entries }: ChunkRow, places: ReadonlySet<number>): Uint8Array[] {
  const kept: Uint8Array[] = []
  let from = 0
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    if (!places.has(entries[at] ?? 0)) continue
    kept.push(entries.subarray(from, at))
    from = at + ENTRY_BYTES
  }
  return [...kept, entries.subarray(from)]
}

export function readPostings(db: Database, owner: number, term: string): Postings {
  return decoded(
    db.all`SELECT chunk, entries FROM postings WHERE owner = ${owner} AND term = ${term}`,
  )
}

/** In the order of the chunks. */
function decoded(rows: readonly ChunkRow[]): Postings {
  const count = rows.reduce((sum, { entries }) => sum + entries.length / ENTRY_BYTES, 0)
  const [numbers, weights] = [new Int32Array(count), new Float32Array(count)]
  let [place, last] = [0, 0]
  for (const { chunk, entries } of rows) {
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
    for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
      const n = chunk * CHUNK + view.getUint8(at)
      last = Math.max(last, n)
      numbers[place] = n
      weights[place++] = view.getFloat32(at + 1, true)
    }
  }
  return { numbers, weights, last }
}
