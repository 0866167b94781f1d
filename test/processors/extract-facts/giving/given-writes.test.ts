// What becomes of the facts that clients give and change, write by write: on a state that tests fill, and on decisions
// that are not committed yet, which the state does not show.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOfflineLanguageModel } from '../../../../infra/language/offline/offline-language-model.ts'
import type { ItemDocument } from '../../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../../infra/ports/projection.ts'
import { sharedStates } from '../../../../infra/ports/states.ts'
import { derivedUuid, givenIdOf } from '../../../../infra/runtime/envelope/ids.ts'
import { seal } from '../../../../infra/runtime/envelope/seal.ts'
import type { Outcome, Work } from '../../../../infra/runtime/run/processor.ts'
import { createSqliteGraphStore } from '../../../../infra/sqlite/graph-store.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { createExtractFacts } from '../../../../processors/extract-facts/processor.ts'
import { defaultCategories } from '../../../../schemas/categories.ts'
import type { NewFactEvent } from '../../../../schemas/events/catalogue.ts'
import { AT, fenceOf } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { alone, delivered, LATER, RESOURCE, USER } from '../../given.ts'

type Home = Partial<ItemDocument['item']>
const inYear = (year: number) => `${year}-01-01T00:00:00.000Z`

/** A home of the user's, as the state shows it. */
function home(id: string, value: string, item: Home = {}): ItemDocument {
  const place = { subject: 'user', attribute: 'home', value, exclusive: true }
  return itemDocument(USER, {
    id,
    slot: 'user\nhome',
    item: { text: `Home is ${value}.`, channel: 'user', saidBy: null, ...place, ...item },
  })
}

async function started(
  documents: readonly ItemDocument[] = [],
  fences: readonly Fence[] = [],
  work: Work = alone(),
) {
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const graph = createSqliteGraphStore({ path: ':memory:' })
  const language = createOfflineLanguageModel()
  const embedded: string[] = []
  const embed = (texts: readonly string[], signal?: AbortSignal) => {
    embedded.push(...texts)
    // The call ends with the work.
    expect(signal).toBe(work.signal)
    return language.embed(texts)
  }
  // Readers are shown nothing of what the state holds.
  const behind = { checkpoints: async () => new Map() }
  const ports = {
    states: { ...sharedStates({ memory, graph }), shared: false },
    memory: { ...memory, ...behind },
    graph: { ...graph, ...behind },
    objects: createSqliteObjectStore({ path: ':memory:' }),
    keys: createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) }),
    language: { ...language, embed },
    settings: {
      categoriesOf: () => defaultCategories,
      templateOf: () => undefined,
      trustOf: () => [],
    },
    signal: stopping.signal,
  }
  const step = { documents: [], fences: [], erasedResources: [], erasures: [] }
  for (const fence of fences) {
    const checkpoint = { topic: 'memory.writes.v1', partition: 0, position: fence.before } as const
    await memory.apply({ ...step, fences: [fence], checkpoint })
  }
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position: 1_000_000 } as const
  await memory.apply({ ...step, documents, checkpoint })
  const [key] = await ports.keys.current([USER])
  const { handle } = createExtractFacts(ports)
  let position = 0
  const write = async (type: 'FactGiven' | 'FactRevised', said: object, more: object = {}) => {
    position += 1
    const id = derivedUuid(RESOURCE, String(position))
    const object = { objectKey: `app/user/1/${id}`, contentBytes: 2, keyGeneration: 1 }
    const open = { ...object, entry: 'api', keyId: null, ...more }
    const written = delivered(type, { id, position, open: open as never })
    const body = seal(key!, written.event, Buffer.from(JSON.stringify(said)))
    await ports.objects.putMany([{ key: object.objectKey, body }])
    const outcome = await handle([written], work)
    const told = outcome.events!.map(({ event }) => event as NewFactEvent)
    return { factId: givenIdOf(id), outcome, told }
  }
  return {
    embedded,
    give: (fact: object) => write('FactGiven', fact),
    live: (value: string, validFrom: string, more: object = {}) =>
      write('FactGiven', {
        ...{ text: `Home is ${value}.`, attribute: 'home', value },
        validFrom,
        ...more,
      }),
    revise: (factId: string, action: string, changes: object = {}) =>
      write('FactRevised', changes, { factId, action }),
  }
}

const typesOf = (told: readonly NewFactEvent[]) => told.map(({ type }) => type)
const closedOf = (told: readonly NewFactEvent[]) =>
  told.flatMap(({ type, open }) => (type === 'FactClosed' ? [open.factId] : []))
const assertedOf = (told: readonly NewFactEvent[]) =>
  told.flatMap((event) => (event.type === 'FactAsserted' ? [event] : []))
/** As the runtime does once the events are in the log; the state of these tests does not take them in. */
function commit(outcome: Outcome, position?: number) {
  const at = { topic: 'memory.facts.v1', partition: 0 } as const
  const positions = position === undefined ? [] : [{ ...at, position }]
  if (outcome.outcome === 'emit') outcome.committed?.(positions)
}

let stopping: AbortController
beforeEach(() => {
  stopping = new AbortController()
})
afterEach(() => {
  stopping.abort()
  vi.useRealTimers()
})

describe('a fact that is given', () => {
  test('is asserted, its write is processed, and its aliases are embedded with it', async () => {
    const { give, embedded } = await started()
    const { told, outcome } = await give({ text: 'Ada sings.', aliases: ['singer', 'alto'] })
    expect(outcome.outcome).toBe('emit')
    expect(typesOf(told)).toEqual(['FactAsserted', 'ResourceProcessed'])
    await give({ text: 'Ada paints.' })
    expect(embedded).toEqual(['Ada sings.\nsinger\nalto', 'Ada paints.'])
  })

  test('counts for the next write until it is committed', async () => {
    const { give } = await started()
    const first = await give({ text: 'Ada sings.' })
    const again = await give({ text: 'Ada sings.' })
    expect(typesOf(again.told)).toContain('FactMerged')
    commit(first.outcome)
    commit(again.outcome)
    expect(typesOf((await give({ text: 'Ada sings.' })).told)).not.toContain('FactMerged')
  })
})

describe('a fact that is marked', () => {
  test('keeps what is not changed, also for the next write', async () => {
    const { give, revise } = await started()
    const { factId } = await give({ text: 'Ada sings.', aliases: ['alto'], importance: 'high' })
    const pinned = await revise(factId, 'marked', { pinned: true })
    expect(pinned.told).toMatchObject([
      { type: 'FactMarked', open: { factId, pinned: true, importance: null } },
      {
        type: 'ResourceProcessed',
        open: { extracted: 0, saidIn: ['general'], categories: ['general'] },
      },
    ])
    const important = await revise(factId, 'marked', { importance: 'low' })
    const [asserted] = assertedOf((await revise(factId, 'corrected', { text: 'Ada hums.' })).told)
    expect(asserted).toMatchObject({
      open: { pinned: true, importance: 'low' },
      sealed: { aliases: ['alto'] },
    })
    for (const { outcome } of [pinned, important]) commit(outcome)
  })

  test('is as important as before where only its pin is changed', async () => {
    const { give, revise } = await started()
    const { factId } = await give({ text: 'Ada sings.', importance: 'high', pinned: true })
    await revise(factId, 'marked', { pinned: false })
    const [asserted] = assertedOf((await revise(factId, 'corrected', { text: 'Ada hums.' })).told)
    expect(asserted!.open).toMatchObject({ pinned: false, importance: 'high' })
  })

  test('is what the state says once that is committed', async () => {
    const { revise } = await started([itemDocument(USER, { id: 'known' })])
    commit((await revise('known', 'marked', { pinned: true })).outcome)
    const [asserted] = assertedOf((await revise('known', 'corrected', { text: 'Ada hums.' })).told)
    expect(asserted!.open).toMatchObject({ pinned: false })
  })
})

describe('a fact that is taken back', () => {
  test('is closed once; once that is committed, it is what the state says', async () => {
    const { revise } = await started([itemDocument(USER, { id: 'known' })])
    const first = await revise('known', 'retracted')
    expect(first.told).toMatchObject([
      { type: 'FactClosed', open: { factId: 'known', reason: 'retracted' } },
      { type: 'ResourceProcessed', open: { saidIn: ['work'], categories: ['work'] } },
    ])
    expect(closedOf((await revise('known', 'retracted')).told)).toEqual([])
    commit(first.outcome)
    expect(closedOf((await revise('known', 'retracted')).told)).toEqual(['known'])
  })

  test('held at no time, nor did what was merged into it; what is settled held until then', async () => {
    const merged = { supersededBy: 'known', merged: true, mergedAt: inYear(2022) } as const
    const documents = [
      home('known', 'Lisbon', { validFrom: inYear(2022), supersedes: ['merged'] }),
      home('merged', 'Lisbon', { validFrom: inYear(2020), ...merged }),
    ]
    const told = async (action: string) => {
      const { live, revise } = await started(documents)
      const first = await revise('known', action)
      const [porto] = assertedOf((await live('Porto', inYear(2019))).told)
      return {
        closed: closedOf(first.told),
        until: porto!.open.validTo,
        by: porto!.open.supersededBy,
      }
    }
    const untrue = { closed: ['known', 'merged'], until: null, by: null }
    expect(await told('retracted')).toEqual(untrue)
    expect(await told('resolved')).toEqual({ closed: ['known'], until: inYear(2020), by: 'merged' })
  })

  test('takes with it what was merged, not what it contradicted or what was taken back before', async () => {
    const by = (id: string, more: Home = {}) =>
      itemDocument(USER, { id, item: { supersededBy: 'known', ...more } })
    const others = [
      by('merged', { merged: true }),
      by('contradicted'),
      by('taken back', { merged: true, pruned: { at: AT, reason: 'retracted' } }),
      itemDocument(USER, { id: 'elsewhere', item: { supersededBy: 'other', merged: true } }),
    ]
    const supersedes = others.map(({ item }) => item.id)
    const { revise } = await started([
      ...others,
      itemDocument(USER, { id: 'known', item: { supersedes } }),
    ])
    const first = await revise('known', 'retracted')
    expect(closedOf(first.told)).toEqual(['known', 'merged'])
  })

  test('takes back the nearest that were merged, up to two hundred', async () => {
    const chain = (most: number) => {
      const near = Array.from({ length: most }, (_, n) => `near ${n}`)
      const merged = (id: string, supersededBy: string, supersedes: readonly string[]) =>
        itemDocument(USER, { id, item: { supersededBy, merged: true, supersedes } })
      return [
        itemDocument(USER, { id: 'known', item: { supersedes: near } }),
        ...near.map((id, n) => merged(id, 'known', n === 0 ? ['far'] : [])),
        merged('far', 'near 0', []),
      ]
    }
    for (const [most, expected] of [
      [199, 201],
      [200, 201],
    ] as const) {
      const { revise } = await started(chain(most))
      expect(closedOf((await revise('known', 'retracted')).told)).toHaveLength(expected)
    }
  })

  test('takes what was merged a moment ago', async () => {
    const { give, revise } = await started()
    const likes = (validFrom: string) => give({ text: 'The user likes chess.', validFrom })
    const first = await likes(inYear(2020))
    const last = await likes(inYear(2021))
    expect(typesOf(last.told)).toContain('FactMerged')
    // A correction of the same words is merged as well.
    const filed = await revise(last.factId, 'corrected', { type: 'preference' })
    const { told } = await revise(last.factId, 'retracted')
    expect(closedOf(told)).toEqual([filed.factId, last.factId, first.factId])
  })
})

test('given a value that was merged a moment ago, when another is told of the time before, then that ends where it began', async () => {
  const { live } = await started()
  const lisbon = await live('Lisbon', inYear(2020))
  await live('Lisbon', inYear(2022))
  const { told } = await live('Porto', inYear(2019))
  expect(told[0]!.open).toMatchObject({ validTo: inYear(2020), supersededBy: lisbon.factId })
})

describe('a value whose place another was to take', () => {
  const planned = (more: Home = {}) => home('porto', 'Porto', { validFrom: inYear(2027), ...more })
  const present = (more: Home = {}) =>
    home('lisbon', 'Lisbon', {
      ...{ validFrom: inYear(2020), validTo: inYear(2027), followedBy: 'porto' },
      ...more,
    })
  const toldAgain = async (documents: readonly ItemDocument[], factId = 'porto') => {
    const { revise } = await started(documents)
    return assertedOf((await revise(factId, 'retracted')).told).map(({ sealed }) => sealed!.value)
  }

  test('holds on where the plan is taken back, also where that has begun, not where it is settled then', async () => {
    expect(await toldAgain([present(), planned()])).toEqual(['Lisbon'])
    for (const begun of [inYear(2025), AT]) {
      const documents = [present({ validTo: begun }), planned({ validFrom: begun })]
      expect(await toldAgain(documents)).toEqual(['Lisbon'])
      const { revise } = await started(documents)
      expect(assertedOf((await revise('porto', 'resolved')).told)).toEqual([])
    }
  })

  test('is the one that the plan follows, if any', async () => {
    const last = home('faro', 'Faro', { validFrom: inYear(2028) })
    const follows = { validTo: inYear(2028), followedBy: 'faro' }
    expect(await toldAgain([present(), planned(follows), last], 'faro')).toEqual(['Porto'])
    const beside = home('lisbon', 'Lisbon', { validFrom: inYear(2020) })
    expect(await toldAgain([beside, planned({ channel: 'tool' })])).toEqual([])
    expect(await toldAgain([planned()])).toEqual([])
    const placeless = itemDocument(USER, { id: 'porto', item: { validFrom: inYear(2027) } })
    expect(await toldAgain([placeless])).toEqual([])
  })

  test('is told until the plan begins that is put off, also where it was said after that', async () => {
    const { revise } = await started([present({ createdAt: LATER }), planned()])
    const { told } = await revise('porto', 'corrected', { validFrom: inYear(2028) })
    expect(assertedOf(told).map(({ sealed, open }) => [sealed!.value, open.validTo])).toEqual([
      ['Porto', null],
      ['Lisbon', inYear(2028)],
    ])
    const [porto] = assertedOf(told)
    expect(told.filter(({ type }) => type === 'FactSuperseded')).not.toContainEqual(
      expect.objectContaining({ open: expect.objectContaining({ factId: porto!.open.factId }) }),
    )
  })

  test('may be words without a place, which the plan contradicted', async () => {
    const meat = itemDocument(USER, {
      id: 'meat',
      item: { text: 'Ana eats meat.', validTo: inYear(2027), followedBy: 'vegan' },
    })
    const fish = itemDocument(USER, {
      id: 'fish',
      item: { text: 'Ana eats fish.', validTo: inYear(2027), followedBy: 'vegan' },
    })
    const tofu = itemDocument(USER, {
      id: 'tofu',
      item: {
        ...{ text: 'Ana eats no tofu.', validTo: inYear(2027), followedBy: 'vegan' },
        pruned: { at: AT, reason: 'resolved' },
      },
    })
    const vegan = itemDocument(USER, {
      id: 'vegan',
      item: {
        ...{ text: 'Ana goes vegan.', validFrom: inYear(2027), createdAt: LATER },
        supersedes: ['meat', 'tofu', 'fish'],
      },
    })
    const toldOf = async (action: string, changes: object = {}) => {
      const { revise } = await started([meat, fish, tofu, vegan])
      const { told } = await revise('vegan', action, changes)
      expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
      return assertedOf(told).map(({ open, sealed }) => [sealed!.text, open.validTo])
    }
    expect(await toldOf('resolved')).toEqual([
      ['Ana eats meat.', null],
      ['Ana eats fish.', null],
    ])
    expect(await toldOf('corrected', { validFrom: inYear(2028) })).toEqual([
      ['Ana goes vegan.', null],
      ['Ana eats meat.', inYear(2028)],
      ['Ana eats fish.', inYear(2028)],
    ])
    expect(await toldOf('corrected', { category: 'food' })).toEqual([['Ana goes vegan.', null]])
    const { revise } = await started([meat, vegan])
    const { told } = await revise('meat', 'corrected', { category: 'travel' })
    expect(assertedOf(told).map(({ open }) => [open.validTo, open.supersededBy])).toEqual([
      [inYear(2027), 'vegan'],
    ])
  })

  test('is told again once, whose decision is committed with the change', async () => {
    for (const [action, changes] of [
      ['retracted', {}],
      ['corrected', { validFrom: inYear(2028) }],
    ] as const) {
      const { revise, live } = await started([present(), planned()])
      const first = await revise('porto', action, changes)
      expect(assertedOf(first.told).map(({ sealed }) => sealed!.value)).toContain('Lisbon')
      expect(typesOf(first.told).filter((type) => type === 'ResourceProcessed')).toHaveLength(1)
      expect(typesOf(first.told).at(-1)).toBe('ResourceProcessed')
      const own = assertedOf(first.told).map(({ open }) => open.factId)
      commit(first.outcome)
      const { told } = await live('Faro', AT)
      const ended = told.flatMap(({ type, open }) =>
        type === 'FactSuperseded' ? [open.factId] : [],
      )
      for (const id of own) expect(ended).not.toContain(id)
      expect(ended).toContain('lisbon')
    }
  })
})

describe('what a fact has closed that is taken back', () => {
  const known = (supersedes: string[], more: Home = {}) =>
    home('known', 'Porto', { validFrom: inYear(2022), createdAt: AT, supersedes, ...more })
  const closedAs = (id: string, value: string, more: Home = {}) =>
    home(id, value, {
      ...{ validFrom: inYear(2020), validTo: inYear(2022), supersededBy: 'known' },
      changes: [{ at: AT, before: { supersededBy: null, validTo: null } }],
      ...more,
    })
  const told = async (documents: readonly ItemDocument[], action = 'retracted') => {
    const { revise } = await started(documents)
    const { told } = await revise('known', action)
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
    return assertedOf(told).map(({ sealed, open }) => [sealed!.value ?? sealed!.text, open.validTo])
  }

  test('holds on as before, and not where the fact is settled', async () => {
    const documents = [known(['lisbon']), closedAs('lisbon', 'Lisbon')]
    expect(await told(documents)).toEqual([['Lisbon', null]])
    expect(await told(documents, 'resolved')).toEqual([])
  })

  test('has its own end again, where it had one', async () => {
    const before = { supersededBy: null, validTo: inYear(2030) }
    const ending = closedAs('lisbon', 'Lisbon', { changes: [{ at: AT, before }] })
    expect(await told([known(['lisbon']), ending])).toEqual([['Lisbon', inYear(2030)]])
    const same = closedAs('lisbon', 'Lisbon', {
      ...{ validTo: inYear(2021) },
      changes: [{ at: AT, before: { supersededBy: null } }],
    })
    expect(await told([known(['lisbon']), same])).toEqual([['Lisbon', inYear(2021)]])
    const backdated = closedAs('lisbon', 'Lisbon', { changes: [] })
    expect(await told([known([]), backdated])).toEqual([['Lisbon', null]])
  })

  test('is found by its name or its place, words without a place too', async () => {
    const meat = itemDocument(USER, {
      id: 'meat',
      item: { text: 'Ana eats meat.', validTo: inYear(2022), supersededBy: 'known' },
    })
    const other = closedAs('rome', 'Rome', { supersededBy: 'another' })
    expect(await told([known(['meat']), closedAs('lisbon', 'Lisbon'), meat, other])).toEqual([
      ['Ana eats meat.', null],
      ['Lisbon', null],
    ])
  })

  test.each<[string, Home]>([
    ['was merged into it', { merged: true }],
    ['says the same', { text: 'Home is Porto.', value: 'Porto' }],
    ['has been taken back since', { pruned: { at: AT, reason: 'retracted' } }],
  ])('is not what %s', async (_, more) => {
    const { value = 'Lisbon', ...rest } = more
    expect(await told([known(['lisbon']), closedAs('lisbon', value ?? '', rest)])).toEqual([])
  })

  test('is also what a fact had closed that it corrects, and never that fact', async () => {
    const id = givenIdOf(derivedUuid(RESOURCE, 'correction'))
    const documents = [
      home(id, 'Porto', { validFrom: inYear(2022), createdAt: AT, supersedes: ['wrong'] }),
      home('wrong', 'Poto', { createdAt: AT, supersededBy: id, supersedes: ['lisbon'] }),
      closedAs('lisbon', 'Lisbon', { supersededBy: 'wrong', createdAt: inYear(2020) }),
    ]
    const { revise } = await started(documents)
    const { told } = await revise(id, 'retracted')
    expect(assertedOf(told).map(({ sealed }) => sealed!.value)).toEqual(['Lisbon'])
  })

  test('holds on until the fact begins, where that was later than was said', async () => {
    const { revise } = await started([known(['lisbon']), closedAs('lisbon', 'Lisbon')])
    const { told, factId } = await revise('known', 'corrected', { validFrom: inYear(2023) })
    expect(
      assertedOf(told).map(({ sealed, open }) => [sealed!.value, open.validTo, open.supersededBy]),
    ).toEqual([
      ['Porto', null, null],
      ['Lisbon', inYear(2023), factId],
    ])
    const sooner = await started([known(['lisbon']), closedAs('lisbon', 'Lisbon')])
    const { told: toldSooner } = await sooner.revise('known', 'corrected', {
      validFrom: inYear(2021),
    })
    expect(assertedOf(toldSooner)).toHaveLength(1)
  })

  test('is never what it corrects, also before that is committed', async () => {
    const { live, revise } = await started()
    const { factId } = await live('Lisbon', inYear(2020))
    await revise(factId, 'corrected', { text: 'Home is Porto.', value: 'Porto' })
    const { told } = await revise(factId, 'retracted')
    expect(typesOf(told)).toEqual(['FactClosed', 'ResourceProcessed'])
  })

  test('counts for the next write, and is found before it is committed', async () => {
    const said = { validFrom: inYear(2020), createdAt: inYear(2020) }
    const { live, revise } = await started([home('lisbon', 'Lisbon', said)])
    const porto = await live('Porto', inYear(2022))
    const { told } = await revise(porto.factId, 'retracted')
    const [lisbon] = assertedOf(told)
    expect(lisbon).toMatchObject({ open: { validTo: null }, sealed: { value: 'Lisbon' } })
    const faro = await live('Faro', inYear(2023))
    expect(faro.told).toContainEqual(
      expect.objectContaining({
        type: 'FactSuperseded',
        open: expect.objectContaining({ factId: lisbon!.open.factId }),
      }),
    )
  })
})

describe('what less trusted channels say against a fact that is closed', () => {
  const claim = (contests: string[], more: Home = {}) =>
    home('claim', 'Vienna', { channel: 'document', contests, ...more })
  const told = async (documents: readonly ItemDocument[], action: string) => {
    const { revise } = await started(documents)
    const { told } = await revise('known', action)
    const contested = told.filter(({ type }) => type === 'FactContested')
    return [
      ...assertedOf(told).map(({ sealed, open }) => [sealed!.value, open.channel, open.validTo]),
      ...contested.map(({ type }) => type),
    ]
  }
  const known = home('known', 'Lisbon', { channel: 'user' })

  test.each(['retracted', 'resolved'])('stands alone from then on (%s)', async (action) => {
    expect(await told([known, claim(['known'])], action)).toEqual([['Vienna', 'document', null]])
    const ending = claim(['known'], { validTo: inYear(2030) })
    expect(await told([known, ending], action)).toEqual([['Vienna', 'document', inYear(2030)]])
  })

  test.each([
    ['is over', 2021, ['Lisbon', 'Vienna']],
    ['ends later', 2035, ['Lisbon']],
  ])(
    'stands alone where a client says that the fact %s: it holds until %i',
    async (_, year, values) => {
      const { revise } = await started([known, claim(['known'], { validFrom: inYear(2022) })])
      const { told } = await revise('known', 'corrected', { validTo: inYear(year) })
      expect(assertedOf(told).map(({ sealed }) => sealed!.value)).toEqual(values)
      expect(typesOf(told)).not.toContain('FactContested')
    },
  )

  test('is told again for the fifty that were said last', async () => {
    const claims = Array.from({ length: 53 }, (_, n) => {
      const createdAt = new Date(Date.parse(inYear(2021)) + n * 1_000).toISOString()
      return home(`claim ${n}`, `City ${n}`, {
        channel: 'document',
        contests: ['known'],
        createdAt,
      })
    })
    const cities = (await told([known, ...claims], 'retracted')).map(([value]) => value)
    expect(cities).toHaveLength(50)
    expect(cities).toContain('City 52')
    for (const n of [0, 1, 2]) expect(cities).not.toContain(`City ${n}`)
  })

  test('does not where it contests nothing, or another that stands', async () => {
    expect(await told([known, claim([])], 'retracted')).toEqual([])
    const other = home('other', 'Porto', { channel: 'user' })
    expect(await told([known, other, claim(['known', 'other'])], 'retracted')).toEqual([])
    const gone = home('other', 'Porto', { supersededBy: 'known' })
    expect(await told([known, gone, claim(['known', 'other'])], 'resolved')).toHaveLength(1)
  })
})

describe('a correction', () => {
  test('counts for the next write until it is committed, and so does what it takes back', async () => {
    const merged = { supersededBy: 'known', merged: true, mergedAt: inYear(2022) } as const
    const { revise, live } = await started([
      home('known', 'Lisbon', { validFrom: inYear(2022), supersedes: ['merged'] }),
      home('merged', 'Lisbon', { validFrom: inYear(2020), ...merged }),
    ])
    const first = await revise('known', 'corrected', { value: 'Porto', text: 'Home is Porto.' })
    expect(closedOf(first.told)).toEqual(['merged'])
    const until = async () => {
      const { told, outcome } = await live('Rome', inYear(2019))
      commit(outcome)
      return assertedOf(told)[0]!.open
    }
    expect(await until()).toMatchObject({ validTo: inYear(2022), supersededBy: first.factId })
    commit(first.outcome)
    expect(await until()).toMatchObject({ validTo: inYear(2020), supersededBy: 'merged' })
  })

  test('is followed to the one that stands, twenty steps at most', async () => {
    const ids = Array.from({ length: 22 }, (_, n) => givenIdOf(derivedUuid(RESOURCE, `c ${n}`)))
    const chain = (steps: number) =>
      ids
        .slice(0, steps + 1)
        .map((id, n) =>
          itemDocument(USER, { id, item: { supersededBy: n === steps ? null : ids[n + 1]! } }),
        )
    const closedAfter = async (steps: number) => {
      const { revise } = await started(chain(steps))
      return closedOf((await revise(ids[0]!, 'resolved')).told)
    }
    expect(await closedAfter(19)).toEqual([ids[19]])
    expect(await closedAfter(20)).toEqual([])
  })

  const GIVEN = givenIdOf(derivedUuid(RESOURCE, 'given'))

  test.each([
    ['said at the same time', GIVEN, { createdAt: AT, validFrom: inYear(2020) }, true],
    ['that holds since the same time', GIVEN, { createdAt: LATER, validFrom: AT }, true],
    ['said later', GIVEN, { createdAt: LATER, validFrom: LATER }, false],
    ['that was read', 'read', { createdAt: AT, validFrom: AT }, false],
  ])('is what a client gave %s, with the id %s', async (_, id, next, isOne) => {
    const known = { createdAt: AT, validFrom: AT, supersededBy: id }
    const { revise } = await started([
      itemDocument(USER, { id: 'known', item: known }),
      itemDocument(USER, { id, item: next }),
    ])
    expect(closedOf((await revise('known', 'resolved')).told)).toEqual(isOne ? [id] : [])
  })

  test('that is gone leaves what it corrected as it is', async () => {
    const { revise } = await started([
      itemDocument(USER, { id: 'known', item: { supersededBy: GIVEN } }),
    ])
    expect(typesOf((await revise('known', 'resolved')).told)).toEqual(['ResourceProcessed'])
  })
})

describe('a fact that stands no more', () => {
  const saidIn = async (documents: ItemDocument[], fences: Fence[] = []) => {
    const { revise } = await started(documents, fences)
    const { told } = await revise('known', 'marked', { pinned: true })
    expect(typesOf(told)).toEqual(['ResourceProcessed'])
    return told[0]!.open
  }
  const ended = { supersededBy: 'other', validTo: AT, category: 'food' }

  test('is left as it is, and the change was about its category', async () => {
    expect(await saidIn([itemDocument(USER, { id: 'known', item: ended })])).toMatchObject({
      saidIn: ['food'],
      categories: [],
    })
  })

  test('is behind for readers like any other, once the change is committed', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] })
    let turns = 0
    const aside = async () => {
      turns += 1
      return undefined as never
    }
    const work = { ...alone(), turn: { ...alone().turn, aside } }
    const { revise } = await started([], [], work)
    const { outcome } = await revise('known', 'resolved')
    vi.advanceTimersByTime(10_000)
    commit(outcome, 7)
    vi.advanceTimersByTime(5_000)
    expect(turns).toBe(0)
    await revise('known', 'resolved')
    expect(turns).toBe(1)
  })

  test('is gone with a category that was forgotten since', async () => {
    const fences = ['work', 'health'].map((category, n) => fenceOf(USER, 20 + n, { category }))
    expect(await saidIn([], fences)).toMatchObject({ saidIn: ['health', 'work'] })
    expect(await saidIn([])).toMatchObject({ saidIn: [] })
  })
})
