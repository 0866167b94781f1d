// How API keys are made and recognised, and which keys are an operator's.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ApiKey } from '../../../processors/settings/api-key.ts'
import {
  bootstrapKey,
  hashKey,
  isOperatorKey,
  makeKey,
} from '../../../processors/settings/api-key.ts'

test('two keys are never the same, and a scanner can find them', () => {
  const [one, other] = [makeKey(), makeKey()]
  expect(one).toMatch(/^plm_[\w-]{43}$/)
  expect(one).not.toBe(other)
})

test('a key is known by its SHA-256 in hex', () => {
  expect(hashKey('plm_x')).toBe(createHash('sha256').update('plm_x', 'utf8').digest('hex'))
})

describe('the key of the environment', () => {
  test.each([undefined, ''])('given %j, then there is none', (key) => {
    expect(bootstrapKey(key)).toBeNull()
  })

  test('given one, then it holds everything', () => {
    expect(bootstrapKey('plm_x')).toEqual({
      id: '00000000-0000-0000-0000-000000000000',
      name: 'bootstrap',
      appIds: ['*'],
      permissions: ['admin'],
      createdAt: '1970-01-01T00:00:00Z',
      rotatedAt: null,
      hash: hashKey('plm_x'),
    })
  })
})

test.each<[string, Partial<ApiKey>, boolean]>([
  ['admin for every app', {}, true],
  ['more than that', { appIds: ['app', '*'], permissions: ['memory:read', 'admin'] }, true],
  ['admin for one app', { appIds: ['app'] }, false],
  ['less for every app', { permissions: ['memory:read'] }, false],
  ['nothing', { appIds: [], permissions: [] }, false],
])('given a key that holds %s, then it is an operator’s: %s', (_, more, expected) => {
  expect(isOperatorKey({ ...bootstrapKey('plm_x')!, ...more })).toBe(expected)
})
