// The checks before a write is read: whether it is done or forgotten.
import { expect, test } from 'vitest'
import type { Delivered } from '../../../../infra/runtime/run/processor.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { isDone, isForgotten } from '../../../../processors/extract-facts/running/may-begin.ts'
import { createIndexMemory } from '../../../../processors/index-memory/processor.ts'
import { fenceOf } from '../../../contracts/given.ts'
import { startedEach } from '../../../started.ts'
import { delivered, opens, RESOURCE, USER } from '../../given.ts'

const TOPIC = 'memory.facts.v1'
const memory = startedEach(() => createSqliteMemoryStore({ path: ':memory:' }))

const write = delivered('ContentStored', {
  id: RESOURCE,
  position: 3,
  open: opens.contentStored,
})
const { event } = write
const checkpoint = { topic: TOPIC, partition: 0, position: 20 } as const
const index = (of: readonly Delivered[], position = 20) =>
  createIndexMemory({ memory, language: { terms: () => [] } }).apply(of, {
    ...checkpoint,
    position,
  })

test('a write is done where the state shows it as processed, not where it waits or has failed', async () => {
  const done = () => isDone({ memory, event })
  expect(await done()).toBe(false)
  await index([write])
  expect(await done()).toBe(false)
  const { source, resourceId, contentType, threadId, receivedAt, contentBytes, keyGeneration } =
    opens.resourceProcessed
  const of = { source, resourceId, contentType, threadId, receivedAt, contentBytes }
  const rejected = { ...of, keyGeneration, engine: 'test', reason: 'no' }
  await index([delivered('ExtractionRejected', { open: rejected, position: 21 })], 21)
  expect(await done()).toBe(false)
  await index([delivered('ResourceProcessed', { open: opens.resourceProcessed, position: 22 })], 22)
  expect(await done()).toBe(true)
})

test.each([
  ['before it', 3, 0, false],
  ['behind it', 4, 0, true],
  ['before it that takes its key', 3, 1, true],
])(
  'given a fence %s, then the write is forgotten or not',
  async (_, before, keyGeneration, expected) => {
    const fences = [fenceOf(USER, before, { keyGeneration })]
    await memory.apply({ checkpoint, fences, documents: [], erasedResources: [], erasures: [] })
    expect(await isForgotten({ memory }, write, event)).toBe(expected)
    const other = { ...event, userId: 'other' }
    expect(await isForgotten({ memory }, write, other)).toBe(false)
  },
)
