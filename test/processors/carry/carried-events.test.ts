// Which events of a log an export tells: those of the user that still count, and none of what was forgotten.
import { describe, expect, test } from 'vitest'
import type { Fence } from '../../../infra/ports/projection.ts'
import { firstOf, getFrom } from '../../../infra/runtime/certain.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import { carriedEvents } from '../../../processors/carry/carried-events.ts'
import type { ExportedEvent } from '../../../schemas/api/reading/export.ts'
import { definitions } from '../../../schemas/events/catalogue.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { fenceOf, storedEvent } from '../../contracts/given.ts'
import { ANN, BOB, eachService, exported, statements, written } from './given.ts'

const service = eachService()

const FACTS = 'memory.facts.v1'
const none = async (): Promise<Fence[]> => []

/** Where a test does not say how far extraction and summaries are, they have taken in all there is. */
async function carried(fencesNow = none, { log, keys } = service()) {
  if ((await log.checkpoints('extract-facts', WRITES)).size === 0) await extractedUpTo(1_000)
  if ((await log.checkpoints('evolve-summaries', FACTS)).size === 0) await summarisedUpTo(1_000)
  return Array.fromAsync(carriedEvents({ log, keys }, ANN, fencesNow))
}

async function idsCarried(fencesNow = none, from = service()): Promise<string[]> {
  return (await carried(fencesNow, from)).map(({ event }) => event.id)
}

const idsOf = (events: readonly ExportedEvent[]) => events.map(({ id }) => id)

test('carries writes, then facts, then summaries, opened and with their positions', async () => {
  const summary = exported('SummaryEvolved', { open: { source: 2 } })
  const fact = exported('FactAsserted', { open: { source: 2 } })
  const request = exported('MaintenanceRequested')
  const content = exported('ContentStored')
  await written(service(), BOB, [exported('FactAsserted'), exported('MaintenanceRequested')])
  await written(service(), ANN, [summary, fact, request, content])
  const told = (await carried()).map(({ topic, position, event }) => {
    const { id, open, sealed } = event
    return { topic, position, id, open, sealed }
  })
  const expected = ([event, position]: readonly [ExportedEvent, number]) => {
    const { topic, id, open, sealed } = event
    return { topic, position, id, open, sealed }
  }
  const places = [
    [request, 2],
    [content, 3],
    [fact, 2],
    [summary, 1],
  ] as const
  expect(told).toEqual(places.map(expected))
})

test('carries nothing of other users, nor of a user of that name in another app', async () => {
  const own = [exported('ContentStored'), exported('FactAsserted', { open: { source: 1 } })]
  for (const other of [BOB, { ...ANN, appId: 'other' }]) {
    await written(service(), other, [
      exported('ContentStored'),
      exported('FactAsserted', { open: { source: 1 } }),
    ])
  }
  await written(service(), ANN, own)
  expect(await idsCarried()).toEqual(idsOf(own))
})

test('given a destroyed key, then what it sealed stays out, and what seals nothing is carried', async () => {
  const [content, request] = [exported('ContentStored'), exported('MaintenanceRequested')]
  await written(service(), ANN, [content, request])
  await service().keys.destroy(ANN, 1)
  const later = exported('ContentStored')
  await written(service(), ANN, [later])
  expect(await idsCarried()).toEqual(idsOf([request, later]))
})

test('given an event of a type that is unknown here, then the others are carried', async () => {
  const request = exported('MaintenanceRequested')
  const unknown = storedEvent(ANN, { type: 'FromTheFuture' })
  await service().log.append([{ topic: 'memory.writes.v1', event: unknown }])
  await written(service(), ANN, [request])
  expect(await idsCarried()).toEqual([request.id])
})

test.each(statements)(
  '%s stays behind: only the service that carried it out can state it',
  async (type) => {
    const request = exported('MaintenanceRequested')
    const { open } = exported(type)
    const stated = exported(type, { open: 'source' in open ? { source: 1 } : {} })
    await written(service(), ANN, [request, stated])
    expect(await idsCarried()).toEqual([request.id])
  },
)

test.each([
  ['begins empty', 0],
  ['holds a write', 1],
])(
  'given a log that %s, when more is written after its end was read, then that stays out',
  async (_, count) => {
    const before = Array.from({ length: count }, () => exported('ContentStored'))
    await written(service(), ANN, before)
    const { log } = service()
    const endsThenWrites: typeof log.ends = async (topic) => {
      const ends = await log.ends(topic)
      const after = ['FactAsserted', 'SummaryEvolved'] as const
      await written(service(), ANN, [
        exported('ContentStored'),
        ...after.map((type) => exported(type, { open: { source: count + 1 } })),
      ])
      return ends
    }
    const from = { ...service(), log: { ...log, ends: endsThenWrites } }
    expect(await idsCarried(none, from)).toEqual(idsOf(before))
  },
)

const of = (source: number, category = 'work') => ({ open: { source, category } })
const early = exported('ContentStored')
const late = exported('ContentStored')
/** Facts and summaries stand elsewhere in their topics than the writes that led to them. */
const followed = {
  work: exported('FactAsserted', of(1)),
  home: exported('FactAsserted', of(1, 'home')),
  workLater: exported('FactAsserted', of(2)),
  summary: exported('SummaryEvolved', of(1)),
  closing: exported('MaintenanceCompleted', { open: { source: 1 } }),
}
const { work, home, workLater, summary, closing } = followed
/** The later write's fact stands first. */
const all = [early, late, workLater, work, home, summary, closing]

test.each([
  ['nothing', [], all],
  ['all of the user', [fenceOf(ANN, 2)], [late, workLater]],
  ['a category', [fenceOf(ANN, 2, { category: 'work' })], [early, late, workLater, home, closing]],
  ['another user', [fenceOf(BOB, 2)], all],
])(
  'given a fence that forgets %s, then no more is carried than it lets through',
  async (_, fences, left) => {
    await written(service(), ANN, all)
    expect(await idsCarried(async () => fences)).toEqual(idsOf(left))
  },
)

test('given a forget while the export is read, then what is read from then on stays out', async () => {
  await written(service(), ANN, all)
  let reads = 0
  const fencesNow = async () => (reads++ === 0 ? [] : [fenceOf(ANN, 2)])
  expect(await idsCarried(fencesNow)).toEqual(idsOf([early, late, workLater]))
})

/** Extraction has taken in the writes up to there. */
async function extractedUpTo(position: number): Promise<void> {
  const checkpoints = [{ topic: WRITES, partition: 0, position }] as const
  await service().log.commit({ group: 'extract-facts', records: [], checkpoints })
}

/** Summaries follow the facts up to there. */
async function summarisedUpTo(position: number): Promise<void> {
  const checkpoints = [{ topic: FACTS, partition: 0, position }] as const
  await service().log.commit({ group: 'evolve-summaries', records: [], checkpoints })
}

/** Appends an event that follows from another; returns its id. */
async function follow(event: ExportedEvent, causationId: string, source = 1): Promise<string> {
  const { type, open, sealed, topic } = event
  const { version } = getFrom(definitions, type)
  const key = firstOf(await service().keys.current([ANN]))
  const { id } = event
  const bytes = sealed ? seal(key, { ...ANN, id }, Buffer.from(JSON.stringify(sealed))) : null
  const about = { id, type, version, causationId, open: { ...open, source }, sealed: bytes }
  await service().log.append([{ topic, event: storedEvent(ANN, about) }])
  return id
}

test('given a promotion of which extraction has taken in a part, then the other stays out, with what it leads to meanwhile', async () => {
  const [taken, untaken] = [exported('FactsReread'), exported('FactsReread')]
  await written(service(), ANN, [taken, untaken])
  await extractedUpTo(1)
  const came = await follow(exported('FactsMaintained'), taken.id)
  await follow(exported('FactsMaintained'), untaken.id)
  expect(await idsCarried()).toEqual([taken.id, came])
})

/** A promotion between two writes that extraction has not read; it has read the first. */
async function unreadPromotion() {
  const [write, untaken, later] = [
    exported('ContentStored'),
    exported('FactsReread'),
    exported('ContentStored'),
  ]
  await written(service(), ANN, [write, untaken, later])
  await extractedUpTo(1)
  return { write, untaken, later }
}

test('given a promotion that extraction takes in meanwhile, then the summaries stay out that rest on it', async () => {
  const { write, untaken, later } = await unreadPromotion()
  const maintained = await follow(exported('FactsMaintained'), untaken.id, 2)
  const processed = await follow(exported('ResourceProcessed'), later.id, 3)
  const before = await follow(exported('SummaryEvolved'), write.id, 1)
  await follow(exported('SummaryEvolved'), maintained, 2)
  await follow(exported('MaintenanceCompleted'), maintained, 2)
  await follow(exported('SummaryEvolved'), processed, 3)
  expect((await idsCarried()).slice(0, -1)).toEqual([write.id, later.id, processed, before])
})

test('given a maintenance that extraction has not taken in, then it stays out, with what it leads to meanwhile', async () => {
  const [done, waiting] = [exported('MaintenanceRequested'), exported('MaintenanceRequested')]
  await written(service(), ANN, [done, waiting])
  await extractedUpTo(1)
  const came = await follow(exported('FactsMaintained'), done.id, 1)
  const maintained = await follow(exported('FactsMaintained'), waiting.id, 2)
  await follow(exported('FactPruned'), waiting.id, 2)
  const completed = await follow(exported('MaintenanceCompleted'), came, 1)
  await follow(exported('SummaryEvolved'), maintained, 2)
  await follow(exported('MaintenanceCompleted'), maintained, 2)
  expect(await idsCarried()).toEqual([done.id, came, completed])
})

/** What comes after the last event of an export: the categories whose summaries are to be written elsewhere. */
async function toSummarise(fencesNow = none) {
  const told = (await carried(fencesNow)).map(({ event }) => event)
  const [maintained, ...more] = told.filter(({ type }) => type === 'FactsMaintained')
  expect(more).toEqual([])
  if (maintained) expect(told.at(-1)).toBe(maintained)
  return maintained?.open
}

describe('given writes whose summaries are not written', () => {
  const processed = (categories: string[], source: number) =>
    exported('ResourceProcessed', { open: { categories, source } })
  const summary = (category: string, source: number) =>
    exported('SummaryEvolved', { open: { category, source } })
  const writes = [1, 2, 3].map(() => exported('ContentStored'))

  test('then they are told as those of a maintenance that has not ended', async () => {
    const [first, last] = [processed(['home'], 1), processed(['work', 'home'], 2)]
    await written(service(), ANN, [...writes, first, last, summary('home', 1)])
    await summarisedUpTo(1)
    const { recordedAt } = (await carried()).find(({ event }) => event.id === last.id)!.event
    expect(await toSummarise()).toEqual({
      source: 2,
      keyGeneration: last.open.keyGeneration,
      asOf: recordedAt,
      pruned: 0,
      merged: 0,
      categories: ['home', 'work'],
    })
    const ids = [await idsCarried(), await idsCarried()]
    expect(ids[0], 'the same when exported again').toEqual(ids[1])
  })

  test('then those that are written meanwhile are carried and not told', async () => {
    const all = [processed(['home', 'work'], 1), processed(['home'], 2)]
    await written(service(), ANN, [...writes, ...all, summary('home', 2), summary('work', 1)])
    await summarisedUpTo(0)
    expect(await toSummarise()).toBe(undefined)
  })

  test('then none of a forgotten category is told, nor of a user without any', async () => {
    await written(service(), ANN, [...writes, processed(['home', 'work'], 2)])
    await summarisedUpTo(0)
    const fences = async () => [fenceOf(ANN, 3, { category: 'home', keyGeneration: 0 })]
    expect(await toSummarise(fences)).toMatchObject({ categories: ['work'] })
    const both = async () => [
      ...(await fences()),
      fenceOf(ANN, 3, { category: 'work', keyGeneration: 0 }),
    ]
    expect(await toSummarise(both)).toBe(undefined)
  })

  test('then summaries that stay behind because of a promotion are told', async () => {
    const { later } = await unreadPromotion()
    const id = await follow(
      exported('ResourceProcessed', { open: { categories: ['home'] } }),
      later.id,
      3,
    )
    await follow(exported('SummaryEvolved', { open: { category: 'home' } }), id, 3)
    expect(await toSummarise()).toMatchObject({ source: 3, categories: ['home'] })
  })
})
