// Where the sliders of the console stop, and what changed between two days.
import { describe, expect, test } from 'vitest'
import { differencesWithin } from '../../../../../apps/console/page/pure/differences.ts'
import {
  besides,
  localOf,
  stopBefore,
  stopsOf,
} from '../../../../../apps/console/page/pure/times.ts'
import type { Item } from '../../../../../apps/console/page/shapes.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()
const at = (n: number) => Date.parse(day(n))

/** Of an item only the fields that these functions read. */
function item(id: string, from: number, to: number | null, more: Partial<Item> = {}): Item {
  const validTo = to === null ? null : day(to)
  const times = { recordedAt: day(from + 10), closedAt: to === null ? null : day(to + 10) }
  const rest = { state: 'current', supersededBy: null, ...times, ...more }
  return { id, validFrom: day(from), validTo, ...rest } as Item
}

describe('the stops', () => {
  const items = [item('a', 3, 5), item('b', 5, null), item('c', 5, null)]

  test('are where facts began or ended, the earliest first', () => {
    expect(stopsOf(items, 'valid', 10)).toEqual([
      { at: at(3), came: 1, closed: 0 },
      { at: at(5), came: 2, closed: 1 },
    ])
  })

  test('of recorded time are where they were learnt; facts without a recorded time are left out', () => {
    const unknown = item('d', 1, null, { recordedAt: null })
    const stops = stopsOf([...items, unknown], 'recorded', 10)
    expect(stops.map((stop) => stop.at)).toEqual([at(13), at(15)])
  })

  test('are one for the same instant, however it is written', () => {
    const same = item('d', 3, null, { validFrom: '2026-01-03T00:00:00Z' })
    expect(stopsOf([item('a', 3, null), same], 'valid', 10)).toHaveLength(1)
  })

  test('that are too many are gathered, and no fact is lost', () => {
    const many = Array.from({ length: 25 }, (_, n) => item(`${n}`, n + 1, null))
    const stops = stopsOf(many, 'valid', 10)
    expect(stops.length).toBeLessThanOrEqual(10)
    expect(stops.reduce((sum, { came }) => sum + came, 0)).toBe(25)
    expect(stops.at(-1)?.at).toBe(at(25))
  })

  test('that the name of an instant must be told from are those beside it, and now after the last', () => {
    const stops = stopsOf([item('a', 3, 5), item('b', 7, 9)], 'valid', 10)
    const beside = (n: number) => besides(stops, day(n), day(20))
    expect(beside(1)).toEqual([day(3)])
    expect(beside(3)).toEqual([day(5)])
    expect(beside(6)).toEqual([day(3), day(5), day(7)])
    expect(beside(7)).toEqual([day(5), day(9)])
    expect(beside(9)).toEqual([day(7), day(20)])
  })

  test('the one that an instant is at is the last before it', () => {
    const stops = stopsOf(items, 'valid', 10)
    expect([2, 3, 4, 5, 9].map((n) => stopBefore(stops, day(n)))).toEqual([-1, 0, 0, 1, 1])
  })
})

describe('two days', () => {
  const closed = (id: string, by: string | null, from: number, to: number) =>
    item(id, from, to, { state: 'superseded', supersededBy: by })
  const told = (items: readonly Item[], from: number, to: number) =>
    differencesWithin(items, day(from), day(to)).map(({ change, item, replacedBy }) => [
      change,
      item.id,
      replacedBy?.id ?? null,
    ])

  test('differ by what came, what took the place of what, and what ended', () => {
    const items = [closed('Lisbon', 'Porto', 1, 5), item('Porto', 5, null), item('tea', 6, null)]
    const ended = item('trip', 2, 6)
    expect(told([...items, ended], 3, 9)).toEqual([
      ['changed', 'Lisbon', 'Porto'],
      ['closed', 'trip', null],
      ['came', 'tea', null],
    ])
    expect(told(items, 6, 9)).toEqual([])
  })

  test('tell of several steps the last', () => {
    const steps = [closed('a', 'b', 1, 4), closed('b', 'c', 4, 6), item('c', 6, null)]
    expect(told(steps, 2, 9)).toEqual([['changed', 'a', 'c']])
    expect(told(steps, 2, 5)).toEqual([['changed', 'a', 'b']])
  })

  test('tell nothing of what came and ended in between, or never held', () => {
    const items = [item('brief', 4, 5), item('wrong', 4, null, { state: 'retracted' })]
    expect(told(items, 3, 9)).toEqual([])
  })

  test('end where facts name each other', () => {
    expect(told([closed('a', 'b', 1, 4), closed('b', 'a', 1, 4)], 2, 9)).toEqual([
      ['closed', 'a', null],
      ['closed', 'b', null],
    ])
  })
})

test('a field of a form has the second of an instant, which leads back to it', () => {
  const instant = new Date('2026-07-05T10:20:30.400Z')
  expect(new Date(localOf(instant)).toISOString()).toBe('2026-07-05T10:20:30.000Z')
})
