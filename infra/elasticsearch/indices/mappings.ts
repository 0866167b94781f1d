// What is stored in which index. Strict: a field that is not named here is a bug. The document itself is text that
// Elasticsearch does not look into; the fields by which it is selected stand beside it. (Table of both: README.md.)
import type { estypes } from '@elastic/elasticsearch'

export type Properties = Record<string, estypes.MappingProperty>

export type MemoryTable = 'items' | 'records'

/** `Table`: the parts that its indices play. */
export type Family<Table extends string = string> = {
  /** The index of checkpoints, fences and receipts. */
  meta: string
  /** The indices of what can be read. */
  tables: Readonly<Record<Table, TableMapping>>
}

export type TableMapping = {
  name: string
  properties: Properties
  kept: string[]
  /** How often the server itself makes what was written searchable; undefined: never. */
  refreshInterval?: string
}

/** Of an item whose end was learnt more often, what was known between two of the times; nearly all are learnt once. */
export const BETWEEN = ['between0', 'between1', 'between2'] as const

const key: estypes.MappingKeywordProperty = { type: 'keyword' }
const number: estypes.MappingProperty = { type: 'long' }
const between: estypes.MappingProperty = {
  type: 'object',
  properties: { from: number, to: number, heldUntil: number, currentUntil: number },
}
/** Stored, never looked into. */
const text: estypes.MappingProperty = { type: 'keyword', index: false, doc_values: false }

/** `kind`: checkpoint, fence, receipt, or cleaned-receipt when nothing is left to clean. */
export const metaProperties: Properties = { kind: key, owner: key, doc: text }

export function memoryFamily(dimensions: number): Family<MemoryTable> {
  return {
    meta: 'meta',
    tables: {
      items: {
        name: 'items',
        kept: ['doc', 'aside', 'source', 'keyGeneration', 'category'],
        properties: itemProperties(dimensions),
      },
      records: {
        name: 'records',
        kept: ['doc', 'source', 'keyGeneration', 'category'],
        properties: recordProperties,
        // For summaries, which are searched as shown.
        refreshInterval: '1s',
      },
    },
  }
}

export const auditFamily: Family<'entries'> = {
  meta: 'audit-meta',
  tables: {
    entries: {
      name: 'audit',
      kept: ['doc', 'source', 'category'],
      properties: { owner: key, id: key, source: number, category: key, at: key, doc: text },
    },
  },
}

/**
 * Tables that are written without a refresh, because a refresh costs more than the writes of a small step: each search
 * of them refreshes first, unless it asks for what is shown. Reads by id need no refresh.
 */
export const shownLater: ReadonlySet<string> = new Set(['entries', 'deliveries', 'records'])

/** `dueAt` is set while a delivery waits, `lease` while a worker attempts it. */
export const deliveryFamily: Family<'deliveries'> = {
  meta: 'deliveries-meta',
  tables: {
    deliveries: {
      name: 'deliveries',
      kept: ['doc', 'aside', 'lease', 'source', 'keyGeneration', 'category'],
      properties: {
        owner: key,
        id: key,
        webhookId: key,
        source: number,
        keyGeneration: number,
        category: key,
        createdAt: key,
        state: key,
        endedAt: key,
        dueAt: key,
        lease: text,
        doc: text,
        aside: text,
      },
    },
  },
}

/** Only current items have `words` and `embedding`; only the others have `pastWords` and `pastEmbedding`. */
function itemProperties(dimensions: number): Properties {
  // Each term with its part of the BM25 score, which a `term` query multiplies by its boost.
  const words: estypes.MappingProperty = { type: 'sparse_vector' }
  const vector: estypes.MappingProperty = {
    type: 'dense_vector',
    element_type: 'byte',
    dims: dimensions,
    similarity: 'cosine',
    index: true,
    index_options: { type: 'flat' },
  }
  return {
    owner: key,
    id: key,
    source: number,
    keyGeneration: number,
    category: key,
    createdAt: key,
    resourceId: key,
    ordinal: number,
    threadId: key,
    place: number,
    current: { type: 'boolean' },
    weight: { type: 'byte' },
    // Set where a client gave them: an item without them is a fact, seen everywhere, and not pinned.
    type: key,
    scopes: key,
    pinned: { type: 'boolean' },
    fingerprint: { ...key, doc_values: false },
    slot: { ...key, doc_values: false },
    words,
    embedding: vector,
    vectorLength: { type: 'short' },
    pastWords: words,
    pastEmbedding: vector,
    pastVectorLength: { type: 'short' },
    // In milliseconds; item-times.ts says what they mean.
    recordedMs: number,
    heldFrom: number,
    heldUntil: number,
    closedMs: number,
    heldUntilBefore: number,
    ...Object.fromEntries(BETWEEN.map((name) => [name, between])),
    doc: text,
    aside: text,
  }
}

/** `kind`: resource, summary or erasure. */
const recordProperties: Properties = {
  kind: key,
  owner: key,
  id: key,
  source: number,
  keyGeneration: number,
  category: key,
  receivedAt: key,
  status: key,
  saidIn: key,
  doc: text,
}
