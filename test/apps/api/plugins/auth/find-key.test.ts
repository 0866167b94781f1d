// Which key a request shows, and what it may do.
import { describe, expect, test } from 'vitest'
import { allows, findKey, holdsApp } from '../../../../../apps/api/plugins/auth.ts'
import { unverifiedBudgets } from '../../../../../apps/api/plugins/limits/unverified.ts'
import type { ApiKey } from '../../../../../processors/settings/api-key.ts'
import { hashKey } from '../../../../../processors/settings/api-key.ts'
import { noSettings, type Settings } from '../../../../../processors/settings/evolve.ts'
import { openDoor } from '../door.ts'

function keyOf(secret: string, more: Partial<ApiKey> = {}): ApiKey {
  const made = { id: secret.slice(0, 8), name: 'n', createdAt: '', rotatedAt: null }
  return { ...made, appIds: ['app'], permissions: ['memory:read'], hash: hashKey(secret), ...more }
}
const mine = keyOf('mine-0123456789')
const bootstrap = keyOf('bootstrap-01234')
const settings: Settings = { ...noSettings, keysByHash: new Map([[mine.hash, mine]]) }
const shown = (
  authorization?: string,
  of = { settings: () => settings, bootstrap: bootstrap as ApiKey | null },
) => findKey({ headers: { ...(authorization !== undefined && { authorization }) } }, of)

describe('a key', () => {
  test.each(['Bearer mine-0123456789', 'bearer mine-0123456789', 'BEARER    mine-0123456789'])(
    'is found: %s',
    (authorization) => {
      expect(shown(authorization)).toBe(mine)
    },
  )

  test('of the environment is found, where there is one', () => {
    expect(shown('Bearer bootstrap-01234')).toBe(bootstrap)
    expect(
      shown('Bearer bootstrap-01234', { settings: () => settings, bootstrap: null }),
    ).toBeNull()
  })

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearermine-0123456789',
    'mine-0123456789',
    'Basic mine-0123456789',
    'x Bearer mine-0123456789',
    'Bearer mine-0123456789 ',
    'Bearer mine-0123456789 x',
    'Bearer mine-012345678',
    `Bearer ${mine.hash}`,
  ])('is not found: %s', (authorization) => {
    expect(shown(authorization)).toBeNull()
  })

  test('is looked up only where it has 512 characters at most', () => {
    for (const [length, found] of [
      [512, true],
      [513, false],
    ] as const) {
      const long = keyOf('k'.repeat(length))
      const of = { settings: () => noSettings, bootstrap: long }
      expect(shown(`Bearer ${'k'.repeat(length)}`, of)).toBe(found ? long : null)
    }
  })

  test('that lies under a hash of another is none', () => {
    const mislaid = { ...noSettings, keysByHash: new Map([[hashKey('other-0123456789'), mine]]) }
    expect(shown('Bearer other-0123456789', { settings: () => mislaid, bootstrap })).toBeNull()
  })
})

test('a key allows what it says, and all of it with admin', () => {
  const [reader, admin] = [keyOf('r'), keyOf('a', { permissions: ['memory:write', 'admin'] })]
  expect([allows(reader, 'memory:read'), allows(reader, 'memory:write')]).toEqual([true, false])
  expect([allows(admin, 'memory:read'), allows(admin, 'audit:read')]).toEqual([true, true])
})

test('a key holds the apps that it says, and all with the star', () => {
  const [some, every] = [keyOf('s', { appIds: ['a', 'b'] }), keyOf('e', { appIds: ['a', '*'] })]
  expect(['a', 'b', 'c'].map((app) => holdsApp(some, app))).toEqual([true, true, false])
  expect(holdsApp(every, 'c')).toBe(true)
})

test('a refusal names its code and what lacks', async () => {
  const door = await openDoor()
  const { key } = await door.makeKey(['memory:read'], ['app'])
  const told = async (...call: Parameters<typeof door.call>) => {
    const { status, body } = await door.call(...call)
    return [status, body.error.code, body.error.message]
  }
  const give = 'give a valid key: `Authorization: Bearer <API_KEY>`'
  expect(await told('GET', '/v1/health', { as: null })).toEqual([401, 'UNAUTHORIZED', give])
  expect(await told('GET', '/v1/context/theirs/u', { as: key })).toEqual([
    403,
    'FORBIDDEN',
    'the key does not hold this app',
  ])
  expect(await told('GET', '/v1/config/keys', { as: key })).toEqual([
    403,
    'FORBIDDEN',
    'the key lacks the permission admin',
  ])
  expect((await door.call('GET', '/v1/health', { as: key })).status).toBe(200)
  const { free } = unverifiedBudgets.key
  for (let n = 0; n <= free; n++) await told('GET', '/v1/health', { as: null })
  for (let n = 0; n <= free; n++) await told('GET', '/v1/health', { as: 'no' })
  const wait = 'too many attempts failed: try again in 1 s'
  expect(await told('GET', '/v1/health', { as: 'no' })).toEqual([429, 'RATE_LIMITED', wait])
  expect(await told('GET', '/v1/health', { as: null })).toEqual([401, 'UNAUTHORIZED', give])
  await door.close()
})
