// How a batch of the log becomes steps of the memory store: folded, in order, and cut at a forget.
import { beforeEach, expect, test } from 'vitest'
import type {
  ItemDocument,
  MemoryDocument,
  MemoryStep,
  MemoryStore,
} from '../../../infra/ports/memory-store.ts'
import type { Delivered } from '../../../infra/runtime/run/processor.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { receiptOf, receiptScope } from '../../../processors/forget/receipt.ts'
import { createIndexMemory } from '../../../processors/index-memory/processor.ts'
import { startedEach } from '../../started.ts'
import { delivered, LATER, opens, RESOURCE, sealedFact, USER } from '../given.ts'

const CHECKPOINT = { topic: 'memory.facts.v1', partition: 0, position: 99 } as const
const FORGOTTEN = '22222222-2222-4222-8222-222222222222'

const memory = startedEach(() => createSqliteMemoryStore({ path: ':memory:' }))
let steps: (MemoryStep & { documents: readonly MemoryDocument[] })[]
beforeEach(() => {
  steps = []
})

/** Takes a batch in, and remembers the steps. */
async function apply(...batch: Delivered[]): Promise<void> {
  const remembering: MemoryStore = {
    ...memory,
    apply: async (step) => {
      const { documents } = step
      if (!('make' in documents)) {
        steps.push({ ...step, documents })
        return memory.apply(step)
      }
      const make = (stored: readonly ItemDocument[]) => {
        const made = documents.make(stored)
        steps.push({ ...step, documents: made })
        return made
      }
      return memory.apply({ ...step, documents: { ...documents, make } })
    },
  }
  const terms = (text: string) => text.toLowerCase().split(/\W+/)
  const checkpoint = { ...CHECKPOINT, position: CHECKPOINT.position + steps.length }
  await createIndexMemory({ memory: remembering, language: { terms } }).apply(batch, checkpoint)
}

const asserted = (position: number, factId = 'fact', userId = USER.userId) =>
  delivered('FactAsserted', {
    open: { ...opens.factAsserted, factId },
    sealed: sealedFact,
    position,
    userId,
  })
const forgotten = (position: number) =>
  delivered('MemoryForgotten', { open: { category: 'work', keyGeneration: 0 }, position })

test('given no event, when taken in, then the checkpoint moves all the same', async () => {
  await apply()
  const nothing = { fences: [], documents: [], erasedResources: [], erasures: [] }
  expect(steps).toEqual([{ checkpoint: CHECKPOINT, ...nothing, summaries: 'soon' }])
  const projector = createIndexMemory({ memory, language: { terms: () => [] } })
  expect(await projector.checkpoints('memory.facts.v1')).toEqual(new Map([[0, 99]]))
  expect(projector.kind).toBe('projector')
})

test('given maintenance that is completed, when taken in, then the summaries before it are shown: its notice says that they can be read', async () => {
  const { maintenanceCompleted: open } = opens
  await apply(delivered('MaintenanceCompleted', { open, position: 10 }))
  await apply(asserted(11))
  expect(steps.map(({ summaries }) => summaries)).toEqual([undefined, 'soon'])
})

test('given forgets, when taken in, then each begins a step, and the last step has the checkpoint of the batch', async () => {
  await apply(
    asserted(10),
    asserted(11, 'other'),
    forgotten(12),
    asserted(13, 'new'),
    forgotten(14),
  )
  expect(steps.map(({ checkpoint }) => checkpoint.position)).toEqual([11, 13, 99])
  expect(steps.map(({ documents }) => documents.length)).toEqual([2, 1, 0])
  expect(steps.map(({ fences }) => fences)).toEqual([
    [],
    [{ ...USER, category: 'work', before: 12, keyGeneration: 0 }],
    [{ ...USER, category: 'work', before: 14, keyGeneration: 0 }],
  ])
  expect(steps[0]!.checkpoint).toMatchObject({ topic: 'memory.facts.v1', partition: 0 })
})

test('given several events of one fact, when taken in, then its document is read once and written once', async () => {
  const reinforced = (position: number) =>
    delivered('FactReinforced', { open: opens.factReinforced, position })
  await apply(asserted(10), reinforced(11), asserted(12, 'other'), reinforced(13))
  expect(steps).toHaveLength(1)
  const items = steps[0]!.documents.flatMap((each) => (each.kind === 'item' ? [each] : []))
  expect(items.map(({ item, version }) => [item.id, version])).toEqual([
    ['fact', 13],
    ['other', 12],
  ])
  expect(items[0]!.item).toMatchObject({ confidence: 0.9, reinforcedBy: [RESOURCE] })
  expect(items[0]!.terms).toContain('acme')
})

test('given a batch, when taken in, then the store is asked for items only where one changes, and told whose they are', async () => {
  const taken: MemoryStep['documents'][] = []
  const apply = async ({ documents }: MemoryStep) => void taken.push(documents)
  const projector = createIndexMemory({
    memory: { ...memory, apply },
    language: { terms: () => [] },
  })
  await projector.apply([delivered('ContentStored', { open: opens.contentStored })], CHECKPOINT)
  await projector.apply([asserted(11), asserted(12, 'fact', 'other')], CHECKPOINT)
  const other = { ...USER, userId: 'other' }
  expect(taken).toEqual([
    [expect.objectContaining({ kind: 'resource' })],
    {
      reads: [
        { ...USER, id: 'fact' },
        { ...other, id: 'fact' },
      ],
      scopes: [USER, other],
      make: expect.any(Function),
    },
  ])
})

test('given a model of a later generation, when a fact is taken in, then it waits for its vector, which has the size of that model', async () => {
  const taken: MemoryDocument[] = []
  const apply = async ({ documents }: MemoryStep) => {
    if ('make' in documents) taken.push(...documents.make([]))
  }
  const projector = createIndexMemory({
    memory: { ...memory, apply },
    language: {
      terms: () => [],
      embedding: { model: 'second', kind: 'trained', generation: 2 },
      dimensions: 4,
    },
  })
  await projector.apply([asserted(11)], CHECKPOINT)
  expect(taken).toMatchObject([{ kind: 'item', vector: new Int8Array(4) }])
})

test('given a fact that is stored, when a later batch changes it, then what was stored is kept', async () => {
  await apply(asserted(10))
  await apply(delivered('FactPruned', { open: opens.factPruned, position: 100 }))
  expect(steps[1]!.documents).toMatchObject([
    { version: 100, item: { id: 'fact', text: 'Ana works at Acme.', pruned: { at: LATER } } },
  ])
})

test('given one id of two users, when taken in, then each has its own document', async () => {
  await apply(
    asserted(10),
    asserted(11, 'fact', 'other'),
    delivered('FactPruned', { open: opens.factPruned, position: 12 }),
  )
  const said = steps[0]!.documents.map((each) => [
    each.userId,
    each.version,
    each.kind === 'item' && each.item.pruned !== undefined,
  ])
  expect(said).toEqual([
    ['user', 12, true],
    ['other', 11, false],
  ])
})

test('given a resource whose end comes before its beginning, when taken in, then the end stands', async () => {
  await apply(
    delivered('ResourceProcessed', { open: opens.resourceProcessed, position: 10 }),
    delivered('ContentStored', { id: RESOURCE, open: opens.contentStored, position: 11 }),
    delivered('SummaryEvolved', {
      open: { category: RESOURCE, source: 3, engine: 'test' },
      sealed: { text: 'words' },
      position: 12,
    }),
  )
  expect(steps[0]!.documents.map((each) => each.kind)).toEqual(['resource', 'summary'])
  expect(steps[0]!.documents[0]).toMatchObject({ resource: { status: 'processed' } })
})

test('given a resource that is processed twice, when taken in, then the first stands, in one batch as in two', async () => {
  const processed = (asserted: number, position: number) =>
    delivered('ResourceProcessed', { open: { ...opens.resourceProcessed, asserted }, position })
  const facts = async () => (await memory.resource(USER, RESOURCE))?.facts
  await apply(processed(1, 10), processed(2, 11))
  expect(await facts()).toBe(1)
  await apply(processed(3, 12))
  expect(await facts()).toBe(1)
})

test('given what tells of forgetting, when taken in, then the resource goes, and the receipt says what went', async () => {
  const counts = { deletedItems: 3, deletedEntities: 2, deletedResources: 1 }
  const open = {
    source: 4,
    forgottenId: FORGOTTEN,
    category: null,
    deletedObjects: 1,
    deletedEvents: 1,
    ...counts,
  }
  await apply(
    delivered('ResourceErased', {
      open: { source: 4, resourceId: RESOURCE, forgottenId: FORGOTTEN },
      position: 10,
    }),
    delivered('MemoryErased', { open, position: 11 }),
  )
  expect(steps[0]).toMatchObject({
    documents: [],
    erasedResources: [{ ...USER, id: RESOURCE }],
    erasures: [{ ...USER, erasure: { id: FORGOTTEN, category: null, ...counts, erasedAt: LATER } }],
  })
})

test('given a receipt, when taken in, then it is filed under its own id and under no user', async () => {
  await apply(delivered('ReceiptIssued', { open: opens.receiptIssued, position: 11 }))
  const counts = { deletedItems: 3, deletedEntities: 4, deletedResources: 2 }
  const receipt = receiptOf({ ...USER, open: opens.receiptIssued })
  const erasure = { id: RESOURCE, category: null, ...counts, erasedAt: LATER, receipt }
  expect(steps[0]!.erasures).toEqual([{ appId: '~receipts', userId: RESOURCE, erasure }])
  expect(await memory.erasure(receiptScope(RESOURCE), RESOURCE)).toEqual(erasure)
  expect(await memory.erasure(USER, RESOURCE)).toBeNull()
})
