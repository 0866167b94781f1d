// What a user's keys do for the stores: properties of sealing, hashing and rotating vectors.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBounded } from '../../../../infra/runtime/envelope/bounded.ts'
import {
  createUserKeys,
  type Opened,
  sealedUnder,
  type UserKeys,
} from '../../../../infra/sealed/keys/user-keys.ts'

const userKeys = (generation = 1) => createUserKeys({ generation, key: randomBytes(32) })
const [ours, theirs] = [userKeys(), userKeys()]
const texts = fc.string({ unit: 'grapheme' })

test('a sealed text opens, equal texts are sealed equally, and others’ keys open none', () => {
  const secret = randomBytes(32)
  const keys = createUserKeys({ generation: 3, key: secret })
  const again = createUserKeys({ generation: 3, key: secret })
  const later = createUserKeys({ generation: 4, key: secret })
  fc.assert(
    fc.property(texts, texts, (about, plain) => {
      const sealed = keys.seal(about, plain)
      expect(again.seal(about, plain)).toBe(sealed)
      expect(again.open(about, sealed)).toBe(plain)
      expect(sealedUnder(sealed)).toBe(3)
      expect(later.open(about, sealed)).toBeNull()
      expect(createUserKeys({ generation: 3, key: randomBytes(32) }).open(about, sealed)).toBeNull()
      expect(keys.open(`${about}.`, sealed)).toBeNull()
      if (plain.length > 3) expect(sealed).not.toContain(Buffer.from(plain).toString('base64url'))
    }),
  )
})

test('a changed letter does not open, wherever it is', () => {
  const sealed = ours.seal('about', 'a text')
  for (const n of Array.from(sealed).keys()) {
    const other = sealed[n] === 'A' ? 'B' : 'A'
    const opened = ours.open('about', sealed.slice(0, n) + other + sealed.slice(n + 1))
    // The last letter may hold unused bits.
    if (n < sealed.length - 1) expect(opened).toBeNull()
  }
  for (const none of ['', 'A', 'AQ', 'not sealed', sealed.slice(0, 30)]) {
    expect(ours.open('about', none)).toBeNull()
  }
})

test('another text has another nonce: neither a text nor what it is about can be moved into the other', () => {
  const nonceOf = (about: string, plain: string) => ours.seal(about, plain).slice(7, 22)
  fc.assert(
    fc.property(texts, texts, texts, texts, (a, b, c, d) => {
      fc.pre(a !== c || b !== d)
      expect(nonceOf(a, b)).not.toBe(nonceOf(c, d))
    }),
  )
  expect(nonceOf('1', '23')).not.toBe(nonceOf('12', '3'))
})

test('terms are equal for equal words of one user alone, and never the words', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 40 })), (words) => {
      const terms = ours.terms(words)
      expect(new Set(terms).size).toBe(new Set(words).size)
      expect(words.map((word) => ours.terms([word])[0])).toEqual(terms)
      for (const term of terms) expect(term).toMatch(/^[\w-]{8}$/)
      const others = new Set(theirs.terms(words))
      expect(terms.filter((term) => others.has(term))).toEqual([])
    }),
  )
  const long = 'w'.repeat(15)
  expect(new Set(ours.terms([long, `${long}w`, `${long}x`, long.slice(1)])).size).toBe(4)
  // Their codes have the low byte of the first in common.
  expect(new Set(ours.terms(['a', 'š', '慡'])).size).toBe(3)
})

test('terms stay the same, however many a user has asked with since', () => {
  const words = Array.from({ length: 400 }, (_, n) => `word ${n}`)
  const all = ours.terms(words)
  for (let n = 0; n + 30 <= words.length; n += 10) {
    expect(ours.terms(words.slice(n, n + 30))).toEqual(all.slice(n, n + 30))
  }
  expect(ours.terms(['word 1', 'word 1'])).toEqual([all[1], all[1]])
})

test('keys that are looked up are told apart by their purpose and their user', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(ours.key('slot', text)).toBe(ours.key('slot', text))
      expect(ours.key('slot', text)).not.toBe(ours.key('fingerprint', text))
      expect(ours.key('slot', text)).not.toBe(theirs.key('slot', text))
    }),
  )
  expect(ours.key('a', 'bc')).not.toBe(ours.key('ab', 'c'))
})

const number = fc.integer({ min: -127, max: 127 })
const pairs = fc
  .integer({ min: 0, max: 300 })
  .chain((length) =>
    fc.tuple(
      fc.array(number, { minLength: length, maxLength: length }),
      fc.array(number, { minLength: length, maxLength: length }),
    ),
  )

test('turned vectors keep their products, and turn back', () => {
  const product = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((sum, each, n) => sum + each * b[n]!, 0)
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      const [x, y] = [Int8Array.from(a), Int8Array.from(b)]
      expect(product(ours.turn(x), ours.turn(y))).toBe(product(a, b))
      expect(ours.turnBack(ours.turn(x))).toEqual(x)
    }),
  )
  const vector = Int8Array.from({ length: 256 }, (_, n) => (n % 127) + 1)
  expect(theirs.turn(vector)).not.toEqual(ours.turn(vector))
  const unmoved = ours.turn(vector).filter((each, n) => each === vector[n]).length
  expect(unmoved).toBeLessThan(20)
  const mirrored = ours.turn(vector).filter((each) => each < 0).length
  expect(mirrored).toBeGreaterThan(80)
})

test('-128 turns back, though it has no opposite', () => {
  const vector = Int8Array.from({ length: 9 }, () => -128)
  expect(ours.turnBack(ours.turn(vector))).toEqual(vector)
})

test('a sealed value is parsed once, cannot be changed, and opens for its own key alone', () => {
  const opened = createBounded<Opened>(9)
  const [mine, other] = [1, 2].map((n) =>
    createUserKeys({ generation: 1, key: Buffer.alloc(32, n) }, opened),
  ) as [UserKeys, UserKeys]
  const sealed = mine.seal('item 1', JSON.stringify({ text: 'tea', entities: [{ name: 'Ana' }] }))
  const read = mine.read('item 1', sealed) as { entities: { name: string }[] }
  expect(mine.read('item 1', sealed)).toBe(read)
  expect(() => read.entities.push({ name: 'Ben' })).toThrow(TypeError)
  expect(() => Object.assign(read.entities[0]!, { name: 'Ben' })).toThrow(TypeError)
  expect([other.read('item 1', sealed), mine.read('item 2', sealed)]).toEqual([null, null])
  expect(mine.open('item 1', sealed)).toContain('tea')
})

test('a text that was opened does not open with a letter changed behind its tag', () => {
  const opened = createBounded<Opened>(9)
  const keys = createUserKeys({ generation: 1, key: randomBytes(32) }, opened)
  const sealed = keys.seal('item 1', '{"text":"tea with Ana"}')
  const changed = `${sealed.slice(0, -2)}${sealed.at(-2) === 'A' ? 'B' : 'A'}${sealed.at(-1)}`
  expect(keys.read('item 1', sealed)).toEqual({ text: 'tea with Ana' })
  expect(keys.read('item 1', changed)).toBeNull()
  expect(keys.open('item 1', sealed)).toBe('{"text":"tea with Ana"}')
  expect(keys.open('item 1', changed)).toBeNull()
})

test('a recurring text is sealed once for each key and kind', () => {
  const opened = createBounded<Opened>(9)
  const made: string[] = []
  const make = (text: string) => `${made.push(text)} ${text}`
  const [mine, other] = [1, 2].map((n) =>
    createUserKeys({ generation: 1, key: Buffer.alloc(32, n) }, opened),
  ) as [UserKeys, UserKeys]
  expect([mine.once('name', 'Ana', make), mine.once('name', 'Ana', make)]).toEqual([
    '1 Ana',
    '1 Ana',
  ])
  expect(mine.once('type', 'Ana', make)).toBe('2 Ana')
  expect(other.once('name', 'Ana', make)).toBe('3 Ana')
})
