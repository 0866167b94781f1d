// What maintenance makes of its survey: changes first, then the event that completes them; the same each time.
import { describe, expect, test } from 'vitest'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import {
  decide,
  isNothing,
  MAX_CHANGES,
  plan,
  type Survey,
} from '../../../processors/maintenance/decide.ts'
import { factPruned } from '../../../schemas/events/facts.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { LATER, RESOURCE, USER } from '../given.ts'

const NOTHING: Survey = { faded: [], alike: [], stale: [] }
const asked = {
  ...USER,
  id: RESOURCE,
  position: 12,
  occurredAt: LATER,
  asOf: LATER,
  keyGeneration: 2,
}

function document(id: string, item: Partial<Item> = {}) {
  const said = { text: 'I like green tea.', importance: 'low' as const, resourceId: RESOURCE }
  return itemDocument(USER, { id, fingerprint: 'same', item: { ...said, ...item } })
}

const faded = (id: string, item: Partial<Item> = {}) => ({
  item: document(id, item).item,
  reason: 'faded' as const,
})

describe('a plan', () => {
  test('given nothing to do, when planned, then it is nothing', () => {
    expect(isNothing(plan(NOTHING))).toBe(true)
    expect(isNothing(plan({ ...NOTHING, stale: ['work'] }))).toBe(false)
  })

  test('given duplicates that faded as well, when planned, then one is merged, and the other is corroborated', () => {
    const pair = [document('a'), document('b')]
    const planned = plan({ ...NOTHING, faded: [faded('a'), faded('b')], alike: [pair] })
    expect(planned.merged).toMatchObject([{ item: { id: 'b' }, into: 'a' }])
    expect(planned.pruned).toEqual([])
  })

  test('given facts that have just changed, when planned, then they are left alone', () => {
    const survey = { ...NOTHING, faded: [faded('a')], alike: [[document('b'), document('c')]] }
    expect(isNothing(plan(survey, new Set(['a', 'b'])))).toBe(true)
    expect(isNothing(plan(survey, new Set(['a', 'c'])))).toBe(true)
  })

  test('given a fact in two groups, when planned, then nothing is merged into what is closed', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => document(id, { validFrom: `202${id.length}` }))
    const planned = plan({
      ...NOTHING,
      alike: [
        [b!, c!],
        [a!, b!],
      ],
    })
    const closed = planned.merged.map(({ item }) => item.id)
    expect(closed.length).toBeGreaterThan(0)
    for (const { into } of planned.merged) expect(closed).not.toContain(into)
  })

  test('given more than can be changed at a time, when planned, then the rest waits', () => {
    const many = Array.from({ length: MAX_CHANGES + 5 }, (_, n) => faded(`f${n}`))
    expect(plan({ ...NOTHING, faded: many }).pruned).toHaveLength(MAX_CHANGES)
  })

  test('given changes and stale summaries, when planned, then each category is named once, in order', () => {
    const survey = {
      faded: [faded('a', { category: 'work' }), faded('b', { category: 'health' })],
      alike: [],
      stale: ['work', 'travel'],
    }
    expect(plan(survey).categories).toEqual(['health', 'travel', 'work'])
  })
})

describe('the events', () => {
  const survey = { faded: [faded('old')], alike: [[document('a'), document('b')]], stale: [] }
  const events = decide(asked, plan(survey))

  test('given a plan, when told, then every change is an event with its cause, and the last says how many', () => {
    expect(events.map(({ type }) => type)).toEqual(['FactMerged', 'FactPruned', 'FactsMaintained'])
    expect(events.map(({ open }) => open)).toEqual([
      {
        factId: 'b',
        mergedInto: 'a',
        source: 12,
        resourceId: RESOURCE,
        category: 'work',
        confidence: 0.8,
        mergedAt: LATER,
      },
      {
        factId: 'old',
        source: 12,
        resourceId: RESOURCE,
        category: 'work',
        importance: 'low',
        reason: 'faded',
        prunedAt: LATER,
      },
      {
        source: 12,
        keyGeneration: 2,
        asOf: LATER,
        pruned: 1,
        merged: 1,
        categories: ['work'],
      },
    ])
  })

  test('given the same plan, when told twice, then the events are the same', () => {
    expect(decide(asked, plan(survey))).toEqual(events)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  })

  test('given a critical fact that got so far, when told, then nothing is told at all', () => {
    const wrong = { ...NOTHING, faded: [faded('c', { importance: 'critical' })] }
    expect(() => decide(asked, plan(wrong))).toThrow(/never pruned/)
    const open = { ...events[1]!.open, importance: 'critical', prunedAt: AT }
    expect(factPruned.open.safeParse(open).success).toBe(false)
  })
})

test('given more duplicates than can be changed at a time, when planned, then the rest waits, and nothing is pruned', () => {
  const alike = Array.from({ length: MAX_CHANGES + 5 }, (_, n) => {
    const fingerprint = `same ${n}`
    return ['a', 'b'].map((id) => ({ ...document(`${id}${n}`), fingerprint }))
  })
  const planned = plan({ ...NOTHING, faded: [faded('f')], alike })
  expect([planned.merged.length, planned.pruned.length]).toEqual([MAX_CHANGES, 0])
})

test('given two facts that change, when told, then each event has an id of its own that follows from the request', () => {
  const survey = {
    ...NOTHING,
    faded: [faded('x'), faded('y')],
    alike: [[document('a'), document('b')]],
  }
  const ids = (id: string) => decide({ ...asked, id }, plan(survey)).map((event) => event.id)
  expect(ids(RESOURCE)).toEqual(
    ['merged b', 'pruned x', 'pruned y', 'maintained'].map((name) => derivedUuid(RESOURCE, name)),
  )
  const events = decide(asked, plan(survey))
  expect(events.every((event) => event.sealed === null && event.occurredAt === LATER)).toBe(true)
  expect(events.every(({ appId, userId }) => appId === 'app' && userId === 'user')).toBe(true)
})

test('given nothing but a change, when asked whether it is nothing, then it is not', () => {
  const { item } = document('a')
  const nothing = { pruned: [], merged: [], categories: [] }
  expect(isNothing(nothing)).toBe(true)
  expect(isNothing({ ...nothing, pruned: [{ item, reason: 'faded' }] })).toBe(false)
  expect(isNothing({ ...nothing, merged: [{ item, into: 'b' }] })).toBe(false)
  const both = { pruned: [{ item, reason: 'faded' as const }], merged: [{ item, into: 'b' }] }
  expect(isNothing({ ...nothing, ...both })).toBe(false)
})
