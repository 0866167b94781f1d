// No two users share a name, whatever their identifiers are; plain identifiers keep their old names.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  behindScopeNamesOf,
  scopeName,
  scopeNamed,
  scopeNamesOf,
} from '../../schemas/scope-name.ts'
import { lookAlikes } from '../contracts/given.ts'

/** Texts over a small alphabet, so that joined parts often collide. */
const part = fc.string({
  unit: fc.constantFrom('a', '/', '%', '2', 'F', '5', '0', ' ', 'ü'),
  minLength: 1,
  maxLength: 6,
})
const scope = fc.record({ appId: part, userId: part })

test('given users with names alike, then their names differ', () => {
  const scopes = lookAlikes()
  expect(new Set(scopes.map(scopeName)).size).toBe(scopes.length)
})

test('given any two users, then they have one name only where they are the same', () => {
  const isSame = (a: { appId: string; userId: string }, b: typeof a) =>
    a.appId === b.appId && a.userId === b.userId
  fc.assert(
    fc.property(scope, scope, (a, b) => (scopeName(a) === scopeName(b)) === isSame(a, b)),
    { numRuns: 5_000 },
  )
})

test('given any user, then the name tells who it is', () => {
  fc.assert(fc.property(scope, (each) => void expect(scopeNamed(scopeName(each))).toEqual(each)))
})

test('given a plain user, then the name is what stores hold already', () => {
  expect(scopeName({ appId: 'app.1', userId: 'a@b|c:d+e=f~g-h_i' })).toBe('app.1/a@b|c:d+e=f~g-h_i')
})

test('given two apps, then the users of one begin with what no user of the other begins with', () => {
  fc.assert(
    fc.property(scope, part, (each, appId) => {
      fc.pre(each.appId !== appId)
      expect(scopeName(each).startsWith(scopeNamesOf(appId))).toBe(false)
    }),
  )
})

test('given all names in their order, then from behind one app the next is found, and none is passed over', () => {
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  fc.assert(
    fc.property(fc.array(scope, { minLength: 1, maxLength: 20 }), (scopes) => {
      const names = scopes.map(scopeName).sort(byBytes)
      const found: string[] = []
      for (let from = ''; ; ) {
        const next = names.find((name) => byBytes(name, from) >= 0)
        if (next === undefined) break
        found.push(scopeNamed(next).appId)
        from = behindScopeNamesOf(found.at(-1)!)
      }
      expect(found.sort()).toEqual([...new Set(scopes.map(({ appId }) => appId))].sort())
    }),
    { numRuns: 2_000 },
  )
})
