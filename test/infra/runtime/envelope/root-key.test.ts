// The root key is the first master key, and opens by every later one that wrapped it.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { WrongMasterKey } from '../../../../infra/ports/key-store.ts'
import { openRoot, wrapRoot } from '../../../../infra/runtime/envelope/root-key.ts'

const root = randomBytes(32)

test('given no rotation, when the root key is opened, then it is the master key', () => {
  expect(openRoot(root, null)).toBe(root)
})

test('given a rotation, when the root key is opened, then by the new master key alone', () => {
  const [before, after] = [root, randomBytes(32)]
  const stored = wrapRoot(after, root, 2)
  expect(stored.generation).toBe(2)
  expect(Buffer.from(openRoot(after, stored))).toEqual(root)
  expect(() => openRoot(before, stored)).toThrow(WrongMasterKey)
})

test('given a wrapped root key, when its generation was changed, then it does not open', () => {
  const masterKey = randomBytes(32)
  const stored = wrapRoot(masterKey, root, 2)
  expect(() => openRoot(masterKey, { ...stored, generation: 1 })).toThrow(WrongMasterKey)
})

test('given a root key that an earlier version wrapped, when it is opened, then it is the same', () => {
  const wrapped = Buffer.from(
    'fd0bfc4bc923b26dff5ab2e03fa20ac0057f7bd16588f9da7013fa8d0dce32829b423767d14f67352ec8453700a6ea3481c3babee6a7261097291702',
    'hex',
  )
  const opened = openRoot(Buffer.alloc(32, 7), { generation: 2, wrapped })
  expect(Buffer.from(opened)).toEqual(Buffer.alloc(32, 9))
})
