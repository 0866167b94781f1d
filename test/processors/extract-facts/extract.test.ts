// A long write is read passage by passage: each is published by itself, a restart continues where the last one ended,
// and a reading that costs too much ends as failed.
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import { type LanguageModel, LanguageModelRefused } from '../../../infra/ports/language-model.ts'
import { seal } from '../../../infra/runtime/envelope/seal.ts'
import type { Delivered, Emitted, Work } from '../../../infra/runtime/run/processor.ts'
import type { WorkNote } from '../../../infra/runtime/turns/progress.ts'
import { createExtractFacts } from '../../../processors/extract-facts/processor.ts'
import {
  type Reading,
  ReadingFailed,
  readHere,
} from '../../../processors/extract-facts/reading/reading.ts'
import { noteOf, nothingRead } from '../../../processors/extract-facts/totals.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import { AT } from '../../contracts/given.ts'
import { emptyStep } from '../../contracts/memory-documents.ts'
import { alone, delivered, LATER, opens, RESOURCE, takenIn, USER } from '../given.ts'
import { givenPorts } from './given-ports.ts'

const PEOPLE = ['Ana', 'Berta', 'Carla', 'Dora', 'Emil', 'Fritz', 'Gustav', 'Hanna']
/** About five passages of the engine here; no two sentences say the same. */
const LONG = Array.from(
  { length: 120 },
  (_, n) => `${PEOPLE[n % 8]} bought the book number ${n} at the market.`,
).join(' ')

/** Small passages, so that a long write is read in no time. */
function engine(): LanguageModel {
  return { ...createOfflineLanguageModel(), maxPassageChars: 1_200 }
}

type More = {
  reading?: Reading
  cpuBudgetMs?: number
  language?: LanguageModel
  write?: Delivered
  templateOf?: (appId: string, eventType: string) => string | undefined
}

async function given(text: string, more: More = {}) {
  const { language = engine(), templateOf = () => undefined } = more
  const own = givenPorts(language)
  const ports = {
    ...own,
    settings: { ...own.settings, templateOf },
    reading: more.reading ?? readHere(language),
    cpuBudgetMs: more.cpuBudgetMs,
  }
  const {
    write = delivered('ContentStored', {
      id: RESOURCE,
      position: 10,
      open: { ...opens.contentStored, contentType: 'document' },
    }),
  } = more
  const [key] = await ports.keys.current([USER])
  const body = seal(key!, write.event, Buffer.from(text))
  await ports.objects.putMany([{ key: opens.contentStored.objectKey, body }])
  await ports.memory.apply({
    ...emptyStep,
    checkpoint: { topic: 'memory.facts.v1', partition: 0, position: 1_000_000 },
  })
  const extract = createExtractFacts(ports)
  return { extract, handle: (work: Work) => extract.handle([write], work), ports }
}

type Published = { events: readonly Emitted[]; note: WorkNote }

function hand(
  note: WorkNote | null = null,
  publishes: (part: Published) => void = () => undefined,
) {
  const parts: Published[] = []
  const kept: WorkNote[] = []
  const reserved: WorkNote[] = []
  let turns = 0
  const work: Work = {
    ...alone(),
    note,
    keep: (said) => void kept.push(said),
    reserve: async (said) => void reserved.push(said),
    turn: {
      ...alone().turn,
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
  return { work, parts, kept, reserved, turns: () => turns }
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

test('given a long write of which one passage is left, when it goes on, then it waits for no other long one', async () => {
  const whole = hand()
  await (await given(LONG)).handle(whole.work)
  const { work, turns } = hand(noteOf({ ...nothingRead, passages: whole.parts.length }))
  const outcome = await (await given(LONG)).handle(work)
  expect(eventsOf(outcome.events ?? []).at(-1)).toMatchObject({ type: 'ResourceProcessed' })
  expect(turns()).toBe(0)
})

describe('what is read together', () => {
  /** How the engine is called for a write, when reading continues after so many passages. */
  async function asked(text: string, relatedFacts: number, passages = 0) {
    const language = { ...engine(), relatedFacts }
    const here = readHere(language)
    const told: unknown[] = []
    const reading: Reading = {
      open: (request, options) => {
        told.push(request.first)
        return here.open(request, options)
      },
      readPassage: (request, options) => {
        told.push({ known: request.known })
        return here.readPassage(request, options)
      },
    }
    const { handle } = await given(text, { language, reading })
    await handle(hand(noteOf({ ...nothingRead, passages })).work)
    return told
  }
  const first = { at: AT, categories: defaultCategories }

  test('is a write and its first passage, where the engine asks for nothing that is known', async () => {
    expect(await asked('I live in Lisbon.', 0)).toEqual([first])
    expect(await asked('I live in Lisbon.', 3)).toEqual([null, { known: [] }])
  })

  test('is no passage where reading goes on after the first', async () => {
    const whole = await asked(LONG, 0)
    expect(whole[0]).toEqual(first)
    expect(await asked(LONG, 0, whole.length - 1)).toEqual([null, { known: [] }])
  })
})

test('given passages that say nothing, when read, then they are noted and not published', async () => {
  const here = readHere(engine())
  const reading: Reading = {
    open: (request, options) => here.open({ ...request, first: null }, options),
    readPassage: async () => ({ answer: [], cpuMs: 0 }),
  }
  const { work, parts, kept } = hand()
  await (await given(LONG, { reading })).handle(work)
  expect(parts).toEqual([])
  expect(kept).toEqual(kept.map((_, n) => noteOf({ ...nothingRead, passages: n + 1 })))
  expect(kept.length).toBeGreaterThan(2)
})

test('given passages that say nothing, when another writes, then the others get time as long as reading took', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.advanceTimersByTime(60_000)
  const here = readHere(engine())
  const reading: Reading = {
    open: (request, options) => here.open({ ...request, first: null }, options),
    readPassage: async () => ({ answer: [], cpuMs: 0 }),
  }
  const { extract, handle, ports } = await given(LONG, { reading })
  const short = delivered('ContentStored', {
    open: { ...opens.contentStored, contentType: 'document', objectKey: 'app/user/1/short' },
  })
  const [key] = await ports.keys.current([USER])
  const body = seal(key!, short.event, Buffer.from('My name is Ana.'))
  await ports.objects.putMany([{ key: 'app/user/1/short', body }])
  await extract.handle([short], alone())
  const { work, turns } = hand()
  await handle(work)
  // The clock stands, so each passage took no time.
  expect(turns()).toBe(1)
})

test('given a write that has used up its budget before, when read again, then it has failed and is a dead letter', async () => {
  const { handle } = await given(LONG, { cpuBudgetMs: 500 })
  const outcome = await handle(hand(noteOf({ ...nothingRead, cpuMs: 500 })).work)
  const reason = 'reading it takes more than 500 ms of CPU time'
  expect(outcome).toMatchObject({ outcome: 'dead-letter', errorClass: 'OverBudget', reason })
  expect(outcome.events).toEqual([
    {
      keyGeneration: 1,
      event: {
        id: expect.any(String),
        type: 'ExtractionRejected',
        ...USER,
        occurredAt: AT,
        open: {
          source: 10,
          resourceId: RESOURCE,
          keyGeneration: 1,
          contentType: 'document',
          threadId: 'thread',
          receivedAt: LATER,
          contentBytes: 12,
          engine: 'offline@2',
          reason,
        },
        sealed: null,
      },
    },
  ])
})

test('given a reading that costs CPU time, when passages follow each other, then their times add up', async () => {
  const here = readHere(engine())
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
  expect(outcome).toMatchObject({ outcome: 'dead-letter', errorClass: 'OverBudget' })
})

test('given a write whose reading fails for good, when read, then its status says so and others read on', async () => {
  const failing: Reading = {
    ...readHere(engine()),
    open: async () =>
      Promise.reject(new ReadingFailed('ThreadDied', 'reading it ended its thread')),
  }
  const outcome = await (await given('x', { reading: failing })).handle(hand().work)
  expect(outcome).toMatchObject({ outcome: 'dead-letter', errorClass: 'ThreadDied' })
  expect(eventsOf(outcome.events ?? [])).toMatchObject([
    { type: 'ExtractionRejected', open: { reason: 'reading it ended its thread' } },
  ])
})

test('given a write with which the process has ended three times, when read again, then it has failed', async () => {
  const { handle } = await given('My name is Ana.')
  const outcome = await handle(hand(noteOf({ ...nothingRead, begun: 3 })).work)
  const reason = 'the process ended 3 times while it was read'
  expect(outcome).toMatchObject({ outcome: 'dead-letter', errorClass: 'ProcessEnded', reason })
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

describe('a write that cannot be read', () => {
  test('given that its raw content is not there, when read, then it has failed and says so', async () => {
    const { handle, ports } = await given('My name is Ana.')
    await ports.objects.deleteMany([opens.contentStored.objectKey])
    const outcome = await handle(hand().work)
    const reason = 'the raw content is not in the object store'
    expect(outcome).toMatchObject({ outcome: 'dead-letter', errorClass: 'ObjectMissing', reason })
    expect(eventsOf(outcome.events ?? [])).toMatchObject([
      { type: 'ExtractionRejected', open: { reason } },
    ])
  })

  test('given that its key has been destroyed, when read, then nothing comes of it', async () => {
    const { handle, ports } = await given('My name is Ana.')
    await ports.keys.destroy(USER, 1)
    expect(await handle(hand().work)).toEqual({ outcome: 'emit', events: [] })
  })

  test('given that it has been erased, when read, then nothing comes of it', async () => {
    const open = { ...opens.contentStored, contentType: 'document' as const }
    const write = delivered('ContentStored', { id: RESOURCE, open, erased: true })
    const { handle } = await given('My name is Ana.', { write })
    expect(await handle(hand().work)).toEqual({ outcome: 'emit', events: [] })
  })

  test('given an engine that refuses it, when read, then it is told and is a dead letter', async () => {
    const language: LanguageModel = {
      ...engine(),
      extract: () => Promise.reject(new LanguageModelRefused('the model refuses it')),
    }
    const outcome = await (await given('My name is Ana.', { language })).handle(hand().work)
    expect(outcome.outcome).toBe('dead-letter')
    expect(eventsOf(outcome.events ?? [])).toMatchObject([
      { type: 'ExtractionRejected', open: { reason: 'the model refuses it' } },
    ])
  })

  test('given any other failure, when read, then it is thrown, so that it is tried again', async () => {
    const language: LanguageModel = {
      ...engine(),
      extract: () => Promise.reject(new Error('no answer')),
    }
    const { handle } = await given('My name is Ana.', { language })
    await expect(handle(hand().work)).rejects.toThrow('no answer')
  })

  test('given content without a word, when read, then it is processed and has no facts', async () => {
    const outcome = await (await given(' ')).handle(hand().work)
    expect(eventsOf(outcome.events ?? [])).toMatchObject([
      { type: 'ResourceProcessed', open: { extracted: 0, threadId: 'thread' } },
    ])
  })
})

describe('an event', () => {
  const activity = {
    eventType: 'hobby',
    source: 'till',
    timestamp: AT,
    data: { it: 'chess' },
    suggestedCategory: null,
    suggestedEntities: [],
  }
  const write = delivered('ActivityRecorded', { id: RESOURCE, open: opens.activityRecorded })

  test('given a template of the app, when read, then it tells the event, with its importance and no thread', async () => {
    const templateOf = (appId: string, eventType: string) =>
      appId === 'app' && eventType === 'hobby' ? 'I like {it}.' : undefined
    const { handle } = await given(JSON.stringify(activity), { write, templateOf })
    const events = eventsOf((await handle(hand().work)).events ?? [])
    expect(events[0]).toMatchObject({
      type: 'FactAsserted',
      open: { importance: 'high', contentType: 'event' },
      sealed: { text: expect.stringContaining('like') },
    })
    expect(events.at(-1)).toMatchObject({
      type: 'ResourceProcessed',
      open: { threadId: null, contentType: 'event' },
    })
  })

  test('given that it cannot be read, when told, then it is told as an event', async () => {
    const { handle, ports } = await given(JSON.stringify(activity), { write })
    await ports.objects.deleteMany([opens.activityRecorded.objectKey])
    expect(eventsOf((await handle(hand().work)).events ?? [])).toMatchObject([
      { type: 'ExtractionRejected', open: { contentType: 'event', threadId: null } },
    ])
  })
})

describe('what is read ahead', () => {
  /** Writes of one user after one that is handled first, and the writes that are read. */
  async function several(reading: Partial<Reading> = {}, language = engine()) {
    const read: string[] = []
    const got: string[] = []
    const here = { ...readHere(language), ...reading }
    const counting: Reading = {
      ...here,
      open: (request, options) => {
        read.push(request.write.open.objectKey)
        return here.open(request, options)
      },
    }
    const of = await given('My name is Ana.', { reading: counting, language })
    const [key] = await of.ports.keys.current([USER])
    const writes = Array.from({ length: 20 }, (_, n) =>
      delivered('ContentStored', {
        position: 11 + n,
        open: { ...opens.contentStored, contentType: 'document', objectKey: `app/ana/${n}` },
      }),
    )
    const text = (n: number) => Buffer.from(`My name is Ana. I bought the book number ${n}.`)
    await of.ports.objects.putMany(
      writes.map(({ event }, n) => ({
        key: event.open.objectKey,
        body: seal(key!, event, text(n)),
      })),
    )
    const { get } = of.ports.objects
    of.ports.objects.get = (key) => {
      got.push(key)
      return get(key)
    }
    return {
      read,
      got,
      objects: of.ports.objects,
      writes,
      extract: of.extract,
      handleFirst: (following: Work['following']) => of.handle({ ...alone(), following }),
      handleAlone: (write: Delivered) => of.extract.handle([write], alone()),
    }
  }

  test('is what follows a write, at most a batch, once, and with the same outcome', async () => {
    const { read, got, writes, handleFirst, handleAlone } = await several()
    await handleFirst(async (most) => writes.slice(0, most))
    expect(read.slice(1)).toEqual(writes.slice(0, 16).map(({ event }) => event.open.objectKey))
    const plain = await several()
    await plain.handleFirst(async () => [])
    for (const [n, write] of writes.slice(0, 16).entries()) {
      const sum = (outcome: Awaited<ReturnType<typeof handleAlone>>) =>
        eventsOf(outcome.events ?? []).map(({ type, open }) => [type, 'category' in open])
      expect(sum(await handleAlone(write))).toEqual(sum(await plain.handleAlone(plain.writes[n]!)))
    }
    expect(read).toHaveLength(17)
    expect(got).toHaveLength(17)
    await handleAlone(writes[15]!)
    expect(read).toHaveLength(18)
    expect(got).toHaveLength(18)
  })

  test('given that the object store was down, when its turn comes, then the content is asked for again', async () => {
    const { got, writes, objects, handleFirst, handleAlone } = await several()
    const { get } = objects
    objects.get = (key) => (key === 'app/ana/0' ? Promise.reject(new Error('down')) : get(key))
    await handleFirst(async () => writes.slice(0, 2))
    objects.get = get
    // Reading it has failed too, so this attempt fails, and the next one reads it by itself.
    await expect(handleAlone(writes[0]!)).rejects.toThrow('down')
    expect(await handleAlone(writes[0]!)).toMatchObject({ outcome: 'emit' })
    expect(got.filter((key) => key === 'app/ana/0')).toHaveLength(2)
  })

  test('is no long write', async () => {
    const readOf = async (contentBytes: number) => {
      const { read, writes, handleFirst } = await several()
      const [{ event, ...place }] = writes as [(typeof writes)[number]]
      const open = { ...event.open, contentBytes }
      await handleFirst(async () => [{ ...place, event: { ...event, open } }])
      return read.length - 1
    }
    expect(await readOf(16 * 1024 + 1)).toBe(0)
    expect(await readOf(16 * 1024)).toBe(1)
  })

  test('is read as in its own turn: its first passage, within the budget of one write', async () => {
    const asked: unknown[] = []
    const { open } = readHere(engine())
    const { writes, handleFirst } = await several({
      open: (request, options) => {
        asked.push({ first: request.first, ...options })
        return open(request, options)
      },
    })
    await handleFirst(async () => writes.slice(0, 1))
    const first = { at: AT, categories: defaultCategories }
    const budget = { cpuBudgetMs: Number.POSITIVE_INFINITY, signal: expect.any(AbortSignal) }
    expect(asked).toEqual([
      { first, ...budget, paid: new Map(), scope: expect.objectContaining({ id: RESOURCE }) },
      { first, ...budget, scope: writes[0]!.event },
    ])
  })

  test('is an activity as well, and neither a fact that is given nor what was erased', async () => {
    const { read, got, writes, handleFirst } = await several()
    const [key, erased] = writes.map(({ event }) => event.open.objectKey)
    const activity = delivered('ActivityRecorded', {
      open: { ...opens.activityRecorded, objectKey: key! },
    })
    const given_ = { objectKey: 'app/ana/given', contentBytes: 2, keyGeneration: 1 }
    const fact = delivered('FactGiven', { open: given_ as never })
    const gone = { ...writes[1]!, event: { ...writes[1]!.event, erased: true } }
    await handleFirst(async () => [activity, fact, gone])
    expect(got.slice(1)).toEqual([key, erased])
    expect(read).toHaveLength(1)
  })

  test('is nothing for an engine that is shown related facts', async () => {
    const { read, writes, handleFirst } = await several({}, { ...engine(), relatedFacts: 3 })
    await handleFirst(async () => writes)
    expect(read).toHaveLength(1)
  })

  test('fails in its own turn', async () => {
    const { open } = readHere(engine())
    const { writes, handleFirst, handleAlone } = await several({
      open: async (request, options) => {
        if (request.write.open.objectKey !== 'app/ana/0') return open(request, options)
        throw new ReadingFailed('ThreadDied', 'reading it ended its thread')
      },
    })
    expect(await handleFirst(async () => writes)).toMatchObject({ outcome: 'emit' })
    await new Promise((resolve) => setImmediate(resolve))
    const errorClass = 'ThreadDied'
    expect(await handleAlone(writes[0]!)).toMatchObject({ outcome: 'dead-letter', errorClass })
    expect(await handleAlone(writes[1]!)).toMatchObject({ outcome: 'emit' })
  })

  test('given that what follows cannot be told, when it comes, then it is read', async () => {
    const { read, writes, handleFirst, handleAlone } = await several()
    await handleFirst(() => Promise.reject(new Error('the keys are not there')))
    expect(await handleAlone(writes[0]!)).toMatchObject({ outcome: 'emit' })
    expect(read).toHaveLength(2)
  })

  test('given that the user is forgotten, when a later write comes, then nothing of before is left', async () => {
    const { read, writes, extract, handleFirst, handleAlone } = await several()
    await handleFirst(async () => writes.slice(0, 2))
    const open = { category: null, keyGeneration: 1 }
    await extract.handle([delivered('MemoryForgotten', { position: 5, open })], alone())
    await handleAlone(writes[0]!)
    expect(read).toHaveLength(4)
  })
})

describe('how often reading has begun', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A reading that waits for the test's signal. */
  function waiting() {
    const here = readHere(engine())
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const reading: Reading = {
      ...here,
      open: async (request, options) => {
        begun.resolve()
        await goOn.promise
        return here.open(request, options)
      },
    }
    return { reading, begun: begun.promise, goOn: goOn.resolve }
  }

  test('is noted where reading takes a second, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { reading, begun, goOn } = waiting()
    const { handle } = await given('My name is Ana.', { reading })
    const { work, kept } = hand(noteOf({ ...nothingRead, cpuMs: 7, begun: 1 }))
    const outcome = handle(work)
    await begun
    vi.advanceTimersByTime(999)
    expect(kept).toEqual([])
    vi.advanceTimersByTime(1)
    expect(kept).toEqual([noteOf({ ...nothingRead, cpuMs: 7, begun: 2 })])
    goOn()
    expect((await outcome).outcome).toBe('emit')
  })

  test('is not noted after the end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { reading, goOn } = waiting()
    goOn()
    const { work, kept } = hand()
    await (await given('My name is Ana.', { reading })).handle(work)
    expect(vi.getTimerCount()).toBe(0)
    expect(kept).toEqual([])
  })

  /** The model makes vectors of the first passages at once; then it answers, or fails, when it is told to. */
  async function behindModel({
    text = 'My name is Ana.',
    note = null as WorkNote | null,
    atOnce = 0,
  }) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Float32Array[]>()
    const usual = engine()
    let left = atOnce
    const embed = (texts: readonly string[]) => {
      if (left-- > 0) return usual.embed(texts)
      asked.resolve()
      return answer.promise
    }
    const { handle } = await given(text, { language: { ...usual, embed } })
    const { work, kept, parts } = hand(note)
    const outcome = handle(work)
    outcome.catch(() => undefined)
    await asked.promise
    return { kept, parts, outcome, answer }
  }

  test('goes back where it fails, because the process goes on, and so does what it has used of its budget', async () => {
    const note = noteOf({ ...nothingRead, begun: 1, cpuMs: 7 })
    const { kept, outcome, answer } = await behindModel({ note })
    vi.advanceTimersByTime(1_000)
    answer.reject(new Error('the model is down'))
    await expect(outcome).rejects.toThrow('the model is down')
    expect(kept.at(-1)).toEqual(note)
  })

  test('goes back to the last passage that was published', async () => {
    const { kept, parts, outcome, answer } = await behindModel({ text: LONG, atOnce: 1 })
    vi.advanceTimersByTime(1_000)
    answer.reject(new Error('the model is down'))
    await expect(outcome).rejects.toThrow('the model is down')
    expect(parts).toHaveLength(1)
    expect(kept.at(-1)).toEqual(parts[0]?.note)
  })

  test('is not noted where it fails within a second', async () => {
    const { kept, outcome, answer } = await behindModel({})
    answer.reject(new Error('the model is down'))
    await expect(outcome).rejects.toThrow('the model is down')
    expect(kept).toEqual([])
  })

  test('begins again with each passage that is published', async () => {
    const { handle } = await given(LONG)
    const before = noteOf({ ...nothingRead, begun: 2 })
    const { work, parts, reserved } = hand(before)
    await handle(work)
    expect(reserved).toEqual([before])
    expect(parts.map(({ note }) => note.read)).toEqual(
      parts.map(({ events }, n) => {
        const asserted = parts.slice(0, n).reduce((sum, part) => sum + part.events.length, 0)
        return `${n + 1} ${asserted + events.length} ${asserted + events.length} 0 0 0 0`
      }),
    )
  })
})

describe('an engine that asks what is known', () => {
  test('given what was published of a passage, when the next is read, then the engine is told of it, and of nothing at first', async () => {
    const offline = engine()
    const told: number[] = []
    const language: LanguageModel = {
      ...offline,
      relatedFacts: 5,
      extract: async (request) => {
        told.push(request.known.length)
        return offline.extract(request)
      },
    }
    const { extract, handle } = await given(LONG, { language })
    await handle({ ...hand().work, publish: (events) => takenIn(extract, events) })
    expect(told[0]).toBe(0)
    expect(told[1]).toBeGreaterThan(0)
    expect(told.at(-1)).toBe(5)
  })
})
