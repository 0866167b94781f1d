// What a connection that only reads holds opened, over a sealed store: the same objects as long as nothing changes, and
// nothing once the key is destroyed.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KEPT } from '../../../../infra/ports/rules/kept.ts'
import { sealMemory } from '../../../../infra/sealed/memory/seal-memory.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { createPlaces, newScope } from '../../../contracts/given.ts'
import { itemDocument, summaryDocument } from '../../../contracts/memory-documents.ts'
import { createDirectories } from '../../sqlite/directory.ts'
import { givenSealing } from '../given-sealing.ts'

const newDirectory = createDirectories()
const places = [{ threadId: 'walks', place: 1 }]

async function given() {
  const { keys, sealing } = givenSealing({ eager: false })
  const path = join(newDirectory(), 'memory.db')
  const writer = sealMemory(createSqliteMemoryStore({ path }), sealing)
  const reader = sealMemory(createSqliteMemoryStore({ path, readOnly: true }), sealing)
  const [scope, place] = [newScope(), createPlaces()]
  const write = async (version: number, text: string) => {
    const item = { text, threadId: 'walks', place: 1, pinned: true as const }
    const of = { version, keyGeneration: 1 }
    const documents = [
      itemDocument(scope, { id: 'i', item, ...of }),
      summaryDocument(scope, { category: 'work', text, ...of }),
    ]
    const step = { fences: [], erasedResources: [], erasures: [] }
    await writer.apply({ ...step, checkpoint: place(), documents })
  }
  await keys.current([scope])
  await write(1, 'first')
  const everything = async () => [
    ...(await reader.items(scope, ['i'])),
    ...(await reader.neighbours(scope, places, 1)),
    ...(await reader.pinnedItems(scope, 9)),
    ...(await reader.summaries(scope)),
  ]
  return { keys, reader, scope, write, everything }
}

test('given what was opened once, then it is the same object until it changes', async () => {
  const { reader, scope, write, everything } = await given()
  const before = await everything()
  expect(before.map(({ text }) => text)).toEqual(Array(4).fill('first'))
  for (const [n, each] of (await everything()).entries()) expect(each).toBe(before[n])
  expect(await reader.summaries(scope)).toBe(await reader.summaries(scope))
  await write(2, 'second')
  expect((await everything()).map(({ text }) => text)).toEqual(Array(4).fill('second'))
})

test('given a copy of what was opened, then what is made of the one is not that of the other', async () => {
  const { everything } = await given()
  const [item] = await everything()
  expect(KEPT in item!).toBe(true)
  expect(KEPT in { ...item }).toBe(false)
})

test('given that the key is destroyed, then nothing that was opened is answered', async () => {
  const { keys, scope, everything } = await given()
  expect(await everything()).toHaveLength(4)
  await keys.rotate(scope)
  await keys.destroy(scope, 1)
  expect(await everything()).toEqual([])
})
