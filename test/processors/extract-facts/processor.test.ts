// extract-facts at the edge of a forget: a write under way lies behind the fence, sealed under a key that is about to
// be destroyed. The processor must not read it.
import { describe, expect, test, vi } from 'vitest'
import type { MemoryStep } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import { derivedUuid, givenIdOf } from '../../../infra/runtime/envelope/ids.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import { AT, fenceOf } from '../../contracts/given.ts'
import { emptyStep, itemDocument } from '../../contracts/memory-documents.ts'
import { alone, commit, delivered, LATER, opens, RESOURCE, USER } from '../given.ts'
import { givenPorts } from './given-ports.ts'

const OTHER = '22222222-2222-4222-8222-222222222222'

/** The ports, and two writes of the same two facts about Ana; the state holds nothing but the fence. */
async function given(fence: Fence | null) {
  const ports = givenPorts()
  const [key] = await ports.keys.current([USER])
  const saying = async (id: string, position: number) => {
    const objectKey = `app/user/1/${id}`
    const open = { ...opens.contentStored, contentType: 'document' as const, objectKey }
    const said = delivered('ContentStored', { id, position, open })
    const body = seal(key!, said.event, Buffer.from('My name is Ana and I live in Lisbon.'))
    await ports.objects.putMany([{ key: objectKey, body }])
    return said
  }
  const [write, again] = [await saying(RESOURCE, 10), await saying(OTHER, 30)]
  await ports.memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 1_000_000 },
    fences: fence ? [fence] : [],
  })
  return { ports, write, again, key: key! }
}

const at = (position: number) => ({ topic: 'memory.facts.v1' as const, partition: 0, position })

test.each([
  ['no fence', null, true],
  ['a fence before it and an older key', fenceOf(USER, 5, { keyGeneration: 0 }), true],
  ['a fence before it that takes its key', fenceOf(USER, 5, { keyGeneration: 1 }), false],
  ['a fence behind it', fenceOf(USER, 20, { keyGeneration: 0 }), false],
])('given %s, when a write is read, then facts come of it: %s', async (_, fence, expected) => {
  const { ports, write } = await given(fence)
  const outcome = await createExtractFacts(ports).handle([write], alone())
  const events = outcome.outcome === 'emit' ? outcome.events.map(({ event }) => event.type) : []
  expect(events.includes('FactAsserted')).toBe(expected)
  if (!expected) expect(events).toEqual([])
})

test.each([
  ['behind it', 20, 'profile', false],
  ['at its place', 10, 'profile', true],
  ['before it', 5, 'profile', true],
  ['behind it, of another category,', 20, 'work', true],
])(
  'given a category that was forgotten %s, when a write is read, then facts of it are asserted or left out',
  async (_, before, category, expected) => {
    const { ports, write } = await given(fenceOf(USER, before, { category, keyGeneration: 0 }))
    const { events } = await createExtractFacts(ports).handle([write], alone())
    const types = events!.map(({ event }) => event.type)
    expect(types.includes('FactAsserted')).toBe(expected)
    expect(types.at(-1)).toBe('ResourceProcessed')
  },
)

test.each([
  ['that stands', {}, ['work']],
  ['that has ended', { supersededBy: 'other', validTo: AT }, ['work']],
  ['that is gone with its category', null, ['health', 'profile']],
])(
  'given a change of a fact %s, when it is read, then it said something in that category',
  async (_, item, saidIn) => {
    const { ports, key } = await given(fenceOf(USER, 20, { category: 'profile' }))
    const place = { topic: 'memory.writes.v1' as const, partition: 0 }
    const step = { documents: [], fences: [], erasedResources: [], erasures: [] }
    const apply = (position: number, more: Partial<MemoryStep>) =>
      ports.memory.apply({ ...step, ...more, checkpoint: { ...place, position } })
    await apply(1, { fences: [fenceOf(USER, 21, { category: 'health' })] })
    await apply(2, { fences: [fenceOf(USER, 9, { category: 'travel' })] })
    const known = { ...item, category: 'work' }
    if (item) await apply(3, { documents: [itemDocument(USER, { id: 'known', item: known })] })
    const object = { objectKey: 'app/user/1/change', contentBytes: 15, keyGeneration: 1 }
    const open = {
      ...object,
      factId: 'known',
      action: 'marked',
      entry: 'api',
      keyId: null,
    } as const
    const change = delivered('FactRevised', { id: OTHER, open })
    const body = seal(key, change.event, Buffer.from('{"pinned":true}'))
    await ports.objects.putMany([{ key: object.objectKey, body }])
    const { events } = await createExtractFacts(ports).handle([change], alone())
    expect(events!.at(-1)!.event).toMatchObject({ type: 'ResourceProcessed', open: { saidIn } })
  },
)

const GIVEN = givenIdOf('33333333-3333-4333-8333-333333333333')
const EARLIER = '2020-01-01T00:00:00.000Z'

test.each([
  ['a correction', { id: GIVEN, createdAt: AT, validFrom: EARLIER }, true],
  ['a correction by an earlier version', { id: GIVEN, createdAt: LATER, validFrom: AT }, true],
  ['a fact that a client gave later', { id: GIVEN, createdAt: LATER, validFrom: LATER }, false],
  ['a fact that was read', { id: 'read', createdAt: AT, validFrom: AT }, false],
])(
  'given that %s took the place of a fact, when that is taken back, then what stands is closed: %s',
  async (_, next, isClosed) => {
    const { ports, key } = await given(null)
    const known = { createdAt: AT, validFrom: AT, validTo: LATER, supersededBy: next.id }
    await ports.memory.apply({
      ...emptyStep,
      checkpoint: { topic: 'memory.writes.v1', partition: 0, position: 3 },
      documents: [
        itemDocument(USER, { id: 'known', item: known }),
        itemDocument(USER, { id: next.id, item: next }),
      ],
    })
    const object = { objectKey: 'app/user/1/change', contentBytes: 2, keyGeneration: 1 }
    const action = { factId: 'known', action: 'retracted', entry: 'api', keyId: null } as const
    const change = delivered('FactRevised', { id: OTHER, open: { ...object, ...action } })
    const body = seal(key, change.event, Buffer.from('{}'))
    await ports.objects.putMany([{ key: object.objectKey, body }])
    const { events = [] } = await createExtractFacts(ports).handle([change], alone())
    const closed = events.flatMap(({ event }) =>
      event.type === 'FactClosed' ? [event.open.factId] : [],
    )
    expect(closed).toEqual(isClosed ? [next.id] : [])
  },
)

test('given a correction, when it is read, then it stands in the thread and at the place of the fact that it corrects', async () => {
  const { ports, key } = await given(null)
  const known = { threadId: 'trip', place: 3 }
  await ports.memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.writes.v1', partition: 0, position: 3 },
    documents: [
      itemDocument(USER, { id: 'known', item: known }),
      itemDocument(USER, { id: 'later', item: { threadId: 'trip', place: 7 } }),
    ],
  })
  const revise = async (id: string, text: string) => {
    const object = { objectKey: `app/user/1/change ${id}`, contentBytes: 2, keyGeneration: 1 }
    const action = { factId: 'known', action: 'corrected', entry: 'api', keyId: null } as const
    const change = delivered('FactRevised', { id, open: { ...object, ...action } })
    const body = seal(key, change.event, Buffer.from(JSON.stringify({ text })))
    await ports.objects.putMany([{ key: object.objectKey, body }])
    return change
  }
  const processor = createExtractFacts(ports)
  const places: unknown[] = []
  for (const [id, text] of [
    [OTHER, 'Ana sails.'],
    [RESOURCE, 'Ana rows.'],
  ] as const) {
    const { events = [] } = await processor.handle([await revise(id, text)], alone())
    const { open } = events.find(({ event }) => event.type === 'FactAsserted')!.event
    places.push('place' in open && { threadId: open.threadId, place: open.place })
  }
  expect(places).toEqual([known, known])
})

test.each([
  ['last', 'taken back', 'retracted', {}, '2030-01-01T00:00:00.000Z'],
  ['first', 'taken back', 'retracted', {}, '2030-01-01T00:00:00.000Z'],
  [
    'last',
    'put off',
    'corrected',
    { validFrom: '2028-01-01T00:00:00.000Z' },
    '2028-01-01T00:00:00.000Z',
  ],
] as const)(
  'given a planned value that is told %s and not committed, when it is %s, then the present one holds on',
  async (order, _, action, changes, until) => {
    const { ports, key } = await given(null)
    const { handle } = createExtractFacts(ports)
    const write = async (type: 'FactGiven' | 'FactRevised', said: object, more: object = {}) => {
      const id = derivedUuid(RESOURCE, JSON.stringify(said))
      const object = { objectKey: `app/user/1/${id}`, contentBytes: 2, keyGeneration: 1 }
      const open = { ...object, entry: 'api', keyId: null, ...more }
      const written = delivered(type, { id, open: open as never })
      const body = seal(key, written.event, Buffer.from(JSON.stringify(said)))
      await ports.objects.putMany([{ key: object.objectKey, body }])
      const { events = [] } = await handle([written], alone())
      return { factId: givenIdOf(id), told: events.map(({ event }) => event) }
    }
    const home = (value: string) => ({ text: `Home is ${value}.`, attribute: 'home', value })
    const lisbon = { ...home('Lisbon'), validTo: '2030-01-01T00:00:00.000Z' }
    const porto = { ...home('Porto'), validFrom: '2027-01-01T00:00:00.000Z' }
    const inOrder = order === 'first' ? [porto, lisbon] : [lisbon, porto]
    const given_ = [await write('FactGiven', inOrder[0]!), await write('FactGiven', inOrder[1]!)]
    const { factId } = given_[inOrder.indexOf(porto)]!
    const { told } = await write('FactRevised', changes, { factId, action })
    const present = told.find(
      ({ sealed }) => sealed && 'text' in sealed && sealed.text === 'Home is Lisbon.',
    )
    expect(present?.open).toMatchObject({ validFrom: AT, validTo: until })
  },
)

test('given readers who are not shown what was committed, when the next write comes, then it waits aside, and a forget does not', async () => {
  const { ports, write } = await given(null)
  const behind = { checkpoints: async () => new Map() }
  const { handle } = createExtractFacts({
    ...ports,
    states: { ...ports.states, shared: false },
    memory: { ...ports.memory, ...behind },
    graph: { ...ports.graph, ...behind },
  })
  const first = await handle([write], alone())
  if (first.outcome === 'emit') first.committed?.([at(9)])
  const aside = vi.fn(async (_: () => Promise<unknown>) => undefined as never)
  await vi.waitFor(() => {
    void handle([write], { ...alone(), turn: { ...alone().turn, aside } })
    expect(aside).toHaveBeenCalled()
  })
  // There it waits for room.
  expect(aside.mock.calls[0]![0]()).toBeInstanceOf(Promise)
  const forgotten = delivered('MemoryForgotten', { open: { category: null, keyGeneration: 1 } })
  expect((await handle([forgotten], alone())).events).toHaveLength(1)
})

test('given a decision that was not committed, when the write is tried again, then it is decided alike', async () => {
  const { ports, write } = await given(null)
  const { handle } = createExtractFacts(ports)
  const first = await handle([write], alone())
  expect(first).toMatchObject({ events: [{ event: { type: 'FactAsserted' } }, {}, {}] })
  const again = await handle([write], alone())
  expect(again).toMatchObject({ ...first, committed: expect.any(Function) })
})

test('given a write that another has repeated, when it is tried again, then it is asserted, because the other asserted nothing', async () => {
  const { ports, write, again } = await given(null)
  const { handle } = createExtractFacts(ports)
  const first = await handle([write], alone())
  expect(await handle([again], alone())).toMatchObject({
    events: [{ event: { type: 'FactReinforced' } }, {}, {}],
  })
  expect((await handle([write], alone())).events).toEqual(first.events)
})

test('given a decision that is committed, when the write comes again, then its facts are not read again, because the state shows it as processed', async () => {
  const { ports, write } = await given(null)
  const extract = createExtractFacts(ports)
  const first = await extract.handle([write], alone())
  await commit(extract, first)
  expect(await extract.handle([write], alone())).toMatchObject({ outcome: 'emit', events: [] })
})

test('given a partition that is assigned again, when a write is tried again, then what was decided before is not remembered', async () => {
  const { ports, write, again } = await given(null)
  const extract = createExtractFacts(ports)
  const types = async () =>
    (await extract.handle([again], alone())).events!.map(({ event }) => event.type)
  await extract.handle([write], alone())
  extract.assigned!(1)
  expect(await types()).toContain('FactReinforced')
  extract.assigned!(0)
  expect(await types()).not.toContain('FactReinforced')
})

describe('a forget', () => {
  const forgotten = (category: string | null) =>
    delivered('MemoryForgotten', {
      id: RESOURCE,
      position: 20,
      open: { category, keyGeneration: 1 },
    })

  test('of a user is urgent, and makes what came before void; of a category it does not', async () => {
    const { ports } = await given(null)
    const extract = createExtractFacts(ports)
    expect(extract.urgent).toEqual(['MemoryForgotten'])
    const voids = (type: string, category: string | null) =>
      extract.voids!({ type, open: { category } } as unknown as StoredEvent)
    expect(voids('MemoryForgotten', null)).toBe(true)
    expect(voids('MemoryForgotten', 'work')).toBe(false)
    expect(voids('ContentStored', null)).toBe(false)
  })

  test('is answered by saying that extraction has passed it: its state has obeyed it already', async () => {
    const { ports } = await given(null)
    const event = forgotten(null)
    expect(await createExtractFacts(ports).handle([event], alone())).toEqual({
      outcome: 'emit',
      events: [
        {
          keyGeneration: null,
          event: {
            id: derivedUuid(RESOURCE, 'fenced'),
            type: 'ExtractionFenced',
            ...USER,
            occurredAt: event.event.occurredAt,
            open: { source: 20, category: null },
            sealed: null,
          },
        },
      ],
    })
  })

  test.each([
    [null, 'FactAsserted', 'FactReinforced'],
    ['profile', 'FactAsserted', 'FactReinforced'],
    ['work', 'FactReinforced', 'FactAsserted'],
  ])(
    'of %s takes out what was decided and is not committed, so that a write after it repeats nothing',
    async (category, wanted, unwanted) => {
      const { ports, write, again } = await given(null)
      const extract = createExtractFacts(ports)
      await extract.handle([write], alone())
      await extract.handle([forgotten(category)], alone())
      const types = (await extract.handle([again], alone())).events!.map(({ event }) => event.type)
      expect(types).toContain(wanted)
      expect(types).not.toContain(unwanted)
    },
  )
})

test.each([
  ['none is forgotten', null, 1],
  ['another user is forgotten', { appId: 'app', userId: 'other' }, 1],
  ['the user is forgotten', USER, 2],
])(
  'given a write that was read ahead, when %s, then it is fetched again only if it is of that user',
  async (_, scope, expected) => {
    const { ports, write, again } = await given(null)
    const { get } = ports.objects
    const asked: string[] = []
    ports.objects.get = (key) => {
      asked.push(key)
      return get(key)
    }
    const { handle } = createExtractFacts(ports)
    await handle([write], { ...alone(), following: async () => [again] })
    const open = { category: null, keyGeneration: 1 }
    if (scope) await handle([delivered('MemoryForgotten', { ...scope, open })], alone())
    await handle([again], alone())
    expect(asked.filter((key) => key.endsWith(OTHER))).toHaveLength(expected)
  },
)

test('a transformer takes event by event, as many at a time as its engine does', async () => {
  const { ports } = await given(null)
  const kind = { kind: 'transformer', grouping: 'event', concurrency: ports.language.concurrency }
  expect(createExtractFacts(ports)).toMatchObject(kind)
})

test.each([
  ['no fence', null, ['FactsMaintained']],
  ['a fence behind it', fenceOf(USER, 20, { keyGeneration: 0 }), []],
])(
  'given %s, when maintenance is asked for, then it is done unless it was forgotten',
  async (_, fence, expected) => {
    const { ports } = await given(fence)
    const open = { ...opens.maintenanceRequested, requestedBy: 'operator' as const }
    const request = delivered('MaintenanceRequested', { position: 10, open })
    const { events } = await createExtractFacts(ports).handle([request], alone())
    expect(events!.map(({ event }) => event.type)).toEqual(expected)
  },
)

test('given an activity, when handled, then what it tells is read', async () => {
  const { ports } = await given(null)
  const objectKey = 'app/user/1/activity'
  const activity = delivered('ActivityRecorded', { open: { ...opens.activityRecorded, objectKey } })
  const raw = {
    eventType: 'order.placed',
    source: 'shop',
    timestamp: activity.event.occurredAt,
    data: {},
    suggestedCategory: null,
    suggestedEntities: [],
    template: 'Ana lives in Lisbon.',
  }
  const [key] = await ports.keys.current([USER])
  const body = seal(key!, activity.event, Buffer.from(JSON.stringify(raw)))
  await ports.objects.putMany([{ key: objectKey, body }])
  const { events } = await createExtractFacts(ports).handle([activity], alone())
  expect(events!.at(-1)!.event.type).toBe('ResourceProcessed')
})

test('given facts that were read again, when handled, then the part that tells them is asked for', async () => {
  const { ports } = await given(null)
  const { get } = ports.objects
  const asked: string[] = []
  ports.objects.get = (key) => {
    asked.push(key)
    return get(key)
  }
  const open = { objectKey: 'app/user/1/part', contentBytes: 2, keyGeneration: 1 }
  const reread = delivered('FactsReread', { open: open as never })
  expect((await createExtractFacts(ports).handle([reread], alone())).events).toEqual([])
  expect(asked).toEqual(['app/user/1/part'])
})

test('given an event that says nothing to read, when handled, then nothing comes of it', async () => {
  const { ports } = await given(null)
  const open = {
    from: 'stripe',
    sourceId: RESOURCE,
    eventType: null,
    reason: 'x',
    deliveryHash: null,
  }
  const ignored = delivered('WebhookIgnored', { open: open as never })
  expect(await createExtractFacts(ports).handle([ignored], alone())).toEqual({
    outcome: 'emit',
    events: [],
  })
})
