// The keys for everything: an operator cannot be locked out by rotating or revoking the last of them.
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../contracts/eventually.ts'
import { startedEach } from '../../../../started.ts'
import { KEY, openDoor } from '../../plugins/door.ts'

const url = '/v1/config/keys'

describe('given a service with no key of the environment', () => {
  const door = startedEach(() => openDoor({ RATE_LIMIT_SCALE: 0, BOOTSTRAP_API_KEY: undefined }))
  let first: { id: string; key: string }
  beforeEach(async () => {
    first = await door.firstKey()
  })

  const make = async (permissions: string[], appIds: string[]) =>
    (await door.call('POST', url, { as: first.key, body: { name: 'k', permissions, appIds } })).body
  const rotate = (id: string, as: string) => door.call('POST', `${url}/${id}/rotate`, { as })
  const revoke = (id: string, as: string) => door.call('DELETE', `${url}/${id}`, { as })

  test('when its only admin key is rotated or revoked, then that is refused, and it goes on working', async () => {
    await make(['admin'], ['app'])
    await make(['memory:read', 'config:write'], ['*'])
    for (const end of [rotate, revoke]) {
      const { status, body } = await end(first.id, first.key)
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'id' } })
      expect(body.error.message).toMatch(/only key with admin for every app: make another/)
    }
    expect((await door.call('GET', url, { as: first.key })).body.data).toHaveLength(3)
  })

  test('when there is another, then either may end, and then no more', async () => {
    const second = await make(['admin'], ['*'])
    const rotated = await rotate(first.id, first.key)
    expect(rotated.status).toBe(200)
    expect((await revoke(first.id, rotated.body.key)).status).toBe(204)
    expect((await revoke(second.id, second.key)).status).toBe(400)
    expect((await rotate(second.id, second.key)).status).toBe(400)
  })

  test('when two admin keys revoke each other, or themselves, at once, then one is left', async () => {
    const second = await make(['admin'], ['*'])
    const ended = await Promise.all([
      revoke(first.id, second.key),
      revoke(second.id, first.key),
      rotate(first.id, first.key),
      rotate(second.id, second.key),
    ])
    expect(ended.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(1)
    const left = await Promise.all(
      [first.key, second.key, ...ended.flatMap(({ body }) => body?.key ?? [])].map(
        async (as) => (await door.call('GET', url, { as })).status,
      ),
    )
    expect(left).toContain(200)
  })

  test('when two admin keys revoke each other in two processes at once, then one is left', async () => {
    const config = { RATE_LIMIT_SCALE: 0, BOOTSTRAP_API_KEY: undefined }
    const other = await openDoor(config, { over: door })
    const second = await make(['admin'], ['*'])
    const ended = await Promise.all([
      revoke(first.id, second.key),
      other.call('DELETE', `${url}/${second.id}`, { as: first.key }),
    ])
    expect(ended.map(({ status }) => status).sort()).toEqual([204, 400])
    for (const { call } of [door, other]) {
      await eventually(async () => {
        const left = [first.key, second.key].map((as) => call('GET', url, { as }))
        expect((await Promise.all(left)).map(({ status }) => status).sort()).toEqual([200, 401])
      })
    }
    await other.close()
  })

  test('when a key is revoked and rotated at once, then no rotation answers with a key that never works', async () => {
    const { id } = await make(['memory:read'], ['app'])
    const [revoked, rotated] = await Promise.all([revoke(id, first.key), rotate(id, first.key)])
    expect([revoked.status, rotated.status]).toEqual([204, 404])
  })

  test('keys of apps end as before', async () => {
    const key = await make(['admin'], ['app'])
    expect((await rotate(key.id, key.key)).status).toBe(200)
    expect((await revoke(key.id, first.key)).status).toBe(204)
  })
})

test('given a key of the environment, when the last admin key is revoked, then it is', async () => {
  const door = await openDoor({ RATE_LIMIT_SCALE: 0 })
  const { id } = await door.makeKey(['admin'], ['*'])
  expect((await door.call('DELETE', `${url}/${id}`, { as: KEY })).status).toBe(204)
  await door.close()
})

describe('what names one thing twice is refused by its field', () => {
  const door = startedEach(() => openDoor({ RATE_LIMIT_SCALE: 0 }))
  const key = { name: 'k', appIds: ['a'], permissions: ['admin'] }

  test.each([
    ['/v1/config/keys', 'appIds', { ...key, appIds: ['a', 'b', 'a'] }],
    ['/v1/config/keys', 'appIds', { ...key, appIds: ['*', '*'] }],
    ['/v1/config/keys', 'permissions', { ...key, permissions: ['memory:read', 'memory:read'] }],
    ['/v1/config/partners', 'appIds', { name: 'p', appIds: ['a', 'a'] }],
  ])('%s: %s', async (path, field, body) => {
    const answer = await door.call('POST', path, { body })
    expect([answer.status, answer.body.error.details.field]).toEqual([400, field])
    expect(answer.body.error.details.issue).toMatch(/^must not name an? \w+ twice$/)
  })
})
