// Which facts say the same: those that extraction would have called a repetition, and none that are merely similar.
import { describe, expect, test } from 'vitest'
import type { Item, ItemDocument } from '../../../infra/ports/memory-store.ts'
import { fingerprintOf, slotOf } from '../../../processors/extract-facts/known/fingerprint.ts'
import { duplicatesAmong, likenessKeys } from '../../../processors/maintenance/duplicates.ts'
import type { ContentType } from '../../../schemas/identifiers.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { USER } from '../given.ts'

type Saying = Partial<Item> & { contentType?: ContentType; vector?: number[] }

/** A fact as the index holds it, with the keys that its words give it. */
function fact(id: string, { contentType = 'document', vector = [90, 9], ...more }: Saying) {
  const document = itemDocument(USER, { id, item: more })
  const { item } = document
  return {
    ...document,
    vector: Int8Array.from(vector),
    fingerprint: fingerprintOf({ ...item, contentType }),
    slot: slotOf(item),
  }
}

/** Ids of the closed fact and of the one that stays for it. The two share a key, or they would not be compared. */
function merged(...facts: ItemDocument[]): string[] {
  return duplicatesAmong(facts).map(({ closed, into }) => {
    const keys = likenessKeys(into.item)
    expect(likenessKeys(closed.item).some((key) => keys.includes(key))).toBe(true)
    return `${closed.item.id} into ${into.item.id}`
  })
}

const early = '2025-01-01T00:00:00.000Z'
const late = '2026-01-01T00:00:00.000Z'
const home = { subject: 'user', attribute: 'home', value: 'Berlin', exclusive: true }

describe('what says the same', () => {
  test('given the same words in another writing, when compared, then the older stays', () => {
    const older = fact('older', { text: 'I like green tea.', validFrom: early })
    const newer = fact('newer', { text: 'I LIKE green tea!', validFrom: late })
    expect(merged(newer, older)).toEqual(['newer into older'])
  })

  test('given words that differ in articles alone, when the vectors agree, then they are one', () => {
    const a = fact('a', { text: 'The user likes the green tea.' })
    expect(merged(a, fact('b', { text: 'User likes green tea' }))).toEqual(['b into a'])
    const elsewhere = fact('b', { text: 'User likes green tea', vector: [9, 90] })
    expect(merged(a, elsewhere)).toEqual([])
    expect(merged(a, fact('b', { text: 'User likes green tea', vector: [] }))).toEqual([])
  })

  test('given words that differ in their signs, when the vectors agree, then both stand', () => {
    const [sharp, plus] = [
      fact('a', { text: 'The user codes in C#.' }),
      fact('b', { text: 'The user codes in C++.' }),
    ]
    expect(duplicatesAmong([sharp, plus])).toEqual([])
    expect(likenessKeys(sharp.item)).not.toEqual(likenessKeys(plus.item))
  })

  test('given the same value of the same attribute in other words, when compared, then they are one', () => {
    const a = fact('a', { text: 'I live in Berlin.', ...home })
    const b = fact('b', { text: 'My home is Berlin.', ...home, value: 'berlin' })
    expect(merged(a, b)).toEqual(['b into a'])
    expect(merged(a, fact('b', { text: 'My home is Oslo.', ...home, value: 'Oslo' }))).toEqual([])
  })

  test('given aliases that the one that stays has too, when compared, then they are one', () => {
    const of = (id: string, aliases: string[]) => fact(id, { text: 'I like tea.', aliases })
    expect(merged(of('a', ['chai', 'sencha']), of('b', ['chai']))).toEqual(['b into a'])
    expect(merged(of('a', ['sencha']), of('b', ['sencha', 'chai']))).toEqual([])
  })

  test('given a more important one, when compared, then it stays though it is newer', () => {
    const low = fact('low', { text: 'Nuts harm me.', validFrom: early, importance: 'low' })
    const high = fact('high', { text: 'Nuts harm me.', validFrom: late, importance: 'high' })
    expect(merged(low, high)).toEqual(['low into high'])
  })

  test('given three of them, when compared, then all but one go into it', () => {
    const of = (id: string) => fact(id, { text: 'I like green tea.' })
    expect(merged(of('c'), of('a'), of('b'))).toEqual(['b into a', 'c into a'])
  })
})

describe('what is trusted', () => {
  const text = 'I like green tea.'

  test('given a tool’s older fact, when the user said the same, then the user’s stays', () => {
    const tool = fact('tool', { text, channel: 'tool', validFrom: early })
    const user = fact('user', { text, channel: 'user', validFrom: late })
    expect(merged(tool, user)).toEqual(['tool into user'])
  })

  test('given a tool’s more important fact, when the user said the same, then neither is closed', () => {
    const tool = fact('tool', { text, channel: 'tool', importance: 'high' })
    expect(merged(tool, fact('user', { text, channel: 'user' }))).toEqual([])
    // Without a channel it counts as the user's.
    expect(merged(tool, fact('old', { text }))).toEqual([])
  })
})

describe('what does not', () => {
  test.each([
    ['numbers', 'Bought 2 tickets', 'Bought 3 tickets'],
    ['a negation', 'The user likes tea', 'The user does not like tea'],
    ['tense', 'I live in the old town', 'I lived in the old town'],
    ['order', 'Ana likes Ben', 'Ben likes Ana'],
    ['more words', 'I like green tea', 'I like green tea and coffee'],
  ])('given texts that differ in %s, when compared, then both stay', (_, one, other) => {
    expect(merged(fact('a', { text: one }), fact('b', { text: other }))).toEqual([])
  })

  test.each<[string, Saying]>([
    ['category', { category: 'health' }],
    ['type', { type: 'preference' }],
    ['scope', { scopes: ['project'] }],
    ['end', { validTo: late }],
    ['alias by which the other is not found', { aliases: ['chai'] }],
    ['entities that the other does not name', { entities: [{ name: 'Ben', type: 'person' }] }],
  ])('given another %s, when compared, then both stay', (_, more) => {
    const saying = { text: 'We met in the park.', validFrom: early }
    expect(merged(fact('a', saying), fact('b', { ...saying, validFrom: late, ...more }))).toEqual(
      [],
    )
  })

  test('given what happened at two times, when compared, then it happened twice', () => {
    const bought = { text: 'Bought the tea.', contentType: 'event' as const }
    const of = (id: string, validFrom: string) => fact(id, { ...bought, validFrom })
    expect(merged(of('a', early), of('b', late))).toEqual([])
    expect(merged(of('a', early), of('b', early))).toEqual(['b into a'])
  })

  test.each([
    [early, late],
    [late, early],
  ])(
    'given what happened once and what holds always, when compared, then both stay',
    (once, always) => {
      const happened = fact('a', {
        text: 'Bought the tea.',
        contentType: 'event',
        validFrom: once,
      })
      expect(merged(happened, fact('b', { text: 'Bought tea.', validFrom: always }))).toEqual([])
    },
  )

  test('given the same words of another day that give another value, when compared, then both stay', () => {
    const of = (id: string, value: string, validFrom: string) =>
      fact(id, { text: 'I live here now.', ...home, value, validFrom })
    expect(merged(of('a', 'Berlin', early), of('b', 'Oslo', late))).toEqual([])
  })

  test('given words that mean another day on another day, when compared, then both stay', () => {
    const of = (id: string, validFrom: string) =>
      fact(id, { text: 'I see a doctor tomorrow.', validFrom })
    expect(merged(of('a', early), of('b', late))).toEqual([])
  })

  test('given the same value in another scope, when compared, then both stay', () => {
    const a = fact('a', { text: 'I live in Berlin.', ...home })
    const b = { text: 'My home is Berlin.', ...home }
    expect(merged(a, fact('b', b))).toEqual(['b into a'])
    expect(merged(a, fact('b', { ...b, scopes: ['project'] }))).toEqual([])
  })

  test.each<[string, Saying]>([
    ['critical', { importance: 'critical' }],
    ['pinned', { pinned: true }],
  ])('given %s facts, when compared, then none is closed', (_, more) => {
    const of = (id: string) => fact(id, { text: 'I am allergic to nuts.', ...more })
    expect(merged(of('a'), of('b'))).toEqual([])
  })
})

describe('which of them stays', () => {
  const text = 'I like green tea.'

  test.each([
    ['medium', 'low'],
    ['high', 'medium'],
    ['critical', 'high'],
  ] as const)('given a %s one and a %s one, when compared, then the first', (more, less) => {
    const weighty = fact('weighty', { text, importance: more, validFrom: late })
    const light = fact('light', { text, importance: less, validFrom: early })
    expect(merged(weighty, light)).toEqual(['light into weighty'])
    expect(merged(light, weighty)).toEqual(['light into weighty'])
  })

  test('given facts of one beginning, when compared, then the one that was written first, then that of the first id', () => {
    const at = (id: string, createdAt: string) => fact(id, { text, validFrom: early, createdAt })
    expect(merged(at('a', late), at('b', early))).toEqual(['a into b'])
    expect(merged(at('b', late), at('a', late))).toEqual(['b into a'])
    expect(merged(at('a', late), at('b', late))).toEqual(['b into a'])
  })

  test('given nothing, or one alone, when compared, then nothing goes', () => {
    expect(duplicatesAmong([])).toEqual([])
    expect(duplicatesAmong([fact('a', { text })])).toEqual([])
  })
})

describe('what a fact can be alike by', () => {
  test('given a text and a value, then they are the words without articles, and the value at its place, in its category', () => {
    const { item } = fact('a', { text: 'The Home is an a Berlin.', ...home, category: 'home' })
    const [words, slot, ...more] = likenessKeys(item)
    expect(words).toBe('home\nwords\nhome is berlin')
    expect(slot).toBe('home\nslot\nuser\nhome\nberlin')
    expect(more).toEqual([])
  })

  test('given a text without words, or without a value, then there is no such key', () => {
    expect(likenessKeys(fact('a', { text: 'the' }).item)).toEqual([])
    expect(likenessKeys(fact('a', { text: 'tea' }).item)).toEqual(['work\nwords\ntea'])
    const valueless = fact('a', { text: 'tea', ...home, value: null }).item
    expect(likenessKeys(valueless)).toHaveLength(1)
  })
})

test.each([
  ['subject', { subject: 'Ben' }],
  ['attribute', { attribute: 'drink' }],
  ['value', { value: 'tea' }],
])(
  'given the same words but for articles and another %s, when compared, then both stay',
  (_, more) => {
    const a = fact('a', { text: 'Likes the tea.' })
    expect(merged(a, fact('b', { text: 'Likes tea.' }))).toEqual(['b into a'])
    expect(merged(a, fact('b', { text: 'Likes tea.', ...more }))).toEqual([])
  },
)

test('given entities that the other names in another writing, when compared, then they are one', () => {
  const entities = (name: string) => [{ name, type: 'person' }]
  const a = fact('a', { text: 'I met Ben.', entities: entities('BEN') })
  expect(merged(a, fact('b', { text: 'I met Ben.', entities: entities('Ben') }))).toEqual([
    'b into a',
  ])
})

test.each([
  [[100, 25], [100, 0], true],
  [[100, 26], [100, 0], false],
  [[1, 0], [1, 0, 0, 0], true],
  [[0, 0], [1, 0], false],
  [[-100, 0], [100, 0], false],
  // Exactly at the threshold.
  [[97, 24, 3, 2, 1, 1], [1, 0, 0, 0, 0, 0], true],
])(
  'given the vectors %j and %j, when words differ in articles alone, then they agree: %s',
  (one, other, expected) => {
    const a = fact('a', { text: 'Likes the tea.', vector: one })
    const b = fact('b', { text: 'Likes tea.', vector: other })
    expect(merged(a, b).length > 0).toBe(expected)
  },
)
