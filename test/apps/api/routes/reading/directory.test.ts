// What each key may list: the apps that it holds, and their users alone.
import { beforeAll, describe, expect, test } from 'vitest'
import type { MemoryStep } from '../../../../../infra/ports/memory-store.ts'
import { itemDocument, resourceDocument } from '../../../../contracts/memory-documents.ts'
import { startedOnce } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedOnce(startApi)
beforeAll(async () => {
  const step = { fences: [], erasedResources: [], erasures: [] }
  const checkpoint: MemoryStep['checkpoint'] = {
    topic: 'memory.writes.v1',
    partition: 0,
    position: 9,
  }
  const users = ['shop anna', 'shop Hannah', 'shop bob', 'desk carla', 'yard dora']
  const documents = users.map((each) => {
    const [appId, userId] = each.split(' ') as [string, string]
    return resourceDocument({ appId, userId }, { id: 'r' })
  })
  const hannah = { appId: 'shop', userId: 'Hannah' }
  const ended = { validFrom: '2001-01-01T00:00:00.000Z', validTo: '2001-02-01T00:00:00.000Z' }
  const items = [
    itemDocument(hannah, { id: 'open' }),
    itemDocument(hannah, { id: 'ended', item: ended }),
  ]
  await api.ports.memory.apply({ ...step, checkpoint, documents: [...documents, ...items] })
})

async function keyOf(appIds: string[], permissions = ['memory:read']): Promise<string> {
  const body = { name: 'k', appIds, permissions }
  return (await api.call('POST', '/config/keys', { body })).body.key
}

describe('GET /apps', () => {
  test('shows a key for every app those that have users', async () => {
    const first = await api.call('GET', '/apps?limit=1')
    expect(first.body).toEqual({
      data: [{ appId: 'desk', userCount: 1 }],
      pagination: { total: 2, limit: 1, hasMore: true, nextCursor: expect.any(String) },
    })
    const { nextCursor } = first.body.pagination
    const second = await api.call('GET', `/apps?limit=1&cursor=${nextCursor}`)
    expect(second.body).toEqual({
      data: [{ appId: 'shop', userCount: 3 }],
      pagination: { total: 3, limit: 1, hasMore: true, nextCursor: expect.any(String) },
    })
    const last = await api.call('GET', `/apps?limit=1&cursor=${second.body.pagination.nextCursor}`)
    expect(last.body).toEqual({
      data: [{ appId: 'yard', userCount: 1 }],
      pagination: { total: 3, limit: 1, hasMore: false, nextCursor: null },
    })
  })

  test('says in the reference that its total grows from page to page', async () => {
    const { schemas } = (await api.call('GET', '/openapi.json')).body.components
    expect(schemas.AppsResponse.description).toContain('as far as the first of the next page')
  })

  test('shows any other key the apps that it holds, and no other', async () => {
    const key = await keyOf(['shop', 'empty'])
    const { status, body } = await api.call('GET', '/apps', { key })
    expect(status).toBe(200)
    expect(body.data).toEqual([
      { appId: 'empty', userCount: 0 },
      { appId: 'shop', userCount: 3 },
    ])
    expect(body.pagination.total).toBe(2)
  })

  test('needs memory:read', async () => {
    const key = await keyOf(['shop'], ['memory:write', 'audit:read'])
    expect((await api.call('GET', '/apps', { key })).status).toBe(403)
    expect((await api.call('GET', '/users/shop', { key })).status).toBe(403)
  })
})

describe('GET /users/:appId', () => {
  test('lists in pages, and searches', async () => {
    const key = await keyOf(['shop'])
    const list = async (query: string) =>
      (await api.call('GET', `/users/shop${query}`, { key })).body
    const ids = ({ data }: { data: { userId: string }[] }) => data.map(({ userId }) => userId)
    const first = await list('?limit=2')
    expect(first.data[0]).toEqual({
      userId: 'Hannah',
      itemCount: 1,
      resourceCount: 1,
      lastWriteAt: '2026-05-08T13:56:00.000Z',
    })
    expect(first.pagination).toMatchObject({ total: 3, hasMore: true })
    const rest = await list(`?limit=2&cursor=${first.pagination.nextCursor}`)
    expect([...ids(first), ...ids(rest)]).toEqual(['Hannah', 'anna', 'bob'])
    expect(ids(await list('?search=ANNA'))).toEqual(['Hannah', 'anna'])
    expect(ids(await list('?search=carla'))).toEqual([])
  })

  test('is refused to a key of another app, and where the cursor is none', async () => {
    const key = await keyOf(['shop'])
    expect((await api.call('GET', '/users/desk', { key })).status).toBe(403)
    const broken = await api.call('GET', '/users/shop?cursor=x', { key })
    expect([broken.status, broken.body.error.details.field]).toEqual([400, 'cursor'])
  })
})
