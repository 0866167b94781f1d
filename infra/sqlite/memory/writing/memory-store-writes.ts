// How the embedded memory store takes a step: it writes documents, keeps postings and vectors in line, and obeys
// fences.
import { IMPORTANCE_WEIGHTS, type Scope } from '../../../../schemas/identifiers.ts'
import { scopeName } from '../../../../schemas/scope-name.ts'
import {
  type ItemDocument,
  isCurrent,
  type MemoryDocument,
  type MemoryStep,
  type ResourceDocument,
  type SummaryDocument,
} from '../../../ports/memory-store.ts'
import { isFenced } from '../../../ports/projection.ts'
import { getOrMake } from '../../../runtime/certain.ts'
import type { Database } from '../../database/database.ts'
import { applyStep, findOwner, ownerOf, readFences } from '../../projection/projection-tables.ts'
import { itemOf } from '../documents.ts'
import { OTHER_TERMS, recordChanges, recordErasure } from '../held/revisions.ts'
import { keepPastVector, pastVectorOf } from '../past/past-vectors.ts'
import {
  indexTerms,
  splitTerms,
  type TermChanges,
  unindexTerms,
  writeTerms,
} from '../text-index.ts'
import { readVectors, writeVectors } from '../vector-blocks.ts'
import { eraseFromMemory, eraseResources } from './erase-memory.ts'

export const itemColumns = 'n, id, version, source, fingerprint, slot, terms, doc'

export type ItemRow = {
  n: number
  id: string
  version: number
  source: number
  fingerprint: string
  slot: string | null
  terms: string
  doc: string
}

const NO_VECTOR = new Int8Array(0)

export function documentOf(db: Database, scope: Scope, row: ItemRow): ItemDocument {
  const owner = ownerOf(db, scope)
  return {
    kind: 'item',
    appId: scope.appId,
    userId: scope.userId,
    version: row.version,
    source: row.source,
    item: itemOf(row),
    terms: splitTerms(row.terms),
    vector: vectorOf(db, owner, row.n),
    fingerprint: row.fingerprint,
    slot: row.slot,
  }
}

function vectorOf(db: Database, owner: number, n: number): Int8Array {
  const current = readVectors(db, owner, [n]).get(n) ?? NO_VECTOR
  return current.length > 0 ? current : pastVectorOf(db, owner, n)
}

export function itemDocuments(
  db: Database,
  refs: readonly (Scope & { id: string })[],
): ItemDocument[] {
  return refs.flatMap((ref) => {
    const owner = findOwner(db, ref)
    const row = owner === undefined ? undefined : rowById(db, owner, ref.id)
    return row ? [documentOf(db, ref, row)] : []
  })
}

export function rowById(db: Database, owner: number, id: string): ItemRow | undefined {
  const query = `SELECT ${itemColumns} FROM items WHERE owner = ? AND id = ?`
  return db.get<ItemRow>(query, owner, id)
}

/** What a step changes of one user: written when all of its documents are known, each row once. */
type Changed = {
  owner: number
  /** Of the items that are written. */
  vectors: Map<number, Int8Array>
  postings: TermChanges
  /** True if an item had other terms before. */
  hasOtherTerms: boolean
  hasSummary: boolean
  /** The number of the next item that is new. */
  next: number | null
}

type Writing = {
  /** Another connection may hold what it has read (held/held-users.ts), or read another time. */
  hasReaders: boolean
  /** What only readers need is left out for now (fill-memory.ts). */
  isFilling: boolean
}

export function applyMemoryStep(db: Database, step: MemoryStep, writing: Writing): void {
  // No connection holds anything of a file that is being filled.
  const hasReaders = writing.hasReaders && !writing.isFilling
  const write = () => {
    const changed = new Map<string, Changed>()
    for (const document of allowed(db, documentsOf(db, step))) {
      const known = getOrMake(changed, scopeName(document), () => begin(ownerOf(db, document)))
      if (document.kind === 'item') putItem(db, known, { document, writing })
      else if (document.kind === 'resource') putResource(db, known.owner, document)
      else putSummary(db, known, document)
    }
    for (const each of changed.values()) writeChanged(db, each, { hasReaders })
    for (const { id, ...scope } of step.erasedResources) {
      eraseResources(db, ownerOf(db, scope), [id])
    }
    for (const { erasure, ...scope } of step.erasures) {
      const doc = JSON.stringify(erasure)
      db.run`INSERT OR IGNORE INTO erasures VALUES (${ownerOf(db, scope)}, ${erasure.id}, ${doc})`
    }
  }
  applyStep(db, step, {
    erase: (owner, fence) => {
      if (hasReaders) recordErasure(db, owner)
      return eraseFromMemory(db, owner, fence)
    },
    write,
    removes: step.erasedResources.length > 0,
  })
}

function begin(owner: number): Changed {
  const [vectors, postings] = [new Map(), new Map()]
  return { owner, vectors, postings, hasOtherTerms: false, hasSummary: false, next: null }
}

function writeChanged(
  db: Database,
  { owner, vectors, postings, hasOtherTerms, hasSummary, next }: Changed,
  { hasReaders }: Pick<Writing, 'hasReaders'>,
): void {
  if (next !== null) db.run`UPDATE owners SET sequence = ${next} WHERE owner = ${owner}`
  writeTerms(db, owner, postings)
  writeVectors(db, owner, vectors)
  const others = hasOtherTerms ? [OTHER_TERMS] : []
  if (!hasReaders || (vectors.size === 0 && !hasSummary)) return
  recordChanges(db, owner, [...vectors.keys(), ...others])
}

function documentsOf(db: Database, { documents }: MemoryStep): readonly MemoryDocument[] {
  return 'make' in documents ? documents.make(itemDocuments(db, documents.reads)) : documents
}

/** A category's fence applies to items and summaries, not to resources or entities. */
function allowed(db: Database, documents: readonly MemoryDocument[]): MemoryDocument[] {
  const fences = readFences(db, documents)
  if (fences.length === 0) return [...documents]
  return documents.filter(
    (document) => !isFenced(fences, { ...document, category: categoryOf(document) }),
  )
}

function categoryOf(document: MemoryDocument): string | null {
  if (document.kind === 'item') return document.item.category
  return document.kind === 'summary' ? document.summary.category : null
}

type Stored = { n: number; version: number; terms: string; current: number }

function putItem(
  db: Database,
  changed: Changed,
  { document, writing }: { document: ItemDocument; writing: Writing },
): void {
  const { owner } = changed
  const { item } = document
  const terms = document.terms.join(' ')
  const stored = db.get<Stored>`SELECT n, version, terms, current FROM items
    WHERE owner = ${owner} AND id = ${item.id}`
  if (stored && stored.version >= document.version) return
  const n = stored?.n ?? nextNumber(db, changed)
  const current = isCurrent(item)
  indexItem(db, changed, { n, document, terms, stored, current, writing })
  db.run(
    `INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    owner,
    n,
    item.id,
    document.version,
    document.source,
    item.category,
    item.createdAt,
    item.resourceId,
    item.ordinal,
    current ? 1 : 0,
    IMPORTANCE_WEIGHTS[item.importance],
    document.fingerprint,
    document.slot,
    terms,
    JSON.stringify(item),
  )
}

type Indexed = {
  n: number
  document: ItemDocument
  terms: string
  stored: Stored | undefined
  current: boolean
  writing: Writing
}

/** Only current items can be found by a search of the present. */
function indexItem(
  db: Database,
  changed: Changed,
  { n, document, terms, stored, current, writing }: Indexed,
): void {
  const { owner, vectors } = changed
  if (!writing.isFilling) postTerms(changed, { n, document, terms, stored, current })
  vectors.set(n, current ? document.vector : NO_VECTOR)
  const past = current ? NO_VECTOR : document.vector
  if (writing.hasReaders && (stored || !current)) keepPastVector(db, owner, { n, vector: past })
}

function postTerms(
  changed: Changed,
  { n, document, terms, stored, current }: Omit<Indexed, 'writing'>,
): void {
  const { postings } = changed
  const hasOthers = stored !== undefined && stored.terms !== terms
  if (hasOthers) changed.hasOtherTerms = true
  if (stored?.current && (hasOthers || !current)) {
    unindexTerms(postings, { n, terms: splitTerms(stored.terms) })
  }
  if (current && (hasOthers || !stored?.current)) indexTerms(postings, { n, terms: document.terms })
}

function nextNumber(db: Database, changed: Changed): number {
  const n =
    changed.next ??
    db.one<{ n: number }>`SELECT sequence AS n FROM owners WHERE owner = ${changed.owner}`.n
  changed.next = n + 1
  return n
}

function putResource(db: Database, owner: number, document: ResourceDocument): void {
  const { resource } = document
  db.run`INSERT INTO resources VALUES (${owner}, ${resource.id}, ${document.version},
    ${document.source}, ${document.keyGeneration ?? 0}, ${resource.receivedAt}, ${resource.status},
    ${JSON.stringify(resource)})
    ON CONFLICT DO UPDATE SET version = excluded.version, source = excluded.source,
    key_generation = excluded.key_generation, received_at = excluded.received_at,
    status = excluded.status, doc = excluded.doc
    WHERE excluded.version > version`
}

function putSummary(db: Database, changed: Changed, document: SummaryDocument): void {
  changed.hasSummary = true
  db.run`INSERT INTO summaries VALUES (${changed.owner}, ${document.summary.category},
    ${document.version}, ${document.source}, ${JSON.stringify(document.summary)})
    ON CONFLICT DO UPDATE SET version = excluded.version, source = excluded.source,
    doc = excluded.doc
    WHERE excluded.version > version`
}
