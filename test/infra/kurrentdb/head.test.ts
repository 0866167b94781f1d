// What is known of a user before the first entry is read.
import { expect, test } from 'vitest'
import {
  cleared,
  isAllowed,
  newHead,
  withCount,
  withDropped,
  withFence,
} from '../../../infra/kurrentdb/head.ts'
import type { AuditEntry } from '../../../infra/ports/audit-store.ts'
import { fenceOf, newScope } from '../../contracts/given.ts'

const scope = newScope()
const entry = (id: string, source: number, more: Partial<AuditEntry> = {}) =>
  ({ ...scope, id, source, category: 'work', permanent: false, ...more }) as AuditEntry

test('given a fence, when it is in the head, then what it forbids is not allowed, and the receipt comes last', () => {
  const head = withFence(newHead(scope), fenceOf(scope, 9))
  expect(head).toMatchObject({ generation: 2, clearing: { before: 9, removed: 0 }, receipts: [] })
  expect(isAllowed(head, entry('a', 8))).toBe(false)
  expect(isAllowed(head, entry('a', 8, { permanent: true }))).toBe(true)
  expect(isAllowed(head, entry('a', 9))).toBe(true)
  const done = cleared(withCount(head, 3))
  expect(done.clearing).toBeNull()
  expect(done.receipts).toEqual([{ before: 9, removed: { entries: 3 }, resourceIds: [] }])
  expect(cleared(done)).toEqual(done)
})

test('given fences in any order, when raised, then the head has the same ones', () => {
  const fences = [
    fenceOf(scope, 9),
    fenceOf(scope, 20),
    fenceOf(scope, 5, { category: 'work' }),
    fenceOf(scope, 7, { category: 'health' }),
  ]
  const raised = (some: typeof fences) => some.reduce(withFence, newHead(scope)).fences
  expect(raised(fences)).toHaveLength(3)
  expect(raised([...fences].reverse())).toEqual(raised(fences))
})

test('given dropped entries, when one comes once more, then it is not allowed', () => {
  const head = cleared(withDropped(newHead(scope), ['a']))
  expect(isAllowed(head, entry('a', 1))).toBe(false)
  expect(isAllowed(head, entry('b', 1))).toBe(true)
  expect(head.receipts).toEqual([])
  const many = withDropped(
    head,
    Array.from({ length: 2_000 }, (_, n) => `n${n}`),
  )
  expect(many.dropped).toHaveLength(1_000)
  expect(many.dropped.at(-1)).toBe('n1999')
})
