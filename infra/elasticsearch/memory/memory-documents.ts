// Converts documents of the memory store to what Elasticsearch stores, and back.
import { IMPORTANCE_WEIGHTS } from '../../../schemas/identifiers.ts'
import { scopeNamed } from '../../../schemas/scope-name.ts'
import {
  type Item,
  type ItemDocument,
  isCurrent,
  type MemoryDocument,
  type MemoryStep,
  placeOf,
} from '../../ports/memory-store.ts'
import { fromBase64, toBase64 } from '../../runtime/envelope/vectors.ts'
import type { FoundItem } from '../../search/held-items.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import { type Prepared, whole } from '../projection/documents.ts'
import { documentId, keyOf, ownerOf } from '../reading/identity.ts'
import { timesOf } from './item-times.ts'
import { type VectorField, vectorField } from './search-vectors.ts'
import { weighTerms } from './words.ts'

export type StoredItem = {
  doc: string
  aside: string
  source: number
  keyGeneration?: number
  category: string
}
/** The fields of an item that only the projection reads. */
type Aside = { terms: string[]; vector: string; fingerprint: string; slot: string | null }

/** All that a step writes and removes, in order. Throws if a document cannot be stored. */
export function prepareMemoryStep(
  step: Pick<MemoryStep, 'erasedResources' | 'erasures'>,
  documents: readonly MemoryDocument[],
  dimensions: number,
): Prepared<MemoryTable>[] {
  return [
    ...documents.map((document) => prepare(document, dimensions)),
    ...step.erasedResources.map(({ id, ...scope }) => removedResource(ownerOf(scope), id)),
    ...step.erasures.map(preparedErasure),
  ]
}

function prepare(document: MemoryDocument, dimensions: number): Prepared<MemoryTable> {
  const owner = ownerOf(document)
  const { id, category, fields } = partsOf(document, dimensions)
  const source = whole(document.source, 'source')
  const { keyGeneration } = document
  const common = { owner, id, source, ...(keyGeneration === undefined ? {} : { keyGeneration }) }
  return {
    table: document.kind === 'item' ? 'items' : 'records',
    id: documentId(document.kind, owner, id),
    owner,
    action: 'put',
    version: whole(document.version, 'version'),
    body: { ...common, ...fields },
    fenced: { ...scopeNamed(owner), source, category, keyGeneration },
  }
}

type Parts = { id: string; category: string | null; fields: Record<string, unknown> }

/** A resource has no category: its items may have several. */
function partsOf(document: MemoryDocument, dimensions: number): Parts {
  if (document.kind === 'item') {
    const { id, category } = document.item
    return { id, category, fields: itemFields(document, dimensions) }
  }
  if (document.kind === 'resource') {
    const { id, receivedAt, status, saidIn = [] } = document.resource
    const doc = JSON.stringify(document.resource)
    return { id, category: null, fields: { kind: 'resource', receivedAt, status, saidIn, doc } }
  }
  const { category } = document.summary
  const doc = JSON.stringify(document.summary)
  return { id: category, category, fields: { kind: 'summary', category, doc } }
}

function itemFields({ item, ...document }: ItemDocument, dimensions: number) {
  const current = isCurrent(item)
  const { terms, vector, fingerprint, slot } = document
  const words = weighTerms(terms)
  const found = vectorField(vector, dimensions)
  const known = vector.some((each) => each !== 0) ? toBase64(vector) : ''
  const aside: Aside = { terms: [...terms], vector: known, fingerprint, slot }
  return {
    category: item.category,
    createdAt: item.createdAt,
    resourceId: item.resourceId,
    ordinal: item.ordinal,
    ...placeOf(item),
    current,
    weight: IMPORTANCE_WEIGHTS[item.importance],
    ...traitFields(item),
    fingerprint: keyOf(fingerprint),
    ...(slot === null ? {} : { slot: keyOf(slot) }),
    ...timesOf(item),
    ...(words ? { [current ? 'words' : 'pastWords']: words } : {}),
    ...(found && (current ? found : pastField(found))),
    doc: JSON.stringify(item),
    aside: JSON.stringify(aside),
  }
}

function pastField({ embedding, vectorLength }: VectorField) {
  return { pastEmbedding: embedding, pastVectorLength: vectorLength }
}

/** A missing trait has its default value: `traitFilter` relies on it. */
function traitFields({ type, scopes, pinned }: Item) {
  return {
    ...(type ? { type } : {}),
    ...(scopes ? { scopes } : {}),
    ...(pinned ? { pinned } : {}),
  }
}

export function itemDocumentOf(owner: string, stored: StoredItem, version: number): ItemDocument {
  const { terms, vector, fingerprint, slot }: Aside = JSON.parse(stored.aside)
  const { keyGeneration } = stored
  return {
    kind: 'item',
    ...scopeNamed(owner),
    version,
    source: stored.source,
    ...(keyGeneration === undefined ? {} : { keyGeneration }),
    item: JSON.parse(stored.doc),
    terms,
    vector: fromBase64(vector),
    fingerprint,
    slot,
  }
}

/** What a search in memory needs of it. */
export function foundItemOf({ doc, aside }: Pick<StoredItem, 'doc' | 'aside'>): FoundItem {
  const { terms, vector }: Aside = JSON.parse(aside)
  const item: Item = Object.freeze(JSON.parse(doc))
  return { item, terms, vector: fromBase64(vector) }
}

function removedResource(owner: string, id: string): Prepared<MemoryTable> {
  const name = documentId('resource', owner, id)
  return { table: 'records', id: name, owner, action: 'remove', fenced: null }
}

/** Stored without a source, so no fence reaches it. */
function preparedErasure({
  erasure,
  ...scope
}: MemoryStep['erasures'][number]): Prepared<MemoryTable> {
  const owner = ownerOf(scope)
  const { id } = erasure
  const body = { kind: 'erasure', owner, id, doc: JSON.stringify(erasure) }
  const name = documentId('erasure', owner, id)
  return { table: 'records', id: name, owner, action: 'add', body, fenced: null }
}
