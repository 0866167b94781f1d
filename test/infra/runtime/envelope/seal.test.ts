// Sealing: a sealed text opens only with its key, for its user and its event, and unchanged.
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, sealedUnder, unseal } from '../../../../infra/runtime/envelope/seal.ts'
import { newScope, oddTexts } from '../../../contracts/given.ts'

const newKey = (generation = 1) => ({ generation, key: randomBytes(32) })
const newEvent = () => ({ ...newScope(), id: randomUUID() })

test.each(['', ...oddTexts])('given %j, when sealed and opened, then it is what it was', (text) => {
  const [key, event] = [newKey(), newEvent()]
  const sealed = seal(key, event, Buffer.from(text))
  expect(Buffer.from(unseal(key.key, event, sealed)).toString()).toBe(text)
})

test('given words, when sealed, then they cannot be read and no two seals are alike', () => {
  const [key, event] = [newKey(), newEvent()]
  const one = seal(key, event, Buffer.from('xylophone-canary'))
  const other = seal(key, event, Buffer.from('xylophone-canary'))
  expect(Buffer.from(one).includes('xylophone')).toBe(false)
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false)
})

test.each([1, 2, 77, 2 ** 31, 2 ** 32 - 1])(
  'given generation %i, when sealed, then the bytes name it',
  (generation) => {
    expect(sealedUnder(seal(newKey(generation), newEvent(), Buffer.from('x')))).toBe(generation)
  },
)

test.each(['appId', 'userId', 'id'] as const)(
  'given another %s, when opened, then it does not open',
  (field) => {
    const [key, event] = [newKey(), newEvent()]
    const sealed = seal(key, event, Buffer.from('words'))
    expect(() => unseal(key.key, { ...event, [field]: 'another' }, sealed)).toThrow()
  },
)

test('given ids that run together alike, when moved between them, then it does not open', () => {
  const key = newKey()
  const sealed = seal(key, { appId: 'a', userId: 'bc', id: 'd' }, Buffer.from('words'))
  expect(() => unseal(key.key, { appId: 'ab', userId: 'c', id: 'd' }, sealed)).toThrow()
  expect(() => unseal(key.key, { appId: 'a', userId: 'b', id: 'cd' }, sealed)).toThrow()
})

test('given another key, when opened, then it does not open', () => {
  const event = newEvent()
  const sealed = seal(newKey(), event, Buffer.from('words'))
  expect(() => unseal(newKey().key, event, sealed)).toThrow()
})

test('given any changed byte behind the header, when opened, then it does not open', () => {
  const [key, event] = [newKey(), newEvent()]
  const sealed = seal(key, event, Buffer.from('words'))
  for (let at = 5; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed)
    changed[at]! ^= 1
    expect(() => unseal(key.key, event, changed)).toThrow()
  }
  expect(() => unseal(key.key, event, sealed.subarray(0, -1))).toThrow()
})

test.each([0, 5, 20, 32])(
  'given %i bytes of something else, when asked for the generation, then it throws',
  (length) => {
    expect(() => sealedUnder(new Uint8Array(length))).toThrow('not sealed')
  },
)

test('given a view into a larger buffer, when opened, then only the view counts', () => {
  const [key, event] = [newKey(), newEvent()]
  const sealed = seal(key, event, Buffer.from('words'))
  const large = new Uint8Array(sealed.length + 20).fill(9)
  large.set(sealed, 10)
  const view = large.subarray(10, 10 + sealed.length)
  expect(sealedUnder(view)).toBe(1)
  expect(Buffer.from(unseal(key.key, event, view)).toString()).toBe('words')
})

test('given nothing to say, when sealed, then the shortest seal there is names its generation', () => {
  const sealed = seal(newKey(7), newEvent(), new Uint8Array(0))
  expect(sealed.length).toBe(5 + 12 + 16)
  expect(sealedUnder(sealed)).toBe(7)
})

test.each([0, 1, 5, 20, 32])('given %i bytes, when asked, then they are no seal', (length) => {
  expect(() => sealedUnder(Buffer.alloc(length, 1))).toThrow('not sealed by a known format')
})

test('given bytes of another format, when asked, then they are no seal', () => {
  expect(() => sealedUnder(Buffer.alloc(64, 2))).toThrow('not sealed by a known format')
})
