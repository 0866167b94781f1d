// What any thread reads of a write: its passages, and the facts of one with their places in the whole.
import { expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../../infra/language/offline/offline-language-model.ts'
import type { ExtractionRequest, LanguageModel } from '../../../../infra/ports/language-model.ts'
import { quantise, toBase64 } from '../../../../infra/runtime/envelope/vectors.ts'
import { createFactIndex, currentFact } from '../../../../processors/extract-facts/evolve.ts'
import { endedBy } from '../../../../processors/extract-facts/known/sought/sought.ts'
import {
  type OpenRequest,
  type PassageRequest,
  ReadingFailed,
  readHere,
  textOf,
} from '../../../../processors/extract-facts/reading/reading.ts'
import { defaultCategories } from '../../../../schemas/categories.ts'
import { AT } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { opens, USER } from '../../given.ts'

const RAW = 'Ana: I live in Lisbon.\nBen: I live in Porto.'
const offline = createOfflineLanguageModel()
const options = { scope: USER, cpuBudgetMs: 1, signal: new AbortController().signal }
const request: OpenRequest = {
  write: { type: 'ContentStored', open: opens.contentStored, occurredAt: AT },
  raw: RAW,
  template: undefined,
  maxPassageChars: 20,
  first: null,
}

function remembering() {
  const asked: ExtractionRequest[] = []
  const language: LanguageModel = {
    ...offline,
    extract: async (each) => {
      asked.push(each)
      return offline.extract(each)
    },
  }
  return { asked, reading: readHere(language) }
}

test('given content, when opened, then its passages are told, and nothing is read of them', async () => {
  const { asked, reading } = remembering()
  const { answer, cpuMs } = await reading.open(request, options)
  expect(answer).toMatchObject({
    contentType: 'conversation',
    importance: 'medium',
    hints: {},
    entry: 'api',
    reporter: null,
    speakers: ['Ana', 'Ben'],
    first: null,
  })
  expect(answer.passages.map(textOf)).toEqual(['I live in Lisbon.', 'I live in Porto.'])
  expect(answer).not.toHaveProperty('transcript')
  expect([cpuMs, asked.length]).toEqual([0, 0])
})

test('given content whose first passage is asked for, when opened, then it is read in the same step', async () => {
  const { asked, reading } = remembering()
  const first = { at: AT, categories: defaultCategories }
  const { answer } = await reading.open({ ...request, first }, options)
  expect(asked).toMatchObject([{ text: 'I live in Lisbon.', speakers: ['Ana', 'Ben'], known: [] }])
  expect(answer.first!.map(({ text }) => text).join()).toContain('Lisbon')
  const nothing = await reading.open({ ...request, raw: ' ', first }, options)
  expect(nothing.answer).toMatchObject({ passages: [], first: null })
})

test('given a later passage, when read, then its facts have their place in the whole, who said them and their vectors', async () => {
  const { reading } = remembering()
  const { answer: content } = await reading.open(request, options)
  const { answer, cpuMs } = await reading.readPassage(
    {
      passage: content.passages[1]!,
      contentType: 'conversation',
      at: AT,
      speakers: content.speakers,
      known: [],
      categories: defaultCategories,
      hints: {},
      stated: [],
      entry: 'api',
      reporter: null,
    },
    options,
  )
  const [fact] = answer
  expect(RAW.slice(fact!.span.start, fact!.span.end)).toBe('I live in Porto.')
  expect(fact).toMatchObject({ channel: 'user', saidBy: 'Ben' })
  const [vector] = await offline.embed([fact!.text])
  expect(fact!.embedding).toBe(toBase64(quantise(vector!)))
  expect(cpuMs).toBe(0)
})

test('given an event with a template, when opened, then it is told by it', async () => {
  const activity = { eventType: 'hobby', source: 's', timestamp: AT, data: { it: 'chess' } }
  const raw = JSON.stringify({ ...activity, suggestedCategory: null, suggestedEntities: [] })
  const write = { type: 'ActivityRecorded', open: opens.activityRecorded, occurredAt: AT } as const
  const template = 'Plays {it}.'
  const { answer } = await readHere(offline).open({ ...request, write, raw, template }, options)
  expect(answer.passages.map(textOf)).toEqual(['Plays chess.'])
})

test('given a failure for good, then its class and its reason are told', () => {
  const failed = new ReadingFailed('OverBudget', 'too long')
  expect([failed.name, failed.errorClass, failed.message]).toEqual([
    'ReadingFailed',
    'OverBudget',
    'too long',
  ])
})

test('given an event that states something, when read, then its fact has that place, whatever an engine says', async () => {
  const data = { email: 'A@x.com', city: 'Bonn' }
  const activity = { eventType: 'profile_updated', source: 's', timestamp: AT, data }
  const raw = JSON.stringify({ ...activity, suggestedCategory: null, suggestedEntities: [] })
  const write = { type: 'ActivityRecorded', open: opens.activityRecorded, occurredAt: AT } as const
  const first = { at: AT, categories: defaultCategories }
  const asked = { ...request, write, raw, first, maxPassageChars: 2_000 }
  const { answer } = await readHere(offline).open(asked, options)
  const places = answer.first!.map((fact) => [
    fact.subject,
    fact.attribute,
    fact.value,
    fact.exclusive,
  ])
  expect(places).toEqual([
    ['user', 'email', 'A@x.com', true],
    ['user', 'home', 'Bonn', true],
  ])
})

/** The facts of a passage that an engine reads at the given places, told of what an event states there. */
async function statedIn(
  spans: readonly { start: number; end: number }[],
  stated: PassageRequest['stated'],
) {
  const seeks = [{ kind: 'ends', subject: null, words: [['it']], value: null }] as const
  const { facts } = await offline.extract({
    contentType: 'document',
    text: 'I live in Lisbon.',
    utterances: [],
    at: AT,
    speakers: [],
    known: [],
    categories: defaultCategories,
    hints: {},
  })
  const read = {
    ...facts[0]!,
    subject: 'it',
    attribute: 'is',
    value: 'so',
    exclusive: false,
    seeks,
  }
  const language = {
    ...offline,
    extract: async () => ({ facts: spans.map((span) => ({ ...read, span })) }),
  }
  const passage = JSON.stringify({ start: 100, text: '', utterances: [] })
  const given = { contentType: 'event', at: AT, speakers: [], known: [], hints: {} } as const
  const { answer } = await readHere(language).readPassage(
    { ...given, passage, categories: defaultCategories, stated, entry: 'api', reporter: null },
    options,
  )
  return answer.map((fact) => [fact.attribute, fact.value, fact.seeks ?? []])
}

const UNTOLD = ['is', 'so', [{ kind: 'ends', subject: null, words: [['it']], value: null }]]

test('given what an event states, when read, then the first fact that begins in its place is it, and no other', async () => {
  const plan = { attribute: 'plan', value: 'Pro', start: 110, end: 120 }
  const at = (...starts: number[]) =>
    starts.map((start) => ({ start: start - 100, end: start - 99 }))
  const told = ['plan', 'Pro', []]
  expect(await statedIn(at(105, 110, 115), [plan])).toEqual([UNTOLD, told, UNTOLD])
  expect(await statedIn(at(119), [plan])).toEqual([told])
  expect(await statedIn(at(109, 120), [plan])).toEqual([UNTOLD, UNTOLD])
})

test('given that an entity has ended, when read, then the status that was told of it ends as well', async () => {
  const status = 'order ORD-17 status'
  const order = { attribute: 'order ORD-17', value: 'none', status, start: 100, end: 101 }
  const words = [['order', 'ord', '17', 'status']]
  const seeks = [{ kind: 'ends', subject: 'user', attribute: status, words, value: null }]
  expect(await statedIn([{ start: 0, end: 1 }], [order])).toEqual([['order ORD-17', 'none', seeks]])
})

test.each([
  ['of its number', 'order', { orderId: 17 }],
  ['of an id with capitals and signs', 'order', { orderId: 'ORD-17/b' }],
  ['of its name', 'trip', { name: 'São Paulo' }],
  ['of which there is one', 'phone_number', {}],
])(
  'given the status of an entity %s, when an event says that it has ended, then the status has ended too',
  async (_, entity, which) => {
    const read = async (eventType: string, data: object) => {
      const activity = { eventType, source: 's', timestamp: AT, data }
      const raw = JSON.stringify({ ...activity, suggestedCategory: null, suggestedEntities: [] })
      const write = {
        type: 'ActivityRecorded',
        open: opens.activityRecorded,
        occurredAt: AT,
      } as const
      const first = { at: AT, categories: defaultCategories }
      const asked = { ...request, write, raw, first, maxPassageChars: 2_000 }
      return (await readHere(offline).open(asked, options)).answer.first![0]!
    }
    const told = await read(`${entity}_updated`, { ...which, status: 'on its way' })
    const known = itemDocument(USER, { id: 'known', item: { ...told, entities: [] } })
    const other = itemDocument(USER, {
      id: 'other',
      item: { ...told, attribute: 'order 18 status' },
    })
    const facts = new Map(
      [known, other].map((each) => [each.item.id, currentFact(each.item, each)]),
    )
    const ended = await read(`${entity}_removed`, which)
    const index = createFactIndex(facts, { said: AT, received: AT })
    expect(endedBy(ended, index).map(({ id }) => id)).toEqual(['known'])
  },
)

test('given vectors that fail, when a passage is tried again, then its facts are not asked for twice, and all calls can be left', async () => {
  const { asked, reading } = remembering()
  const { answer: content } = await reading.open(request, options)
  const [passage] = content.passages
  const signals: unknown[] = []
  let fails = true
  const language: LanguageModel = {
    ...offline,
    extract: async (each, signal) => {
      signals.push(signal)
      asked.push(each)
      return offline.extract(each)
    },
    embed: async (texts, signal) => {
      signals.push(signal)
      if (fails) throw new Error('down')
      return offline.embed(texts)
    },
  }
  const paid = new Map()
  const again = () =>
    readHere(language).readPassage(
      {
        ...{ ...content, passage: passage!, at: AT, known: [] },
        categories: defaultCategories,
      },
      { ...options, paid },
    )
  await expect(again()).rejects.toThrow('down')
  fails = false
  const { answer } = await again()
  expect(answer).toMatchObject([{ text: expect.stringContaining('Lisbon') }])
  expect(asked).toHaveLength(1)
  expect(paid.size).toBe(0)
  expect(new Set(signals)).toEqual(new Set([options.signal]))
  expect(signals).toHaveLength(3)
})
