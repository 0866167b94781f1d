// What the list of a forget holds, entry by entry, and what is kept of it: a list that says too much makes a forget
// erase by the wrong places, one that says too little leaves records behind.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditPlace } from '../../../infra/ports/audit-store.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import {
  dropPlaces,
  listPlaces,
  noteStands,
  openPlaces,
} from '../../../processors/forget/places.ts'
import { type TopicName, WRITES } from '../../../schemas/topics.ts'
import { AT } from '../../contracts/given.ts'
import { USER } from '../given.ts'

const FACTS = 'memory.facts.v1'
const TOPICS: readonly TopicName[] = [WRITES, FACTS]
const FORGET = { ...USER, id: randomUUID(), position: 50, category: null }

let objects: ObjectStore
beforeEach(() => {
  objects = createSqliteObjectStore({ path: ':memory:' })
})

type Audited = {
  entries?: readonly AuditPlace[]
  fences?: readonly Fence[]
  /** Up to where the audit stands; a topic that it has not read is left out. */
  stands?: Partial<Record<TopicName, number>>
}

/** What the port of the audit answers. */
function portsOf({ entries = [], fences = [], stands = { [WRITES]: 90, [FACTS]: 80 } }: Audited) {
  const audit = {
    checkpoints: async (topic: string) => {
      const position = Object.entries(stands).find(([name]) => name === topic)?.[1]
      return new Map(position === undefined ? [] : [[3, position]])
    },
    places: async () => ({ data: [...entries], nextCursor: null, total: entries.length }),
    fences: async () => [...fences],
  }
  return { objects, audit, log: { partitionOf: () => 3 } }
}

function entry(more: Partial<AuditPlace> = {}): AuditPlace {
  const place = { topic: WRITES, partition: 3, position: 7, source: 7 } as const
  const event = { id: randomUUID(), type: 'ContentStored', at: AT, causationId: null }
  return { ...place, ...event, category: null, permanent: false, ...more }
}
const forgetting = (position: number, category: string | null = null) =>
  entry({ type: 'MemoryForgotten', position, source: position, category, permanent: true })
const fence = (category: string | null, before: number): Fence => ({
  ...USER,
  category,
  before,
  keyGeneration: 1,
})

/** What the forget opens after the audit has listed and the stands were noted. */
async function listed(audited: Audited, forget: typeof FORGET | Forget = FORGET) {
  const ports = portsOf(audited)
  await noteStands(ports, TOPICS, forget)
  await listPlaces(ports, TOPICS, forget)
  const places = await openPlaces(ports, forget)
  if (!places) return null
  const pages = await Array.fromAsync(places.pages())
  return { stands: places.stands, pages }
}
type Forget = Omit<typeof FORGET, 'category'> & { category: string | null }

describe('what a list holds', () => {
  test('given entries, when listed, then each has its place, and it counts up to where the audit stood', async () => {
    const [write, fact] = [entry(), entry({ topic: FACTS, type: 'FactAsserted', position: 9 })]
    const found = await listed({ entries: [write, fact] })
    expect(found?.stands).toEqual({ [WRITES]: 90, [FACTS]: 80 })
    expect(found?.pages).toMatchObject([[{ id: write.id }, { id: fact.id, position: 9 }]])
  })

  test('given nothing, when listed, then there is no page', async () => {
    expect(await listed({})).toMatchObject({ pages: [] })
  })

  test('given entries that stay for ever, when listed, then they have no place', async () => {
    const write = entry()
    const found = await listed({ entries: [forgetting(20), write] })
    expect(found?.pages).toMatchObject([[{ id: write.id }]])
    expect(found?.pages[0]).toHaveLength(1)
  })

  test('given a topic that the audit has not read, when listed, then nothing counts there', async () => {
    const found = await listed({ stands: { [FACTS]: 80 } })
    expect(found?.stands).toEqual({ [FACTS]: 80 })
  })

  test('given that the audit read on meanwhile, when opened, then what was noted counts, topic by topic', async () => {
    await noteStands(portsOf({ stands: { [WRITES]: 60 } }), TOPICS, FORGET)
    await listPlaces(portsOf({}), TOPICS, FORGET)
    expect((await openPlaces({ objects }, FORGET))?.stands).toEqual({ [WRITES]: 60 })
  })

  test('given a topic that was noted and not listed, when opened, then nothing counts there', async () => {
    await noteStands(portsOf({}), TOPICS, FORGET)
    await listPlaces(portsOf({ stands: { [FACTS]: 95 } }), TOPICS, FORGET)
    expect((await openPlaces({ objects }, FORGET))?.stands).toEqual({ [FACTS]: 80 })
  })

  test('given a page that is gone, when read, then it is said', async () => {
    const ports = portsOf({ entries: [entry()] })
    await noteStands(ports, TOPICS, FORGET)
    await listPlaces(ports, TOPICS, FORGET)
    const pages = await objects.list({ prefix: '~erasing/app/user/', limit: 9 })
    await objects.deleteMany(pages.filter((name) => !/(list|stands)$/.test(name)))
    const places = await openPlaces({ objects }, FORGET)
    await expect(Array.fromAsync(present(places, 'list').pages())).rejects.toThrow(
      'a page of the list',
    )
  })
})

describe('earlier forgets', () => {
  test('given two, when listed, then writes count up to the last of them', async () => {
    const found = await listed({ entries: [forgetting(20), forgetting(40), entry()] })
    expect(found?.stands).toEqual({ [WRITES]: 40, [FACTS]: 80 })
  })

  test('given the forget itself and a later one, when listed, then neither is earlier', async () => {
    const found = await listed({ entries: [forgetting(50), forgetting(70)] })
    expect(found?.stands).toEqual({ [WRITES]: 90, [FACTS]: 80 })
  })

  test('given one of a category, when the user is forgotten, then there is no list', async () => {
    expect(await listed({ entries: [forgetting(20, 'work')] })).toBeNull()
  })

  test('given one of another category, when a category is forgotten, then it does not count', async () => {
    const found = await listed(
      { entries: [forgetting(20, 'work')] },
      { ...FORGET, category: 'health' },
    )
    expect(found?.stands).toEqual({ [WRITES]: 90, [FACTS]: 80 })
  })

  test('given one of the user, when a category is forgotten, then writes count up to it', async () => {
    const found = await listed({ entries: [forgetting(20)] }, { ...FORGET, category: 'health' })
    expect(found?.stands).toEqual({ [WRITES]: 20, [FACTS]: 80 })
  })

  test('given one of the user before the audit read any write, when listed, then writes do not count', async () => {
    const found = await listed({ entries: [forgetting(20)], stands: { [FACTS]: 80 } })
    expect(found?.stands).toEqual({ [FACTS]: 80 })
  })
})

describe('a store that obeys already', () => {
  test.each([
    ['the forget', fence(null, 50)],
    ['a later one', fence(null, 51)],
  ])('given %s, when listed, then there is no list', async (_, obeyed) => {
    expect(await listed({ fences: [obeyed] })).toBeNull()
  })

  test.each([
    ['an earlier one', fence(null, 49)],
    ['one of a category', fence('work', 60)],
  ])('given %s, when listed, then there is a list', async (_, obeyed) => {
    expect(await listed({ fences: [obeyed] })).not.toBeNull()
  })
})

test('given lists of several forgets, when one is complete, then only what was kept for it goes', async () => {
  const other = { ...FORGET, id: randomUUID() }
  await listed({ entries: [entry()] })
  await listed({ entries: [entry()] }, other)
  await objects.putMany([{ key: 'app/user/content', body: new Uint8Array(1) }])
  await dropPlaces({ objects }, FORGET)
  const left = await objects.list({ prefix: '', limit: 20 })
  expect(left.filter((name) => name.includes(FORGET.id))).toEqual([])
  expect(left.filter((name) => name.includes(other.id))).toHaveLength(3)
  expect(left).toContain('app/user/content')
})
