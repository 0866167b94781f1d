// A fence that is raised twice: first without its key generation, then with it.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MemoryStep } from '../../../../infra/ports/memory-store.ts'
import type { States } from '../../../../infra/ports/states.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { createSqliteStates } from '../../../../infra/sqlite/states.ts'
import { fenceOf } from '../../../contracts/given.ts'
import { itemDocument, resourceDocument } from '../../../contracts/memory-documents.ts'
import { createDirectories } from '../directory.ts'

const USER = { appId: 'app', userId: 'user' }
const OF = { name: 'memory', partition: 0 } as const
const WRITES = 'memory.writes.v1'
const FACTS = 'memory.facts.v1'
const early = fenceOf(USER, 9, { keyGeneration: 0 })
const whole = fenceOf(USER, 9, { keyGeneration: 2 })

const newDirectory = createDirectories()
let states: States
beforeEach(() => {
  const snapshots = createSqliteObjectStore({ path: ':memory:' })
  states = createSqliteStates({ directory: newDirectory(), snapshots })
})
afterEach(() => states.close())

function apply(
  topic: typeof WRITES | typeof FACTS,
  position: number,
  step: Partial<Pick<MemoryStep, 'fences' | 'documents'>>,
): Promise<void> {
  const checkpoint = { topic, partition: 0, position }
  const nothing = { fences: [], documents: [], erasedResources: [], erasures: [] }
  return states.of(0).memory.apply({ ...nothing, checkpoint, ...step })
}

/** Two before the fence, and a resource after it that is sealed under a destroyed key. */
const documents = [
  itemDocument(USER, { id: 'one', source: 3 }),
  itemDocument(USER, { id: 'two', source: 4 }),
  resourceDocument(USER, { id: 'late', source: 12, keyGeneration: 2 }),
]

test('a fence takes up its key generation later, removes what that forbids, and keeps its receipt', async () => {
  const { memory } = states.of(0)
  await apply(FACTS, 1, { documents })
  await apply(FACTS, 2, { fences: [early] })
  const receipt = await memory.receipt(USER, 9)
  expect(receipt).toMatchObject({ removed: { items: 2 } })
  expect((await memory.listResources(USER, { limit: 9 })).data).toHaveLength(1)
  await apply(WRITES, 9, { fences: [whole] })
  expect(await memory.fences([USER])).toEqual([whole])
  expect(await memory.receipt(USER, 9)).toEqual(receipt)
  expect((await memory.listResources(USER, { limit: 9 })).data).toEqual([])
})

test('a fence that comes again without its key generation changes nothing', async () => {
  const { rows } = states.snapshots!
  await apply(WRITES, 9, { fences: [whole] })
  const { change } = rows.standing(OF)
  await apply(FACTS, 2, { fences: [early] })
  expect(await states.of(0).memory.fences([USER])).toEqual([whole])
  expect(rows.standing(OF).change).toBe(change)
})

test('the next snapshot holds a fence that has taken up its key generation', async () => {
  const { rows } = states.snapshots!
  await apply(FACTS, 2, { fences: [early] })
  rows.taken(OF, 'snapshot', rows.standing(OF).change)
  await apply(WRITES, 9, { fences: [whole] })
  const { groups } = rows.slice(OF, rows.begin(OF, 'changed', rows.standing(OF).change), 9)
  expect(groups).toMatchObject([
    { ...USER, rows: [[expect.any(Number), 9, expect.any(String), null, 2]] },
  ])
})

test('the next snapshot holds a fence to which an earlier one gives its key generation', async () => {
  const { rows } = states.snapshots!
  await apply(FACTS, 2, { fences: [fenceOf(USER, 5, { keyGeneration: 0 }), early] })
  rows.taken(OF, 'snapshot', rows.standing(OF).change)
  await apply(WRITES, 5, { fences: [fenceOf(USER, 5, { keyGeneration: 2 })] })
  expect(await states.of(0).memory.fences([USER])).toEqual([whole])
  const { groups } = rows.slice(OF, rows.begin(OF, 'changed', rows.standing(OF).change), 9)
  expect(groups).toMatchObject([
    { ...USER, rows: [[expect.any(Number), 9, expect.any(String), null, 2]] },
  ])
})
