// The address holds the user's location in the console, whatever the names of app and user are.
import { expect, test } from 'vitest'
import { hrefOf, readRoute, scopeKey, userHref } from '../../../../apps/console/page/route.ts'
import { lookAlikes } from '../../../contracts/given.ts'

const odd = [
  'müller',
  'slack/C012/p1700',
  '+49 123',
  '100% of what?',
  '#a&b=c',
  '%2F',
  '🦊',
  '?asOf=2020',
]
const time = { asOf: '2026-01-05T10:00:00.000Z', knownAt: '2026-03-05T00:00:00.000Z' }

test('given users with names alike, then each has an address that leads to them, and a key of their own', () => {
  const scopes = [...lookAlikes(), ...odd.map((userId) => ({ appId: userId, userId }))]
  for (const scope of scopes) {
    expect(readRoute(userHref(scope, 'graph', { id: scope.userId, time }))).toEqual({
      view: 'graph',
      scope,
      id: scope.userId,
      time,
    })
    const users = { view: 'users' as const, appId: scope.appId }
    expect(readRoute(hrefOf(users))).toEqual(users)
  }
  expect(new Set(scopes.map((scope) => userHref(scope))).size).toBe(scopes.length)
  expect(new Set(scopes.map(scopeKey)).size).toBe(scopes.length)
})

test('given a fragment that is no encoding, then it leads to the users', () => {
  expect(readRoute('#/user/%ff')).toMatchObject({ view: 'users' })
})

test('given a time that is none, then it is now', () => {
  expect(readRoute('#/user/shop/ada/time?asOf=soon')).toMatchObject({
    time: { asOf: null, knownAt: null },
  })
})

test('given a day that a user typed, then it is an instant as the API takes it', () => {
  expect(readRoute('#/user/shop/ada/time?asOf=2026-03-05')).toMatchObject({
    time: { asOf: '2026-03-05T00:00:00.000Z' },
  })
})
