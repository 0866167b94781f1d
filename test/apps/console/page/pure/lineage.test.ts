// Which facts a fact replaced, which one closed it and why, as the console shows it.
import { describe, expect, test } from 'vitest'
import { closingOf, inOrder, layersOf } from '../../../../../apps/console/page/pure/lineage.ts'
import type { Item } from '../../../../../apps/console/page/shapes.ts'

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id,
  content: `what ${id} says`,
  category: 'profile',
  confidence: 0.9,
  importance: 'medium',
  createdAt: '2026-01-01T00:00:00Z',
  validFrom: '2026-01-01T00:00:00Z',
  validTo: null,
  recordedAt: null,
  closedAt: null,
  current: true,
  state: 'current',
  type: 'fact',
  scopes: [],
  aliases: [],
  pinned: false,
  subject: 'ada',
  attribute: 'home',
  value: id,
  entities: [],
  supersededBy: null,
  supersedes: [],
  reinforcedBy: [],
  provenance: {
    resourceId: 'r',
    start: 0,
    end: 1,
    engine: 'offline@1',
    channel: 'user',
    saidBy: 'Ada',
  },
  contests: [],
  ...more,
})
const closed = (id: string, by: string, more: Partial<Item> = {}) =>
  item(id, {
    current: false,
    state: 'superseded',
    supersededBy: by,
    validTo: '2026-02-01T00:00:00Z',
    ...more,
  })
const knownOf = (...items: Item[]) => new Map(items.map((each) => [each.id, each]))

describe('why a fact is closed', () => {
  test('a current one is not', () => {
    expect(closingOf(item('Porto'), new Map())).toBeNull()
  })

  test('given a newer value of the same attribute then both values are told', () => {
    const porto = item('Porto')
    expect(closingOf(closed('Lisbon', 'Porto'), knownOf(porto))).toEqual({
      by: porto,
      at: '2026-02-01T00:00:00Z',
      why: 'A newer home of ada: Lisbon became Porto.',
    })
  })

  test('given no subject then it is left out', () => {
    const told = closingOf(closed('Lisbon', 'Porto', { subject: null }), knownOf(item('Porto')))
    expect(told?.why).toBe('A newer home: Lisbon became Porto.')
  })

  test.each([
    ['another attribute', { attribute: 'work' }],
    ['no attribute', { attribute: null }],
    ['no value', { value: null }],
  ])('given %s then no values are told', (_, more) => {
    const told = closingOf(closed('Lisbon', 'Porto', more), knownOf(item('Porto')))
    expect(told?.why).toBe('A newer fact contradicts it.')
  })

  test('given that the one in its place is not known then it is told without', () => {
    const told = closingOf(closed('Lisbon', 'Porto'), new Map())
    expect(told).toMatchObject({ by: undefined, why: 'A newer fact contradicts it.' })
  })

  test('given the same value in other words then no value became another', () => {
    const told = closingOf(closed('Lisbon', 'again'), knownOf(item('again', { value: 'Lisbon' })))
    expect(told?.why).toBe('Newer words for the same.')
  })

  test.each([
    ['resolved', 'settled it'],
    ['retracted', 'took it back'],
  ] as const)('given that a user has %s it, then the time is shown', (state, words) => {
    const closedAt = '2026-03-01T00:00:00Z'
    const told = closingOf(item('a', { current: false, state, closedAt }), new Map())
    expect(told).toMatchObject({ at: closedAt, why: expect.stringContaining(words) })
  })

  test('merged and pruned ones tell so', () => {
    const porto = item('Porto')
    expect(closingOf(closed('a', 'Porto', { state: 'merged' }), knownOf(porto))).toEqual({
      by: porto,
      at: null,
      why: 'The other fact says the same.',
    })
    const pruned = item('b', {
      current: false,
      state: 'pruned',
      prunedAt: '2026-03-01T00:00:00Z',
    })
    expect(closingOf(pruned, new Map())).toEqual({
      at: '2026-03-01T00:00:00Z',
      why: 'Nothing said it again, and it had faded with age.',
    })
  })
})

describe('layers', () => {
  test('a fact lies over all that it took the place of, step by step, the latest first', () => {
    const oldest = closed('Faro', 'Lisbon', { validFrom: '2024-01-01T00:00:00Z' })
    const older = closed('Lisbon', 'Porto', {
      supersedes: ['Faro'],
      validFrom: '2025-01-01T00:00:00Z',
    })
    const porto = item('Porto', { supersedes: ['Lisbon'] })
    expect(layersOf([porto, oldest, older])).toEqual([{ item: porto, under: [older, oldest] }])
  })

  test('a plan lies beside what it is to replace, until it does', () => {
    const plan = item('Tokyo', { validFrom: '2099-01-01T00:00:00Z', supersedes: ['Paris'] })
    const followed = item('Paris', { supersededBy: 'Tokyo', validTo: '2099-01-01T00:00:00Z' })
    const before = layersOf([plan, followed])
    expect(before.map(({ item, under }) => [item.id, under.length])).toEqual([
      ['Tokyo', 0],
      ['Paris', 0],
    ])
    const [layer] = layersOf([plan, closed('Paris', 'Tokyo')])
    expect(layer!.under.map(({ id }) => id)).toEqual(['Paris'])
  })

  test('a pinned fact comes first, where it holds', () => {
    const pinned = item('Porto', { pinned: true })
    const settled = item('tea', { pinned: true, current: false, state: 'resolved' })
    const order = layersOf([item('jazz'), settled, pinned]).map(({ item }) => item.id)
    expect(order).toEqual(['Porto', 'jazz', 'tea'])
  })

  test('a refiled fact lies over the one in the other category, which alone tells of it', () => {
    const old = closed('old', 'new')
    const filed = item('new', { category: 'health' })
    expect(layersOf([filed, old])).toEqual([{ item: filed, under: [old] }])
  })

  test('a fact closed by one that has not come yet, or by none, is on top', () => {
    const early = closed('Lisbon', 'Porto')
    const pruned = item('tea', { current: false, state: 'pruned' })
    expect(layersOf([early, pruned]).map(({ item }) => item.id)).toEqual(['Lisbon', 'tea'])
  })

  test('facts that name each other end', () => {
    const [a, b] = [item('a', { supersedes: ['b'] }), closed('b', 'a', { supersedes: ['a'] })]
    expect(layersOf([a, b])).toEqual([{ item: a, under: [b] }])
  })
})

test('a correction, which holds from the same instant as what it corrects, comes after it', () => {
  const [porto, faro] = [
    closed('Porto', 'Faro', { recordedAt: '2026-01-02T00:00:00Z' }),
    item('Faro', { recordedAt: '2026-01-03T00:00:00Z', supersedes: ['Porto', 'Lisbon'] }),
  ]
  const lisbon = closed('Lisbon', 'Faro', { validFrom: '2025-01-01T00:00:00Z' })
  const told = (items: readonly Item[]) => items.map(({ id }) => id)
  expect(told(inOrder([faro, porto, lisbon]))).toEqual(['Lisbon', 'Porto', 'Faro'])
  expect(told(layersOf([faro, lisbon, porto])[0]!.under)).toEqual(['Porto', 'Lisbon'])
})
