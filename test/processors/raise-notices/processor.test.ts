// When apps are notified: not before the stores hold the change; and under which key.
import { expect, test } from 'vitest'
import { type States, sharedStates } from '../../../infra/ports/states.ts'
import { givenIdOf } from '../../../infra/runtime/envelope/ids.ts'
import type { Delivered } from '../../../infra/runtime/run/processor.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { factIdOf } from '../../../processors/extract-facts/decide.ts'
import { createRaiseNotices } from '../../../processors/raise-notices/processor.ts'
import { noSettings } from '../../../processors/settings/evolve.ts'
import type { NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import { alone, delivered, LATER, opens, RESOURCE, sealedFact } from '../given.ts'
import { settingsView, subscribed } from './subscribed.ts'

/** The readers' stores: they hold everything up to a position of each topic. And the requests to them. */
function readers(upTo: Partial<Record<AnyTopicName, number>> = {}) {
  const asked: string[] = []
  const checkpoints = (store: string) => async (topic: AnyTopicName) => {
    asked.push(`${store} ${topic}`)
    return new Map([[0, upTo[topic] ?? 1_000]])
  }
  const stores = {
    memory: { checkpoints: checkpoints('memory') },
    graph: { checkpoints: checkpoints('graph') },
  }
  return { asked, stores }
}

/** A processor whose state is its own. */
function given(
  { stores } = readers(),
  signal = new AbortController().signal,
  settings = settingsView(subscribed()),
) {
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const graph = createSqliteGraphStore({ path: ':memory:' })
  const states = sharedStates({ memory, graph })
  return createRaiseNotices({ states, ...stores, settings, signal })
}

const processed = delivered('ResourceProcessed', {
  open: { ...opens.resourceProcessed, keyGeneration: 4 },
  position: 10,
})
const superseded = delivered('FactSuperseded', { open: opens.factSuperseded, position: 11 })
const contested = delivered('FactContested', { open: opens.factContested, position: 12 })
const completed = delivered('MaintenanceCompleted', {
  open: { ...opens.maintenanceCompleted, keyGeneration: 7 },
  position: 13,
})

async function noticesOf(group: Delivered[], raise = given()) {
  const outcome = await raise.handle(group, alone())
  if (outcome.outcome !== 'emit') throw new Error('it was dead-lettered')
  return outcome.events.map(({ event, keyGeneration }) => {
    const notice = event as Extract<NewDomainEvent, { type: 'NoticeRaised' }>
    return { name: notice.open.name, keyGeneration, data: notice.sealed!.data }
  })
}

async function raised(group: Delivered[], raise = given()) {
  const notices = await noticesOf(group, raise)
  return notices.map(({ name, keyGeneration }) => [name, keyGeneration])
}

/** A fact of the resource that mentions Acme, and of the people who work there. */
const fact = delivered('FactAsserted', {
  open: { ...opens.factAsserted, factId: factIdOf(RESOURCE, 0) },
  sealed: sealedFact,
  position: 9,
})

test('given events of a user, when told, then each has its notices, in order, under the key of its event', async () => {
  const raise = given()
  await raise.states!.of(0).apply([fact], fact)
  expect(await raised([processed, superseded, contested], raise)).toEqual([
    ['entity.created', 4],
    ['entity.created', 4],
    ['relationship.created', 4],
    ['memory.processed', 4],
    ['conflict.detected', 1],
    ['conflict.detected', 1],
  ])
  expect(await raised([completed], raise)).toEqual([['maintenance.completed', 7]])
})

test('given a processed resource, when told, then its state says what its facts were the first to say', async () => {
  const raise = given()
  const earlier = delivered('FactAsserted', {
    open: { ...opens.factAsserted, factId: 'earlier', source: 2 },
    sealed: { ...sealedFact, relationships: [] },
    position: 8,
  })
  await raise.states!.of(0).apply([earlier, fact], fact)
  expect(await noticesOf([processed], raise)).toMatchObject([
    { name: 'relationship.created', data: { source: 'Ana', type: 'works_at', target: 'Acme' } },
    { name: 'memory.processed', data: { resourceId: RESOURCE } },
  ])
})

test('given a fact that a client gave, when told, then the notices name the entities that it was the first to say', async () => {
  const raise = given()
  const givenFact = delivered('FactAsserted', {
    open: { ...opens.factAsserted, contentType: 'fact', factId: givenIdOf(RESOURCE) },
    sealed: sealedFact,
    position: 9,
  })
  await raise.states!.of(0).apply([givenFact], givenFact)
  const open = { ...opens.resourceProcessed, contentType: 'fact' as const, extracted: 1 }
  const told = delivered('ResourceProcessed', { open, position: 10 })
  expect(await noticesOf([told], raise)).toMatchObject([
    { name: 'entity.created' },
    { name: 'entity.created' },
    { name: 'relationship.created', data: { source: 'Ana', type: 'works_at', target: 'Acme' } },
    { name: 'memory.processed', data: { entitiesCreated: 2 } },
  ])
})

const ofFact = { factId: factIdOf(RESOURCE, 0), source: opens.factAsserted.source }
test.each([
  [
    'contests a more trusted one',
    delivered('FactContested', { open: { ...opens.factContested, ...ofFact }, position: 10 }),
  ],
  [
    'its own write closed',
    delivered('FactSuperseded', { open: { ...opens.factSuperseded, ...ofFact }, position: 10 }),
  ],
])(
  'given a fact that %s, when told, then what it says of known entities is no news',
  async (_, closing) => {
    const raise = given()
    const earlier = delivered('FactAsserted', {
      open: { ...opens.factAsserted, factId: 'earlier', source: 2 },
      sealed: { ...sealedFact, relationships: [] },
      position: 8,
    })
    await raise.states!.of(0).apply([earlier, fact, closing], closing)
    expect(await raised([processed], raise)).toEqual([['memory.processed', 4]])
  },
)

const running = new AbortController().signal
const under = (settings: ReturnType<typeof settingsView>) => given(readers(), running, settings)

test.each([
  ['no webhook', noSettings],
  ['one of another app', subscribed({ appId: 'another' })],
  ['one that is gone', subscribed({ disabled: { reason: 'gone', at: LATER } })],
  ['one that wants other notices', subscribed({ events: ['entity.created'] })],
])('given an app with %s, when told, then nothing is raised', async (_, settings) => {
  const view = settingsView(settings)
  expect(await raised([processed, superseded], under(view))).toEqual([])
  expect(view.asked).toBe(1)
})

test('given an app that wants nothing, when told, then its graph is asked nothing', async () => {
  const states = {
    of: () => {
      throw new RangeError('the graph was asked')
    },
  } as unknown as States
  const settings = settingsView(noSettings)
  const raise = createRaiseNotices({ ...readers().stores, states, settings, signal: running })
  expect(await raised([processed], raise)).toEqual([])
})

test('given conflicts among other events, then they stand apart from those that wait for stores', () => {
  expect(given().apart).toEqual(['FactSuperseded', 'FactContested'])
})

test('given a webhook that wants some notices, when told, then these are raised', async () => {
  const view = settingsView(subscribed({ events: ['memory.processed'] }))
  expect(await raised([processed, superseded], under(view))).toEqual([['memory.processed', 4]])
})

test('given a webhook that this process does not know yet, when told, then its notices are raised: it was promised all', async () => {
  const view = settingsView(noSettings, subscribed())
  expect(await raised([superseded], under(view))).toEqual([['conflict.detected', 1]])
})

test('given a webhook that wants everything, when told, then the settings are not read again', async () => {
  const view = settingsView(subscribed())
  expect(await raised([superseded], under(view))).toHaveLength(1)
  expect(view.asked).toBe(0)
})

test('given an event that tells apps nothing, when handled, then nothing is told', async () => {
  const other = delivered('FactReinforced', { open: opens.factReinforced })
  expect(await raised([other])).toEqual([])
})

test('given events among the facts, when told, then index and graph are waited for; among the summaries, the index alone', async () => {
  const facts = readers()
  await raised([processed], given(facts))
  expect(facts.asked.sort()).toEqual(['graph memory.facts.v1', 'memory memory.facts.v1'])
  const summaries = readers()
  await raised([completed], given(summaries))
  expect(summaries.asked).toEqual(['memory memory.summaries.v1'])
})

test('given conflicts, when told, then each is told as what it is, and no store is waited for', async () => {
  const behind = readers({ 'memory.facts.v1': 0 })
  expect(await noticesOf([superseded, contested], given(behind))).toMatchObject([
    { name: 'conflict.detected', data: { supersededItemId: 'fact', itemId: 'newer' } },
    { name: 'conflict.detected', data: { contestedItemId: 'trusted', itemId: 'fact' } },
  ])
  expect(behind.asked).toEqual([])
})

test.each([
  ['what can be retrieved', 'memory.facts.v1', processed],
  ['that a maintenance is done', 'memory.summaries.v1', completed],
] as const)(
  'given stores that hold all but the last event, when it tells %s, then it is waited for',
  async (_, topic, event) => {
    const signal = AbortSignal.abort(new Error('the service stops'))
    const { position } = event
    await raised([event], given(readers({ [topic]: position })))
    const waiting = raised([event], given(readers({ [topic]: position - 1 }), signal))
    await expect(waiting).rejects.toThrow('the service stops')
  },
)

test('given what can be retrieved before a conflict, when told together, then the stores are waited for only where it stands', async () => {
  const upTo = readers({ 'memory.facts.v1': processed.position })
  expect(await raised([processed, superseded], given(upTo))).toHaveLength(2)
})
