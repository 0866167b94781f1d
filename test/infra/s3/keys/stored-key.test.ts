// How keys are named in a bucket.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { objectKey } from '../../../../infra/ports/object-store.ts'
import { isHashed, portKey, storedKey, storedPrefix } from '../../../../infra/s3/keys/stored-key.ts'

const long = '@'.repeat(256)

test.each([
  [objectKey('app', 'user', '1', 'id'), 'app/user/1/id'],
  [objectKey('a@b', 'c|d', 'é'), 'a%40b/c%7Cd/%C3%A9'],
  [objectKey('a', '.', '..', '...'), 'a/=1dots/=2dots/...'],
  [objectKey('a', '', '='), 'a/=0dots/%3D'],
])('the key %j is named %j, and can be read from that', (key, name) => {
  expect(storedKey(key)).toBe(name)
  expect(isHashed(name)).toBe(false)
  expect(portKey(name, '')).toBe(key)
})

test('the longest names fit into a key and into file names, and stay apart', () => {
  const key = objectKey(long, long, '1', '00000000-0000-4000-8000-000000000000')
  const name = storedKey(key)
  expect(name.length).toBeLessThan(900)
  expect(Math.max(...name.split('/').map((segment) => segment.length))).toBeLessThan(255)
  expect(storedKey(objectKey(long, `${long.slice(1)}|`, '1'))).not.toBe(
    storedKey(objectKey(long, long, '1')),
  )
  expect(isHashed(name)).toBe(true)
  expect(portKey(name, `${objectKey(long, long)}/`)).toBe(key)
  expect(portKey(name, `${objectKey(long)}/`)).toBeNull()
})

test('a name in the bucket is its own name, so that what is listed by it can be read and deleted', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 })), (segments) => {
      const name = storedKey(objectKey(...segments))
      expect(storedKey(name)).toBe(name)
    }),
  )
  const prefix = storedPrefix(`${objectKey(long, long)}/`)
  expect(storedPrefix(prefix)).toBe(prefix)
})

test('a prefix is named as the beginning of its keys', () => {
  const key = objectKey(long, long, '1', 'id')
  for (const prefix of ['', 'a', `${objectKey(long)}/`, `${objectKey(long, long)}/`]) {
    expect(storedKey(prefix === 'a' ? 'abc' : key).startsWith(storedPrefix(prefix))).toBe(true)
  }
  expect(() => storedPrefix(objectKey(long))).toThrow(RangeError)
})
