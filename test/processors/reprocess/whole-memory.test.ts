// All facts of a user are read, however many, closed ones too, and none of another user.
import { expect, test } from 'vitest'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { wholeMemory } from '../../../processors/reprocess/whole-memory.ts'
import { emptyStep, itemDocument } from '../../contracts/memory-documents.ts'
import { USER } from '../given.ts'

const OTHER = { ...USER, userId: 'other' }
/** More than one page of a store. */
const MANY = 1_001

test('given more facts than a page holds, then each is read once, with what it is looked up by', async () => {
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const facts = Array.from({ length: MANY }, (_, n) =>
    itemDocument(USER, { id: `${n}`, item: n % 2 === 0 ? { supersededBy: 'other' } : {} }),
  )
  await memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 1 },
    documents: [...facts, itemDocument(OTHER, { id: 'theirs' })],
  })
  const read = await wholeMemory(memory, USER)
  const keysOf = (documents: typeof read) =>
    documents.map(({ item, fingerprint }) => `${item.id} ${fingerprint}`).sort()
  expect(keysOf(read)).toEqual(keysOf(facts))
  expect(await wholeMemory(memory, { ...USER, userId: 'nothing was said' })).toEqual([])
})
