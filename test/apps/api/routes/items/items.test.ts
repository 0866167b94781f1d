// Changes of items that are sent again with their key after an answer of 503: what is stored already is not refused, be
// it because of what it changed itself.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MemoryDocument } from '../../../../../infra/ports/memory-store.ts'
import { givenIdOf } from '../../../../../infra/runtime/envelope/ids.ts'
import { Outage } from '../../../../../infra/runtime/fail/retry.ts'
import { MAX_PINNED } from '../../../../../schemas/facts.ts'
import {
  emptyStep,
  itemDocument,
  resourceDocument,
} from '../../../../contracts/memory-documents.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { type Api, startApi } from '../../given.ts'

const scope = { appId: 'shop', userId: 'anna' }
const AT = '2026-01-01T00:00:00.000Z'
const headers = { 'idempotency-key': 'change-1' }

let api: Api
/** The store of objects does not take the note that a write is durable. */
let isDown: boolean
/** The log takes no writes. */
let refuses: boolean
/** What index-memory takes in as soon as a write is stored. */
let takenIn: (writeId: string) => Promise<void>
beforeEach(async () => {
  isDown = false
  refuses = false
  takenIn = async () => undefined
  api = await startApi(({ objects, log }) => ({
    objects: {
      ...objects,
      putMany: async (all) => {
        if (isDown && all.some(({ key }) => key.startsWith('~idempotency-done'))) {
          throw new Outage('the store of objects is down')
        }
        return objects.putMany(all)
      },
    },
    log: {
      ...log,
      append: async (records) => {
        if (refuses) throw new Outage('the log is down')
        const appended = await log.append(records)
        for (const id of await writes()) await takenIn(id)
        return appended
      },
    },
  }))
})
afterEach(() => api.close())

/** As index-memory would have taken it in. */
const indexed = (position: number, ...documents: MemoryDocument[]) =>
  api.ports.memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position },
    documents,
  })
const retract = () => api.call('DELETE', '/items/shop/anna/known', { headers })
const pinned = (id: string) => itemDocument(scope, { id, item: { pinned: true } })

async function writes(): Promise<string[]> {
  const found = await recordsOf(api.ports.log, 'memory.writes.v1')
  return found.map(({ event }) => event?.id ?? '')
}

test('given a retraction that took effect without an answer, when it is sent again with its key, then it is answered and stored once', async () => {
  await indexed(1, itemDocument(scope, { id: 'known' }))
  isDown = true
  expect((await retract()).status).toBe(503)
  isDown = false
  const pruned = { at: AT, reason: 'retracted' } as const
  await indexed(2, itemDocument(scope, { id: 'known', version: 2, item: { pruned } }))
  const { status, body } = await retract()
  expect([status, [body.resourceId]]).toEqual([202, await writes()])
  expect(await retract()).toEqual({ status, body })
})

test('given a retraction that was not stored, when another closes the item before it is sent again, then it is refused', async () => {
  await indexed(1, itemDocument(scope, { id: 'known' }))
  refuses = true
  expect((await retract()).status).toBe(503)
  refuses = false
  await indexed(
    2,
    itemDocument(scope, {
      id: 'known',
      version: 2,
      item: { pruned: { at: AT, reason: 'retracted' } },
    }),
  )
  const { status, body } = await retract()
  expect([status, body.error.details.field]).toEqual([400, 'itemId'])
})

test.each([
  ['alone', '/items', { ...scope, text: 'I like tea.', category: 'preferences', pinned: true }],
  [
    'in a batch',
    '/batch',
    {
      appId: scope.appId,
      writes: [
        {
          kind: 'item',
          userId: scope.userId,
          text: 'I like tea.',
          category: 'preferences',
          pinned: true,
        },
      ],
    },
  ],
])(
  'given the last pin, given %s and taken in without an answer, when it is sent again with its key, then it is answered and stored once',
  async (_, path, body) => {
    const give = () => api.call('POST', path, { headers, body })
    isDown = true
    expect((await give()).status).toBe(503)
    isDown = false
    const [id] = await writes()
    const others = Array.from({ length: MAX_PINNED - 1 }, (_, n) => pinned(`pin-${n}`))
    await indexed(2, pinned(givenIdOf(id!)), ...others)
    const again = await give()
    expect([again.status, [again.body.resourceId ?? again.body.ids[0]]]).toEqual([202, [id]])
    expect(await writes()).toEqual([id])
    expect(await give()).toEqual(again)
  },
)

const processed = (id: string) =>
  resourceDocument(scope, { id, resource: { status: 'processed', contentType: 'fact' } })
const correct = (id = 'known') =>
  api.call('PATCH', `/items/shop/anna/${id}`, { body: { text: 'I like coffee.', wait: 30_000 } })

test.each([
  [
    'takes the item back',
    { pruned: { at: AT, reason: 'retracted' } as const },
    'is closed already',
  ],
  [
    'contradicts the item',
    { supersededBy: 'newer', validTo: AT },
    'is closed already: newer stands in its place',
  ],
])(
  'given a correction, when another write that %s takes effect before it, then the correction is refused as it would be after it',
  async (_, item, issue) => {
    await indexed(1, itemDocument(scope, { id: 'known' }))
    takenIn = (id) =>
      indexed(2, itemDocument(scope, { id: 'known', version: 2, item }), processed(id))
    const { status, body } = await correct()
    expect([status, body.error?.details]).toMatchObject([400, { field: 'itemId', issue }])
  },
)

test('given a correction, when its item is forgotten before it takes effect, then there is no such item', async () => {
  await indexed(1, itemDocument(scope, { id: 'known', item: { category: 'profile' } }))
  takenIn = async (id) => {
    await api.ports.memory.apply({
      ...emptyStep,
      checkpoint: { topic: 'memory.writes.v1', partition: 0, position: 9 },
      fences: [{ ...scope, category: 'profile', before: 9, keyGeneration: 0 }],
    })
    await indexed(2, processed(id))
  }
  const { status, body } = await correct()
  expect([status, body.error?.code]).toEqual([404, 'NOT_FOUND'])
})

test('given a pinned fact that has ended by itself, when pinned ones are listed, then it is not among them', async () => {
  const item = { pinned: true as const, validTo: '2000-01-02T00:00:00.000Z' }
  const began = { validFrom: '2000-01-01T00:00:00.000Z' }
  await indexed(
    1,
    pinned('holds'),
    itemDocument(scope, { id: 'over', item: { ...item, ...began } }),
  )
  const { body } = await api.call('GET', '/items/shop/anna?pinned=true')
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['holds'])
})

test('given a fact that could not be stored, then it cannot be retrieved', async () => {
  takenIn = (id) => {
    const resource = { status: 'failed', contentType: 'fact' } as const
    return indexed(2, resourceDocument(scope, { id, resource }))
  }
  const body = { ...scope, text: 'I like tea.', wait: 30_000 }
  const given = await api.call('POST', '/items', { body })
  expect([given.status, given.body.retrievable]).toEqual([202, false])
})

test('given a correction that takes effect, then its item can be retrieved', async () => {
  await indexed(1, itemDocument(scope, { id: 'known' }))
  takenIn = (id) => indexed(2, itemDocument(scope, { id: givenIdOf(id) }), processed(id))
  const { status, body } = await correct()
  expect([status, body.retrievable]).toEqual([202, true])
})

test('given a fact that is refused, then its key may be used for what corrects it', async () => {
  const give = (more: object) =>
    api.call('POST', '/items', { headers, body: { ...scope, text: 'I like chess.', ...more } })
  const refused = await give({ category: 'none-of-them' })
  expect([refused.status, refused.body.error.details.field]).toEqual([400, 'category'])
  const taken = await give({})
  expect(taken.status).toBe(202)
  expect((await give({})).body.itemId).toBe(taken.body.itemId)
})
