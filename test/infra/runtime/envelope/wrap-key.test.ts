// Wrapped keys open only under the master key, the user and the generation that they were made for.
import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { DamagedKey } from '../../../../infra/ports/key-store.ts'
import { newKey, unwrapKey } from '../../../../infra/runtime/envelope/wrap-key.ts'
import { newScope } from '../../../contracts/given.ts'

test('given a wrapped key, when anything that it is bound to is another, then it does not open', () => {
  const masterKey = createSecretKey(randomBytes(32))
  const scope = newScope()
  const { key, wrapped } = newKey(masterKey, scope, 3)
  expect(Buffer.from(unwrapKey(masterKey, scope, { generation: 3, wrapped }))).toEqual(
    Buffer.from(key),
  )
  expect(() => unwrapKey(masterKey, scope, { generation: 2, wrapped })).toThrow()
  expect(() => unwrapKey(masterKey, newScope(), { generation: 3, wrapped })).toThrow()
  expect(() =>
    unwrapKey(createSecretKey(randomBytes(32)), scope, { generation: 3, wrapped }),
  ).toThrow()
})

test('given a wrapped key that was cut off or grew, when opened, then it is told as damaged whatever the master key', () => {
  const masterKey = createSecretKey(randomBytes(32))
  const scope = newScope()
  const { wrapped } = newKey(masterKey, scope, 1)
  for (const other of [wrapped.subarray(0, 59), wrapped.subarray(0, 0), Buffer.alloc(61)]) {
    expect(() => unwrapKey(masterKey, scope, { generation: 1, wrapped: other })).toThrow(DamagedKey)
  }
})

test('given two users, when keys are made, then each is 32 bytes of its own and not stored as it is', () => {
  const masterKey = createSecretKey(randomBytes(32))
  const [one, other] = [newKey(masterKey, newScope(), 1), newKey(masterKey, newScope(), 1)]
  expect([one.key.length, other.key.length]).toEqual([32, 32])
  expect(Buffer.from(one.key).equals(other.key)).toBe(false)
  expect(Buffer.from(one.wrapped).includes(Buffer.from(one.key))).toBe(false)
  expect(one.wrapped.length).toBe(12 + 16 + 32)
})
