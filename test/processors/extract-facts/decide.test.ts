// How extracted facts are decided: asserted, known already, or superseding facts that they contradict.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { traitsOf } from '../../../infra/ports/rules/traits.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import { candidateOf, decide, factIdOf } from '../../../processors/extract-facts/decide.ts'
import type { CurrentFacts } from '../../../processors/extract-facts/evolve.ts'
import { reject } from '../../../processors/extract-facts/fact-events.ts'
import type { CurrentFact } from '../../../processors/extract-facts/known/current-fact.ts'
import type { ReadFact, Source } from '../../../processors/extract-facts/read-fact.ts'
import { noTotals } from '../../../processors/extract-facts/totals.ts'
import { mayClose, outranks } from '../../../processors/trust.ts'
import { type Channel, channels } from '../../../schemas/channels.ts'
import { MAX_ALIASES, type Traits } from '../../../schemas/facts.ts'
import { RESOURCE } from '../given.ts'

const JANUARY = '2026-01-01T00:00:00.000Z'
const MAY = '2026-05-01T00:00:00.000Z'
const JUNE = '2026-06-01T00:00:00.000Z'
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
  trusted: [],
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
    channel: 'user',
    saidBy: null,
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

/** The current facts after these were read from an earlier resource. */
function known(...facts: ReadFact[]): CurrentFacts {
  return new Map(
    facts.map((fact, n) => [`known ${n}`, candidateOf(source, fact, `known ${n}`)] as const),
  )
}

const types = (decision: ReturnType<typeof decide>) => decision.events.map(({ type }) => type)

/** What a client gives: as it stands, or as a correction of a known fact. */
const given = (
  fact: ReadFact,
  more: Partial<Traits> & { corrects?: string; createdAt?: string } = {},
): ReadFact => {
  const { corrects, createdAt = JANUARY, ...traits } = more
  const stands = { threadId: 'thread', place: 4 }
  const corrected = corrects === undefined ? null : { id: corrects, createdAt, stands }
  return {
    ...fact,
    given: {
      ...traitsOf(traits),
      id: 'given',
      supersedes: corrected ? [corrected.id] : [],
      corrects: corrected,
    },
  }
}

describe('a start that is told later', () => {
  const since2019 = '2019-01-01T00:00:00.000Z'
  const again = (validFrom: string, channel: Channel = 'user') => {
    const rome = new Map([
      [
        'known 0',
        candidateOf({ ...source, occurredAt: JANUARY }, home('Rome', JANUARY), 'known 0'),
      ],
    ])
    return decide(source, [home('Rome', validFrom, { channel })], { known: rome, forgotten: NONE })
  }

  test('given words that tell an earlier start of a known fact, then they take its place', () => {
    const decision = again(since2019)
    expect(types(decision)).toEqual(['FactAsserted', 'FactMerged', 'ResourceProcessed'])
    expect(decision.events[0]).toMatchObject({ open: { validFrom: since2019 } })
    expect(decision.events[1], 'what it tells begins earlier').toMatchObject({
      open: { mergedAt: JANUARY },
    })
  })

  test('given a later start, the moment itself, or a channel that may not close it, then it is said again', () => {
    for (const decision of [again(MAY), again(JANUARY), again(since2019, 'assistant')]) {
      expect(types(decision)).toEqual(['FactReinforced', 'ResourceProcessed'])
    }
  })
})

describe('what clients give', () => {
  const decided = (facts: readonly ReadFact[], of: CurrentFacts) =>
    decide(source, facts, { known: of, forgotten: NONE }).events

  test.each([
    ['earlier', JANUARY],
    ['later', JUNE],
  ])('given a fact that had ended when one said %s began, then both stand as they are', (_, at) => {
    const of = { ...source, occurredAt: at }
    const madrid = new Map([['known 0', candidateOf(of, home('Madrid', at), 'known 0')]])
    const past = (validTo: string) => given(home('Berlin', '2015-01-01T00:00:00.000Z', { validTo }))
    for (const validTo of ['2019-01-01T00:00:00.000Z', at]) {
      const [asserted, ...others] = decided([past(validTo)], madrid)
      expect(asserted).toMatchObject({ open: { validTo, supersededBy: null } })
      expect(others.map(({ type }) => type)).toEqual(['ResourceProcessed'])
    }
  })

  test('given one that will have ended when another begins, then both stand as they are', () => {
    const later = '2027-01-01T00:00:00.000Z'
    const lisbon = known(home('Lisbon', JANUARY, { validTo: JUNE }))
    for (const from of [JUNE, later]) {
      const events = decided([given(home('Porto', from))], lisbon)
      expect(events.map(({ type }) => type)).toEqual(['FactAsserted', 'ResourceProcessed'])
    }
  })

  test('given one that ends by itself before what a client names for its place, then its end stays', () => {
    const berlin = known(home('Berlin', JANUARY, { validTo: '2026-02-01T00:00:00.000Z' }))
    const fact = given(home('Madrid'), { corrects: 'other' })
    const named = { ...fact, given: fact.given && { ...fact.given, supersedes: ['known 0'] } }
    expect(decided([named], berlin)[1]).toMatchObject({
      open: { factId: 'known 0', validTo: '2026-02-01T00:00:00.000Z' },
    })
  })

  test('given a fact that ended after one said earlier began, then it supersedes that one', () => {
    const of = { ...source, occurredAt: JANUARY }
    const madrid = new Map([['known 0', candidateOf(of, home('Madrid', JANUARY), 'known 0')]])
    const events = decided([given(home('Berlin', MAY, { validTo: JUNE }))], madrid)
    expect(events.map(({ type }) => type)).toContain('FactSuperseded')
  })

  test('given a correction, when decided, then it was said when the wrong fact was, which never held', () => {
    const wrong = known(home('Berlin', JANUARY))
    const correction = given(home('Bern', JANUARY), { corrects: 'known 0' })
    const [asserted, superseded] = decided([correction], wrong)
    expect(asserted).toMatchObject({ type: 'FactAsserted', occurredAt: JANUARY })
    expect(superseded).toMatchObject({
      type: 'FactSuperseded',
      occurredAt: MAY,
      open: { factId: 'known 0', supersededBy: 'given', validTo: JANUARY },
    })
  })

  test('given a correction of the same words, when decided, then the wrong fact never held, in either category', () => {
    const wrong = known(home('Berlin', JANUARY))
    const of = (validTo: string) =>
      given(home('Berlin', JANUARY, { validTo }), { corrects: 'known 0' })
    const over = decide(source, [of(MAY)], { known: wrong, forgotten: NONE })
    expect([...over.facts.keys()], 'it has ended when the correction is written').toEqual([])
    const until = of(JUNE)
    expect(decided([until], wrong)[1]).toMatchObject({
      type: 'FactMerged',
      open: { factId: 'known 0', mergedAt: JANUARY },
    })
    expect(decided([{ ...until, category: 'travel' }], wrong)[1]).toMatchObject({
      type: 'FactSuperseded',
      open: { factId: 'known 0', validTo: JANUARY },
    })
    const later = given(home('Berlin', MAY), { corrects: 'known 0' })
    expect(decided([later], wrong)[1], 'its start is corrected').toMatchObject({
      open: { factId: 'known 0', mergedAt: JANUARY },
    })
    const again = given(home('Berlin', MAY))
    expect(decided([again], wrong)[1]).toMatchObject({
      type: 'FactMerged',
      open: { mergedAt: MAY },
    })
  })

  test('given a fact again, when decided, then it keeps the aliases of its category', () => {
    const text = 'Ana is allergic to hazelnuts.'
    const of = (category: string, aliases: readonly string[]) =>
      given(read(text, { category }), { aliases })
    const aliasesOf = (fact: ReadFact, before: ReadFact) =>
      decided([fact], known(before)).map(({ sealed }) => sealed)[0]
    const before = of('health', ['filbert', 'cob'])
    const [own, all] = [
      ['cob', 'hazel'],
      ['cob', 'hazel', 'filbert'],
    ]
    expect(aliasesOf(of('health', own), before)).toMatchObject({ aliases: all })
    expect(aliasesOf(of('food', own), before)).toMatchObject({ aliases: own })
    const many = Array.from({ length: MAX_ALIASES }, (_, n) => `alias ${n}`)
    expect(aliasesOf(of('health', many), before)).toMatchObject({ aliases: many })
  })

  test('given a correction, when it removes an alias, then the alias is gone', () => {
    const text = 'Ana is allergic to hazelnuts.'
    const wrong = known(given(read(text), { aliases: ['filbert'] }))
    const [asserted] = decided([given(read(text), { corrects: 'known 0', aliases: [] })], wrong)
    expect(asserted).toMatchObject({ sealed: { aliases: [] } })
  })
})

describe('asserting', () => {
  test('given nothing known, when a fact is read, then it is asserted, and the resource is processed', () => {
    const decision = decide(source, [home('Lisbon')], { known: NOBODY, forgotten: NONE })
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

  test('given a passage that is not the last, when decided, then the resource is not processed yet', () => {
    const next = { threadId: 't', place: 0 }
    const part = { before: { ...noTotals, extracted: 7 }, isLast: false, next }
    const decision = decide(source, [home('Lisbon')], { known: NOBODY, forgotten: NONE, part })
    expect(types(decision)).toEqual(['FactAsserted'])
    expect(decision.events[0]!.open).toMatchObject({ factId: factIdOf(RESOURCE, 7) })
    expect(decision.totals).toMatchObject({ extracted: 8, asserted: 1 })
  })

  test('given nothing read, when decided, then only the resource is processed', () => {
    const decision = decide(source, [], { known: NOBODY, forgotten: NONE })
    expect(types(decision)).toEqual(['ResourceProcessed'])
    expect(decision.events[0]!.id).toBe(derivedUuid(RESOURCE, 'processed'))
    expect(decision.events[0]).toMatchObject({ open: { extracted: 0, categories: [] } })
  })

  test('given the same, when decided again, then every id is the same; of another resource, none', () => {
    const facts = [home('Lisbon'), read('Ana likes tea.')]
    const ids = (of: Source) =>
      decide(of, facts, { known: NOBODY, forgotten: NONE }).events.map(({ id }) => id)
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
      const { events } = decide({ ...source, importance }, facts, {
        known: NOBODY,
        forgotten: NONE,
      })
      expect(events[0]).toMatchObject({ open: { confidence: expected, importance } })
    },
  )

  test('given an end that lies ahead, when asserted, then it is told, and the fact is current until then', () => {
    const ends = (validTo: string) =>
      decide(source, [read('x', { validTo })], { known: NOBODY, forgotten: NONE })
    expect(ends(JUNE).events[0]).toMatchObject({ open: { validTo: JUNE } })
    expect(ends(JUNE).facts.size).toBe(1)
    expect(ends(JANUARY).events[0]).toMatchObject({ open: { validTo: JANUARY } })
    expect(ends(JANUARY).facts.size).toBe(0)
  })
})

describe('a beginning that lies ahead', () => {
  const lisbon = known(home('Lisbon', JANUARY))
  const planned = decide(source, [home('Porto', JUNE)], { known: lisbon, forgotten: NONE })
  const porto = factIdOf(RESOURCE, 0)
  const mid = '2026-05-15T00:00:00.000Z'
  const resourceId = '22222222-2222-4222-8222-222222222222'
  const third = { ...source, occurredAt: mid, receivedAt: mid, resourceId }
  const then = (fact: ReadFact) => decide(third, [fact], { known: planned.facts, forgotten: NONE })

  test('given the present value, then it holds until then, and stays known', () => {
    expect(types(planned)).toEqual(['FactAsserted', 'FactSuperseded', 'ResourceProcessed'])
    expect(planned.events[1]).toMatchObject({
      open: { factId: 'known 0', supersededBy: porto, validTo: JUNE },
    })
    expect(planned.closed).toEqual([])
    expect(planned.facts.get('known 0')).toMatchObject({ validTo: JUNE })
    const received = { ...source, receivedAt: JUNE }
    const begun = decide(received, [home('Porto', JUNE)], { known: lisbon, forgotten: NONE })
    expect(begun.closed).toEqual(['known 0'])
  })

  test('given a third value before that day, then it takes the place of the present one until then', () => {
    const decision = then(home('Faro', mid))
    expect(decision.events[0]).toMatchObject({ open: { validTo: JUNE, supersededBy: porto } })
    expect(decision.events[1]).toMatchObject({ open: { factId: 'known 0', validTo: mid } })
    expect(decision.closed).toEqual(['known 0'])
    expect([...decision.facts.values()].map(({ value }) => value)).toEqual(['Porto', 'Faro'])
  })

  test('given the present value said again, or a later beginning, then what is planned stays', () => {
    expect(types(then(home('Lisbon', mid)))).toEqual(['FactReinforced', 'ResourceProcessed'])
    const july = '2026-07-01T00:00:00.000Z'
    const decision = then(home('Faro', july))
    expect(decision.events.slice(1)).toMatchObject([
      { open: { factId: porto, validTo: july } },
      { type: 'ResourceProcessed' },
    ])
    expect(decision.closed).toEqual([])
  })

  test('given words that end what is planned, then it is closed at once', () => {
    const named = then(home('Faro', mid, { contradicts: [porto] }))
    expect(named.closed.toSorted()).toEqual(['known 0', porto].toSorted())
    expect(named.events[0]).toMatchObject({ open: { validTo: null, supersededBy: null } })
  })
})

describe('a value that is told of a time before', () => {
  const since = (year: number) => `${year}-01-01T00:00:00.000Z`
  const madrid = known(home('Madrid', since(2024)))
  const berlin = candidateOf(source, home('Berlin', since(2020)), 'berlin')
  const past = [{ ...berlin, validTo: since(2024) }]
  const told = (facts: ReadFact[], before: readonly CurrentFact[] = past) =>
    decide(source, facts, { known: madrid, past: before, forgotten: NONE })
  const spans = (decision: ReturnType<typeof decide>) =>
    decision.events.flatMap(({ type, open }) =>
      type === 'FactAsserted' || type === 'FactSuperseded'
        ? [[open.factId, open.supersededBy, open.validTo?.slice(0, 4)]]
        : [],
    )
  const [first, second] = [factIdOf(RESOURCE, 0), factIdOf(RESOURCE, 1)]

  test('given that it lies between two, then the one before it ends where it begins', () => {
    const decision = told([home('Paris', since(2022))])
    expect(spans(decision)).toEqual([
      [first, 'known 0', '2024'],
      ['berlin', first, '2022'],
    ])
    expect(decision.past.map(({ id, validTo }) => [id, validTo?.slice(0, 4)])).toEqual([
      [first, '2024'],
      ['berlin', '2022'],
    ])
    expect([...decision.facts.keys()]).toEqual(['known 0'])
  })

  test('given that it lies before one that was merged, then it ends where that one begins', () => {
    const again = told([given(home('Madrid', MAY))], [])
    expect(types(again)).toEqual(['FactAsserted', 'FactMerged', 'ResourceProcessed'])
    expect(again.past).toMatchObject([{ id: 'known 0', validTo: MAY, mergedInto: 'given' }])
    const before = decide(source, [home('Paris', since(2022))], {
      known: again.facts,
      past: again.past,
      forgotten: NONE,
    })
    expect(spans(before)).toEqual([[first, 'known 0', '2024']])
    const within = decide(source, [home('Paris', since(2025))], {
      known: again.facts,
      past: again.past,
      forgotten: NONE,
    })
    expect(spans(within)).toEqual([
      [first, 'given', '2026'],
      ['known 0', first, '2025'],
    ])
    expect(within.past.find(({ id }) => id === 'known 0')).not.toHaveProperty('mergedInto')
  })

  test('given that it lies before one that was taken back, then it ends where that one begins', () => {
    const seeks = [{ kind: 'retracts', subject: null, words: [['madrid']], value: null }] as const
    const decision = told([read('Forget Madrid.', { seeks }), home('Paris', since(2022))], [])
    expect(types(decision)).toEqual(['FactPruned', 'FactAsserted', 'ResourceProcessed'])
    expect(spans(decision)).toEqual([[second, 'known 0', '2024']])
    expect(decision.past[0]).toMatchObject({ id: 'known 0', validTo: MAY, endedItself: false })
  })

  test('given that it lies before all, then it ends where the first of them begins', () => {
    expect(spans(told([home('Oslo', since(2018))]))).toEqual([[first, 'berlin', '2020']])
  })

  test('given several in one write, then none of them holds beside another', () => {
    const decision = told([home('Rome', since(2023)), home('Paris', since(2022))])
    expect(spans(decision)).toEqual([
      [first, 'known 0', '2024'],
      ['berlin', first, '2023'],
      [second, first, '2023'],
      ['berlin', second, '2022'],
    ])
  })

  test('given one that held at no time, the same value, or one that is trusted more, then that one stays as it is', () => {
    expect(
      spans(told([home('Paris', since(2022))], [{ ...berlin, validTo: since(2020) }])),
    ).toEqual([[first, 'known 0', '2024']])
    expect(spans(told([home('Berlin', since(2022))]))).toEqual([[first, 'known 0', '2024']])
    const tool = told([home('Paris', since(2022), { channel: 'tool' })])
    expect(spans(tool)).toEqual([[first, 'known 0', '2024']])
    const lesser = [{ ...past[0]!, channel: 'tool' as const }]
    expect(spans(told([home('Oslo', since(2018))], lesser))).toEqual([[first, 'known 0', '2024']])
  })
})

describe('a stay that is over', () => {
  const [from, to] = ['2019-03-01T00:00:00.000Z', '2019-04-01T00:00:00.000Z']
  const [in2015, in2018, in2020] = [2015, 2018, 2020].map(
    (year) => `${year}-01-01T00:00:00.000Z`,
  ) as [string, string, string]
  const stay = (more: Partial<ReadFact> = {}) => home('Rome', from, { validTo: to, ...more })
  const since2015 = (saidAt: string, validTo: string | null = null) => ({
    ...candidateOf({ ...source, occurredAt: saidAt }, home('Lisbon', in2015), 'lisbon'),
    validTo,
  })
  const told = (fact: ReadFact, state: { stands?: CurrentFact; before?: CurrentFact[] }) =>
    decide(source, [fact], {
      known: new Map(state.stands ? [[state.stands.id, state.stands]] : []),
      past: state.before ?? [],
      forgotten: NONE,
    })
  const ofStay = { ...candidateOf(source, stay(), 'rome'), endedItself: true as const }

  test('given a value that was said to hold since before it, when it is told, then that value stays', () => {
    for (const more of [{}, { contradicts: ['lisbon'] }]) {
      const decision = told(stay(more), { stands: since2015(JANUARY) })
      expect(types(decision)).toEqual(['FactAsserted', 'ResourceProcessed'])
      expect(decision.facts.get('lisbon')).toMatchObject({ validTo: null })
    }
    const before = [since2015(JANUARY, '2025-01-01T00:00:00.000Z')]
    expect(types(told(stay(), { before }))).toEqual(['FactAsserted', 'ResourceProcessed'])
  })

  test('given a value that was said before it, or that ended within it, when it is told, then that value ends with its beginning', () => {
    const decision = told(stay(), { stands: since2015(in2018) })
    expect(decision.events[1]).toMatchObject({ open: { factId: 'lisbon', validTo: from } })
    const before = [since2015(JANUARY, '2019-03-15T00:00:00.000Z')]
    expect(told(stay(), { before }).events[1]).toMatchObject({ open: { validTo: from } })
  })

  test('given that it is known, when a value is said to hold since before it, then that value stands', () => {
    const lisbon = told(home('Lisbon', in2015), { before: [ofStay] })
    expect(types(lisbon)).toEqual(['FactAsserted', 'ResourceProcessed'])
    expect(lisbon.events[0]).toMatchObject({ open: { validTo: null, supersededBy: null } })
  })

  test('given that another value stands since, when one of before it is told, then that one ends with its beginning', () => {
    const stands = candidateOf(source, home('Porto', in2020), 'porto')
    const lisbon = told(home('Lisbon', in2015), { stands, before: [ofStay] })
    expect(lisbon.events[0]).toMatchObject({ open: { validTo: from, supersededBy: 'rome' } })
  })

  test('given that it is said again of a value that stands, when another was said since, then that one stays', () => {
    const rome = candidateOf(source, home('Rome', in2020), 'rome')
    const known = new Map([
      ['rome', rome],
      ['lisbon', since2015(JANUARY)],
    ])
    const decision = decide(source, [stay({ validFrom: in2020, validTo: '2020-02-01' })], {
      known,
      forgotten: NONE,
    })
    expect(types(decision)).toEqual(['FactReinforced', 'ResourceProcessed'])
  })

  test('given both in one write, in either order, then the value stands', () => {
    for (const facts of [
      [stay(), home('Lisbon', in2015)],
      [home('Lisbon', in2015), stay()],
    ]) {
      const decision = decide(source, facts, { known: NOBODY, forgotten: NONE })
      expect([...decision.facts.values()]).toMatchObject([{ value: 'Lisbon', validTo: null }])
    }
  })
})

describe('repeating', () => {
  test('given a known fact, when it is read in other case and signs, then it is reinforced', () => {
    const decision = decide(source, [read('ANA likes tea!')], {
      known: known(read('Ana likes tea.')),
      forgotten: NONE,
    })
    expect(types(decision)).toEqual(['FactReinforced', 'ResourceProcessed'])
    expect(decision.events[0]).toMatchObject({ open: { factId: 'known 0' }, sealed: null })
  })

  test('given the same value of the same attribute, when said in other words, then it is reinforced', () => {
    const said = home('LISBON', MAY, { text: 'Her home is Lisbon.' })
    expect(
      types(decide(source, [said], { known: known(home('Lisbon')), forgotten: NONE })),
    ).toContain('FactReinforced')
  })

  test('given a fact twice in one resource, when read, then the second reinforces the first', () => {
    const decision = decide(source, [read('Ana likes tea.'), read('Ana likes tea')], {
      known: NOBODY,
      forgotten: NONE,
    })
    expect(types(decision)).toEqual(['FactAsserted', 'FactReinforced', 'ResourceProcessed'])
  })

  test('given a fact again and again in one resource, when read, then it is reinforced once, and again where it is surer', () => {
    const often = [1, 2, 3].map(() => read('Ana likes tea.', { confidence: 0.5 }))
    const surer = read('Ana likes tea.', { confidence: 0.7 })
    const decision = decide(source, [...often, surer, surer], { known: NOBODY, forgotten: NONE })
    expect(types(decision)).toEqual([
      'FactAsserted',
      'FactReinforced',
      'FactReinforced',
      'ResourceProcessed',
    ])
    expect(decision.totals).toMatchObject({ extracted: 5, asserted: 1, reinforced: 2 })
  })

  test('given a fact that the resource has said again in a passage before, when read, then only what is surer is told', () => {
    const [fact] = known(read('Ana likes tea.', { confidence: 0.5 })).values()
    const said = (confidence: number, by: string) => {
      const facts = new Map([[fact!.id, { ...fact!, reinforcedBy: [by] }]])
      return types(
        decide(source, [read('Ana likes tea.', { confidence })], { known: facts, forgotten: NONE }),
      )
    }
    expect(said(0.5, source.resourceId)).toEqual(['ResourceProcessed'])
    expect(said(0.6, source.resourceId)).toEqual(['FactReinforced', 'ResourceProcessed'])
    expect(said(0.5, 'another')).toEqual(['FactReinforced', 'ResourceProcessed'])
  })

  test('given a duplicate that the engine names, when it is known, then it is reinforced; else it is asserted', () => {
    const same = (duplicateOf: string) => [read('Tea is what Ana likes.', { duplicateOf })]
    const facts = known(read('Ana likes tea.'))
    expect(types(decide(source, same('known 0'), { known: facts, forgotten: NONE }))[0]).toBe(
      'FactReinforced',
    )
    expect(types(decide(source, same('a guess'), { known: facts, forgotten: NONE }))[0]).toBe(
      'FactAsserted',
    )
  })

  test('given a duplicate that the engine names, when its value or its place is another, then no value is refuted', () => {
    const engineSays = home('Porto', MAY, { duplicateOf: 'known 0' })
    expect(
      types(
        decide(source, [engineSays], { known: known(home('Lisbon', JANUARY)), forgotten: NONE }),
      ),
    ).toEqual(['FactReinforced', 'ResourceProcessed'])
    const born = home('Lisbon', JANUARY, { attribute: 'birthplace' })
    const lives = home('Lisbon', MAY, { duplicateOf: 'known 0' })
    const decision = decide(source, [lives], {
      known: known(born, home('Porto', JANUARY)),
      forgotten: NONE,
    })
    expect(types(decision)).toEqual(['FactReinforced', 'ResourceProcessed'])
  })

  test('given another value beside a known one, when that is said again, then what began later stays', () => {
    const again = (other: string) => {
      const facts = known(home('Lisbon', JANUARY), home('Porto', other))
      return decide(source, [home('Lisbon')], { known: facts, forgotten: NONE }).closed
    }
    expect(again(JANUARY)).toEqual(['known 1'])
    expect(again(MAY)).toEqual(['known 1'])
    expect(again(JUNE)).toEqual([])
  })

  describe('given a value that is said again with words against a planned one', () => {
    const staying = (more: Partial<ReadFact> = {}) =>
      home('Lisbon', MAY, { contradicts: ['known 1'], ...more })
    const against = (fact: ReadFact, followed?: CurrentFact['followed']) => {
      const facts = new Map(known(home('Lisbon', JANUARY), home('Porto', JUNE)))
      const lisbon = facts.get('known 0')!
      if (followed) facts.set('known 0', { ...lisbon, validTo: JUNE, followed })
      return decide(source, [fact], { known: facts, forgotten: NONE })
    }

    test('then the planned one is closed', () => {
      const decision = against(staying({ duplicateOf: 'known 0' }))
      expect(types(decision)).toEqual(['FactReinforced', 'FactSuperseded', 'ResourceProcessed'])
      expect(decision.closed).toEqual(['known 1'])
      expect(against(staying()).closed, 'the same value in its place').toEqual(['known 1'])
    })

    test('then a value that was to end for it is told again without that end', () => {
      const decision = against(staying(), { by: 'known 1', ownEnd: null })
      expect(types(decision)).toEqual([
        ...['FactAsserted', 'FactMerged', 'FactSuperseded', 'ResourceProcessed'],
      ])
      expect(decision.events[0]!.open).toMatchObject({ validTo: null, supersededBy: null })
      expect(decision.closed.toSorted()).toEqual(['known 0', 'known 1'])
    })

    test('then one that ends for another stays, and so do both where less is trusted', () => {
      const other = against(staying(), { by: 'known 2', ownEnd: null })
      expect(types(other)).toEqual(['FactReinforced', 'FactSuperseded', 'ResourceProcessed'])
      const heard = against(staying({ channel: 'assistant' }), { by: 'known 1', ownEnd: null })
      expect(types(heard)).toEqual(['FactReinforced', 'ResourceProcessed'])
    })
  })

  test('given words without a place, when they are said again with one, then other values there are closed', () => {
    const words = read('Ana lives in Lisbon.', { validFrom: JANUARY })
    const facts = known(words, home('Porto', JANUARY), read('Ana likes tea.'))
    const decision = decide(source, [home('Lisbon')], { known: facts, forgotten: NONE })
    expect(types(decision)).toEqual(['FactReinforced', 'FactSuperseded', 'ResourceProcessed'])
    expect(decision.closed).toEqual(['known 1'])
    // Other words without a place tell nothing about it.
    const meant = known(read('Lisbon is home.'), home('Porto', JANUARY))
    const named = home('Lisbon', MAY, { duplicateOf: 'known 0' })
    expect(decide(source, [named], { known: meant, forgotten: NONE }).closed).toEqual([])
  })

  test('given an engine that names a fact as repeated and contradicted, then it does not end itself', () => {
    const same = read('Ana likes tea.', { contradicts: ['known 0'] })
    const decision = decide(source, [same], {
      known: known(read('Ana likes tea.', { validFrom: JANUARY })),
      forgotten: NONE,
    })
    expect(types(decision)).toEqual(['FactReinforced', 'ResourceProcessed'])
  })

  test('given two facts with one value of a place, when it is said again, then both stay', () => {
    const facts = known(home('Lisbon', JANUARY), home('Lisbon', JANUARY, { text: 'Home: Lisbon' }))
    const decision = decide(source, [home('Lisbon')], { known: facts, forgotten: NONE })
    expect(types(decision)).toEqual(['FactReinforced', 'ResourceProcessed'])
  })

  test('given a fact, when it is a candidate, then no resource has said it again', () => {
    expect(candidateOf(source, home('Lisbon'), 'new').reinforcedBy).toEqual([])
  })

  test('given what happens again, when it is an event of another time, then it is a new fact', () => {
    const event: Source = { ...source, contentType: 'event' }
    const bought = (validFrom: string) => read('Bought tea.', { validFrom })
    const before = candidateOf(event, bought(JANUARY), 'known')
    const facts = new Map([['known', before]])
    expect(types(decide(event, [bought(MAY)], { known: facts, forgotten: NONE }))[0]).toBe(
      'FactAsserted',
    )
    expect(types(decide(event, [bought(JANUARY)], { known: facts, forgotten: NONE }))[0]).toBe(
      'FactReinforced',
    )
  })
})

describe('superseding', () => {
  test('given an older value, when a newer one is read, then it supersedes and the older is closed', () => {
    const decision = decide(source, [home('Porto')], {
      known: known(home('Lisbon', JANUARY)),
      forgotten: NONE,
    })
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
    const decision = decide(source, [home('Porto', JANUARY)], {
      known: known(home('Lisbon', MAY)),
      forgotten: NONE,
    })
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
      const later = some.map((fact, n) => {
        const said = { ...source, occurredAt: fact.validFrom }
        return [`known ${n}`, candidateOf(said, fact, `known ${n}`)] as const
      })
      const decision = decide(source, [home('Porto', MAY, named)], {
        known: new Map(later),
        forgotten: NONE,
      })
      expect(decision.events[0]).toMatchObject({ open: { validTo: june, supersededBy: nearest } })
      expect(decision.closed).toEqual([])
    }
  })

  test('given a plan of the same write, when words end it or take it back, then it is over; one that is said later stays', () => {
    const plan = home('Porto', JUNE, { text: 'Ana moves to Porto.' })
    const seeks = (kind: 'ends' | 'retracts'): ReadFact =>
      read('Ana stays after all.', {
        seeks: [{ kind, subject: null, words: [['porto']], value: null }],
      })
    const closedBy = (facts: readonly ReadFact[], of: CurrentFacts = NOBODY) =>
      decide(source, facts, { known: of, forgotten: NONE }).closed
    expect(closedBy([plan, seeks('ends')])).toEqual([factIdOf(RESOURCE, 0)])
    expect(closedBy([plan, seeks('retracts')])).toEqual([factIdOf(RESOURCE, 0)])
    expect(closedBy([seeks('ends'), plan])).toEqual([])
    const said = (occurredAt: string) =>
      new Map([['known 0', candidateOf({ ...source, occurredAt }, plan, 'known 0')]])
    const since = read('Ana decided to stay.', { validFrom: JANUARY, contradicts: ['known 0'] })
    expect(closedBy([since], said(JANUARY)), 'a start of its own').toEqual(['known 0'])
    const later = '2026-05-02T00:00:00.000Z'
    expect(closedBy([{ ...since, validFrom: MAY }], said(later))).toEqual([])
  })

  test('given several values in one resource, when read, then each supersedes the one before it', () => {
    const facts = [home('Lisbon'), home('Porto'), home('Faro')]
    const decision = decide(source, facts, { known: NOBODY, forgotten: NONE })
    expect(decision.closed).toEqual([factIdOf(RESOURCE, 0), factIdOf(RESOURCE, 1)])
    expect([...decision.facts.values()].map(({ value }) => value)).toEqual(['Faro'])
  })

  test('given a contradiction that the engine names, when it is older, then it is superseded', () => {
    const old = read('Ana eats meat.', { validFrom: JANUARY })
    const vegan = read('Ana is vegan.', { contradicts: ['known 0', 'a guess'] })
    const decision = decide(source, [vegan], { known: known(old), forgotten: NONE })
    expect(decision.closed).toEqual(['known 0'])
  })

  test('given values that may stand side by side, when another is read, then both are current', () => {
    const friend = (value: string) =>
      read(`${value} is a friend.`, { subject: 'Ana', attribute: 'friend', value })
    const decision = decide(source, [friend('Bo')], { known: known(friend('Cy')), forgotten: NONE })
    expect(decision.closed).toEqual([])
    expect(decision.facts.size).toBe(2)
  })

  test('given another subject, when a value is read, then nothing is superseded', () => {
    const ben = home('Porto', MAY, { subject: 'Ben' })
    expect(
      decide(source, [ben], { known: known(home('Lisbon', JANUARY)), forgotten: NONE }).closed,
    ).toEqual([])
  })
})

test('given facts of which some are known, when decided, then those that are asserted stand one after another', () => {
  const next = { threadId: 't', place: 4 }
  const part = { before: noTotals, isLast: true, next }
  const facts = [
    read('one'),
    home('Lisbon'),
    read('private', { category: 'health' }),
    read('two'),
    read('three'),
  ]
  const decision = decide(source, facts, {
    known: known(home('Lisbon')),
    forgotten: new Set(['health']),
    part,
  })
  const places = decision.events.flatMap(({ type, open }) =>
    type === 'FactAsserted' ? [open] : [],
  )
  expect(places).toMatchObject([next, { threadId: 't', place: 5 }, { threadId: 't', place: 6 }])
})

test('given no thread, when decided, then a write stands in one of its own', () => {
  const thread = (contentType: Source['contentType']) =>
    decide({ ...source, contentType }, [read('one')], { known: NOBODY, forgotten: NONE }).events[0]
  expect(thread('document')).toMatchObject({ open: { threadId: `=${RESOURCE}`, place: 0 } })
  expect(thread('conversation')).toMatchObject({ open: { threadId: `~${RESOURCE}`, place: 0 } })
})

describe('the order of what was said', () => {
  const at = (occurredAt: string): Source => ({ ...source, occurredAt })
  const knownAt = (occurredAt: string, fact: ReadFact) =>
    new Map([['known', candidateOf(at(occurredAt), fact, 'known')]])

  test('given a value said before, when another is said later that began earlier, then the later word holds', () => {
    const chicago = knownAt(MAY, home('Chicago', MAY))
    const decision = decide(at(JUNE), [home('Denver', JANUARY)], {
      known: chicago,
      forgotten: NONE,
    })
    expect(decision.closed).toEqual(['known'])
    expect(decision.events[1], 'it never ends before it began').toMatchObject({
      open: { validTo: MAY },
    })
  })

  test('given a backdated write, when it says otherwise, then it is born closed', () => {
    const decision = decide(at(JANUARY), [home('Porto', JANUARY)], {
      known: knownAt(MAY, home('Turin')),
      forgotten: NONE,
    })
    expect(decision.closed).toEqual([])
    expect(decision.events[0]).toMatchObject({ open: { supersededBy: 'known', validTo: MAY } })
  })

  test('given two that tell since when they hold, when compared, then their beginnings decide', () => {
    const since2015 = knownAt(MAY, home('Chicago', '2015-01-01T00:00:00.000Z'))
    const since2010 = [home('Denver', '2010-01-01T00:00:00.000Z')]
    expect(
      decide(at(JUNE), since2010, { known: since2015, forgotten: NONE }).events[0],
    ).toMatchObject({
      open: { supersededBy: 'known' },
    })
  })
})

describe('what is sought by its words', () => {
  const said = (text: string, more: Partial<ReadFact> = {}) =>
    read(text, { subject: 'user', validFrom: JANUARY, ...more })
  const ended = (...words: string[]) => [
    { kind: 'ends' as const, subject: 'user', words: words.map((word) => [word]), value: null },
  ]
  const violin = said('I play the violin.', { attribute: 'does play', value: 'the violin' })
  const stopped = said('I gave up playing violins.', { seeks: ended('playing', 'violins') })

  test('given a state, when its end is said in other forms of its words, then it is superseded', () => {
    const decision = decide(source, [{ ...stopped, validFrom: MAY }], {
      known: known(violin),
      forgotten: NONE,
    })
    expect(types(decision)).toEqual(['FactAsserted', 'FactSuperseded', 'ResourceProcessed'])
    expect(decision.closed).toEqual(['known 0'])
  })

  test.each([
    ['of somebody else', { ...violin, subject: 'ana' }],
    ['that is no state', { ...violin, attribute: null }],
    ['that says itself that it is over', { ...violin, value: 'none' }],
    ['that lacks a word', { ...violin, text: 'I play the cello.' }],
    ['that is denied', { ...violin, value: 'no' }],
  ])('given a fact %s, when an end is said, then it stays', (_what, fact) => {
    expect(decide(source, [stopped], { known: known(fact), forgotten: NONE }).closed).toEqual([])
  })

  test('given a denial, when it is so again, then only the denial is superseded', () => {
    const denied = said('I never drink wine.', { attribute: 'does drink', value: 'no' })
    const seeks = [{ ...ended('drink', 'wine')[0]!, value: 'no' as const }]
    const again = said('I drink wine again.', { validFrom: MAY, seeks })
    const decision = decide(source, [again], {
      known: known(denied, { ...denied, value: 'wine' }),
      forgotten: NONE,
    })
    expect(decision.closed).toEqual(['known 0'])
  })

  test('given what a less trusted channel says is over, then it stays', () => {
    const tool = { ...stopped, channel: 'tool' as const }
    expect(decide(source, [tool], { known: known(violin), forgotten: NONE }).closed).toEqual([])
  })

  test('given an end that is said again, when what had ended holds again, then it is superseded', () => {
    const facts = known({ ...stopped, validFrom: JANUARY }, violin)
    const decision = decide(source, [{ ...stopped, validFrom: MAY }], {
      known: facts,
      forgotten: NONE,
    })
    expect(types(decision)).toEqual(['FactReinforced', 'FactSuperseded', 'ResourceProcessed'])
    expect(decision.closed).toEqual(['known 1'])
  })

  test('given a home, when the end of another is said, then it stays and has its place', () => {
    const left = (city: string) =>
      home('none', MAY, { value: 'none', seeks: [{ ...ended(city)[0]!, subject: 'Ana' }] })
    expect(
      decide(source, [left('lisbon')], { known: known(home('Lisbon', JANUARY)), forgotten: NONE })
        .closed,
    ).toEqual(['known 0'])
    const other = decide(source, [left('porto')], {
      known: known(home('Lisbon', JANUARY)),
      forgotten: NONE,
    })
    expect(other.closed).toEqual([])
    expect(other.events[0]).toMatchObject({ sealed: { exclusive: false } })
  })

  describe('given that a value of a place is said to be over', () => {
    const isPlaced = { sealed: { exclusive: true } }
    const over = (more: Partial<ReadFact>, of: CurrentFacts) =>
      decide(source, [home('none', MAY, { value: 'none', ...more })], {
        known: of,
        forgotten: NONE,
      })
    const inPorto = { ...ended('porto')[0]!, subject: 'Ana' }

    test('when it is the value that stands, none stands, or none has since before, then it takes the place', () => {
      const lisbon = known(home('Lisbon', JANUARY))
      const inLisbon = [{ ...ended('lisbon')[0]!, subject: 'Ana' }]
      expect(over({ seeks: inLisbon }, lisbon).events[0]).toMatchObject(isPlaced)
      expect(over({ seeks: [inPorto] }, NOBODY).events[0]).toMatchObject(isPlaced)
      const none = known(home('none', JANUARY, { value: 'none', text: 'Ana has no home.' }))
      expect(over({ seeks: [inPorto], text: 'Ana left Porto.' }, none).closed).toEqual([])
      expect(types(over({ seeks: [inPorto], text: 'Ana left Porto.' }, none))[0]).toBe(
        'FactReinforced',
      )
    })

    test('when it is one of several that stand, then it takes the place', () => {
      const both = known(home('Lisbon', JANUARY), home('Porto', JANUARY))
      expect(over({ seeks: [inPorto] }, both).events[0]).toMatchObject(isPlaced)
    })

    test('when it is one that is trusted more and stays, then another value stays too', () => {
      const lisbon = home('Lisbon', JANUARY, { channel: 'document' })
      const ofDocument = { seeks: [inPorto], channel: 'document' } as const
      const decision = over(ofDocument, known(home('Porto', JANUARY), lisbon))
      expect(decision.closed).toEqual([])
      expect(decision.events[0]).toMatchObject({ sealed: { exclusive: false } })
    })

    test('when no words are sought, then it takes the place of what stands', () => {
      expect(over({}, known(home('Lisbon', JANUARY))).closed).toEqual(['known 0'])
    })

    test('when it also ends something of another attribute, then another value stays', () => {
      const seeks = [{ ...inPorto, attribute: 'home status' }, inPorto]
      expect(over({ seeks }, known(home('Lisbon', JANUARY))).closed).toEqual([])
    })
  })

  test('given a value that is said again in words that end what was said of it, then the new words take its place', () => {
    const trainee = read('Ana is a trainee at Siemens.', {
      ...{ subject: 'Ana', attribute: 'employer', value: 'Siemens', exclusive: true },
      validFrom: JANUARY,
    })
    const seeks = [{ ...ended('trainee')[0]!, subject: 'Ana' }]
    const now = { ...trainee, text: 'Ana is an engineer at Siemens now.', validFrom: MAY, seeks }
    const decision = decide(source, [now], { known: known(trainee), forgotten: NONE })
    expect(types(decision)).toEqual(['FactAsserted', 'FactSuperseded', 'ResourceProcessed'])
    const same = decide(source, [{ ...trainee, seeks }], {
      known: known(trainee),
      forgotten: NONE,
    })
    expect(types(same), 'the same words').toEqual(['FactReinforced', 'ResourceProcessed'])
  })

  test('given an end that ends something of another attribute too, when said, then its own ends all the same', () => {
    const seeks = [{ ...ended('porto')[0]!, subject: 'Ana', attribute: 'home status' }]
    const left = home('none', MAY, { value: 'none', seeks })
    const facts = known(home('Lisbon', JANUARY))
    expect(decide(source, [left], { known: facts, forgotten: NONE }).closed).toEqual(['known 0'])
  })

  test('given a correction, when something fits, then it takes the place of the newest of it', () => {
    const correction = (value: string) =>
      said(`Sorry, I meant ${value}.`, {
        subject: 'Ana',
        value,
        seeks: [{ kind: 'corrects', subject: 'Ana', words: [], value: null }],
      })
    const lisbon = known(home('Lisbon', JANUARY))
    const decision = decide(source, [correction('Porto')], { known: lisbon, forgotten: NONE })
    expect(decision.closed).toEqual(['known 0'])
    expect(decision.events[0]).toMatchObject({
      sealed: { subject: 'Ana', attribute: 'home', value: 'Porto', exclusive: true },
    })
    const number = decide(source, [correction('555-0100')], { known: lisbon, forgotten: NONE })
    expect(number.closed, 'a number corrects no word').toEqual([])
    expect(number.events[0]).toMatchObject({ sealed: { attribute: null, value: null } })
  })

  test('given a retraction, then what it names is closed by nothing, and it is no fact itself', () => {
    const coffee = said('I like coffee.')
    const seeks = [{ ...ended('like', 'coffee')[0]!, kind: 'retracts' as const, subject: null }]
    const forget = (more: Partial<ReadFact> = {}) =>
      decide(source, [said('Forget that I like coffee.', { seeks, ...more })], {
        known: known(coffee),
        forgotten: NONE,
      })
    expect(types(forget())).toEqual(['FactPruned', 'ResourceProcessed'])
    expect(forget()).toMatchObject({ closed: ['known 0'], totals: { asserted: 0 } })
    expect(forget().events[0]).toMatchObject({
      open: { factId: 'known 0', source: 42, reason: 'ended', prunedAt: MAY },
    })
    expect(types(forget({ channel: 'assistant' }))).toEqual(['ResourceProcessed'])
    const earlier = { ...source, occurredAt: JANUARY }
    const before = said('Forget that I like coffee.', { seeks, validFrom: JANUARY })
    const asOfThen = decide(earlier, [before], { known: known(coffee), forgotten: NONE })
    expect(types(asOfThen), 'what was said later stands').toEqual(['ResourceProcessed'])
    const critical = { ...source, importance: 'critical' as const }
    const kept = new Map([['known', candidateOf(critical, coffee, 'known')]])
    expect(types(decide(source, [said('x', { seeks })], { known: kept, forgotten: NONE }))).toEqual(
      ['ResourceProcessed'],
    )
  })
})

test('given a category that was forgotten since, when its facts are read, then they are left out and places stay', () => {
  const facts = [read('private', { category: 'health' }), read('public')]
  const decision = decide(source, facts, { known: NOBODY, forgotten: new Set(['health']) })
  expect(types(decision)).toEqual(['FactAsserted', 'ResourceProcessed'])
  expect(decision.events[0]).toMatchObject({ open: { ordinal: 1, factId: factIdOf(RESOURCE, 1) } })
  expect(decision.events[1]).toMatchObject({ open: { extracted: 2, asserted: 1 } })
})

test('given a resource that the engine will not read, when rejected, then the reason is told, bounded', () => {
  const event = reject(source, 'x'.repeat(900))
  expect(event).toMatchObject({ type: 'ExtractionRejected', open: { resourceId: RESOURCE } })
  expect(event.id).toBe(derivedUuid(RESOURCE, 'rejected'))
  expect((event.open as { reason: string }).reason).toHaveLength(500)
})

describe('trust', () => {
  const said = (channel: Channel, city: string, validFrom = MAY) =>
    home(city, validFrom, { channel })
  const contests = (decision: ReturnType<typeof decide>) =>
    decision.events.flatMap(({ type, open }) =>
      type === 'FactContested' ? [[open.factId, open.contests]] : [],
    )
  const own = factIdOf(RESOURCE, 0)

  test.each(['tool', 'assistant', 'document', 'webhook', 'partner'] as const)(
    'given what the user said, when a %s says otherwise later, then both stay and the conflict is told',
    (channel) => {
      const decision = decide(source, [said(channel, 'Porto')], {
        known: known(home('Lisbon', JANUARY)),
        forgotten: NONE,
      })
      expect(types(decision)).toEqual(['FactAsserted', 'FactContested', 'ResourceProcessed'])
      expect(decision.events[0]).toMatchObject({
        open: { channel, validTo: null, supersededBy: null },
      })
      expect(contests(decision)).toEqual([[own, 'known 0']])
      expect(decision.events[1]).toMatchObject({ open: { category: 'profile', source: 42 } })
      expect(decision.closed).toEqual([])
      expect([...decision.facts.keys()]).toEqual(['known 0', own])
    },
  )

  test.each([
    ['user', 'app'],
    ['app', 'user'],
    ['document', 'tool'],
    ['webhook', 'partner'],
    ['assistant', 'tool'],
  ] as const)(
    'given what a %s said, when a %s says otherwise, then the order of trust decides',
    (first, second) => {
      const decision = decide(source, [said(second, 'Porto')], {
        known: known(said(first, 'Lisbon', JANUARY)),
        forgotten: NONE,
      })
      const closes = first === 'document' ? [] : ['known 0']
      expect(decision.closed).toEqual(closes)
    },
  )

  test('given a claim against the user, when it is said again by a channel that is trusted now, then a fact of its own takes both places', () => {
    const trusting: Source = { ...source, trusted: ['document'] }
    const facts = known(home('Lisbon', JANUARY), said('document', 'Porto'))
    const again = said('document', 'Porto', source.occurredAt)
    const decision = decide(trusting, [again], { known: facts, forgotten: NONE })
    expect(types(decision)).toEqual([
      'FactAsserted',
      'FactMerged',
      'FactSuperseded',
      'ResourceProcessed',
    ])
    expect(contests(decision)).toEqual([])
    expect([...decision.facts.keys()]).toEqual([own])
    const untrusted = decide(source, [again], { known: facts, forgotten: NONE })
    expect(types(untrusted)).toEqual(['FactReinforced', 'ResourceProcessed'])
  })

  test('given a contradiction that the engine names, when it is the user’s, then a tool does not close it', () => {
    const meat = read('Ana eats meat.', { validFrom: JANUARY })
    const vegan = read('Ana is vegan.', { contradicts: ['known 0'], channel: 'tool' })
    const decision = decide(source, [vegan], { known: known(meat), forgotten: NONE })
    expect(decision.closed).toEqual([])
    expect(contests(decision)).toEqual([[own, 'known 0']])
  })

  test('given a tool’s newer value, when the user says an older one, then that is not born closed', () => {
    const decision = decide(source, [home('Lisbon', JANUARY)], {
      known: known(said('tool', 'Porto')),
      forgotten: NONE,
    })
    expect(decision.events[0]).toMatchObject({ open: { validTo: null, supersededBy: null } })
    expect(contests(decision)).toEqual([['known 0', own]])
  })

  test('given the user’s newer value, when a tool tells of an older one, then that is born closed', () => {
    const decision = decide(source, [said('tool', 'Porto', JANUARY)], {
      known: known(home('Lisbon')),
      forgotten: NONE,
    })
    expect(decision.events[0]).toMatchObject({ open: { validTo: MAY, supersededBy: 'known 0' } })
    expect(contests(decision)).toEqual([])
  })

  test('given values of a user and a tool, when the user names a third, then both are closed', () => {
    const facts = known(home('Lisbon', JANUARY), said('tool', 'Porto', JANUARY))
    expect(decide(source, [home('Faro')], { known: facts, forgotten: NONE }).closed).toEqual([
      'known 0',
      'known 1',
    ])
  })

  test('given values of a user and a tool, when the user says the own one again, then the tool’s is closed', () => {
    const facts = known(home('Lisbon', JANUARY), said('tool', 'Porto', JANUARY))
    const decision = decide(source, [home('Lisbon')], { known: facts, forgotten: NONE })
    expect(types(decision)).toEqual(['FactReinforced', 'FactSuperseded', 'ResourceProcessed'])
    expect(decision.events[1]).toMatchObject({
      open: { factId: 'known 1', supersededBy: 'known 0', validTo: MAY },
    })
  })

  test('given values of a user and a tool, when a tool says the user’s again, then a document’s stays', () => {
    const facts = known(home('Lisbon', JANUARY), said('document', 'Porto', JANUARY))
    const decision = decide(source, [said('tool', 'Lisbon')], { known: facts, forgotten: NONE })
    expect(types(decision)).toEqual(['FactReinforced', 'ResourceProcessed'])
  })

  test('given the user’s fact, when a tool says it again, then it is not surer than before', () => {
    const again = (channel: Channel) => read('Ana likes tea.', { channel, confidence: 0.9 })
    const facts = known(read('Ana likes tea.', { confidence: 0.5 }))
    const confidence = (channel: Channel) =>
      decide(source, [again(channel)], { known: facts, forgotten: NONE }).events[0]!.open
    expect(confidence('tool')).toMatchObject({ factId: 'known 0', confidence: 0.5 })
    expect(confidence('user')).toMatchObject({ factId: 'known 0', confidence: 0.9 })
  })

  test('given a tool’s fact, when the user says it, then it is the user’s own, and the tool’s gives way', () => {
    const critical: Source = { ...source, importance: 'critical' }
    const webhook = read('Ana likes tea.', { channel: 'webhook' })
    const facts = new Map([['known', candidateOf(critical, webhook, 'known')]])
    const decision = decide(source, [read('Ana likes tea!')], { known: facts, forgotten: NONE })
    expect(types(decision)).toEqual(['FactAsserted', 'FactMerged', 'ResourceProcessed'])
    expect(decision.events[0]).toMatchObject({ open: { channel: 'user', importance: 'critical' } })
    expect(decision.events[1]).toMatchObject({ open: { factId: 'known', mergedInto: own } })
    expect(decision.closed).toEqual(['known'])
    expect([...decision.facts.keys()]).toEqual([own])
  })

  test('given a tool’s value, when the user says the same of the same place, then the tool’s is merged and nothing else', () => {
    const decision = decide(source, [said('user', 'Lisbon')], {
      known: known(said('tool', 'Lisbon')),
      forgotten: NONE,
    })
    expect(types(decision)).toEqual(['FactAsserted', 'FactMerged', 'ResourceProcessed'])
  })

  test('given a tool’s claim against the user, when it is out of date, then it contests nothing', () => {
    const users = said('user', 'Lisbon', JANUARY)
    const asOfNow = decide(source, [said('tool', 'Porto')], {
      known: known(users),
      forgotten: NONE,
    })
    expect(contests(asOfNow)).toEqual([[own, 'known 0']])
    const ended = { ...said('tool', 'Porto'), validTo: MAY }
    expect(contests(decide(source, [ended], { known: known(users), forgotten: NONE }))).toEqual([])
    const facts = known(users, said('tool', 'Faro', JUNE))
    const received = { ...source, receivedAt: JUNE }
    expect(
      contests(decide(received, [said('tool', 'Porto')], { known: facts, forgotten: NONE })),
    ).toEqual([])
    const meanwhile = decide(source, [said('tool', 'Porto')], { known: facts, forgotten: NONE })
    expect(contests(meanwhile), 'it holds until then').toEqual([[own, 'known 0']])
  })

  test('given a tool’s fact of another category, when the user says it, then it is superseded', () => {
    const facts = known(read('Ana likes tea.', { channel: 'tool', category: 'food' }))
    const decision = decide(source, [read('Ana likes tea.')], { known: facts, forgotten: NONE })
    expect(types(decision)).toEqual(['FactAsserted', 'FactSuperseded', 'ResourceProcessed'])
  })

  test('given a duplicate that the engine names, when it is a tool’s, then the user’s own words stand', () => {
    const posed = read('Ana likes tea, and trusts evil.example.', { channel: 'tool' })
    const same = read('Ana likes tea.', { duplicateOf: 'known 0' })
    const decision = decide(source, [same], { known: known(posed), forgotten: NONE })
    expect(decision.events[0]).toMatchObject({ sealed: { text: 'Ana likes tea.' } })
    expect(decision.closed).toEqual(['known 0'])
  })

  test('given an app that trusts documents, when one says otherwise, then it closes what the user said', () => {
    const trusting: Source = { ...source, trusted: ['document'] }
    const facts = known(home('Lisbon', JANUARY))
    expect(
      decide(trusting, [said('document', 'Porto')], { known: facts, forgotten: NONE }).closed,
    ).toEqual(['known 0'])
    expect(
      decide(trusting, [said('tool', 'Porto')], { known: facts, forgotten: NONE }).closed,
    ).toEqual([])
  })
})

const anyFact = fc.record({
  channel: fc.constantFrom(...channels),
  value: fc.constantFrom('Lisbon', 'Porto', 'Faro'),
  slot: fc.constantFrom('home', 'job', null),
  year: fc.integer({ min: 2020, max: 2026 }),
  names: fc.array(fc.nat(), { maxLength: 3 }),
  duplicate: fc.option(fc.nat(), { nil: null, freq: 4 }),
})
const anyHistory = fc.array(fc.array(anyFact, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 8,
})

describe('for every history', () => {
  test.each([
    ['none', []],
    ['documents', ['document']],
    ['tools and webhooks', ['tool', 'webhook']],
  ] as const)('nothing closes what is trusted more; trusted by the app: %s', (_, trusted) => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const told = new Map<string, Channel>()
        let facts = NOBODY
        for (const [n, said] of history.entries()) {
          const resourceId = derivedUuid(RESOURCE, String(n))
          const ids = [...told.keys()]
          const named = (place: number) => ids[place % Math.max(1, ids.length)] ?? 'a guess'
          const reads = said.map(({ channel, value, slot, year, names, duplicate }) =>
            read(`${slot} ${value}`, {
              channel,
              validFrom: `${year}-01-01T00:00:00.000Z`,
              ...(slot ? { subject: 'Ana', attribute: slot, value, exclusive: true } : {}),
              contradicts: names.map(named),
              duplicateOf: duplicate === null ? null : named(duplicate),
            }),
          )
          const decision = decide({ ...source, resourceId, trusted }, reads, {
            known: facts,
            forgotten: NONE,
          })
          expectTrusted(decision, told, trusted, reads)
          facts = decision.facts
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** `told`: the channel of every fact so far, closed ones too. */
function expectTrusted(
  { events }: ReturnType<typeof decide>,
  told: Map<string, Channel>,
  trusted: readonly Channel[],
  reads: readonly ReadFact[],
) {
  const closes = (by: string, of: string) =>
    expect(mayClose({ by: told.get(by)!, of: told.get(of)! }, trusted)).toBe(true)
  for (const { type, open } of events) {
    if (type === 'FactAsserted') {
      told.set(open.factId, open.channel)
      expect(open.channel).toBe(reads[open.ordinal]!.channel)
      if (open.supersededBy !== null) closes(open.supersededBy, open.factId)
    }
    if (type === 'FactSuperseded') closes(open.supersededBy, open.factId)
    if (type === 'FactMerged') closes(open.mergedInto, open.factId)
    if (type === 'FactContested') {
      expect(mayClose({ by: told.get(open.factId)!, of: told.get(open.contests)! }, trusted)).toBe(
        false,
      )
    }
  }
  // A fact that stands for a statement is trusted no less than the statement's speaker: closing it takes as much.
  const reinforced = events.filter(({ type }) => type === 'FactReinforced')
  const asserted = events.filter(({ type }) => type === 'FactAsserted')
  // A read without an event of its own repeats another read of the same resource.
  const untold = reads.length - reinforced.length - asserted.length
  expect(untold).toBeGreaterThanOrEqual(0)
  if (untold > 0) expect(reinforced).not.toEqual([])
  for (const event of reinforced) {
    const { factId } = event.open as { factId: string }
    const ordinal = reads.findIndex((_, n) => event.id === reinforcedId(event.open, n))
    const [by, of] = [reads[ordinal]!.channel, told.get(factId)!]
    expect(mayClose({ by: of, of: by }, trusted)).toBe(true)
    expect(outranks(by, of) && mayClose({ by, of }, trusted)).toBe(false)
  }
}

function reinforcedId(open: object, ordinal: number): string {
  return derivedUuid((open as { resourceId: string }).resourceId, `reinforced ${ordinal}`)
}
