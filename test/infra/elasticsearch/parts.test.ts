// The parts of the Elasticsearch stores that need no server: names, weights, vectors, portions and fences.
import { describe, expect, test } from 'vitest'
import { portions } from '../../../infra/elasticsearch/client/bulk.ts'
import { prepareMemoryStep } from '../../../infra/elasticsearch/memory/memory-documents.ts'
import { vectorField } from '../../../infra/elasticsearch/memory/search-vectors.ts'
import {
  inverseFrequency,
  queryTerms,
  weighTerms,
} from '../../../infra/elasticsearch/memory/words.ts'
import {
  forbiddenBy,
  readable,
} from '../../../infra/elasticsearch/projection/fences/fence-query.ts'
import { isForbidden, mergeFences } from '../../../infra/elasticsearch/projection/fences/fences.ts'
import { documentId, ownerOf, routingOf } from '../../../infra/elasticsearch/reading/identity.ts'
import type { Item } from '../../../infra/ports/memory-store.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeNamed } from '../../../schemas/scope-name.ts'
import { AT, fenceOf, lookAlikes, newScope } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'

describe('names', () => {
  test('given users with names alike, when named, then no two are the same and none is too long', () => {
    const scopes = lookAlikes()
    expect(new Set(scopes.map(ownerOf)).size).toBe(scopes.length)
    for (const scope of scopes) expect(scopeNamed(ownerOf(scope))).toEqual(scope)
    const ids = scopes.flatMap((scope) =>
      ['item', 'resource'].map((kind) => documentId(kind, ownerOf(scope), 'x'.repeat(600))),
    )
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id.length).toBeLessThan(64)
  })

  test.each([
    [{ appId: '', userId: 'c' }],
    [{ appId: 'a', userId: '' }],
    [{ appId: 'a' } as Scope],
  ])('given %j, when named, then it is refused', (scope) => {
    expect(() => ownerOf(scope)).toThrow(TypeError)
  })
})

describe('routing', () => {
  test('given a plain user, then it is the owner, by which their documents have always been placed', () => {
    expect(routingOf('app-1/a@b.example|1')).toBe('app-1/a@b.example|1')
  })

  test('given users with any names, then it is one place, and short enough for an address', () => {
    for (const scope of lookAlikes()) {
      const routing = routingOf(ownerOf(scope))
      expect(encodeURIComponent(routing).length).toBeLessThan(700)
      expect(routing).not.toContain(',')
    }
  })
})

describe('words', () => {
  test('given terms, when weighed, then repetition adds less each time and length takes away', () => {
    const short = weighTerms(['a', 'b', 'b'])!
    expect(short.b!).toBeGreaterThan(short.a!)
    expect(short.b!).toBeLessThan(2 * short.a!)
    expect(weighTerms(['a', ...Array<string>(40).fill('x')])!.a!).toBeLessThan(short.a!)
    expect(weighTerms([])).toBeUndefined()
  })

  test('given signs that names of fields may not have, when stored and asked, then they are the same', () => {
    const terms = ['3.14', '3%2E14', '50%']
    const stored = Object.keys(weighTerms(terms)!)
    expect(stored).toEqual(queryTerms({ terms }).map(({ term }) => term))
    expect(new Set(stored).size).toBe(3)
    expect(stored.join()).not.toContain('.')
  })

  test('given how many have a term, when weighed, then the rarer weighs more and none weighs less than zero', () => {
    expect(inverseFrequency(10, 1)).toBeGreaterThan(inverseFrequency(10, 9))
    expect(inverseFrequency(10, 10)).toBeGreaterThan(0)
    expect(inverseFrequency(10, 12)).toBeGreaterThan(0)
    expect(inverseFrequency(10, 0)).toBe(0)
  })
})

describe('items', () => {
  const stored = (item: Partial<Item>) => {
    const document = itemDocument(newScope(), {
      id: 'one',
      terms: ['coffee'],
      vector: Int8Array.of(1, 2),
      item,
    })
    const nothing = { erasedResources: [], erasures: [] }
    return prepareMemoryStep(nothing, [document], 2)[0]!.body!
  }

  test.each([
    ['superseded', { supersededBy: 'x' }],
    ['pruned', { pruned: { at: AT, reason: 'faded' as const } }],
  ])('given an item that is %s, when stored, then no search finds it', (_, item) => {
    expect(stored({})).toMatchObject({ current: true, embedding: expect.anything() })
    expect(stored(item)).toMatchObject({ current: false })
    expect(stored(item)).not.toHaveProperty('words')
    expect(stored(item)).not.toHaveProperty('embedding')
  })
})

describe('vectors', () => {
  test('given a vector, when stored, then it is hex of the full size with its own length beside', () => {
    expect(vectorField(Int8Array.of(127, -127, 0), 4)).toEqual({
      embedding: '7f810000',
      vectorLength: 3,
    })
  })

  test.each([
    ['none', Int8Array.of()],
    ['zeros', Int8Array.of(0, 0)],
    ['more numbers than fit', Int8Array.of(1, 2, 3)],
  ])('given %s, when stored, then the field is left out', (_, vector) => {
    expect(vectorField(vector, 2)).toBeNull()
  })
})

test('given many writes, when portioned, then each portion is small and none is lost', () => {
  const writes = Array.from({ length: 2500 }, (_, n) => ({
    index: 'i',
    id: String(n),
    routing: 'r',
    action: 'put' as const,
    version: 1,
    body: { doc: 'x'.repeat(n % 100 ? 10 : 2 ** 20) },
  }))
  const all = portions(writes)
  expect(all.flatMap(({ operations }) => operations).length).toBe(5000)
  for (const { operations, documents, characters } of all) {
    expect(operations.length).toBe(2 * documents)
    expect(documents).toBeLessThanOrEqual(1000)
    expect(operations.join('').length).toBe(characters)
    expect(characters).toBeLessThan(10 * 2 ** 20)
  }
  expect(portions([])).toEqual([])
})

describe('fences', () => {
  const scope = newScope()

  test('given a later fence of the same reach, when merged, then it says all, in any order', () => {
    const work = fenceOf(scope, 5, { category: 'work' })
    const fences = [work, fenceOf(scope, 9), fenceOf(scope, 20, { keyGeneration: 2 })]
    const merged = (order: typeof fences) =>
      order.reduce<typeof fences>((known, fence) => mergeFences(known, fence), [])
    expect(merged(fences)).toEqual([fenceOf(scope, 20, { keyGeneration: 2 }), work])
    expect(merged([...fences].reverse())).toEqual(merged(fences))
  })

  test('given what no fence reaches, when asked, then it is not forbidden', () => {
    const fences = new Map([[ownerOf(scope), [fenceOf(scope, 9)]]])
    expect(isForbidden(fences, null)).toBe(false)
    expect(isForbidden(fences, { ...scope, source: 8, category: null })).toBe(true)
    expect(isForbidden(fences, { ...scope, source: 9, category: null })).toBe(false)
    expect(isForbidden(fences, { ...newScope(), source: 8, category: null })).toBe(false)
  })

  test('given a user, when a query is made, then the owner is in it, and what fences forbid is not', () => {
    expect(readable('a/b', [])).toEqual({ term: { owner: 'a/b' } })
    const fences = [fenceOf(scope, 9, { category: 'work' })]
    expect(readable('a/b', fences)).toEqual({
      bool: { filter: [{ term: { owner: 'a/b' } }], must_not: forbiddenBy(fences) },
    })
  })
})
