// Which facts are one to a client that takes one of them back.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DecidingMemory, Item, ItemDocument } from '../../../../infra/ports/memory-store.ts'
import { givenIdOf } from '../../../../infra/runtime/envelope/ids.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import {
  factOf,
  isCorrectionOf,
  mergedInto,
  saysOther,
} from '../../../../processors/extract-facts/giving/merged-facts.ts'
import {
  createRecentFacts,
  type RecentFacts,
} from '../../../../processors/extract-facts/known/recent-facts.ts'
import { AT } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { LATER, USER } from '../../given.ts'

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) =>
  givenIdOf(`${digit.repeat(8)}-1111-4111-8111-111111111111`),
) as [string, string, string]

let memory: DecidingMemory
let recent: RecentFacts
beforeEach(() => {
  memory = createSqliteMemoryStore({ path: ':memory:' })
  recent = createRecentFacts()
})
afterEach(() => memory.close())

type Parts = Partial<Item> & { fingerprint?: string; slot?: string | null }

const saying = (id: string, { fingerprint = 'chess', slot = null, ...item }: Parts = {}) =>
  itemDocument(USER, { id, fingerprint, slot, item: { text: 'Ana likes chess.', ...item } })

async function stored(...documents: ItemDocument[]) {
  const reached = await memory.checkpoints('memory.facts.v1')
  const position = (reached.get(0) ?? 0) + 1
  await memory.apply({
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position },
    fences: [],
    documents,
    erasedResources: [],
    erasures: [],
  })
}

const idsMergedInto = async (id: string) =>
  (await mergedInto({ memory, recent, event: USER }, id)).map((fact) => fact.id)

describe('merged facts', () => {
  test('given facts that were merged one into the next, then all are found, the nearest first', async () => {
    await stored(
      saying('first', { merged: true, supersededBy: 'second' }),
      saying('second', { merged: true, supersededBy: 'last', supersedes: ['first'] }),
      saying('also', { merged: true, supersededBy: 'last' }),
      saying('last', { supersedes: ['second', 'also'] }),
    )
    expect(await idsMergedInto('last')).toEqual(['second', 'also', 'first'])
    expect(await idsMergedInto('second')).toEqual(['first'])
    expect(await idsMergedInto('first')).toEqual([])
    expect(await idsMergedInto('unknown')).toEqual([])
  })

  test('given facts that it contradicts, that were closed since, or that stand in another, then they are not', async () => {
    const pruned = { at: LATER, reason: 'retracted' } as const
    await stored(
      saying('contradicted', { supersededBy: 'last' }),
      saying('closed', { merged: true, supersededBy: 'last', pruned }),
      saying('moved', { merged: true, supersededBy: 'other' }),
      saying('last', { supersedes: ['contradicted', 'closed', 'moved'] }),
    )
    expect(await idsMergedInto('last')).toEqual([])
  })

  test('given facts of which each is merged into the other, then each is found once', async () => {
    await stored(
      saying('one', { merged: true, supersededBy: 'other', supersedes: ['other'] }),
      saying('other', { merged: true, supersededBy: 'one', supersedes: ['one'] }),
    )
    expect(await idsMergedInto('one')).toEqual(['other', 'one'])
  })

  test('given more than 200 that were merged one after another, then the nearest 200 are found', async () => {
    const chain = Array.from({ length: 203 }, (_, n) =>
      saying(`${n}`, { merged: true, supersededBy: `${n - 1}`, supersedes: [`${n + 1}`] }),
    )
    await stored(...chain)
    expect(await idsMergedInto('0')).toEqual(Array.from({ length: 200 }, (_, n) => `${n + 1}`))
  })

  test('given a fact that is being merged, then it is found as the decision has it, before the state holds it', async () => {
    const first = saying('first')
    await stored(first, saying('last', { supersedes: [] }))
    const merging = { ...factOf(first), mergedInto: 'last' }
    recent.remember(USER, { resourceId: 'r', facts: [], closed: ['first'], past: [merging] })
    expect(await mergedInto({ memory, recent, event: USER }, 'last')).toEqual([merging])
  })

  test('given a merged fact that is being closed, then it is not found, although the state has it', async () => {
    const first = saying('first', { merged: true, supersededBy: 'last' })
    await stored(first, saying('last', { supersedes: ['first'] }))
    expect(await idsMergedInto('last')).toEqual(['first'])
    const closing = factOf(first)
    recent.remember(USER, { resourceId: 'r', facts: [], closed: [], past: [closing] })
    expect(await idsMergedInto('last')).toEqual([])
  })
})

describe('facts that were filed otherwise', () => {
  const old = (more: Parts = {}) => [
    saying('merged', { merged: true, supersededBy: FIRST }),
    saying(FIRST, { supersededBy: SECOND, supersedes: ['merged'], ...more }),
  ]

  test('given one that says the same, then what was merged into it is found, through several corrections', async () => {
    await stored(...old(), saying(SECOND, { supersededBy: THIRD }), saying(THIRD))
    expect(await idsMergedInto(THIRD)).toEqual(['merged'])
  })

  test.each<[string, Parts, Parts]>([
    ['since the same time, by an earlier version', { createdAt: LATER, validFrom: AT }, {}],
    [
      'in its place, at another time',
      { fingerprint: 'chess then', slot: 'hobby' },
      { slot: 'hobby' },
    ],
    ['with other capitals', { text: 'ANA likes chess' }, {}],
  ])('given one %s, then what was merged into it is found', async (_, more, now) => {
    await stored(...old(more), saying(SECOND, now))
    expect(await idsMergedInto(SECOND)).toEqual(['merged'])
  })

  test.each<[string, Parts]>([
    ['in other words', { text: 'Ana likes go.' }],
    ['with another value', { value: 'go' }],
    ['at another time', { createdAt: LATER, validFrom: LATER }],
    ['in the place of another', { supersededBy: THIRD }],
    ['that stands', { supersededBy: null }],
  ])('given one %s, then it is another fact', async (_, more) => {
    await stored(...old(more), saying(SECOND))
    expect(await idsMergedInto(SECOND)).toEqual([])
  })

  test('given one that says the same and is replaced by what no client gave, then it is another fact', async () => {
    await stored(...old({ supersededBy: 'read' }), saying('read'))
    expect(await idsMergedInto('read')).toEqual([])
  })

  test('given facts that no client gave, then the store is not asked for others', async () => {
    await stored(saying('read'))
    const { itemDocuments } = memory
    const asked: unknown[] = []
    const matching: DecidingMemory['matching'] = async (_, query) => {
      asked.push(query)
      return []
    }
    const known = { memory: { itemDocuments, matching }, recent, event: USER }
    await mergedInto(known, 'read')
    expect(asked).toEqual([])
    await stored(saying(FIRST, { slot: 'hobby' }), saying(SECOND))
    await mergedInto(known, FIRST)
    await mergedInto(known, SECOND)
    const query = { fingerprints: ['chess'], closed: true, most: 200 }
    expect(asked).toEqual([
      { ...query, slots: ['hobby'] },
      { ...query, slots: [] },
    ])
  })
})

test.each([
  [AT, AT, true],
  [AT, LATER, true],
  [LATER, AT, true],
  [LATER, LATER, false],
])(
  'given a fact said at %s that holds since %s, then it is a correction: %s',
  (createdAt, validFrom, expected) => {
    const { item } = saying('one', { createdAt: AT, validFrom: AT })
    expect(isCorrectionOf(item, { ...item, createdAt, validFrom })).toBe(expected)
  },
)

test.each([
  ['Ana likes chess.', null, 'ana likes CHESS', null, false],
  ['Ana likes chess.', null, 'Ana likes go.', null, true],
  ['Home is here.', 'Lisbon', 'Home is here.', 'lisbon', false],
  ['Home is here.', 'Lisbon', 'Home is here.', 'Porto', true],
  ['Home is here.', 'Lisbon', 'Home is here.', null, true],
  ['Home is here.', null, 'Home is here.', 'Lisbon', true],
  ['Blood type is A+.', 'A+', 'Blood type is A-.', 'A-', true],
  ['👍', null, '👎', null, true],
  ['👍', null, ' 👍 ', null, false],
])('given %s (%s), then %s (%s) says something else: %s', (text, value, other, next, expected) => {
  expect(saysOther({ text, value }, { text: other, value: next })).toBe(expected)
})
