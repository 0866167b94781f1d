// A snapshot's manifest is read as it was written or not at all, and the names of objects sort in numerical order.
import { describe, expect, test } from 'vitest'
import {
  folderOf,
  type Manifest,
  manifest,
  manifestKey,
  manifestsOf,
  numberOf,
  rowsIn,
  segmentsOf,
  snapshotScope,
} from '../../../../infra/runtime/snapshots/manifest.ts'
import { appId } from '../../../../schemas/identifiers.ts'

const MEMORY = { name: 'memory', partition: 1 } as const
const SEGMENT = { key: 'k', sha256: 'a', bytes: 2, rows: 3, of: 'all' } as const
const WRITTEN: Manifest = {
  layout: 1,
  id: '11111111-1111-4111-8111-111111111111',
  number: 1,
  takenAt: '2026-06-01T08:00:00.000Z',
  checkpoints: { 'memory.facts.v1': 7 },
  witnesses: [{ topic: 'memory.facts.v1', position: 7, id: 'event' }],
  segments: [SEGMENT, { ...SEGMENT, of: 'changed' }],
}

describe('a manifest', () => {
  test('is read as it was written', () => {
    expect(manifest.parse(JSON.parse(JSON.stringify(WRITTEN)))).toEqual(WRITTEN)
  })

  test.each<[string, object]>([
    ['says more than is known', { more: true }],
    ['has no name of its own', { id: 'first' }],
    ['has no number', { number: 0 }],
    ['has no time', { takenAt: 'today' }],
    ['has a witness that says less', { witnesses: [{}] }],
    ['has a witness that says more', { witnesses: [{ ...WRITTEN.witnesses[0], more: true }] }],
    ['has a segment that says less', { segments: [{}] }],
    ['has a segment that says more', { segments: [{ ...SEGMENT, more: true }] }],
    ['has a segment of other rows', { segments: [{ ...SEGMENT, of: 'some' }] }],
    ['has a place that is none', { checkpoints: { 'memory.facts.v1': 0.5 } }],
  ])('that %s is not read', (_, change) => {
    expect(manifest.safeParse({ ...WRITTEN, ...change }).success).toBe(false)
  })

  test.each(Object.keys(WRITTEN))('without %s is not read', (name) => {
    const { [name]: _, ...rest } = WRITTEN as Record<string, unknown>
    expect(manifest.safeParse(rest).success).toBe(false)
  })
})

describe('objects', () => {
  test('have names that say what they are of', () => {
    expect(folderOf(MEMORY)).toBe('memory/1/')
    expect(manifestsOf(MEMORY)).toBe('memory/1/manifests/')
    expect(segmentsOf(MEMORY)).toBe('memory/1/segments/')
    expect(manifestKey(MEMORY, 12)).toBe('memory/1/manifests/0000000012')
  })

  test('of manifests sort as they are numbered', () => {
    const keys = [1, 2, 9, 10, 99, 100].map((number) => manifestKey(MEMORY, number))
    expect(keys.toSorted()).toEqual(keys)
    expect(keys.map(numberOf)).toEqual([1, 2, 9, 10, 99, 100])
  })
})

test('the key of snapshots is each state’s own, and no app can be given it', () => {
  const scope = snapshotScope(MEMORY)
  expect(scope).toEqual({ appId: '~snapshots', userId: 'memory-1' })
  expect(appId.safeParse(scope.appId).success).toBe(false)
})

test('rows are those of all segments', () => {
  expect(rowsIn([])).toBe(0)
  expect(rowsIn(WRITTEN.segments)).toBe(6)
})
