// Where a person is in the console is in the address, whatever the names of app and user are.
import { expect, test } from 'vitest'
import { hrefOf, readRoute, scopeKey, userHref } from '../../../../apps/console/page/route.ts'
import { lookAlikes } from '../../../contracts/given.ts'

test('given users with names alike, then each has an address that leads to them, and a key of their own', () => {
  const scopes = lookAlikes()
  for (const scope of scopes) {
    expect(readRoute(userHref(scope, 'graph'))).toEqual({ view: 'graph', scope, id: null })
    const users = { view: 'users' as const, appId: scope.appId }
    expect(readRoute(hrefOf(users))).toEqual(users)
  }
  expect(new Set(scopes.map((scope) => userHref(scope))).size).toBe(scopes.length)
  expect(new Set(scopes.map(scopeKey)).size).toBe(scopes.length)
})

test('given a fragment that is no encoding, then it leads to the users', () => {
  expect(readRoute('#/user/%ff')).toMatchObject({ view: 'users' })
})
