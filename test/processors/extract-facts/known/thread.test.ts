// The thread of a write's facts: the client's, the conversation under way, or a new one.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DecidingMemory, Item } from '../../../../infra/ports/memory-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { createRecentFacts } from '../../../../processors/extract-facts/known/recent-facts.ts'
import { endsOf, nextPlace } from '../../../../processors/extract-facts/known/thread.ts'
import type { Source } from '../../../../processors/extract-facts/read-fact.ts'
import type { NewFactEvent } from '../../../../schemas/events/catalogue.ts'
import { AT } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { delivered, opens, sealedFact, USER } from '../../given.ts'

let memory: DecidingMemory
beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
})
afterEach(() => memory.close())

const minutesLater = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString()

let position = 0
async function given(...items: Partial<Item>[]) {
  await memory.apply({
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: position++ },
    fences: [],
    documents: items.map((item, n) => itemDocument(USER, { id: `i${position}-${n}`, item })),
    erasedResources: [],
    erasures: [],
  })
}

const recent = createRecentFacts()
function next(source: Partial<Source>, known = recent) {
  const said = { ...USER, resourceId: 'r', occurredAt: AT, threadId: null } as Partial<Source>
  const write = { ...said, contentType: 'conversation', ...source } as Source
  return nextPlace({ memory, recent: known }, write)
}

describe('a thread of the client', () => {
  test('goes on behind its last fact, whenever that was said and whatever became of it', async () => {
    await given({ threadId: 't', place: 6, createdAt: '2019-01-01T00:00:00.000Z' })
    await given({ threadId: 't', place: 7, supersededBy: 'x' }, { threadId: 'u', place: 40 })
    expect(await next({ threadId: 't' })).toEqual({ threadId: 't', place: 8 })
    expect(await next({ threadId: 't', contentType: 'document' })).toEqual({
      threadId: 't',
      place: 8,
    })
    expect(await next({ threadId: 'new' })).toEqual({ threadId: 'new', place: 0 })
    expect(await next({ threadId: 't', userId: 'other' })).toEqual({ threadId: 't', place: 0 })
  })

  test('goes on behind what is not committed yet', async () => {
    await given({ threadId: 't', place: 6 })
    const known = createRecentFacts()
    const ends = [{ threadId: 't', place: 9, at: AT }]
    known.remember(USER, { resourceId: 'r0', facts: [], closed: [], ends })
    expect(await next({ threadId: 't' }, known)).toEqual({ threadId: 't', place: 10 })
  })
})

describe('without a thread', () => {
  test('a write goes on with the conversation of the last half hour', async () => {
    await given({ threadId: '~a', place: 3, createdAt: AT })
    const on = { threadId: '~a', place: 4 }
    expect(await next({ occurredAt: AT })).toEqual(on)
    expect(await next({ occurredAt: minutesLater(30) })).toEqual(on)
    expect(await next({ occurredAt: minutesLater(-30) })).toEqual(on)
    expect(await next({ occurredAt: minutesLater(31) })).toEqual({ threadId: '~r', place: 0 })
    expect(await next({ occurredAt: minutesLater(-31) })).toEqual({ threadId: '~r', place: 0 })
  })

  test('a write that is told of the midst of a conversation goes on with it, however long that went on', async () => {
    const createdAt = [-25, 0, 25, 50].map(minutesLater)
    await given(...createdAt.map((at, place) => ({ threadId: '~a', place, createdAt: at })))
    expect(await next({ occurredAt: AT })).toEqual({ threadId: '~a', place: 4 })
  })

  test('a write goes on with a conversation behind what was told late of it', async () => {
    await given({ threadId: '~a', place: 3, createdAt: minutesLater(20) })
    await given({ threadId: '~a', place: 4, createdAt: minutesLater(-5) })
    expect(await next({ occurredAt: minutesLater(45) })).toEqual({ threadId: '~a', place: 5 })
  })

  test('of several conversations it goes on with the one that was said last', async () => {
    await given({ threadId: '~a', place: 3, createdAt: minutesLater(20) })
    await given({ threadId: '~b', place: 5, createdAt: AT })
    expect(await next({ occurredAt: minutesLater(25) })).toEqual({ threadId: '~a', place: 4 })
  })

  test('it goes on with what is not committed yet, also with what such a write has begun', async () => {
    await given({ threadId: '~a', place: 3, createdAt: AT })
    const known = createRecentFacts()
    const remember = (threadId: string, place: number, at: string) =>
      known.remember(USER, {
        resourceId: 'x',
        facts: [],
        closed: [],
        ends: [{ threadId, place, at }],
      })
    remember('~a', 4, AT)
    expect(await next({}, known)).toEqual({ threadId: '~a', place: 5 })
    remember('~b', 0, minutesLater(1))
    expect(await next({}, known)).toEqual({ threadId: '~b', place: 1 })
    remember('mine', 7, minutesLater(2))
    expect(await next({}, known)).toEqual({ threadId: '~b', place: 1 })
  })

  test('threads of the client, documents and other users are no conversation to go on with', async () => {
    await given({ threadId: 't', place: 3 }, { threadId: '=d', place: 3 })
    expect(await next({})).toEqual({ threadId: '~r', place: 0 })
    await given({ threadId: '~a', place: 3 })
    expect(await next({ userId: 'other' })).toEqual({ threadId: '~r', place: 0 })
    expect(await next({ contentType: 'document' })).toEqual({ threadId: '=r', place: 0 })
    expect(await next({ contentType: 'event' })).toEqual({ threadId: '=r', place: 0 })
  })

  test('a passage of a write goes on behind the one before', async () => {
    await given({ threadId: '=r', place: 3 })
    expect(await next({ contentType: 'document' })).toEqual({ threadId: '=r', place: 4 })
  })
})

test('items of before threads were kept are found beside others of their resource', async () => {
  await given({ resourceId: 'old', ordinal: 4 }, { resourceId: 'old', ordinal: 6 })
  const near = await memory.neighbours(USER, [{ threadId: '~old', place: 5 }], 1)
  expect(near.map(({ ordinal }) => ordinal).sort()).toEqual([4, 6])
  expect(await memory.conversationEnd(USER, { from: AT, to: AT })).toBeNull()
})

test('given conversations that are not committed, then those of the last half hour count, of equals the last written', async () => {
  const known = createRecentFacts()
  const none = { resourceId: 'x', facts: [], closed: [] }
  const remember = (threadId: string, at: string) =>
    known.remember(USER, { ...none, ends: [{ threadId, place: 4, at }] })
  remember('~old', minutesLater(-31))
  remember('~ahead', minutesLater(31))
  expect(await next({}, known)).toEqual({ threadId: '~r', place: 0 })
  remember('~a', minutesLater(-30))
  expect(await next({}, known)).toEqual({ threadId: '~a', place: 5 })
  remember('~b', minutesLater(30))
  remember('~c', AT)
  expect(await next({}, known), 'the latest').toEqual({ threadId: '~b', place: 5 })
  remember('~d', minutesLater(30))
  expect(await next({}, known), 'the last of equals').toEqual({ threadId: '~d', place: 5 })
})

test('given the events of a write, then the end of each of its threads is where its last fact was asserted', () => {
  const asserted = (threadId: string, place: number, occurredAt = AT) =>
    delivered('FactAsserted', {
      open: { ...opens.factAsserted, threadId, place },
      sealed: sealedFact,
      occurredAt,
    }).event
  const reinforced = delivered('FactReinforced', { open: opens.factReinforced }).event
  const later = minutesLater(1)
  const events = [asserted('a', 3), asserted('b', 0), asserted('a', 4, later), reinforced]
  expect(endsOf(events as unknown as NewFactEvent[])).toEqual([
    { threadId: 'a', place: 4, at: later },
    { threadId: 'b', place: 0, at: AT },
  ])
  expect(endsOf([])).toEqual([])
})
