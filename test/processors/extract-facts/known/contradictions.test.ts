// Which facts a new one ends, which ends it, and which stand against it.
import { describe, expect, test } from 'vitest'
import type { Sought } from '../../../../infra/ports/language-model.ts'
import { createFactIndex, currentFact } from '../../../../processors/extract-facts/evolve.ts'
import { contradictions } from '../../../../processors/extract-facts/known/contradictions.ts'
import type { CurrentFact } from '../../../../processors/extract-facts/known/current-fact.ts'
import { endedBy } from '../../../../processors/extract-facts/known/sought/sought.ts'
import type { ReadFact, Source } from '../../../../processors/extract-facts/read-fact.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { USER } from '../../given.ts'

const on = (month: number) => `2026-${String(month).padStart(2, '0')}-01T00:00:00.000Z`
const NOW = 5

/** Said and true from the month on, in the only place of these tests, by the user. */
const fact = (id: string, month: number, more: Partial<CurrentFact> = {}): CurrentFact => ({
  ...currentFact(itemDocument(USER, { id }).item, { fingerprint: id, slot: 'home' }),
  attribute: 'home',
  value: id,
  createdAt: on(month),
  validFrom: on(month),
  channel: 'user',
  ...more,
})
const elsewhere = (id: string, month: number, more: Partial<CurrentFact> = {}) =>
  fact(id, month, { slot: null, ...more })

type Given = {
  fact?: Partial<CurrentFact>
  read?: Partial<ReadFact>
  known?: readonly CurrentFact[]
  past?: readonly CurrentFact[]
  repeated?: readonly CurrentFact[]
  source?: Partial<Source>
}

/** What a fact does that is said now, among others. */
function found({ fact: more, read = {}, known = [], past = [], repeated = [], source }: Given) {
  const candidate = fact('new', NOW, more)
  const at = { said: on(NOW), received: on(NOW) }
  const facts = createFactIndex(new Map(known.map((each) => [each.id, each])), at, past)
  const { newer, older, contests } = contradictions(
    { trusted: [], occurredAt: on(NOW), receivedAt: on(NOW), ...source } as unknown as Source,
    { contradicts: [], validTo: candidate.validTo, ...read } as unknown as ReadFact,
    {
      candidate,
      ended: new Set(endedBy(read, facts)),
      facts,
      repeated,
    },
  )
  return {
    newer: newer?.id,
    older: older.map(({ id }) => id),
    contests: contests.map(([claim, other]) => `${claim.id} against ${other.id}`),
  }
}

const NOTHING = { newer: undefined, older: [], contests: [] }

describe('facts of its place', () => {
  test('given one said before, then it ends; given one said later, then it ends the new one', () => {
    expect(found({ known: [fact('old', 4)] })).toEqual({ ...NOTHING, older: ['old'] })
    expect(found({ known: [fact('beside', NOW)] })).toEqual({ ...NOTHING, older: ['beside'] })
    expect(found({ known: [fact('later', 6)] })).toEqual({ ...NOTHING, newer: 'later' })
    expect(found({ known: [fact('old', 4, { slot: 'work' })] })).toEqual(NOTHING)
  })

  test('given several said later, then the one that begins first ends the new one', () => {
    const known = [fact('third', 8), fact('first', 6), fact('second', 7)]
    expect(found({ known })).toEqual({ ...NOTHING, newer: 'first' })
  })

  test('given one that begins later than it was said, then it holds after the new one', () => {
    const planned = fact('planned', 4, { validFrom: on(8) })
    expect(found({ known: [planned] })).toMatchObject({ newer: 'planned', older: [] })
  })

  test('given one that had ended before the new one began, or the other way round, then neither matters', () => {
    expect(found({ known: [fact('old', 3, { validTo: on(4) })] })).toEqual(NOTHING)
    expect(found({ known: [fact('later', 8)], fact: { validTo: on(7) } })).toEqual(NOTHING)
    const until = found({ known: [fact('later', 6)], fact: { validTo: on(7) } })
    expect(until).toEqual({ ...NOTHING, newer: 'later' })
    const past = [fact('old', 2, { validTo: on(4) })]
    expect(found({ past }), 'also of those that no longer stand').toEqual(NOTHING)
  })

  test('given one that the new one repeats, then it stays out of it', () => {
    const [old, later] = [fact('old', 4), fact('later', 6)]
    expect(found({ known: [old, later], repeated: [old, later] })).toEqual(NOTHING)
    const past = [fact('past', 4, { validTo: on(8) })]
    expect(found({ past, repeated: past })).toEqual(NOTHING)
  })
})

describe('facts of its place that no longer stand', () => {
  const until = (id: string, month: number, end: number, more: Partial<CurrentFact> = {}) =>
    fact(id, month, { validTo: on(end), ...more })

  test('given one that held when the new one began, then it ends there, unless it had the same value', () => {
    expect(found({ past: [until('old', 4, 8)] })).toEqual({ ...NOTHING, older: ['old'] })
    expect(found({ past: [until('beside', NOW, 8)] })).toEqual({ ...NOTHING, older: ['beside'] })
    expect(found({ past: [until('old', 4, 8, { value: 'NEW' })] })).toEqual(NOTHING)
  })

  test('given one that was said later, then it ends the new one, the first of all', () => {
    const known = [fact('stands', 9)]
    expect(found({ known, past: [until('later', 6, 8)] })).toEqual({ ...NOTHING, newer: 'later' })
    const past = [until('later', 7, 9), until('first', 6, 8)]
    expect(found({ past })).toEqual({ ...NOTHING, newer: 'first' })
    const same = [until('later', 6, 8, { value: 'new' })]
    expect(found({ past: same })).toEqual({ ...NOTHING, newer: 'later' })
  })
})

describe('a stay elsewhere meanwhile', () => {
  /** Held from March to April, and the new one, said in May, from January on. */
  const stay = (more: Partial<CurrentFact>) =>
    fact('stay', 3, { validFrom: on(3), createdAt: on(2), validTo: on(4), ...more })
  const since = { validFrom: on(1) }

  test('given one that ended by itself, when what is said afterwards holds from before it on, then that goes on', () => {
    expect(found({ fact: since, past: [stay({ endedItself: true })] })).toEqual(NOTHING)
  })

  test('given one that another fact ended, then the new one held until it', () => {
    expect(found({ fact: since, past: [stay({})] })).toEqual({ ...NOTHING, newer: 'stay' })
    const ended = stay({ endedItself: false })
    expect(found({ fact: since, past: [ended] })).toEqual({ ...NOTHING, newer: 'stay' })
  })

  test('given one that stands now, then the new one held until the stay all the same', () => {
    const known = [fact('stands', 9)]
    const past = [stay({ endedItself: true })]
    expect(found({ fact: since, known, past })).toEqual({ ...NOTHING, newer: 'stay' })
  })
})

describe('facts that are named or told', () => {
  const seeks = (word: string): Sought[] => [
    { kind: 'ends', subject: null, words: [[word]], value: null },
  ]

  test('given one that the engine names, then it ends, wherever it stands; what is unknown does not matter', () => {
    const known = [elsewhere('pet', 4), elsewhere('car', 4)]
    expect(found({ known, read: { contradicts: ['pet', 'unknown'] } })).toEqual({
      ...NOTHING,
      older: ['pet'],
    })
    const ended = [elsewhere('pet', 3, { validTo: on(4) })]
    expect(found({ known: ended, read: { contradicts: ['pet'] } })).toEqual(NOTHING)
    const twice = { contradicts: ['old'] }
    expect(found({ known: [fact('old', 4)], read: twice }), 'once').toMatchObject({
      older: ['old'],
    })
  })

  test('given one that its words end, then it ends; one that it repeats or that was said later does not', () => {
    const pet = elsewhere('pet', 4, { text: 'The cat.' })
    expect(found({ known: [pet], read: { seeks: seeks('cat') } }).older).toEqual(['pet'])
    expect(found({ known: [pet], read: { seeks: seeks('cat') }, repeated: [pet] })).toEqual(NOTHING)
    const later = elsewhere('pet', 6, { text: 'The cat.' })
    expect(found({ known: [later], read: { seeks: seeks('cat') } })).toEqual(NOTHING)
  })

  test('given one that is named or told and would only begin later, then it ends as well', () => {
    const trip = elsewhere('trip', 4, { text: 'The trip.', validFrom: on(8) })
    const [named, told] = [{ contradicts: ['trip'] }, { seeks: seeks('trip') }]
    expect(found({ known: [trip], read: named })).toEqual({ ...NOTHING, older: ['trip'] })
    expect(found({ known: [trip], read: told })).toEqual({ ...NOTHING, older: ['trip'] })
  })

  test('given those that a client replaces, then they end before others, also where they were said later, but for what is repeated', () => {
    const given = { supersedes: ['given', 'again', 'unknown'] } as unknown as ReadFact['given']
    const again = elsewhere('again', 4)
    const known = [fact('old', 4), fact('given', 9), again]
    expect(found({ known, read: { given }, repeated: [again] })).toEqual({
      ...NOTHING,
      older: ['given', 'old'],
    })
    const past = [fact('given', 4, { validTo: on(8) })]
    expect(found({ known: [past[0]!], past, read: { given } }).older, 'once').toEqual(['given'])
  })
})

describe('facts of channels that are trusted less', () => {
  const tool = { channel: 'tool' } as const

  test('given a new fact that may not end an older one, then it stands against it, and the other way round', () => {
    expect(found({ fact: tool, known: [fact('old', 4)] })).toEqual({
      ...NOTHING,
      contests: ['new against old'],
    })
    expect(found({ known: [fact('later', 6, tool)] })).toEqual({
      ...NOTHING,
      contests: ['later against new'],
    })
    expect(found({ known: [fact('old', 4, tool)] })).toEqual({ ...NOTHING, older: ['old'] })
    const past = [fact('old', 4, { validTo: on(8) })]
    expect(found({ fact: tool, past })).toEqual(NOTHING)
  })

  test('given that an app trusts the channel, then it ends what the user said', () => {
    const source = { trusted: ['tool'] } as const
    expect(found({ fact: tool, known: [fact('old', 4)], source })).toEqual({
      ...NOTHING,
      older: ['old'],
    })
  })

  test('given a new fact that has ended, then it stands against nothing', () => {
    const known = [fact('old', 4), fact('later', 6, tool)]
    const page = { channel: 'document' } as const
    expect(found({ fact: page, known }).contests).toEqual([
      ...['new against old', 'later against new'],
    ])
    const read = { validTo: on(NOW) }
    expect(found({ fact: page, known, read })).toEqual(NOTHING)
    expect(found({ fact: page, known, read: { validTo: on(6) } }).contests).toHaveLength(2)
  })

  test('given a newer fact, then the new one stands against others only if it ends after it came', () => {
    const known = [fact('old', 4), fact('later', 7, tool)]
    const contests = ['new against old']
    expect(found({ fact: tool, known })).toEqual({ newer: 'later', older: [], contests })
    const source = { receivedAt: on(7) }
    expect(found({ fact: tool, known, source })).toEqual({ ...NOTHING, newer: 'later' })
  })
})
