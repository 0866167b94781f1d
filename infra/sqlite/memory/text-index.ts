// BM25 over terms, one inverted index per user: the statistics of one user never affect another's ranking, and no query
// can reach another's postings, because the owner leads the primary key. (Why not FTS5: infra/README.md.) Postings are
// stored in chunks, each for 256 consecutive items, so that a frequent word costs a few rows to read.

import { weighTerms } from '../../ports/bm25.ts'
import { firstOf } from '../../runtime/certain.ts'
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

export function indexTerms(
  db: Database,
  owner: number,
  { n, terms }: { n: number; terms: readonly string[] },
): void {
  for (const [term, weight] of weighTerms(terms)) {
    const others = entriesBut(db, owner, { term, n })
    writeEntries(db, owner, { term, n, parts: [...others, entryOf(n, weight)] })
  }
}

type Indexed = { n: number; terms: string }

/** Items in the order of their numbers, those of a chunk together. */
export function* chunksOf(items: Iterable<Indexed>): Generator<Indexed[]> {
  let chunk: Indexed[] = []
  for (const item of items) {
    const last = chunk.at(-1)
    if (last && Math.floor(last.n / CHUNK) !== Math.floor(item.n / CHUNK)) {
      yield chunk
      chunk = []
    }
    chunk.push(item)
  }
  if (chunk.length > 0) yield chunk
}

/** Indexes all items of a chunk that has nothing indexed yet: each row is written once. */
export function indexChunk(db: Database, owner: number, items: readonly Indexed[]): void {
  const entries = new Map<string, Buffer[]>()
  for (const { n, terms } of items) {
    for (const [term, weight] of weighTerms(terms === '' ? [] : terms.split(' '))) {
      const known = entries.get(term)
      if (known) known.push(entryOf(n, weight))
      else entries.set(term, [entryOf(n, weight)])
    }
  }
  const chunk = Math.floor(firstOf(items).n / CHUNK)
  for (const [term, parts] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    db.run('INSERT INTO postings VALUES (?, ?, ?, ?)', owner, term, chunk, Buffer.concat(parts))
  }
}

function entryOf(n: number, weight: number): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES)
  entry.writeUInt8(n % CHUNK, 0)
  entry.writeFloatLE(weight, 1)
  return entry
}

export function unindexTerms(
  db: Database,
  owner: number,
  { n, terms }: { n: number; terms: readonly string[] },
): void {
  for (const term of new Set(terms)) {
    writeEntries(db, owner, { term, n, parts: entriesBut(db, owner, { term, n }) })
  }
}

/** The entries of the chunk of `n`, without that of `n` itself. */
function entriesBut(
  db: Database,
  owner: number,
  { term, n }: { term: string; n: number },
): Uint8Array[] {
  const row = db.get<ChunkRow>(
    'SELECT chunk, entries FROM postings WHERE owner = ? AND term = ? AND chunk = ?',
    owner,
    term,
    Math.floor(n / CHUNK),
  )
  if (!row) return []
  const place = n % CHUNK
  for (let at = 0; at < row.entries.length; at += ENTRY_BYTES) {
    if (row.entries[at] !== place) continue
    return [row.entries.subarray(0, at), row.entries.subarray(at + ENTRY_BYTES)]
  }
  return [row.entries]
}

function writeEntries(
  db: Database,
  owner: number,
  { term, n, parts }: { term: string; n: number; parts: readonly Uint8Array[] },
): void {
  const chunk = Math.floor(n / CHUNK)
  const entries = Buffer.concat(parts)
  if (entries.length > 0) {
    db.run('INSERT OR REPLACE INTO postings VALUES (?, ?, ?, ?)', owner, term, chunk, entries)
  } else {
    db.run('DELETE FROM postings WHERE owner = ? AND term = ? AND chunk = ?', owner, term, chunk)
  }
}

export function readPostings(db: Database, owner: number, term: string): Postings {
  return decoded(
    db.all('SELECT chunk, entries FROM postings WHERE owner = ? AND term = ?', owner, term),
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
