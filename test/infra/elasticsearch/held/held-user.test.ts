// What is held counts as all of a user's items only if it is exactly what the index shows.
import { describe, expect, test } from 'vitest'
import { createHeldUser } from '../../../../infra/elasticsearch/held/held-user.ts'
import { fenceOf, newScope } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'

const scope = newScope()
const changed = (id: string, sequence: number) => ({
  key: id,
  sequence,
  stored: {
    doc: JSON.stringify(itemDocument(scope, { id }).item),
    aside: JSON.stringify({ terms: ['tea'], vector: '', fingerprint: '', slot: null }),
    source: 1,
    category: 'work',
  },
})
const mark = { index: 'items-1', count: 2, sum: 11 }
const all = { changed: [], mark, fences: [] }

function given() {
  const user = createHeldUser({ mark, fences: [] })
  user.take([changed('a', 4), changed('b', 7)])
  return user
}

describe('given a user whose items are held', () => {
  test('when the index shows the same, then it is all', () => {
    const user = given()
    expect(user.last).toBe(7)
    expect(user.isAll(all)).toBe(true)
  })

  const others = {
    'an item less': { ...mark, count: 1 },
    'a change that was missed': { ...mark, sum: 12 },
    'another build': { ...mark, index: 'items-2' },
  }
  test.each(Object.entries(others))('when it shows %s, then it is not', (_, other) => {
    expect(given().isAll({ ...all, mark: other })).toBe(false)
  })

  test('when something was forgotten, then it is not', () => {
    const fences = [fenceOf(scope, 3)]
    expect(given().isUnder([])).toBe(true)
    expect(given().isUnder(fences)).toBe(false)
    expect(given().isAll({ ...all, fences })).toBe(false)
  })

  test('when an item changes, then only its last sequence number counts, and as much is held as before', () => {
    const user = given()
    const before = user.bytes
    user.take([changed('a', 9)])
    expect(user.isAll(all)).toBe(false)
    expect(user.isAll({ ...all, mark: { ...mark, sum: 16 } })).toBe(true)
    expect(user.bytes).toBe(before)
  })

  test('when an item comes, then more is held', () => {
    const user = given()
    const before = user.bytes
    user.take([changed('c', 9)])
    expect(user.bytes).toBe(before * 1.5)
  })

  test('when the numbers are too large to be added exactly, then it is not', () => {
    const [half, user] = [2 ** 52, createHeldUser({ mark, fences: [] })]
    user.take([changed('a', half), changed('b', half)])
    expect(user.isAll({ ...all, mark: { ...mark, sum: 2 * half } })).toBe(false)
  })
})
