// Documents of the memory store as tests write them: a test names only the fields that it is about.
import type {
  Item,
  ItemDocument,
  Resource,
  ResourceDocument,
  SummaryDocument,
} from '../../infra/ports/memory-store.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { AT } from './given.ts'

/** A step of the memory store in which there is nothing. */
export const emptyStep = { fences: [], documents: [], erasedResources: [], erasures: [] }

type ItemParts = Omit<Partial<ItemDocument>, 'item'> & { id: string; item?: Partial<Item> }

export function itemDocument(scope: Scope, { id, item, ...document }: ItemParts): ItemDocument {
  return {
    kind: 'item',
    ...scope,
    version: 1,
    source: 1,
    terms: [],
    vector: new Int8Array(0),
    fingerprint: `fingerprint of ${id}`,
    slot: null,
    ...document,
    item: {
      id,
      text: `the text of ${id}`,
      category: 'work',
      confidence: 0.8,
      importance: 'medium',
      createdAt: AT,
      validFrom: AT,
      validTo: null,
      resourceId: `resource of ${id}`,
      ordinal: 0,
      span: { start: 0, end: 1 },
      subject: null,
      attribute: null,
      value: null,
      exclusive: false,
      entities: [],
      supersededBy: null,
      supersedes: [],
      reinforcedBy: [],
      engine: 'test',
      ...item,
    },
  }
}

type ResourceParts = Omit<Partial<ResourceDocument>, 'resource'> & {
  id: string
  resource?: Partial<Resource>
}

export function resourceDocument(
  scope: Scope,
  { id, resource, ...document }: ResourceParts,
): ResourceDocument {
  return {
    kind: 'resource',
    ...scope,
    version: 1,
    source: 1,
    keyGeneration: 1,
    ...document,
    resource: {
      id,
      status: 'queued',
      contentType: 'document',
      threadId: null,
      receivedAt: AT,
      processedAt: null,
      contentBytes: 10,
      facts: 0,
      reason: null,
      ...resource,
    },
  }
}

export function summaryDocument(
  scope: Scope,
  { category, text, ...document }: Partial<SummaryDocument> & { category: string; text: string },
): SummaryDocument {
  return {
    kind: 'summary',
    ...scope,
    version: 1,
    source: 1,
    ...document,
    summary: { category, text, updatedAt: AT },
  }
}
