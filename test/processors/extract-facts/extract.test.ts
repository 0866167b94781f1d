// A long write is read passage by passage: each is published by itself, a restart goes on where the last one ended, and
// what costs too much ends as failed.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { Emitted, Work } from '../../../infra/runtime/processor.ts'
import type { WorkNote } from '../../../infra/runtime/progress.ts'
import { seal } from '../../../infra/runtime/seal.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import { type Reading, ReadingFailed, readHere } from '../../../processors/extract-facts/reading.ts'
import { noteOf, nothingRead } from '../../../processors/extract-facts/totals.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import { alone, delivered, opens, RESOURCE, USER } from '../given.ts'

const PEOPLE = ['Ana', 'Berta', 'Carla', 'Dora', 'Emil', 'Fritz', 'Gustav', 'Hanna']
/** About four passages; no two sentences say the same. */
const LONG = Array.from(
  { length: 700 },
  (_, n) => `${PEOPLE[n % 8]} bought the book number ${n} at the market.`,
).join(' ')

async function given(text: string, more: { reading?: Reading; cpuBudgetMs?: number } = {}) {
  const language = createOfflineLanguageModel()
  const ports = {
    log: createSqliteEventLog({ directory: null }),
    memory: createSqliteMemoryStore({ path: ':memory:' }),
    objects: createSqliteObjectStore({ path: ':memory:' }),
    keys: createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) }),
    language,
    settings: {
      categoriesOf: () => defaultCategories,
      templateOf: () => undefined,
      trustOf: () => [],
    },
    signal: new AbortController().signal,
    reading: readHere(language),
    ...more,
  }
  const write = delivered('ContentStored', {
    id: RESOURCE,
    position: 10,
    open: { ...opens.contentStored, contentType: 'document' },
  })
  const [key] = await ports.keys.current([USER])
  const body = seal(key!, write.event, Buffer.from(text))
  await ports.objects.putMany([{ key: opens.contentStored.objectKey, body }])
  await ports.memory.apply({
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 1_000_000 },
    fences: [],
    documents: [],
    erasedResources: [],
    erasures: [],
  })
  return { handle: (work: Work) => createExtractFacts(ports).handle([write], work) }
}

type Published = { events: readonly Emitted[]; note: WorkNote }

function hand(
  note: WorkNote | null = null,
  publishes: (part: Published) => void = () => undefined,
) {
  const parts: Published[] = []
  let turns = 0
  const work: Work = {
    ...alone(),
    note,
    turn: {
      pass: async () => undefined,
      aside: async (wait) => {
        turns++
        return wait()
      },
    },
    publish: async (events, said) => {
      publishes({ events, note: said })
      parts.push({ events, note: said })
      return events.map((_, position) => ({ topic: 'memory.facts.v1', partition: 0, position }))
    },
  }
  return { work, parts, turns: () => turns }
}

const eventsOf = (emitted: readonly Emitted[]) => emitted.map(({ event }) => event)
const typesOf = (emitted: readonly Emitted[]) => new Set(eventsOf(emitted).map(({ type }) => type))

test('given a long write, when read, then each passage but the last is published aside from its turn', async () => {
  const { handle } = await given(LONG)
  const { work, parts, turns } = hand()
  const outcome = await handle(work)
  expect(parts.length).toBeGreaterThan(2)
  expect(turns()).toBe(parts.length + 1)
  for (const { events } of parts) expect(typesOf(events)).toEqual(new Set(['FactAsserted']))
  const last = eventsOf(outcome.events ?? [])
  expect(last.at(-1)).toMatchObject({ type: 'ResourceProcessed' })
  const asserted = [...parts.flatMap(({ events }) => eventsOf(events)), ...last].filter(
    ({ type }) => type === 'FactAsserted',
  )
  expect(last.at(-1)!.open).toMatchObject({
    asserted: asserted.length,
    extracted: asserted.length,
  })
  const ordinals = asserted.map(({ open }) => (open as { ordinal: number }).ordinal)
  expect(ordinals).toEqual(ordinals.map((_, n) => n))
  const spans = asserted.map(({ open }) => (open as { span: { start: number } }).span.start)
  expect(spans).toEqual([...spans].sort((a, b) => a - b))
})

test('given a process that ends between two passages, when the next goes on, then together they are one reading', async () => {
  const whole = hand()
  const all = await (await given(LONG)).handle(whole.work)
  const first = hand(null, ({ note }) => {
    if (String(note.read).startsWith('3 ')) throw new Error('the process ends here')
  })
  await expect((await given(LONG)).handle(first.work)).rejects.toThrow('the process ends here')
  const second = hand(first.parts.at(-1)!.note)
  const rest = await (await given(LONG)).handle(second.work)
  const idsOf = (parts: Published[], outcome: typeof rest) =>
    [...parts.map(({ events }) => events), outcome.events ?? []].flat().map(({ event }) => event.id)
  expect(idsOf([...first.parts, ...second.parts], rest)).toEqual(idsOf(whole.parts, all))
  expect(rest.events!.at(-1)!.event.open).toEqual(all.events!.at(-1)!.event.open)
})

test('given a write that has used up its budget before, when read again, then it has failed and is a dead letter', async () => {
  const { handle } = await given(LONG, { cpuBudgetMs: 500 })
  const outcome = await handle(hand(noteOf({ ...nothingRead, cpuMs: 500 })).work)
  expect(outcome).toMatchObject({ outcome: 'park', errorClass: 'OverBudget' })
  expect(eventsOf(outcome.events ?? [])).toMatchObject([{ type: 'ExtractionRejected' }])
})

test('given a reading that costs CPU time, when passages follow each other, then their times add up', async () => {
  const here = readHere(createOfflineLanguageModel())
  const budgets: number[] = []
  const costly: Reading = {
    open: async (request, options) => ({ ...(await here.open(request, options)), cpuMs: 10 }),
    readPassage: async (request, options) => {
      budgets.push(options.cpuBudgetMs)
      return { ...(await here.readPassage(request, options)), cpuMs: 100 }
    },
  }
  const { handle } = await given(LONG, { cpuBudgetMs: 250, reading: costly })
  const outcome = await handle(hand().work)
  expect(budgets).toEqual([240, 140, 40])
  expect(outcome).toMatchObject({ outcome: 'park', errorClass: 'OverBudget' })
})

test('given a write whose reading fails for good, when read, then its status says so and others read on', async () => {
  const failing: Reading = {
    ...readHere(createOfflineLanguageModel()),
    open: async () =>
      Promise.reject(new ReadingFailed('ThreadDied', 'reading it ended its thread')),
  }
  const outcome = await (await given('x', { reading: failing })).handle(hand().work)
  expect(outcome).toMatchObject({ outcome: 'park', errorClass: 'ThreadDied' })
  expect(eventsOf(outcome.events ?? [])).toMatchObject([
    { type: 'ExtractionRejected', open: { reason: 'reading it ended its thread' } },
  ])
})

test('given a write with which the process has ended three times, when read again, then it has failed', async () => {
  const { handle } = await given('My name is Ana.')
  const outcome = await handle(hand(noteOf({ ...nothingRead, begun: 3 })).work)
  expect(outcome).toMatchObject({ outcome: 'park', errorClass: 'ProcessEnded' })
  const again = await (await given('My name is Ana.')).handle(
    hand(noteOf({ ...nothingRead, begun: 2 })).work,
  )
  expect(again.outcome).toBe('emit')
})

test('given more long writes than may be under way, when read side by side, then all of them end', async () => {
  const { handle } = await given(LONG)
  const hands = Array.from({ length: 9 }, () => hand())
  const outcomes = await Promise.all(hands.map(({ work }) => handle(work)))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(hands.map(() => 'emit'))
})
