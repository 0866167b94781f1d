// Which processors decide from a state of their own, and what a state beside the process holds.
import { afterEach, expect, test } from 'vitest'
import type { State, StateRows, States } from '../../infra/ports/states.ts'
import type { Delivered } from '../../infra/runtime/run/processor.ts'
import { createProcessors, flow } from '../../processors/flow.ts'
import { createIndexMemory } from '../../processors/index-memory/processor.ts'
import { graphStates, memoryStates } from '../../processors/states.ts'
import { createUpdateGraph } from '../../processors/update-graph/processor.ts'
import { delivered, opens, sealedFact, USER } from './given.ts'
import { inMemoryPorts, nothingSet } from './in-memory.ts'

const ports = inMemoryPorts()
afterEach(() => ports.log.close())

test('a processor has a state where its topology declares one, so that a forget waits for it', () => {
  const { signal } = new AbortController()
  const made = createProcessors({ ...ports, settings: nothingSet, signal })
  const deciding = made.filter((each) => each.kind === 'transformer' && each.states)
  expect(deciding.map(({ name }) => name)).toEqual(
    flow.filter(({ state }) => state !== undefined).map(({ name }) => name),
  )
})

test('a state that readers share takes in all that they are shown, and is never thrown away', () => {
  const { discard, of } = memoryStates(ports)
  expect(discard).toBeNull()
  expect(of(0).handles).toContain('ContentStored')
})

test('a state beside the process leaves out what is only told to readers', () => {
  const state: State = ports
  const states: States = { ...ports.states, shared: false, of: () => state }
  const { discard, of } = memoryStates({ ...ports, states })
  expect(discard).toBe(states.discard)
  const { handles } = createIndexMemory(ports)
  const leftOut = handles.filter((type) => !of(0).handles.includes(type))
  expect([...leftOut].sort()).toEqual([
    'ActivityRecorded',
    'ContentStored',
    'FactGiven',
    'FactRevised',
    'MemoryErased',
    'ReceiptIssued',
  ])
  expect(of(0).handles).toContain('MemoryForgotten')
  const graphHandles = graphStates({ states }).of(0).handles
  expect(graphHandles).toEqual(expect.arrayContaining(['MemoryForgotten', 'ExtractionFenced']))
})

const fenced = delivered('ExtractionFenced', { open: { source: 7, category: 'work' }, position: 2 })
const forgotten = delivered('MemoryForgotten', {
  open: { category: 'work', keyGeneration: 0 },
  position: 7,
})
const factOf = (factId: string, source: number, position: number) =>
  delivered('FactAsserted', {
    open: { ...opens.factAsserted, factId, source },
    sealed: { ...sealedFact, entities: [{ name: factId, type: 'place' }], relationships: [] },
    position,
  })

async function takenIn(batches: readonly Delivered[][], { shared = false } = {}) {
  const own = inMemoryPorts()
  const states: States = { ...own.states, shared, of: () => own }
  const [memory, graph] = [memoryStates({ ...own, states }), graphStates({ states })]
  for (const batch of batches) {
    const { topic, partition, position } = batch.at(-1)!
    await memory.of(0).apply(batch, { topic, partition, position })
    await graph.of(0).apply(batch, { topic, partition, position })
  }
  const items = await own.memory.listItems(USER, { limit: 9 })
  const { entities } = await own.graph.listEntities(USER, { limit: 9, offset: 0 })
  const taken = {
    items: items.data.map(({ id }) => id),
    entities: entities.map(({ name }) => name).filter((name) => name !== 'Ana'),
    digests: [await own.memory.digest(), await own.graph.digest()],
  }
  await own.log.close()
  return taken
}

const facts = [factOf('old', 2, 1), fenced, factOf('new', 9, 3)]

test('a state beside the process that has not read a forget yet obeys it where extraction has passed it', async () => {
  expect(await takenIn([facts])).toMatchObject({ items: ['new'], entities: ['new'] })
})

test('a state beside the process ends the same whether it reads the writes or the facts first', async () => {
  const [before, after] = [await takenIn([[forgotten], facts]), await takenIn([facts, [forgotten]])]
  expect(before).toEqual(after)
  expect(before.items).toEqual(['new'])
})

test('a state that readers share waits for the forget itself, because its receipt counts what was there', async () => {
  expect((await takenIn([facts], { shared: true })).items).toEqual(['old', 'new'])
})

test('a state is what is in the stores of its partition, one of memory and one of graph', async () => {
  const place = { topic: 'memory.facts.v1', partition: 5 } as const
  await memoryStates(ports)
    .of(5)
    .apply([], { ...place, position: 3 })
  await graphStates(ports)
    .of(5)
    .apply([], { ...place, position: 4 })
  const stores = [ports.memory, ports.graph]
  const stands = await Promise.all(stores.map((store) => store.checkpoints(place.topic)))
  expect(stands.map((each) => each.get(5))).toEqual([3, 4])
})

test('restorations of one partition come one after another, whichever processor restores, and a failure is its own', async () => {
  const order: string[] = []
  const [one, other] = [memoryStates(ports), memoryStates(ports)]
  const begun = Promise.withResolvers<void>()
  const failing = one.inTurn(7, async () => {
    await begun.promise
    order.push('first')
    throw new Error('the log is gone')
  })
  const second = other.inTurn(7, async () => void order.push('second'))
  await other.inTurn(8, async () => void order.push('another partition'))
  begun.resolve()
  await expect(failing).rejects.toThrow('the log is gone')
  await second
  expect(order).toEqual(['another partition', 'first', 'second'])
})

test('a state that snapshots are taken of notes by which keys writes are sealed, before it takes in what they led to', async () => {
  const done: unknown[] = []
  const rows = {
    noteGenerations: (of: unknown, generations: ReadonlyMap<number, number>) =>
      void done.push(of, [...generations]),
  } as unknown as StateRows
  const snapshots = { rows, objects: ports.objects }
  const memory = { ...ports.memory, apply: async () => void done.push('taken in') }
  const states: States = {
    ...ports.states,
    shared: false,
    of: () => ({ ...ports, memory }),
    snapshots,
  }
  const { of, kept } = memoryStates({ ...ports, states })
  const asserted = delivered('FactAsserted', { open: opens.factAsserted, sealed: sealedFact })
  const stored = delivered('ContentStored', { open: opens.contentStored })
  const batch = [
    { ...asserted, keyGeneration: 4 },
    // Nothing is sealed, or no write led to it.
    { ...asserted, keyGeneration: null },
    { ...stored, keyGeneration: 2 },
  ]
  await of(5).apply(batch, { topic: 'memory.facts.v1', partition: 5, position: 30 })
  expect(done).toEqual([
    { name: 'memory', partition: 5 },
    [[opens.factAsserted.source, 4]],
    'taken in',
  ])
  expect(kept).toEqual({ name: 'memory', ...snapshots })
  expect(graphStates({ states }).kept).toEqual({ name: 'graph', ...snapshots })
})

test('a state that no snapshots are taken of is not kept', () => {
  expect(memoryStates(ports).kept).toBeNull()
  expect(graphStates(ports).kept).toBeNull()
})

test('states of memory and graph read what their projections read', () => {
  expect(memoryStates(ports).reads).toEqual(createIndexMemory(ports).reads)
  expect(graphStates(ports).reads).toEqual(createUpdateGraph(ports).reads)
})
