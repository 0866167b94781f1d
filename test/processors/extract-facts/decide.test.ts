// What becomes of facts that were read: asserted, known already, or superseding what they contradict.
import { describe, expect, test } from 'vitest'
import {
  candidateOf,
  decide,
  factIdOf,
  type ReadFact,
  reject,
  type Source,
} from '../../../processors/extract-facts/decide.ts'
import type { CurrentFacts } from '../../../processors/extract-facts/evolve.ts'
import { RESOURCE } from '../given.ts'

const JANUARY = '2026-01-01T00:00:00.000Z'
const MAY = '2026-05-01T00:00:00.000Z'
const NOBODY: CurrentFacts = new Map()
const NONE: ReadonlySet<string> = new Set()

const source: Source = {
  appId: 'app',
  userId: 'user',
  resourceId: RESOURCE,
  position: 42,
  keyGeneration: 2,
  occurredAt: MAY,
  receivedAt: MAY,
  contentType: 'document',
  threadId: null,
  contentBytes: 100,
  importance: 'medium',
  engine: 'test',
}

function read(text: string, more: Partial<ReadFact> = {}): ReadFact {
  return {
    text,
    category: 'profile',
    confidence: 0.8,
    validFrom: MAY,
    validTo: null,
    subject: null,
    attribute: null,
    value: null,
    exclusive: false,
    entities: [],
    relationships: [],
    span: { start: 0, end: text.length },
    duplicateOf: null,
    contradicts: [],
    embedding: '',
    ...more,
  }
}

const home = (city: string, validFrom = MAY, more: Partial<ReadFact> = {}) =>
  read(`Ana lives in ${city}.`, {
    subject: 'Ana',
    attribute: 'home',
    value: city,
    exclusive: true,
    validFrom,
    ...more,
  })

/** What is current after these facts were read from an earlier resource. */
function known(...facts: ReadFact[]): CurrentFacts {
  return new Map(
    facts.map((fact, n) => [`known ${n}`, candidateOf(source, fact, `known ${n}`)] as const),
  )
}

const types = (decision: ReturnType<typeof decide>) => decision.events.map(({ type }) => type)

describe('asserting', () => {
  test('given nothing known, when a fact is read, then it is asserted, and the resource is processed', () => {
    const decision = decide(source, [home('Lisbon')], NOBODY, NONE)
    expect(types(decision)).toEqual(['FactAsserted', 'ResourceProcessed'])
    expect(decision.events[0]).toMatchObject({
      appId: 'app',
      userId: 'user',
      occurredAt: MAY,
      open: {
        factId: factIdOf(RESOURCE, 0),
        source: 42,
        category: 'profile',
        confidence: 0.8,
        validFrom: MAY,
        validTo: null,
        supersededBy: null,
      },
      sealed: { text: 'Ana lives in Lisbon.', value: 'Lisbon' },
    })
    expect(decision.events[1]).toMatchObject({
      open: { extracted: 1, asserted: 1, reinforced: 0, superseded: 0, categories: ['profile'] },
    })
    expect([...decision.facts.keys()]).toEqual([factIdOf(RESOURCE, 0)])
  })

  test('given nothing read, when decided, then only the resource is processed', () => {
    const decision = decide(source, [], NOBODY, NONE)
    expect(types(decision)).toEqual(['ResourceProcessed'])
    expect(decision.events[0]).toMatchObject({ open: { extracted: 0, categories: [] } })
  })

  test('given the same, when decided again, then every id is the same; of another resource, none', () => {
    const facts = [home('Lisbon'), read('Ana likes tea.')]
    const ids = (of: Source) => decide(of, facts, NOBODY, NONE).events.map(({ id }) => id)
    expect(ids(source)).toEqual(ids(source))
    const other = ids({ ...source, resourceId: '22222222-2222-4222-8222-222222222222' })
    expect(new Set([...ids(source), ...other]).size).toBe(6)
  })

  test.each([
    ['low', 0.8, 0.8],
    ['medium', 0.8, 0.8],
    ['high', 0.8, 0.9],
    ['critical', 0.2, 1],
    ['medium', 1.7, 1],
    ['medium', -1, 0],
  ] as const)(
    'given %s importance and confidence %d, when asserted, then it is %d',
    (importance, confidence, expected) => {
      const facts = [read('x', { confidence })]
      const { events } = decide({ ...source, importance }, facts, NOBODY, NONE)
      expect(events[0]).toMatchObject({ open: { confidence: expected, importance } })
    },
  )

  test('given an end that lies ahead, when asserted, then the fact is current; one that has come closes it', () => {
    const ends = (validTo: string) =>
      decide(source, [read('x', { validTo })], NOBODY, NONE).events[0]
    expect(ends('2027-01-01T00:00:00.000Z')).toMatchObject({ open: { validTo: null } })
    expect(ends(JANUARY)).toMatchObject({ open: { validTo: JANUARY } })
  })
})

describe('repeating', () => {
  test('given a known fact, when it is read in other case and signs, then it is reinforced', () => {
    const decision = decide(source, [read('ANA likes tea!')], known(read('Ana likes tea.')), NONE)
    expect(types(decision)).toEqual(['FactReinforced', 'ResourceProcessed'])
    expect(decision.events[0]).toMatchObject({ open: { factId: 'known 0' }, sealed: null })
  })

  test('given the same value of the same attribute, when said in other words, then it is reinforced', () => {
    const said = home('LISBON', MAY, { text: 'Her home is Lisbon.' })
    expect(types(decide(source, [said], known(home('Lisbon')), NONE))).toContain('FactReinforced')
  })

  test('given a fact twice in one resource, when read, then the second reinforces the first', () => {
    const decision = decide(source, [read('Ana likes tea.'), read('Ana likes tea')], NOBODY, NONE)
    expect(types(decision)).toEqual(['FactAsserted', 'FactReinforced', 'ResourceProcessed'])
  })

  test('given a duplicate that the engine names, when it is known, then it is reinforced; else it is asserted', () => {
    const same = (duplicateOf: string) => [read('Tea is what Ana likes.', { duplicateOf })]
    const facts = known(read('Ana likes tea.'))
    expect(types(decide(source, same('known 0'), facts, NONE))[0]).toBe('FactReinforced')
    expect(types(decide(source, same('a guess'), facts, NONE))[0]).toBe('FactAsserted')
  })

  test('given what happens again, when it is an event of another time, then it is a new fact', () => {
    const event: Source = { ...source, contentType: 'event' }
    const bought = (validFrom: string) => read('Bought tea.', { validFrom })
    const before = candidateOf(event, bought(JANUARY), 'known')
    const facts = new Map([['known', before]])
    expect(types(decide(event, [bought(MAY)], facts, NONE))[0]).toBe('FactAsserted')
    expect(types(decide(event, [bought(JANUARY)], facts, NONE))[0]).toBe('FactReinforced')
  })
})

describe('superseding', () => {
  test('given an older value, when a newer one is read, then it supersedes and the older is closed', () => {
    const decision = decide(source, [home('Porto')], known(home('Lisbon', JANUARY)), NONE)
    expect(types(decision)).toEqual(['FactAsserted', 'FactSuperseded', 'ResourceProcessed'])
    expect(decision.events[1]).toMatchObject({
      open: {
        factId: 'known 0',
        supersededBy: factIdOf(RESOURCE, 0),
        validTo: MAY,
        keyGeneration: 2,
      },
    })
    expect(decision.closed).toEqual(['known 0'])
    expect([...decision.facts.keys()]).toEqual([factIdOf(RESOURCE, 0)])
  })

  test('given a newer value, when a backdated one is read, then it is born closed and the newer stays', () => {
    const decision = decide(source, [home('Porto', JANUARY)], known(home('Lisbon', MAY)), NONE)
    expect(types(decision)).toEqual(['FactAsserted', 'ResourceProcessed'])
    expect(decision.events[0]).toMatchObject({ open: { validTo: MAY, supersededBy: 'known 0' } })
    expect(decision.closed).toEqual([])
    expect([...decision.facts.keys()]).toEqual(['known 0'])
  })

  test('given several newer values, when a backdated one is read, then the nearest of them closes it', () => {
    const [june, july, august] = [6, 7, 8].map((month) => `2026-0${month}-01T00:00:00.000Z`)
    const newer = [home('Faro', july), home('Braga', june), home('Lisbon', august)]
    const named = { contradicts: ['known 0', 'known 1', 'known 2'] }
    for (const some of [newer, newer.toReversed()]) {
      const nearest = `known ${some.findIndex(({ value }) => value === 'Braga')}`
      const decision = decide(source, [home('Porto', MAY, named)], known(...some), NONE)
      expect(decision.events[0]).toMatchObject({ open: { validTo: june, supersededBy: nearest } })
      expect(decision.closed).toEqual([])
    }
  })

  test('given several values in one resource, when read, then each supersedes the one before it', () => {
    const facts = [home('Lisbon'), home('Porto'), home('Faro')]
    const decision = decide(source, facts, NOBODY, NONE)
    expect(decision.closed).toEqual([factIdOf(RESOURCE, 0), factIdOf(RESOURCE, 1)])
    expect([...decision.facts.values()].map(({ value }) => value)).toEqual(['Faro'])
  })

  test('given a contradiction that the engine names, when it is older, then it is superseded', () => {
    const old = read('Ana eats meat.', { validFrom: JANUARY })
    const vegan = read('Ana is vegan.', { contradicts: ['known 0', 'a guess'] })
    const decision = decide(source, [vegan], known(old), NONE)
    expect(decision.closed).toEqual(['known 0'])
  })

  test('given values that may stand side by side, when another is read, then both are current', () => {
    const friend = (value: string) =>
      read(`${value} is a friend.`, { subject: 'Ana', attribute: 'friend', value })
    const decision = decide(source, [friend('Bo')], known(friend('Cy')), NONE)
    expect(decision.closed).toEqual([])
    expect(decision.facts.size).toBe(2)
  })

  test('given another subject, when a value is read, then nothing is superseded', () => {
    const ben = home('Porto', MAY, { subject: 'Ben' })
    expect(decide(source, [ben], known(home('Lisbon', JANUARY)), NONE).closed).toEqual([])
  })
})

test('given a category that was forgotten since, when its facts are read, then they are left out and places stay', () => {
  const facts = [read('private', { category: 'health' }), read('public')]
  const decision = decide(source, facts, NOBODY, new Set(['health']))
  expect(types(decision)).toEqual(['FactAsserted', 'ResourceProcessed'])
  expect(decision.events[0]).toMatchObject({ open: { ordinal: 1, factId: factIdOf(RESOURCE, 1) } })
  expect(decision.events[1]).toMatchObject({ open: { extracted: 2, asserted: 1 } })
})

test('given a resource that the engine will not read, when rejected, then the reason is told, bounded', () => {
  const event = reject(source, 'x'.repeat(900))
  expect(event).toMatchObject({ type: 'ExtractionRejected', open: { resourceId: RESOURCE } })
  expect((event.open as { reason: string }).reason).toHaveLength(500)
})
