// extract-facts takes in what another engine has read, in the order of the user's writes: once, and with regard to what
// has been decided, forgotten and written meanwhile.
import { expect, test, vi } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { Item } from '../../../infra/ports/memory-store.ts'
import { firstOf, present } from '../../../infra/runtime/certain.ts'
import { givenIdOf } from '../../../infra/runtime/envelope/ids.ts'
import { quantise, toBase64 } from '../../../infra/runtime/envelope/vectors.ts'
import type { Outcome } from '../../../infra/runtime/run/processor.ts'
import { sayingOf } from '../../../processors/reprocess/decide.ts'
import { AT, fenceOf } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { alone, LATER, RESOURCE, USER } from '../given.ts'
import { cameWith, eventsOf, given, OTHER, PLACE, toldBy, UP_TO } from './given-part.ts'

const CHESS = 'I like chess.'
const went = { factId: 'old', endedAt: null, by: null, validTo: null }
const home = (value: string) =>
  ({
    text: `Home is ${value}.`,
    subject: 'user',
    attribute: 'home',
    value,
    exclusive: true,
  }) as const
const inUse = (item: Partial<Item> = {}, more = {}) =>
  itemDocument(USER, { id: 'old', ...more, item: { category: 'preferences', ...item } })

test('given a part, when it is handled, then what comes is asserted and what went is closed, under the key of the part', async () => {
  const { part, handle } = await given({ documents: [inUse()] })
  const outcome = await handle(await part({ came: [cameWith()], went: [went] }))
  expect(outcome.events).toMatchObject([
    { keyGeneration: 1, event: { type: 'FactAsserted', open: { factId: 'new' } } },
    { keyGeneration: 1, event: { type: 'FactClosed', open: { factId: 'old', source: PLACE } } },
  ])
})

test('given a part that was promoted, when it comes again, then nothing is told, and its object is gone', async () => {
  const { part, handle, commit, objects } = await given()
  const delivered = await part({ came: [cameWith()] })
  await commit(await handle(delivered))
  expect(await objects.get(delivered.event.open.objectKey)).toBeNull()
  expect(eventsOf(await handle(delivered))).toEqual([])
  // Written again after a crash of the command.
  expect(eventsOf(await handle(await part({ came: [cameWith()] })))).toEqual([])
})

test('given a part whose commit failed, when it is handled again, then the same is told and its object is still there', async () => {
  const { part, handle, objects } = await given()
  const delivered = await part({ came: [cameWith()] })
  const first = await handle(delivered)
  expect(toldBy(first)).toEqual(['FactAsserted new'])
  expect(await objects.get(delivered.event.open.objectKey)).not.toBeNull()
  expect(eventsOf(await handle(delivered))).toEqual(eventsOf(first))
})

test('given a user whose key is gone, when a part is handled, then nothing is told', async () => {
  const { part, handle, keys } = await given()
  const delivered = await part({ came: [cameWith()] })
  await keys.destroy(USER, 1)
  expect(eventsOf(await handle(delivered))).toEqual([])
})

test.each([
  ['the user after the part', fenceOf(USER, PLACE + 1), []],
  ['the key of the part', fenceOf(USER, 0, { keyGeneration: 1 }), []],
  ['the category after the fact was said', fenceOf(USER, 4, { category: 'work' }), []],
  ['the category before it was said', fenceOf(USER, 3, { category: 'work' }), ['FactAsserted new']],
  [
    'another category before it was said',
    fenceOf(USER, 3, { category: 'health' }),
    ['FactAsserted new'],
  ],
  ['another category, perhaps with its words', fenceOf(USER, 4, { category: 'health' }), []],
])(
  'given that someone has forgotten %s, then only what came after it is told',
  async (_, fence, told) => {
    const { part, handle } = await given({ fences: [fence] })
    expect(toldBy(await handle(await part({ came: [cameWith()] })))).toEqual(told)
  },
)

test('given that someone has forgotten another category, when a fact of the same words is still there, then what comes is told', async () => {
  const fences = [fenceOf(USER, 4, { category: 'health' })]
  const { resourceId, span } = cameWith().open
  const { part, handle } = await given({ fences, documents: [inUse({ resourceId, span })] })
  expect(toldBy(await handle(await part({ came: [cameWith()] })))).toEqual(['FactAsserted new'])
})

test.each([
  ['since the other engine has read', fenceOf(USER, UP_TO + 1, { category: 'health' }), []],
  ['before', fenceOf(USER, UP_TO, { category: 'health' }), ['FactClosed old']],
])(
  'given a category that was forgotten %s, then what was not found stays only where it may have come as of that one',
  async (_, fence, told) => {
    const { part, handle } = await given({ documents: [inUse()], fences: [fence] })
    expect(toldBy(await handle(await part({ went: [went] })))).toEqual(told)
  },
)

test('given a write that is not committed yet, when a part comes, then it waits aside for it and decides on what it said', async () => {
  const { part, write, handle, commit } = await given()
  const written = await handle(await write('My name is Ana and I live in Lisbon.'))
  let waited = false
  const aside = async <T>(wait: () => Promise<T>): Promise<T> => {
    const waiting = wait()
    const isOver = waiting.then(() => true)
    waited = !(await Promise.race([isOver, new Promise((next) => setImmediate(next, false))]))
    await commit(written)
    return waiting
  }
  const came = cameWith({ category: 'profile' }, home('Oslo'))
  const outcome = await handle(await part({ came: [came] }), {
    ...alone(),
    turn: { ...alone().turn, aside },
  })
  expect(waited).toBe(true)
  expect(eventsOf(outcome)).toEqual([])
})

test('given work that has ended, when a part waits for what precedes it, then it waits no longer', async () => {
  const { part, write, handle } = await given()
  await handle(await write(CHESS))
  const signal = AbortSignal.abort(new Error('the partition has ended'))
  await expect(handle(await part({ came: [cameWith()] }), { ...alone(), signal })).rejects.toThrow(
    'the partition has ended',
  )
})

const elsewhere = { resourceId: 'elsewhere' }
const pinned = { ...elsewhere, pinned: true as const }
const { fingerprint } = sayingOf(cameWith())
const { slot } = sayingOf(cameWith({}, home('Oslo')))
const retracted = { pruned: { at: LATER, reason: 'retracted' as const } }
const closedByClients: [string, Partial<Item>][] = [
  ['taken back', retracted],
  ['settled', { pruned: { at: LATER, reason: 'resolved' } }],
  ['corrected', { supersededBy: givenIdOf(OTHER) }],
]
test.each<[string, ReturnType<typeof inUse>]>([
  ['pinned in the same words', inUse(pinned, { fingerprint })],
  ['pinned in the same place', inUse({ ...pinned, value: 'Rome' }, { slot })],
  ['taken back of the same text', inUse({ resourceId: RESOURCE, ...retracted })],
  ...closedByClients.flatMap(([how, closed]): [string, ReturnType<typeof inUse>][] => [
    [`${how} in the same words`, inUse({ ...elsewhere, ...closed }, { fingerprint })],
    [
      `${how} as the same value in the same place`,
      inUse({ ...elsewhere, ...closed, value: 'Oslo' }, { slot }),
    ],
  ]),
])(
  'given a fact that a client has %s since, then the other engine does not read it back',
  async (_, document) => {
    const { part, handle } = await given({ documents: [document] })
    const told = async (came: ReturnType<typeof cameWith>, id: string) =>
      toldBy(await handle(await part({ came: [came] }, id)))
    const isPlaced = document.slot !== null
    expect(await told(isPlaced ? cameWith({}, home('Oslo')) : cameWith(), RESOURCE)).toEqual([])
    const span = { start: 10, end: 20 }
    const other = cameWith({ span }, isPlaced ? home('Oslo') : { text: 'I like tea.' })
    const apart = isPlaced ? { ...other, sealed: { ...other.sealed, subject: 'Ben' } } : other
    expect(await told(apart, OTHER)).toEqual(['FactAsserted new'])
  },
)

test('given what was said in the same words after the other engine has read, then that stays and nothing comes beside it', async () => {
  const later = inUse(elsewhere, { fingerprint, source: UP_TO + 1 })
  const { part, handle } = await given({ documents: [later] })
  expect(eventsOf(await handle(await part({ came: [cameWith()], went: [went] })))).toEqual([])
})

test('given a fact that goes by one that has come in an earlier part, or by one in use, then it is superseded', async () => {
  const { part, handle, commit } = await given({ documents: [inUse(), inUse({}, { id: 'other' })] })
  await commit(await handle(await part({ came: [cameWith()] })))
  const superseded = [
    { ...went, by: 'new', validTo: LATER },
    { ...went, factId: 'other', by: 'old', validTo: LATER },
  ]
  expect(toldBy(await handle(await part({ went: superseded }, OTHER)))).toEqual([
    'FactSuperseded old',
    'FactSuperseded other',
  ])
})

test('given a fact that goes by one that was refused in an earlier part, then it stays open', async () => {
  const documents = [inUse(), inUse(pinned, { id: 'pinned', fingerprint })]
  const { part, handle, commit } = await given({ documents })
  await commit(await handle(await part({ came: [cameWith()] })))
  const superseded = { ...went, by: 'new', validTo: LATER }
  expect(toldBy(await handle(await part({ went: [superseded] }, OTHER)))).toEqual([])
})

const offline = createOfflineLanguageModel()
const { model } = offline.embedding
const vectorOf = async (text: string) => toBase64(quantise(firstOf(await offline.embed([text]))))
const THEIRS = toBase64(Int8Array.of(1, 2, 3))

test.each([
  ['the model in use', model, [THEIRS, 'made', THEIRS]],
  ['another model', 'another', ['made', 'made', 'made']],
  ['no model', null, ['made', 'made', 'made']],
])(
  'given vectors of %s, then those that cannot be searched are made',
  async (_, embedding, expected) => {
    const { part, handle } = await given()
    const texts = ['I like chess.', 'I like tea.', 'I like hiking.']
    const came = texts.map((text, n) =>
      cameWith({ factId: `${n}` }, { text, embedding: n === 1 ? '' : THEIRS }),
    )
    const events = eventsOf(await handle(await part({ came, embedding })))
    const vectors = events.map((each) => each.type === 'FactAsserted' && each.sealed?.embedding)
    const made = await Promise.all(texts.map(vectorOf))
    expect(vectors).toEqual(expected.map((each, n) => (each === 'made' ? made[n] : each)))
    expect(events.map((each) => each.type === 'FactAsserted' && each.sealed?.text)).toEqual(texts)
  },
)

test('given vectors that are all there, then no model is asked', async () => {
  const down = { ...offline, embed: () => Promise.reject(new Error('the model is down')) }
  const { part, handle } = await given({ documents: [inUse()], language: down })
  const came = [cameWith({}, { embedding: THEIRS })]
  const told = toldBy(await handle(await part({ came, went: [went], embedding: model })))
  expect(told).toEqual(['FactAsserted new', 'FactClosed old'])
})

test('given vectors of another generation, then those of facts that are there are told', async () => {
  const { part, handle } = await given({ documents: [inUse()] })
  const vectors = ['old', 'gone'].map((factId) => ({ factId, embedding: THEIRS }))
  const outcome = await handle(await part({ embedded: { generation: 2, vectors } }))
  expect(eventsOf(outcome)).toMatchObject([
    { type: 'FactsEmbedded', sealed: { vectors: [{ factId: 'old' }] } },
  ])
})

const becomes = ['committed', 'under way'] as const
type Becomes = (typeof becomes)[number]

/** Says the words again after a part was promoted. */
async function saidAgain(
  { part, write, handle, commit }: Awaited<ReturnType<typeof given>>,
  parts: Parameters<typeof part>[0],
  promoting: Becomes,
): Promise<Outcome> {
  const promoted = await handle(await part(parts))
  if (promoting === 'committed') await commit(promoted)
  return handle(await write(CHESS, 'thread'))
}

test.each(becomes)(
  'given a part, %s, when its words are said again, then they reinforce what came',
  async (promoting) => {
    const flow = await given()
    const told = await saidAgain(flow, { came: [cameWith()] }, promoting)
    expect(toldBy(told)).toEqual(['FactReinforced new', 'ResourceProcessed'])
  },
)

const closings: [string, ReturnType<typeof cameWith>][] = [
  ['was superseded', cameWith({ supersededBy: 'other', validTo: null })],
  ['had ended when it was said', cameWith({ validTo: AT })],
  ['was ended by words', { ...cameWith(), endedAt: LATER }],
]
test.each(closings.flatMap(([what, came]) => becomes.map((how) => [what, how, came] as const)))(
  'given a part with a fact that %s, %s, when its words are said again, then they are a fact of their own, at the next place of the thread',
  async (_, promoting, came) => {
    const flow = await given()
    const place = { ...came, open: { ...came.open, place: 5 } }
    const events = eventsOf(await saidAgain(flow, { came: [place] }, promoting))
    expect(events).toMatchObject([
      { type: 'FactAsserted', open: { resourceId: OTHER, threadId: 'thread', place: 6 } },
      { type: 'ResourceProcessed' },
    ])
  },
)

test.each(becomes)(
  'given a part that closes a fact, %s, when its words are said again, then it is not reinforced',
  async (promoting) => {
    const flow = await given({ documents: [inUse({ text: CHESS }, { fingerprint })] })
    const events = eventsOf(await saidAgain(flow, { went: [went] }, promoting))
    expect(events.map(({ type }) => type)).toEqual(['FactAsserted', 'ResourceProcessed'])
  },
)

test.each(becomes)(
  'given a part, %s, when the same place gets another value, then that replaces what came',
  async (promoting) => {
    const { part, write, handle, commit } = await given()
    const came = { ...cameWith({ category: 'profile' }, home('Oslo')), occurredAt: AT }
    const promoted = await handle(await part({ came: [came] }))
    if (promoting === 'committed') await commit(promoted)
    const told = eventsOf(await handle(await write('I live in Lisbon.')))
    const superseded = present(
      told.find(({ type }) => type === 'FactSuperseded'),
      'event that supersedes',
    )
    expect(superseded.open).toMatchObject({ factId: 'new', source: PLACE + 1 })
  },
)

test('given a part that was committed, when the next one comes, then it waits for nothing', async () => {
  const { part, handle, commit } = await given()
  await commit(await handle(await part({ came: [cameWith()] })))
  const next = await part({ came: [cameWith({ factId: 'next' }, { text: 'I like tea.' })] }, OTHER)
  expect(toldBy(await handle(next))).toEqual(['FactAsserted next'])
})

test('given readers who are not shown what was promoted, when the next write comes, then it waits aside', async () => {
  const stop = new AbortController()
  const { part, write, handle, commit } = await given({ readersBehind: stop.signal })
  await commit(await handle(await part({ came: [cameWith()] })))
  const written = await write(CHESS)
  const aside = vi.fn(async () => undefined as never)
  await vi.waitFor(() => {
    void handle(written, { ...alone(), turn: { ...alone().turn, aside } })
    expect(aside).toHaveBeenCalled()
  })
  stop.abort()
})
