// Forgetting is complete: counts are right, and work in flight is included. What files hold afterwards: plain.test.ts and
// canary.test.ts.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../apps/cli/operate/verifying/verify-receipt.ts'
import { canonicalJson } from '../../infra/runtime/signing/canonical-json.ts'
import { jsonWebKeySet } from '../../schemas/signed.ts'
import { describeInFull, inFull } from './in-full.ts'
import { eventually } from './service.ts'
import { sharedService } from './shared-service.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client in plain JavaScript would
type Json = any

const APP = 'forget-story'
const service = sharedService(APP)

const forget = (userId: string, more: Record<string, unknown> = {}) =>
  service.call('POST', '/forget', { appId: APP, userId, confirm: true, ...more })

async function usersLike(userId: string): Promise<string[]> {
  const { body } = await service.call('GET', `/users/${APP}?limit=200&search=${userId}`)
  return body.data.map((user: { userId: string }) => user.userId)
}

async function isGone(userId: string): Promise<void> {
  expect(await service.items(userId)).toEqual([])
  expect((await service.call('GET', `/resources/${APP}/${userId}`)).body.data).toEqual([])
  expect(await usersLike(userId)).not.toContain(userId)
  expect((await service.call('GET', `/entities/${APP}/${userId}`)).body.entities).toEqual([])
  expect((await service.call('GET', `/context/${APP}/${userId}`)).body.summaries).toEqual({})
  const { status, body } = await service.retrieve(userId, 'anything at all')
  expect(status).toBe(404)
  expect(body).toMatchObject({ summaries: {}, relevantItems: [], graphContext: [], tokenCount: 0 })
}

describe('a whole user', () => {
  test('the counts are what was there', async () => {
    await service.remember('counted', 'I live in Berlin. My sister Julia visited Paris.')
    await service.remember('counted', 'I like chess.')
    const drawn = async () => (await service.call('GET', `/entities/${APP}/counted`)).body.total
    // The user, Berlin, Julia and Paris: the graph may follow a moment later than the items.
    const entities = 4
    await eventually('the graph has drawn them', async () => (await drawn()) === entities)
    const items = (await service.items('counted')).length
    expect(await usersLike('counted')).toEqual(['counted'])
    const { status, body } = await forget('counted')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'deleted',
      deletedItems: items,
      deletedEntities: entities,
      deletedResources: 2,
      receiptId: expect.any(String),
    })
    expect(items).toBeGreaterThan(2)
    await isGone('counted')
  })

  inFull('twice: the second time nothing is left to delete', async () => {
    await service.remember('twice', 'I live in Berlin.')
    await forget('twice')
    expect((await forget('twice')).body).toEqual({
      status: 'deleted',
      deletedItems: 0,
      deletedEntities: 0,
      deletedResources: 0,
      receiptId: expect.any(String),
    })
  })

  inFull('an unknown user: nothing is deleted', async () => {
    expect((await forget('stranger')).body.deletedItems).toBe(0)
  })

  test('while writes for the same user are still queued: none of them comes back', async () => {
    const writes = Array.from({ length: 60 }, (_, i) =>
      service.call('POST', '/memorize', {
        appId: APP,
        userId: 'queued',
        contentType: 'conversation',
        content: `I bought the book number ${i} about quixotry and my phone number is 555-${1000 + i}.`,
      }),
    )
    await Promise.all(writes)
    const { status, body } = await forget('queued')
    expect(status).toBe(200)
    expect(body.deletedResources).toBe(60)
    await isGone('queued')
    // A later write of the same user is processed after everything that was queued before it.
    await service.remember('queued', 'I live in Oslo.')
    expect((await service.items('queued')).map((item) => item.content)).toEqual(['I live in Oslo.'])
  })

  test('a user who comes back is remembered again, from new writes only', async () => {
    await service.remember('back', 'I live in Berlin.')
    await forget('back')
    await service.remember('back', 'I live in Berlin. I like tea.')
    const texts = (await service.items('back')).map((item) => item.content).join(' ')
    expect(texts).toContain('tea')
    expect((await service.retrieve('back', 'Where do I live?')).status).toBe(200)
    await service.restart()
    expect((await service.items('back')).map((item) => item.content).join(' ')).toContain('tea')
  })

  test('an idempotency key of before does not bring it back', async () => {
    const write = () =>
      service.call(
        'POST',
        '/memorize',
        { appId: APP, userId: 'retry', contentType: 'conversation', content: 'I live in Berlin.' },
        { headers: { 'idempotency-key': 'retry-1' } },
      )
    const first = await write()
    await forget('retry')
    const second = await write()
    expect(second.body.resourceId).toBe(first.body.resourceId)
    await service.settled('retry', 0)
    await isGone('retry')
  })

  test('others are untouched', async () => {
    await service.remember('neighbour', 'I live in Berlin. I like chess.')
    const before = await service.items('neighbour')
    await service.remember('leaver', 'I live in Berlin. I like chess.')
    await forget('leaver')
    expect(await service.items('neighbour')).toEqual(before)
  })

  inFull('the audit keeps that it was forgotten, and nothing of what', async () => {
    await service.remember('audited', 'I live in Berlin.')
    await forget('audited')
    await eventually('the audit tells of the erasure', async () => {
      const { body } = await service.call('GET', `/audit/${APP}/audited`)
      const types = body.data.map((entry: { type: string }) => entry.type)
      return types.includes('MemoryErased') && types.includes('ExtractionFenced')
    })
    const { body } = await service.call('GET', `/audit/${APP}/audited`)
    expect(body.data.map((entry: { type: string }) => entry.type).sort()).toEqual([
      'ExtractionFenced',
      'MemoryErased',
      'MemoryForgotten',
      'ReceiptIssued',
    ])
  })
})

describe('one category', () => {
  inFull('an idempotency key of before does not bring it back', async () => {
    const content = 'I work at Acme.'
    const request = { appId: APP, userId: 'category-retry', contentType: 'conversation', content }
    const options = { headers: { 'idempotency-key': 'category-retry-1' } }
    const first = await service.call('POST', '/memorize', request, options)
    await service.settled('category-retry', 1)
    await forget('category-retry', { category: 'work' })
    const second = await service.call('POST', '/memorize', request, options)
    expect(second.body.resourceId).toBe(first.body.resourceId)
    await service.settled('category-retry', 0)
    expect(await service.items('category-retry')).toEqual([])
  })

  test('only it goes; resources of which nothing is left go with it', async () => {
    await service.remember('partly', 'I work at Acme.')
    await service.remember('partly', 'I live in Berlin.')
    const before = await service.items('partly')
    const work = before.filter((item) => item.category === 'work')
    expect(work).toHaveLength(1)
    const { body } = await forget('partly', { category: 'work' })
    expect(body).toMatchObject({ deletedItems: 1, deletedResources: 1 })
    const after = await service.items('partly')
    expect(after).toEqual(before.filter((item) => item.category !== 'work'))
    expect((await service.call('GET', `/context/${APP}/partly`)).body.summaries).not.toHaveProperty(
      'work',
    )
    expect((await service.call('GET', `/entities/${APP}/partly/Acme`)).status).toBe(404)
  })

  const resources = async (userId: string): Promise<Json[]> =>
    (await service.call('GET', `/resources/${APP}/${userId}?limit=100`)).body.data

  test('writes that only said it again go as well', async () => {
    await service.remember('again', 'I work at Acme.')
    await service.remember('again', 'I work at Acme.')
    await service.remember('again', 'I work at Acme. I live in Berlin.')
    const { body } = await forget('again', { category: 'work' })
    expect(body).toMatchObject({ deletedItems: 1, deletedResources: 2 })
    expect(await resources('again')).toHaveLength(1)
    const home = await forget('again', { category: 'profile' })
    expect(home.body).toMatchObject({ deletedItems: 1, deletedResources: 1 })
    expect(await resources('again')).toEqual([])
  })

  /** Writes of one user that take a moment to be read. */
  const queue = (userId: string) =>
    Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        service.call('POST', '/memorize', {
          ...{ appId: APP, userId, contentType: 'conversation' },
          content: `I work at Acme${n}.`,
        }),
      ),
    )
  const give = async (userId: string, text: string): Promise<string> => {
    const fact = { appId: APP, userId, text, category: 'work', wait: 30_000 }
    expect((await service.call('POST', '/items', fact)).status).toBe(202)
    return `/items/${APP}/${userId}/${(await service.items(userId))[0].id}`
  }

  test('writes that are still queued go once they have been read, a correction among them', async () => {
    const path = await give('category-queued', 'Initech pays on Fridays.')
    await queue('category-queued')
    const correction = { text: 'Initech pays on Mondays.' }
    expect((await service.call('PATCH', path, correction)).status).toBe(202)
    expect((await forget('category-queued', { category: 'work' })).status).toBe(200)
    await service.remember('category-queued', 'I live in Oslo.')
    expect((await service.items('category-queued')).map(({ content }) => content)).toEqual([
      'I live in Oslo.',
    ])
    const left = async () => (await resources('category-queued')).length
    await eventually('nothing but Oslo is left', async () => (await left()) === 1)
  })

  test('what took a fact back, and what corrected it too late, go with its category', async () => {
    const path = await give('took-back', 'Initech pays on Fridays.')
    await queue('took-back')
    const correction = { text: 'Initech pays on Mondays.' }
    const [retracted, corrected] = await Promise.all([
      service.call('DELETE', path),
      service.call('PATCH', path, correction),
    ])
    expect([retracted.status, corrected.status]).toEqual([202, 202])
    await service.settled('took-back', 43)
    expect((await forget('took-back', { category: 'work' })).status).toBe(200)
    expect(await resources('took-back')).toEqual([])
  })

  inFull('the source of what stays shows no more than its own words', async () => {
    await service.remember('sourced', 'I work at Acme. I live in Berlin.')
    const home = (await service.items('sourced')).find(({ category }) => category === 'profile')
    const source = async () => service.call('GET', `/items/${APP}/sourced/${home.id}/source`)
    expect((await source()).body.text).toContain('Acme')
    await forget('sourced', { category: 'work' })
    const { text, start, end } = (await source()).body
    expect(text).toContain('Berlin')
    expect(text).not.toContain('Acme')
    expect(text.length).toBe(end - start)
    await forget('sourced')
    expect((await source()).status).toBe(404)
  })

  inFull('writes still queued lose that category, and keep the others', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        service.call('POST', '/memorize', {
          appId: APP,
          userId: 'partly-queued',
          contentType: 'conversation',
          content: i % 2 ? `I work at Firm${i}.` : `I like game number ${i}.`,
        }),
      ),
    )
    await forget('partly-queued', { category: 'work' })
    await service.settled('partly-queued', 10)
    const categories = (await service.items('partly-queued')).map((item) => item.category)
    expect(categories).not.toContain('work')
    expect(categories).toHaveLength(10)
  })
})

describe('the receipt', () => {
  const receiptOf = (id: string, more = '') => service.call('GET', `/receipts/${id}${more}`)
  const publicKeys = async () => {
    const answer = await fetch(`${service.url}/.well-known/palimpsest-receipts.json`)
    return jsonWebKeySet.parse(await answer.json())
  }
  const verdictOn = async (body: unknown) => verifyReceipt(canonicalJson(body), await publicKeys())

  test('is there with the answer, tells the same counts, and is signed by a key of the service', async () => {
    await service.remember('receipted', 'I live in Berlin. My sister Julia visited Paris.')
    const { body: answer } = await forget('receipted')
    const { status, body } = await receiptOf(answer.receiptId)
    expect(status).toBe(200)
    expect(await verdictOn(body)).toEqual({ valid: true, receipt: body })
    const { statement } = body
    const removed = Object.assign({}, ...statement.stores.map((each: Json) => each.removed))
    expect(removed).toMatchObject({
      items: answer.deletedItems,
      resources: answer.deletedResources,
      entities: answer.deletedEntities,
      objects: 1,
    })
    expect(statement).toMatchObject({ receiptId: answer.receiptId, appId: APP })
    expect(statement.destroyedKeys).toEqual({ from: 1, to: 1 })
    expect(JSON.stringify(body)).not.toMatch(/receipted|Berlin|Julia|Paris/)
  })

  inFull('of a category says which, and stays as it is through later forgets', async () => {
    await service.remember('twice-receipted', 'I live in Berlin. I work at Acme.')
    const { receiptId } = (await forget('twice-receipted', { category: 'work' })).body
    const first = (await receiptOf(receiptId)).body
    expect(first.statement).toMatchObject({ asked: { category: 'work' }, destroyedKeys: null })
    await forget('twice-receipted')
    expect((await receiptOf(receiptId)).body).toEqual(first)
  })

  inFull('tells whether it is of a user, and is shown only to keys that hold its app', async () => {
    const { receiptId } = (await forget('asked-about')).body
    expect((await receiptOf(receiptId, '?userId=asked-about')).status).toBe(200)
    expect((await receiptOf(receiptId, '?userId=another')).status).toBe(404)
    expect((await receiptOf(randomUUID())).status).toBe(404)
    expect((await receiptOf('none')).status).toBe(404)
    const keyOf = async (appIds: string[], permissions: string[]) =>
      (await service.call('POST', '/config/keys', { name: 'k', appIds, permissions })).body.key
    const as = async (appIds: string[], permissions: string[]) => {
      const key = await keyOf(appIds, permissions)
      return (await service.call('GET', `/receipts/${receiptId}`, undefined, { as: key })).status
    }
    expect(await as(['elsewhere'], ['audit:read'])).toBe(404)
    expect(await as([APP], ['audit:read'])).toBe(200)
    expect(await as([APP], ['memory:forget'])).toBe(200)
    expect(await as([APP], ['memory:read', 'memory:write'])).toBe(403)
  })
})

describeInFull('wrong requests', () => {
  test.each([{}, { confirm: false }, { confirm: 'true' }])(
    'confirm must be true: %j',
    async (given) => {
      const { status, body } = await service.call('POST', '/forget', {
        appId: APP,
        userId: 'x',
        ...given,
      })
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'confirm' } })
    },
  )
})
