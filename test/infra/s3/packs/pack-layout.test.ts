// How objects lie in packs.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askedKey, objectKey } from '../../../../infra/ports/object-store.ts'
import {
  common,
  inPacks,
  isPacked,
  layOut,
  packedAt,
  readEntry,
  without,
} from '../../../../infra/s3/packs/pack-layout.ts'

const pack = randomUUID()
const objectsOf = (bodies: readonly Uint8Array[]) =>
  bodies.map((body, n) => ({ key: objectKey('app', 'a@b.c', String(n)), body }))

describe('given objects of any bytes, when they are laid out', () => {
  test('then each is read by its key, and leaving some out leaves the others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        (bodies, seed) => {
          const { body, keys } = layOut(pack, objectsOf(bodies))
          expect(keys.every(isPacked)).toBe(true)
          expect(keys.map(askedKey)).toEqual(objectsOf(bodies).map(({ key }) => key))
          const gone = keys.filter((_, n) => (seed >> (n % 30)) & 1)
          const { body: left, removed } = without(body, gone.map(packedAt))
          expect(removed).toBe(gone.length)
          for (const [n, key] of keys.entries()) {
            const found = readEntry(left, packedAt(key))
            const expected = gone.includes(key) ? null : Buffer.from(bodies[n]!)
            expect(found && Buffer.from(found)).toEqual(expected)
          }
          expect(without(left, gone.map(packedAt)).removed).toBe(0)
          if (gone.length === keys.length) expect(left).toHaveLength(0)
        },
      ),
    )
  })
})

test('given small and large objects, when they are put into packs, then each is in one, and the large alone', () => {
  const sizes = [10, 70_000, 65_000, ...Array.from({ length: 40 }, () => 60_000), 1]
  const packs = inPacks(objectsOf(sizes.map((size) => new Uint8Array(size))))
  expect(packs.flat().sort((a, b) => a - b)).toEqual([...sizes.keys()])
  for (const indices of packs) {
    const bytes = indices.reduce((sum, index) => sum + sizes[index]!, 0)
    expect(bytes <= 1024 * 1024 || indices.length === 1).toBe(true)
  }
  expect(packs).toContainEqual([1])
})

test('given the key of an object that lies alone, when asked, then it is not packed', () => {
  expect(isPacked(objectKey('app', 'user@host', '1', randomUUID()))).toBe(false)
  expect(isPacked(objectKey('app', `u@${pack}.1.2`, '1', randomUUID()))).toBe(false)
})

test('given two revisions, when united, then what is deleted in either is deleted', () => {
  const { body, keys } = layOut(pack, objectsOf([0, 1, 2].map((n) => Uint8Array.of(n + 5))))
  const [one, two, three] = keys.map(packedAt)
  const united = common([without(body, [one!]).body, without(body, [two!]).body])
  expect([one!, two!].map((entry) => readEntry(united, entry))).toEqual([null, null])
  expect(readEntry(united, three!)).toEqual(Uint8Array.of(7))
  const nothing = without(body, [one!, two!, three!]).body
  expect(readEntry(common([body, nothing]), one!)).toBeNull()
  expect(readEntry(common([nothing, body]), one!)).toBeNull()
})
