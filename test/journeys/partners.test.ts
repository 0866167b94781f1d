// Partner systems over HTTP: a secret that is shown once, replaced and removed, and never stored in clear; and the key
// that they seal a user's records to.
import { describe, expect, test } from 'vitest'
import { filesWith } from '../infra/sqlite/directory.ts'
import { setting } from './service.ts'
import { sharedService } from './shared-service.ts'

const service = sharedService('partners')

const create = (appIds: string[], as?: string) =>
  service.call('POST', '/config/partners', { name: 'Billing', appIds }, as ? { as } : {})

async function keyOf(appIds: string[], permissions = ['config:write']): Promise<string> {
  const made = { name: 'k', appIds, permissions }
  return (await service.call('POST', '/config/keys', made)).body.key
}

test('a secret is shown once, survives a restart sealed, and goes with its partner', async () => {
  const { status, body: made } = await create(['shop'])
  expect(status).toBe(201)
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Billing',
    appIds: ['shop'],
    createdAt: expect.any(String),
    rotatedAt: null,
    secret: expect.stringMatching(/^plmp_/),
  })
  await service.restart()
  const { secret: _, ...shown } = made
  const { body: listed } = await service.call('GET', '/config/partners')
  expect(listed.data).toEqual([shown])
  const rotated = await service.call('POST', `/config/partners/${made.id}/rotate`)
  expect(rotated.status).toBe(200)
  expect(rotated.body).toMatchObject({ id: made.id, previousUntil: expect.any(String) })
  expect(rotated.body.secret).not.toBe(made.secret)
  if (setting === 'embedded') {
    expect(filesWith(service.dataDir, made.secret)).toEqual([])
    expect(filesWith(service.dataDir, rotated.body.secret)).toEqual([])
  }
  const remove = () => service.call('DELETE', `/config/partners/${made.id}`)
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(204)
  expect((await service.call('GET', '/config/partners')).body.data).toEqual([])
})

test('a key makes and sees partners of the apps that it holds, and of no other', async () => {
  const mine = await keyOf(['mine'])
  expect((await create(['theirs'], mine)).status).toBe(403)
  expect((await create(['mine', 'theirs'], mine)).status).toBe(403)
  expect((await create(['*'], mine)).status).toBe(403)
  expect((await create(['mine'], await keyOf(['mine'], ['memory:write']))).status).toBe(403)
  expect((await create(['mine'], mine)).status).toBe(201)
  const { body: both } = await create(['mine', 'theirs'])
  const as = { as: mine }
  const { body: seen } = await service.call('GET', '/config/partners', undefined, as)
  expect(seen.data.map(({ appIds }: { appIds: string[] }) => appIds)).toEqual([['mine']])
  for (const [method, path] of [
    ['POST', `/config/partners/${both.id}/rotate`],
    ['DELETE', `/config/partners/${both.id}`],
  ] as const) {
    expect((await service.call(method, path, undefined, as)).status).toBe(404)
  }
})

describe('the key that records are sealed to', () => {
  const forget = (userId: string) =>
    service.call('POST', '/forget', { appId: 'shop', userId, confirm: true })
  const ask = (userId: string, as?: string) =>
    service.call('GET', `/inbox-keys/shop/${userId}`, undefined, as ? { as } : {})

  test('is the same each time, another for each user, and another after a forget, also after a restart', async () => {
    const first = await ask('anna')
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      keyGeneration: expect.any(Number),
      publicKey: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect((await ask('anna')).body).toEqual(first.body)
    expect((await ask('berta')).body.publicKey).not.toBe(first.body.publicKey)
    expect((await forget('anna')).status).toBe(200)
    const { body: later } = await ask('anna')
    expect(later.keyGeneration).toBeGreaterThan(first.body.keyGeneration)
    expect(later.publicKey).not.toBe(first.body.publicKey)
    await service.restart()
    expect((await ask('anna')).body).toEqual(later)
  })

  test('is told to a key that may write for the app, and to no other', async () => {
    expect((await ask('anna', await keyOf(['shop'], ['memory:write']))).status).toBe(200)
    expect((await ask('anna', await keyOf(['shop'], ['memory:read']))).status).toBe(403)
    expect((await ask('anna', await keyOf(['bank'], ['memory:write']))).status).toBe(403)
    const { status, body } = await ask('~odd')
    expect([status, body.error.details.field]).toEqual([400, 'userId'])
  })
})

test('an app has at most fifty, and a request that is not right names its field', async () => {
  for (let n = 0; n < 50; n++) expect((await create(['crowded'])).status).toBe(201)
  const full = await create(['crowded'])
  expect([full.status, full.body.error.details.field]).toEqual([400, 'appIds'])
  for (const [field, request] of [
    ['name', { name: '', appIds: ['shop'] }],
    ['appIds', { name: 'n', appIds: [] }],
    ['appIds.0', { name: 'n', appIds: [''] }],
  ] as const) {
    const { status, body } = await service.call('POST', '/config/partners', request)
    expect([status, body.error.details.field]).toEqual([400, field])
  }
})
