// Retrieval over real stores at different places of the log: the graph may be a moment behind the index.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Context } from '../../../../apps/api/retrieval/packing/json-context.ts'
import type { PromptContext } from '../../../../apps/api/retrieval/packing/prompt-text.ts'
import { retrieve } from '../../../../apps/api/retrieval/retrieve.ts'
import { readConfig } from '../../../../infra/config.ts'
import { createQueryLanguage } from '../../../../infra/language/create-language-model.ts'
import { offlineQueryLanguage } from '../../../../infra/language/offline/query-language.ts'
import { LanguageModelUnavailable } from '../../../../infra/ports/language-model.ts'
import { quantise } from '../../../../infra/runtime/envelope/vectors.ts'
import { createLogger } from '../../../../infra/runtime/logger.ts'
import { createIndexMemory } from '../../../../processors/index-memory/processor.ts'
import { createUpdateGraph } from '../../../../processors/update-graph/processor.ts'
import { retrieveRequest } from '../../../../schemas/api/reading/retrieve.ts'
import { AT } from '../../../contracts/given.ts'
import { emptyStep, itemDocument } from '../../../contracts/memory-documents.ts'
import { delivered, opens, sealedFact, USER } from '../../../processors/given.ts'
import { inMemoryProjections, type Projections } from '../../../processors/in-memory.ts'

const at = (position: number) => ({ topic: 'memory.facts.v1', partition: 0, position }) as const
const inBerlin = {
  ...sealedFact,
  text: 'User lives in Berlin.',
  entities: [{ name: 'Berlin', type: 'place' as const }],
  relationships: [],
}
const berlin = delivered('FactAsserted', { open: opens.factAsserted, sealed: inBerlin })
const likesTea = delivered('FactAsserted', {
  open: { ...opens.factAsserted, factId: 'tea', ordinal: 1 },
  position: 11,
  sealed: { ...inBerlin, text: 'User likes green tea.', entities: [] },
})

/** Items that are there already, as the store holds them. */
async function hold(items: readonly Parameters<typeof itemDocument>[1][]) {
  await stores.memory.apply({
    ...emptyStep,
    checkpoint: at(20),
    documents: items.map((item) => itemDocument(USER, item)),
  })
}

const language = await createQueryLanguage(readConfig({}))
let stores: Projections
beforeEach(() => {
  stores = inMemoryProjections()
})
const closeAll = () => Promise.all(Object.values(stores).map((store) => store.close()))
afterEach(closeAll)

async function ask(query: string, more: object = {}) {
  const ports = { ...stores, language, logger: createLogger('silent') }
  const now = () => new Date('2026-06-02T00:00:00.000Z')
  const request = retrieveRequest.parse({ ...USER, query, ...more })
  return (await retrieve({ ...ports, now }, request)).context as Context
}

test('given a graph that still points at what has ended, when asked for it, then nothing of it is told', async () => {
  const ended = delivered('FactPruned', { open: opens.factPruned, position: 12 })
  const index = createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage })
  await index.apply([berlin, likesTea, ended], at(12))
  await createUpdateGraph({ graph: stores.graph }).apply([berlin], at(10))
  expect(await ask('Berlin?')).toMatchObject({ relevantItems: [], graphContext: [], tokenCount: 0 })
  expect((await ask('green tea')).relevantItems).toHaveLength(1)
})

test('given a question that names nothing, when it is asked, then the graph has what the best items name, and of the user what they say', async () => {
  const said = (text: string, target: string, position: number) =>
    delivered('FactAsserted', {
      position,
      open: { ...opens.factAsserted, factId: `fact-${position}`, ordinal: position },
      sealed: {
        ...inBerlin,
        text,
        entities: [
          { name: 'user', type: 'person' as const },
          { name: target, type: 'organization' as const },
        ],
        relationships: [{ source: 'user', type: 'works_at', target }],
      },
    })
  const facts = [said('I work at Acme.', 'Acme', 10), said('I play for Rovers.', 'Rovers', 11)]
  const index = createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage })
  await index.apply(facts, at(11))
  await createUpdateGraph({ graph: stores.graph }).apply(facts, at(11))
  const { graphContext } = await ask('Where do I work?', { minRelevance: 0.9 })
  expect(graphContext).toEqual([
    {
      name: 'user',
      type: 'person',
      properties: {},
      relationships: [{ type: 'works_at', target: 'Acme' }],
    },
  ])
  expect((await ask('Where do I work?', { includeGraph: false })).graphContext).toEqual([])
  expect((await ask('What about Rovers?')).graphContext).toMatchObject([{ name: 'Rovers' }])
})

test('given a graph that is out, when a question would ask it several times, then it is asked once, and the answer comes without it', async () => {
  const index = createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage })
  await index.apply([berlin, likesTea], at(11))
  let questions = 0
  const named = async () => {
    questions += 1
    throw new Error('down')
  }
  const graph = { ...stores.graph, named }
  const ports = { ...stores, graph, language, logger: createLogger('silent') }
  const request = retrieveRequest.parse({ ...USER, query: 'Who lives there?' })
  const now = () => new Date('2026-06-02T00:00:00.000Z')
  const context = (await retrieve({ ...ports, now }, request)).context as Context
  expect(context.relevantItems[0]).toMatchObject({ content: 'User lives in Berlin.' })
  expect(context.graphContext).toEqual([])
  expect(questions).toBe(1)
})

test('given a fact that another takes the place of on a later day, when asked from that day on, then it is not told', async () => {
  const index = createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage })
  const endsAt = (validTo: string, position: number) =>
    delivered('FactSuperseded', { open: { ...opens.factSuperseded, validTo }, position })
  await index.apply([berlin, endsAt('2026-06-02T00:00:00.001Z', 12)], at(12))
  expect((await ask('Berlin?')).relevantItems).toHaveLength(1)
  await index.apply([endsAt('2026-06-02T00:00:00.000Z', 13)], at(13))
  expect((await ask('Berlin?')).relevantItems).toEqual([])
})

test('given a value that is planned and one that is over, when asked, then the graph tells the one of the day', async () => {
  const home = (place: string, validFrom: string, position: number) =>
    delivered('FactAsserted', {
      position,
      recordedAt: AT,
      open: { ...opens.factAsserted, factId: place, validFrom },
      sealed: {
        ...inBerlin,
        text: `Ana lives in ${place}.`,
        subject: 'Ana',
        attribute: 'home',
        value: place,
        exclusive: true,
        entities: [{ name: 'Ana', type: 'person' as const }],
      },
    })
  const told = [home('Bern', AT, 10), home('Rome', '2026-06-02T00:00:00.001Z', 11)]
  await createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage }).apply(
    told,
    at(11),
  )
  await createUpdateGraph({ graph: stores.graph }).apply(told, at(11))
  const { graphContext, relevantItems } = await ask('Where does Ana live?')
  expect(graphContext).toMatchObject([{ name: 'Ana', properties: { home: 'Bern' } }])
  expect(relevantItems).toHaveLength(2)
})

test.each([
  ['superseded', 101, { supersededBy: 'old' }],
  ['given with no time at which they hold', 30, { engine: 'given', validTo: AT }],
  ['less sure than is asked for', 30, { confidence: 0.3 }],
])(
  'given newer items that are %s, when whatever is newest is asked for, then it is the older one',
  async (_, many, item) => {
    const createdAt = '2026-05-20T00:00:00.000Z'
    const newer = Array.from({ length: many }, (_, n) => ({
      id: `newer ${n}`,
      item: { ...item, createdAt },
    }))
    await hold([{ id: 'old' }, ...newer])
    const { relevantItems } = await ask('xyzzy', { minRelevance: 0 })
    expect(relevantItems.map(({ id }) => id)).toEqual(['old'])
  },
)

test('an item that is pinned and holds at no time is in no answer', async () => {
  const pinned = { pinned: true, engine: 'given' } as const
  const later = '2030-01-01T00:00:00.000Z'
  await hold([
    { id: 'holds', item: pinned },
    { id: 'never', item: { ...pinned, validFrom: later, validTo: later } },
  ])
  const { relevantItems } = await ask('xyzzy')
  expect(relevantItems.map(({ id }) => id)).toEqual(['holds'])
})

test('given more pins that have ended than are shown, when asked, then those that stand come all the same', async () => {
  const pinned = { pinned: true, engine: 'given' } as const
  const ended = { ...pinned, importance: 'high', validTo: '2026-06-01T00:00:00.000Z' } as const
  await hold([
    { id: 'stands', item: pinned },
    ...Array.from({ length: 21 }, (_, n) => ({ id: `ended ${n}`, item: ended })),
  ])
  const { relevantItems } = await ask('xyzzy')
  expect(relevantItems.map(({ id }) => id)).toEqual(['stands'])
})

test('given pins that have ended, or another time that is asked about, then what they say is told like anything else', async () => {
  const terms = offlineQueryLanguage.terms('User likes green tea.')
  const pinned = { pinned: true, engine: 'given', validFrom: '2026-05-01T00:00:00.000Z' } as const
  const text = 'User likes green tea.'
  await hold([
    { id: 'stands', item: pinned },
    { id: 'ended', terms, item: { ...pinned, text, validTo: '2026-06-01T00:00:00.000Z' } },
  ])
  const told = async (more: object) =>
    (await ask('green tea', more)).relevantItems.map((each) => [each.id, each.pinned])
  expect(await told({})).toEqual([
    ['stands', true],
    ['ended', undefined],
  ])
  expect(await told({ asOf: '2026-05-15' })).toEqual([['ended', undefined]])
  const { prompt } = (await ask('green tea', { format: 'prompt' })) as PromptContext
  expect(prompt).toMatch(/^# Pinned\n\[stands\] .*\n# Said\n## .*\n\[ended\] /)
})

test('how well something else answers says nothing about what is limited to a category', async () => {
  const index = createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage })
  const hobbies = Array.from({ length: 150 }, (_, n) =>
    delivered('FactAsserted', {
      open: { ...opens.factAsserted, factId: `hobby ${n}`, place: n + 10, category: 'hobby' },
      position: n + 11,
      sealed: { ...inBerlin, text: `User collects stamps of the year ${1800 + n}.`, entities: [] },
    }),
  )
  await index.apply([berlin, ...hobbies], at(200))
  const of = async (category: string) => {
    const asked = { categories: [category] }
    return (await ask('Which stamps does the user collect?', asked)).relevantItems.length
  }
  expect(await of('hobby')).toBeGreaterThan(0)
  expect(await of('work')).toBe(0)
})

test.each(['Which stamps does the user collect?', 'Stamps? Which does the user collect?'])(
  'given more of other categories than are looked at, when asked %j of one, then what is of it is found',
  async (query) => {
    const terms = offlineQueryLanguage.terms
    const [vector] = await offlineQueryLanguage.embed(['User collects stamps of a year.'])
    const text =
      'The office keeps its stamps in a drawer next to the door, and its keys and letters too.'
    const [faint] = await offlineQueryLanguage.embed([text])
    await hold([
      ...Array.from({ length: 450 }, (_, n) => ({
        id: `hobby ${n}`,
        terms: terms('User collects stamps of a year.'),
        vector: quantise(vector!),
        item: { category: 'hobby', text: `User collects stamps of the year ${1800 + n}.` },
      })),
      { id: 'office', terms: terms(text), vector: quantise(faint!), item: { text } },
    ])
    const more = { categories: ['work'], minRelevance: 0.01 }
    expect((await ask(query, more)).relevantItems.map(({ id }) => id)).toEqual(['office'])
  },
)

test('given a person of two categories, when asked of one, then the graph tells what its facts say', async () => {
  const told = (category: string, value: string, position: number) =>
    delivered('FactAsserted', {
      open: { ...opens.factAsserted, factId: category, place: position, category },
      position,
      sealed: {
        ...inBerlin,
        text: `Ana's ${category} is ${value}.`,
        subject: 'Ana',
        attribute: category,
        value,
        exclusive: true,
        entities: [
          { name: 'Ana', type: 'person' as const },
          { name: value, type: 'thing' as const },
        ],
        relationships: [{ source: 'Ana', type: `${category}_is`, target: value }],
      },
    })
  const facts = [told('health', 'asthma', 10), told('work', 'baking', 11)]
  const index = createIndexMemory({ memory: stores.memory, language: offlineQueryLanguage })
  await index.apply(facts, at(11))
  await createUpdateGraph({ graph: stores.graph }).apply(facts, at(11))
  const { graphContext } = await ask('Ana, asthma, baking?', { categories: ['work'] })
  expect(graphContext).toEqual([
    {
      name: 'Ana',
      type: 'person',
      properties: { work: 'baking' },
      relationships: [{ type: 'work_is', target: 'baking' }],
    },
    { name: 'baking', type: 'thing', properties: {}, relationships: [] },
  ])
})

/** Scores by text, of what Ana told at one moment, where its ids come in this order. */
async function scoresWith(factIds: readonly string[]) {
  await closeAll()
  const held = inMemoryProjections()
  stores = held
  const facts = ['Ana likes green tea.', 'Ana plays the harp.', 'Ana rents a garage.'].map(
    (text, n) =>
      delivered('FactAsserted', {
        open: { ...opens.factAsserted, factId: factIds[n]!, place: n * 100 },
        position: 10 + n,
        sealed: { ...inBerlin, text, entities: [{ name: 'Ana', type: 'person' as const }] },
      }),
  )
  const index = createIndexMemory({ memory: held.memory, language: offlineQueryLanguage })
  await index.apply(facts, at(12))
  await createUpdateGraph({ graph: held.graph }).apply(facts, at(12))
  const { relevantItems } = await ask('Does Ana play the harp?')
  return relevantItems.map(({ content, score }) => [content, score])
}

test('given facts that were told at once, when whom they mention is asked about, then their ids score nothing', async () => {
  const scores = await scoresWith(['a', 'b', 'c'])
  expect(scores).toHaveLength(3)
  for (const factIds of ['bca', 'cab', 'cba'])
    expect(await scoresWith([...factIds]), factIds).toEqual(scores)
})

test('given a reaction that has the words of the question, then what tells of it comes first', async () => {
  const said = (id: string, text: string) => ({
    id,
    terms: language.terms(text),
    item: { text, resourceId: `resource of ${id}` },
  })
  await hold([
    said('reaction', 'Ana: Sounds like a great garden, enjoy the roses!'),
    said('telling', 'Ana: The roses stand along the wall behind the old shed of the garden.'),
  ])
  const { relevantItems } = await ask('roses in the garden')
  expect(relevantItems.map(({ id }) => id)).toEqual(['telling', 'reaction'])
})

test('given a sister whose name is known, when asked what she likes, then what is said of her by her name comes first', async () => {
  const facts = ['My sister Ottilie moved out.', 'Ottilie likes marzipan.', 'I like liquorice.']
  await hold(
    facts.map((text) => ({ id: text, terms: language.terms(text), item: { id: text, text } })),
  )
  const { relevantItems } = await ask('What does my sister like?')
  expect(relevantItems[0]?.content).toBe('Ottilie likes marzipan.')
})

/** Notes what it embeds. */
function watchedEmbedding(embedded: string[], kind: 'lexical' | 'trained') {
  const embed = async (texts: readonly string[]) => {
    embedded.push(...texts)
    return language.embed(texts)
  }
  return { ...language, embedding: { ...language.embedding, kind }, embed }
}

test('given an embedding that costs a call, when asked of a sister, then the query alone is embedded', async () => {
  await hold([
    {
      id: 'moved',
      terms: language.terms('My sister Ottilie moved out.'),
      item: { id: 'moved', text: 'My sister Ottilie moved out.' },
    },
  ])
  const embedded: string[] = []
  const costly = watchedEmbedding(embedded, 'trained')
  const ports = { ...stores, language: costly, logger: createLogger('silent') }
  const request = retrieveRequest.parse({ ...USER, query: 'What does my sister like?' })
  await retrieve({ ...ports, now: () => new Date('2026-06-02T00:00:00.000Z') }, request)
  expect(embedded).toEqual(['What does my sister like?'])
})

async function holdTexts(texts: readonly string[]) {
  const vectors = await language.embed(texts)
  await hold(
    texts.map((text, n) => ({
      id: text,
      terms: language.terms(text),
      vector: quantise(vectors[n]!),
      item: { id: text, text },
    })),
  )
}

test.each([
  ['Which sibling is an educator?', 'My brother Owen teaches maths.'],
  ['How expensive is the apartment?', 'My rent went up in April.'],
])(
  'given a fact that shares no word with %j, when asked, then it comes first by its meaning',
  async (query, first) => {
    const facts = ['I grew up in a village.', 'I sing alto in a choir.', first]
    await holdTexts(facts)
    const answer = await ask(query, { explain: true })
    expect(answer.relevantItems[0]?.content).toBe(first)
    expect(answer).toHaveProperty('explanation.items[0].foundBy.meaning', 1)
  },
)

test('given a fact that means it among more that share its letters than are compared, then it comes first', async () => {
  const others = Array.from({ length: 150 }, (_, n) => `A ducator of room ${n} was siblinx.`)
  const fact = 'My brother Owen teaches maths.'
  await holdTexts([...others, fact])
  const { relevantItems } = await ask('Which sibling is an educator?', { minRelevance: 0 })
  expect(relevantItems[0]?.content).toBe(fact)
})

test('given a misspelt word, when asked, then it is looked for by its own letters, apart from what the others mean', async () => {
  await holdTexts(['My cousin keeps a trampoline.'])
  const embedded: string[] = []
  const watched = watchedEmbedding(embedded, 'lexical')
  const request = retrieveRequest.parse({ ...USER, query: 'Is the trampoilne heavy?' })
  const ports = { ...stores, language: watched, logger: createLogger('silent') }
  await retrieve({ ...ports, now: () => new Date('2026-06-02T00:00:00.000Z') }, request)
  const spelled = 'Is the trampoline heavy?'
  expect(embedded).toEqual(['Is the trampoilne heavy?', 'trampoilne', spelled])
})

test('given facts in Japanese, when asked in other words, then the answer is there without a vector of any word', async () => {
  const facts = [
    '姉は東京で医者をしています。',
    '私は大阪に住んでいます。',
    '私はピーナッツアレルギーです。',
    'うちの犬の名前はポチです。',
    '毎日自転車で通勤しています。',
  ]
  await holdTexts(facts)
  expect((await ask('姉の仕事は何ですか？')).relevantItems[0]?.content).toBe(facts[0])
})

test.each([
  ['a found', {}],
  ['a pinned', { pinned: true as const }],
])(
  'given %s fact that its client gave for later, when asked for, then it says when it begins',
  async (_, more) => {
    const given = {
      text: 'Lives in Turku.',
      engine: 'given',
      validFrom: '2027-01-01T00:00:00.000Z',
    }
    const terms = language.terms(given.text)
    await hold([{ id: 'turku', terms, item: { ...given, ...more } }])
    const { relevantItems } = await ask('Turku')
    expect(relevantItems.map(({ content }) => content)).toEqual([
      'Lives in Turku. (from 2027-01-01)',
    ])
    const then = await ask('Turku', { asOf: '2027-01-02T00:00:00Z' })
    expect(then.relevantItems.map(({ content }) => content)).toEqual(['Lives in Turku.'])
  },
)

test('given a model that does not answer, when asked, then the query waits two seconds and is answered by words', async () => {
  const limit = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  onTestFinished(() => limits.mockRestore())
  await hold([
    { id: 'tea', terms: language.terms('Ana likes tea.'), item: { text: 'Ana likes tea.' } },
  ])
  const silent = {
    ...language,
    embed: (_: readonly string[], signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal!.addEventListener('abort', () => reject(new LanguageModelUnavailable('gone')))
        limit.abort()
      }),
  }
  const ports = { ...stores, language: silent, logger: createLogger('silent') }
  const request = retrieveRequest.parse({ ...USER, query: 'tea' })
  const { context } = await retrieve({ ...ports, now: () => new Date(AT) }, request)
  expect((context as Context).relevantItems.map(({ id }) => id)).toEqual(['tea'])
  expect(limits.mock.calls).toEqual([[2_000]])
})
