// index-memory: keeps the memory store in line with the log. The only writer of the memory store.
import type { LogPosition } from '../../infra/ports/event-log.ts'
import { generationOf, type QueryLanguage } from '../../infra/ports/language-model.ts'
import type {
  ItemDocument,
  MemoryDocument,
  MemoryStep,
  MemoryStore,
} from '../../infra/ports/memory-store.ts'
import { lastOf } from '../../infra/runtime/certain.ts'
import type { Delivered, Projector } from '../../infra/runtime/run/processor.ts'
import { type Scope, scopeOf } from '../../schemas/identifiers.ts'
import { type FencesOf, fencesOf } from '../fences.ts'
import { filedReceipt, receiptScope } from '../forget/receipt.ts'
import { evolve, type Indexing, itemsTouchedBy } from './evolve.ts'
import { topology } from './topology.ts'

export type IndexMemoryPorts = {
  memory: MemoryStore
  language: Pick<QueryLanguage, 'terms'> & Partial<Pick<QueryLanguage, 'embedding' | 'dimensions'>>
  fencesIn?: FencesOf
}

export function createIndexMemory({
  memory,
  language,
  fencesIn = fencesOf,
}: IndexMemoryPorts): Projector {
  const means = { by: indexingBy(language), fencesIn }
  return {
    ...topology,
    kind: 'projector',
    checkpoints: (topic) => memory.checkpoints(topic),
    apply: async function indexMemory(batch, checkpoint) {
      const segments = segmentsOf(batch, fencesIn)
      for (const [index, segment] of segments.entries()) {
        const { topic, partition, position } = lastOf(segment)
        const last = index === segments.length - 1
        const upTo = last ? checkpoint : { topic, partition, position }
        await memory.apply(stepOf(segment, upTo, means))
      }
      if (segments.length === 0) await memory.apply(stepOf([], checkpoint, means))
    },
  }
}

function indexingBy({ terms, embedding, dimensions = 0 }: IndexMemoryPorts['language']): Indexing {
  return { terms, vectors: { generation: generationOf(embedding), dimensions } }
}

/** Each forget begins a new segment, so that the items before it are counted when they are removed. */
function segmentsOf(batch: readonly Delivered[], fencesIn: FencesOf): Delivered[][] {
  const segments: Delivered[][] = []
  for (const delivered of batch) {
    const open = segments.at(-1)
    if (open && fencesIn([delivered]).length === 0) open.push(delivered)
    else segments.push([delivered])
  }
  return segments
}

function stepOf(
  batch: readonly Delivered[],
  checkpoint: LogPosition,
  { by, fencesIn }: { by: Indexing; fencesIn: FencesOf },
): MemoryStep {
  return {
    checkpoint,
    fences: fencesIn(batch),
    documents: documentsOf(batch, by),
    erasedResources: batch.flatMap(({ event }) =>
      event.type === 'ResourceErased' ? [{ ...scopeOf(event), id: event.open.resourceId }] : [],
    ),
    erasures: erasuresOf(batch),
    summaries: batch.some(({ event }) => event.type === 'MaintenanceCompleted')
      ? undefined
      : 'soon',
  }
}

/** Each document is read once and written once. A batch that touches no item does not query the store. */
function documentsOf(batch: readonly Delivered[], by: Indexing): MemoryStep['documents'] {
  const refs = new Map<string, Scope & { id: string }>()
  for (const { event } of batch) {
    for (const id of itemsTouchedBy(event)) refs.set(nameOf(event, id), { ...scopeOf(event), id })
  }
  const make = (stored: readonly ItemDocument[]) => fold(batch, stored, by)
  if (refs.size === 0) return make([])
  const scopes = batch.map(({ event }) => scopeOf(event))
  return { reads: [...refs.values()], scopes, make }
}

function fold(
  batch: readonly Delivered[],
  known: readonly ItemDocument[],
  by: Indexing,
): MemoryDocument[] {
  const items = new Map(known.map((each) => [nameOf(each, each.item.id), each]))
  const changed = new Map<string, MemoryDocument>()
  for (const delivered of batch) {
    const stored = (id: string) => items.get(nameOf(delivered.event, id))
    for (const document of evolve(delivered, stored, by)) {
      const name = nameOf(document, `${document.kind} ${idOf(document)}`)
      const before = changed.get(name)
      if (!before || before.version < document.version) changed.set(name, document)
      if (document.kind === 'item') items.set(nameOf(document, document.item.id), document)
    }
  }
  return [...changed.values()]
}

function idOf(document: MemoryDocument): string {
  if (document.kind === 'item') return document.item.id
  return document.kind === 'resource' ? document.resource.id : document.summary.category
}

function erasuresOf(batch: readonly Delivered[]) {
  return batch.flatMap(({ event }) => {
    if (event.type === 'ReceiptIssued') {
      return [{ ...receiptScope(event.open.forgottenId), erasure: filedReceipt(event) }]
    }
    if (event.type !== 'MemoryErased') return []
    const { forgottenId, category, deletedItems, deletedEntities, deletedResources } = event.open
    const counts = { deletedItems, deletedEntities, deletedResources }
    const erasure = { id: forgottenId, category, ...counts, erasedAt: event.recordedAt }
    return [{ ...scopeOf(event), erasure }]
  })
}

function nameOf({ appId, userId }: Scope, id: string): string {
  return `${appId.length} ${userId.length} ${appId}${userId}${id}`
}
