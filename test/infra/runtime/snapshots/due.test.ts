// When a snapshot is due, and of what.
import { describe, expect, test } from 'vitest'
import {
  defaultPace,
  dueOf,
  NEVER,
  type Pace,
  type Situation,
} from '../../../../infra/runtime/snapshots/due.ts'
import type { Manifest, Segment } from '../../../../infra/runtime/snapshots/manifest.ts'

const pace: Pace = { leastChanges: 100, afterMs: 1_000, allEveryMs: 5_000, lookMs: 10 }
const NOW = Date.parse('2026-06-01T08:00:00.000Z')
const ID = '11111111-1111-4111-8111-111111111111'

const segment = (of: Segment['of'], rows: number): Segment => ({
  key: 'k',
  sha256: '',
  bytes: 1,
  rows,
  of,
})

function taken(agoMs: number, segments: Segment[] = [segment('all', 1_000)]): Manifest {
  const takenAt = new Date(NOW - agoMs).toISOString()
  return { layout: 1, id: ID, number: 1, takenAt, checkpoints: {}, witnesses: [], segments }
}

function due(situation: Partial<Situation>, own = pace) {
  const nothing = { basedOn: null, sinceBase: 0, newest: null, beganMs: NOW, allTakenMs: NEVER }
  return dueOf({ ...nothing, nowMs: NOW, ...situation }, own)
}

describe('given no snapshot,', () => {
  test.each([
    ['all rows are due where enough has changed', { sinceBase: 100 }, 'all'],
    ['nothing is due where less has', { sinceBase: 99 }, 'nothing'],
    [
      'all rows are due for any change after a while',
      { sinceBase: 1, beganMs: NOW - 1_000 },
      'all',
    ],
    ['nothing is due before that', { sinceBase: 1, beganMs: NOW - 999 }, 'nothing'],
    ['nothing is ever due without a change', { sinceBase: 0, beganMs: 0 }, 'nothing'],
    [
      'nothing is due shortly after all rows were',
      { sinceBase: 100, allTakenMs: NOW - 4_999 },
      'nothing',
    ],
    ['all rows are due some time after that', { sinceBase: 100, allTakenMs: NOW - 5_000 }, 'all'],
  ] as const)('%s', (_, situation, expected) => {
    expect(due(situation)).toBe(expected)
  })
})

describe('given the snapshot that the state began with,', () => {
  const own = (situation: Partial<Situation>) =>
    due({ basedOn: ID, newest: taken(0), ...situation })
  test.each([
    ['changes are due where there are enough', { sinceBase: 100 }, 'changed'],
    ['nothing is due where there are fewer', { sinceBase: 99 }, 'nothing'],
    ['changes are due a while after it', { sinceBase: 1, newest: taken(1_000) }, 'changed'],
    ['nothing is due before that', { sinceBase: 1, newest: taken(999), beganMs: 0 }, 'nothing'],
    ['nothing is ever due without a change', { sinceBase: 0, newest: taken(1e9) }, 'nothing'],
    [
      'changes are due as long as those before are no more than all rows',
      { sinceBase: 100, newest: taken(0, [segment('all', 50), segment('changed', 50)]) },
      'changed',
    ],
    [
      'all rows are due when they are',
      { sinceBase: 100, newest: taken(0, [segment('all', 50), segment('changed', 51)]) },
      'all',
    ],
    [
      'changes are due while there are few segments of changes',
      {
        sinceBase: 100,
        newest: taken(0, [segment('all', 500), ...Array(99).fill(segment('changed', 1))]),
      },
      'changed',
    ],
    [
      'changes are due however many segments all rows are',
      { sinceBase: 100, newest: taken(0, Array(500).fill(segment('all', 10))) },
      'changed',
    ],
    [
      'all rows are due where there are many of them',
      {
        sinceBase: 100,
        newest: taken(0, [segment('all', 500), ...Array(100).fill(segment('changed', 1))]),
      },
      'all',
    ],
  ] as [string, Partial<Situation>, string][])('%s', (_, situation, expected) => {
    expect(own(situation)).toBe(expected)
  })
})

describe('given the snapshot of another process,', () => {
  test.each([
    ['nothing is due as long as that takes any', 3_000, 'nothing'],
    ['all rows are due when it has stopped', 3_001, 'all'],
  ])('%s', (_, agoMs, expected) => {
    expect(due({ sinceBase: 100, newest: taken(agoMs), basedOn: null })).toBe(expected)
  })
})

test('given no other pace, then 5,000 changes are due, or any after five minutes, and all rows no more often', () => {
  const byDefault = (situation: Partial<Situation>) => due(situation, defaultPace)
  const known = { basedOn: ID, newest: taken(0) }
  expect(byDefault({ ...known, sinceBase: 4_999 })).toBe('nothing')
  expect(byDefault({ ...known, sinceBase: 5_000 })).toBe('changed')
  expect(byDefault({ ...known, sinceBase: 1, newest: taken(299_999) })).toBe('nothing')
  expect(byDefault({ ...known, sinceBase: 1, newest: taken(300_000) })).toBe('changed')
  expect(byDefault({ sinceBase: 5_000, allTakenMs: NOW - 299_999 })).toBe('nothing')
  expect(byDefault({ sinceBase: 5_000, allTakenMs: NOW - 300_000 })).toBe('all')
  expect(defaultPace.lookMs).toBe(10_000)
})
