// What is asked before a write is read: whether it is done or forgotten, and whether there is room.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import type { Delivered } from '../../../infra/runtime/processor.ts'
import { Outage } from '../../../infra/runtime/retry.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { isDone, isForgotten, makeRoom } from '../../../processors/extract-facts/may-begin.ts'
import { createRecentFacts } from '../../../processors/extract-facts/recent-facts.ts'
import { createIndexMemory } from '../../../processors/index-memory/processor.ts'
import { fenceOf } from '../../contracts/given.ts'
import { delivered, opens, RESOURCE, USER } from '../given.ts'

const TOPIC = 'memory.facts.v1'
let memory: MemoryStore
beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
})
afterEach(() => memory.close())

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

describe('a write is done', () => {
  const done = (recent = createRecentFacts()) => isDone({ memory, recent, event })

  test('where the index shows it as processed, not where it waits or has failed', async () => {
    expect(await done()).toBe(false)
    await index([write])
    expect(await done()).toBe(false)
    const { source, resourceId, contentType, threadId, receivedAt, contentBytes, keyGeneration } =
      opens.resourceProcessed
    const of = { source, resourceId, contentType, threadId, receivedAt, contentBytes }
    const rejected = { ...of, keyGeneration, engine: 'test', reason: 'no' }
    await index([delivered('ExtractionRejected', { open: rejected, position: 21 })], 21)
    expect(await done()).toBe(false)
    await index(
      [delivered('ResourceProcessed', { open: opens.resourceProcessed, position: 22 })],
      22,
    )
    expect(await done()).toBe(true)
  })

  test('where it is decided and durable, though the index does not hold it yet', async () => {
    const recent = createRecentFacts()
    const committed = recent.remember(USER, { resourceId: RESOURCE, facts: [], closed: [] })
    expect(await done(recent)).toBe(false)
    committed([{ topic: TOPIC, partition: 0, position: 5 }])
    expect(await done(recent)).toBe(true)
  })
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

describe('room', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `closed ${n}`)
  const change = (closed: readonly string[]) => ({ resourceId: RESOURCE, facts: [], closed })

  test('is not looked for after a few decisions', async () => {
    const unasked: MemoryStore = {
      ...memory,
      checkpoints: () => Promise.reject(new Error('it is asked')),
    }
    const recent = createRecentFacts()
    recent.remember(USER, change([]))
    await makeRoom({ memory: unasked, recent })
    recent.remember(USER, change(many(1_000)))
    await expect(makeRoom({ memory: unasked, recent })).rejects.toThrow('it is asked')
  })

  test('is made by what the index holds by now', async () => {
    const recent = createRecentFacts()
    recent.remember(USER, change(many(1_000)))([{ ...checkpoint, position: 20 }])
    await index([])
    await makeRoom({ memory, recent })
    expect([recent.size(), recent.isLookDue()]).toEqual([0, false])
  })

  test('is there for twenty thousand decisions that the index does not hold, and then it is waited for', async () => {
    const recent = createRecentFacts()
    recent.remember(USER, change(many(200_000)))
    await makeRoom({ memory, recent })
    recent.remember(USER, change(many(1_000)))
    const full = makeRoom({ memory, recent })
    await expect(full).rejects.toThrow(new Outage('index-memory is too far behind'))
    await expect(full).rejects.toBeInstanceOf(Outage)
  })
})
