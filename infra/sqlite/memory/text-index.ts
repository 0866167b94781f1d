// BM25 over terms, one inverted index per user: the statistics of one user never affect another's ranking, and no query
// can reach another's postings, because the owner leads the primary key. (Why not FTS5: infra/README.md.) Postings are
// stored in chunks, each for 256 consecutive items, so that a frequent word costs a few rows to read.
import {
  type Demand,
  demandOf,
  inverseFrequency,
  queryTerms,
  weighTerms,
} from '../../ports/bm25.ts'
import type { Database } from '../database/database.ts'
import { createNthHighest } from './nth-highest.ts'

export const textIndexSchema = `
  CREATE TABLE IF NOT EXISTS postings (
    owner INTEGER, term TEXT, chunk INTEGER, entries BLOB NOT NULL,
    PRIMARY KEY (owner, term, chunk)) WITHOUT ROWID;
`

const CHUNK = 256
/** The item's place within the chunk (1 byte), then the weight (4 bytes, IEEE 754, little-endian). */
const ENTRY_BYTES = 5

export type ChunkRow = { chunk: number; entries: Uint8Array }

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
  const chunk = Math.floor(items[0]!.n / CHUNK)
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

/**
 * The best `limit` items of `owner` for these terms; `documents` is how many items the owner has. Returns more when
 * several share the last place: the caller decides between them.
 */
export function searchTerms(
  db: Database,
  query: { owner: number; documents: number; terms: readonly string[]; limit: number },
  postingsOf: (term: string) => readonly ChunkRow[] = (term) => readPostings(db, query.owner, term),
): { hits: { n: number; score: number }[]; demand: Demand } {
  const scores: Scores = new Map()
  const asked: { frequency: number; found: number }[] = []
  for (const [term, frequency] of queryTerms(query.terms)) {
    const rows = postingsOf(term)
    const found = countOf(rows)
    asked.push({ frequency, found })
    addScores(scores, rows, frequency * inverseFrequency(query.documents, found))
  }
  const hits = bestOf(scores, query.limit).sort((a, b) => b.score - a.score)
  return { hits, demand: demandOf(query.documents, asked) }
}

/** By chunk, the score of each place; 0 where no term was found. */
type Scores = Map<number, Float64Array>

function bestOf(scores: Scores, limit: number): { n: number; score: number }[] {
  const highest = createNthHighest(limit)
  for (const chunk of scores.values()) for (const score of chunk) highest.add(score)
  const least = highest.value()
  const hits: { n: number; score: number }[] = []
  for (const [chunk, places] of scores) {
    for (let place = 0; place < CHUNK; place++) {
      const score = places[place]!
      if (score > 0 && score >= least) hits.push({ n: chunk * CHUNK + place, score })
    }
  }
  return hits
}

export function readPostings(db: Database, owner: number, term: string): ChunkRow[] {
  return db.all('SELECT chunk, entries FROM postings WHERE owner = ? AND term = ?', owner, term)
}

/** The entries of the items in `among`. */
export function entriesAmong(
  { chunk, entries }: ChunkRow,
  among: { has(n: number): boolean },
): ChunkRow {
  const parts: Uint8Array[] = []
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    if (!among.has(chunk * CHUNK + entries[at]!)) continue
    parts.push(entries.subarray(at, at + ENTRY_BYTES))
  }
  return { chunk, entries: Buffer.concat(parts) }
}

/** The posting of one item that is in no chunk. */
export function postingOf(n: number, weight: number): ChunkRow {
  return { chunk: Math.floor(n / CHUNK), entries: entryOf(n, weight) }
}

function addScores(scores: Scores, rows: readonly ChunkRow[], weight: number): void {
  if (weight <= 0) return
  for (const { chunk, entries } of rows) {
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
    const places = scores.get(chunk) ?? new Float64Array(CHUNK)
    scores.set(chunk, places)
    for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
      places[view.getUint8(at)]! += weight * view.getFloat32(at + 1, true)
    }
  }
}

function countOf(rows: readonly ChunkRow[]): number {
  return rows.reduce((sum, row) => sum + row.entries.length / ENTRY_BYTES, 0)
}
