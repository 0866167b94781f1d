// Identifiers: the vectors of RFC 9562, and the same inputs give the same id.
import { expect, test } from 'vitest'
import {
  derivedUuid,
  givenIdOf,
  shortId,
  timeOf,
  uuidV7,
  writeOfGiven,
} from '../../../../infra/runtime/envelope/ids.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

test('given the name of RFC 9562 A.4, when derived, then it is the id given there', () => {
  expect(derivedUuid(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('given a namespace and a name, when either changes, then so does the id', () => {
  expect(derivedUuid(DNS, 'a')).toBe(derivedUuid(DNS, 'a'))
  expect(derivedUuid(DNS, 'a')).not.toBe(derivedUuid(DNS, 'b'))
  expect(derivedUuid(derivedUuid(DNS, 'x'), 'a')).not.toBe(derivedUuid(DNS, 'a'))
  expect(derivedUuid(DNS, '日本')).toMatch(UUID)
})

test('given the instant of RFC 9562 A.6, when an id is made, then it begins as given there', () => {
  expect(uuidV7(0x017f22e279b0)).toMatch(/^017f22e2-79b0-7/)
})

test('given instants in order, when ids are made, then their texts are in that order', () => {
  const ids = Array.from({ length: 200 }, (_, n) => uuidV7(1_700_000_000_000 + n * 977))
  expect(ids).toEqual([...ids].sort())
  for (const id of ids) expect(UUID.exec(id)?.[1]).toBe('7')
})

test('given one instant, when many ids are made, then no two are the same', () => {
  const ids = Array.from({ length: 10_000 }, () => uuidV7(1_700_000_000_000))
  expect(new Set(ids).size).toBe(ids.length)
})

test('given many names, when shortened, then ids are 13 signs, the same for the same, and all differ', () => {
  const ids = Array.from({ length: 20_000 }, (_, n) => shortId(`resource ${n}`))
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]{13}$/)
  expect(new Set(ids).size).toBe(ids.length)
  expect(shortId('resource 7')).toBe(ids[7])
})

test('given an id of an instant, when asked, then it tells the instant', () => {
  expect(timeOf('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')).toBe(0x017f22e279b0)
  expect(timeOf(uuidV7(1_700_000_000_123))).toBe(1_700_000_000_123)
})

test('given a name whose digest begins with zeros, when shortened, then the id is filled up', () => {
  expect(shortId('a')).toBe('32wshvyj5voay')
  const short = Array.from({ length: 200 }, (_, n) => shortId(`name ${n}`)).filter((id) =>
    id.startsWith('0'),
  )
  expect(short.length).toBeGreaterThan(0)
})

test('given a write, when its fact is named, then the write is known from the name', () => {
  const ends = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  for (const write of [uuidV7(1_700_000_000_000), ...ends]) {
    expect(givenIdOf(write)).toMatch(/^[0-9a-z]{25}$/)
    expect(writeOfGiven(givenIdOf(write))).toBe(write)
  }
})

test('given what names no write, when its write is asked for, then there is none', () => {
  const zeros = '0'.repeat(24)
  const others = ['', shortId('a fact'), 'z'.repeat(25), `${zeros}-`, `-${zeros}`, 'A'.repeat(25)]
  for (const id of others) {
    expect(writeOfGiven(id)).toBeNull()
  }
})
