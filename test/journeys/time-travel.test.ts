// What held on a day, and what was known on one; what changed between two instants, and what happened, the newest first.
import { beforeAll, expect, test } from 'vitest'
import { NEVER_UPDATED } from '../../schemas/api/reading/memory.ts'
import { inFull, isToldInFull } from './in-full.ts'
import { eventually } from './service.ts'
import { sharedService } from './shared-service.ts'

const ANN = 'time-ann'
const IN_2024 = '2024-06-01T00:00:00Z'
const IN_2025 = '2025-06-01T00:00:00Z'
const BOTH = 'what held in 2025, as it was known between'

const APP = 'time-travel'
const service = sharedService(APP)
/** Before anything, between the two things that are said, and after both. */
let [early, between, late] = ['', '', '']
beforeAll(async () => {
  early = new Date().toISOString()
  await said('I live in Berlin.', '2024-01-01T10:00:00Z')
  await untilSummarised('Berlin')
  between = new Date().toISOString()
  await said('I have moved, I now live in Madrid.', '2025-01-01T10:00:00Z')
  await untilSummarised('Madrid')
  late = new Date().toISOString()
})

function said(content: string, timestamp: string) {
  const metadata = { timestamp }
  return service.remember(ANN, content, { contentType: 'document', metadata })
}

/** Summaries, the graph and the audit follow a moment later. */
function untilSummarised(place: string): Promise<void> {
  return eventually('everything has followed', async () => {
    const [context, entities, timeline] = await Promise.all([
      get('context'),
      get('entities'),
      get('timeline'),
    ])
    return [context, entities, timeline].every((each) => JSON.stringify(each).includes(place))
  })
}

async function get(what: string, query: Record<string, string> = {}, status = 200) {
  const answer = await service.call('GET', `/${what}/${APP}/${ANN}?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(status)
  return answer.body
}

/** Retrieval leaves out a summary that has been rewritten since, and has none of what held then. */
const isAskedOfThen = (time: { asOf?: string; knownAt?: string }) =>
  time.asOf !== undefined || time.knownAt === between

const homes = (value: unknown) =>
  ['Berlin', 'Madrid'].filter((home) => JSON.stringify(value).includes(home))

const times = [
  { what: 'nothing is said', time: () => ({}), expected: ['Madrid'] },
  { what: 'what was known between', time: () => ({ knownAt: between }), expected: ['Berlin'] },
  {
    what: 'what is known in the future',
    time: () => ({ knownAt: '9998-01-01' }),
    expected: ['Madrid'],
  },
  { what: 'what held in 2024', time: () => ({ asOf: IN_2024 }), expected: ['Berlin'] },
  { what: 'what held in 2025', time: () => ({ asOf: IN_2025 }), expected: ['Madrid'] },
  { what: 'what will hold', time: () => ({ asOf: '9998-01-01' }), expected: ['Madrid'] },
  {
    what: BOTH,
    time: () => ({ asOf: IN_2025, knownAt: between }),
    expected: ['Berlin'],
  },
  { what: 'before anything was known', time: () => ({ knownAt: early }), expected: [] },
  { what: 'before anything held', time: () => ({ asOf: '2001-01-01' }), expected: [] },
  {
    what: 'the first instant',
    time: () => ({ asOf: '0001-01-01', knownAt: '0001-01-01' }),
    expected: [],
  },
]

test.each(isToldInFull ? times : times.filter(({ what }) => what === BOTH))(
  'asked for $what, retrieval and lists agree',
  async ({ time, expected }) => {
    const asked = await service.retrieve(ANN, 'Where does the user live?', time())
    expect(asked.status).toBe(expected.length > 0 ? 200 : 404)
    expect(homes(asked.body.relevantItems)).toEqual(expected)
    expect(homes(asked.body.summaries)).toEqual(isAskedOfThen(time()) ? [] : expected)
    const { data } = await get('items', time())
    expect(homes(data.filter((item: { current: boolean }) => item.current))).toEqual(expected)
    const { entities } = await get('entities', time())
    expect(homes(entities.map(({ properties }: { properties: object }) => properties))).toEqual(
      expected,
    )
    const { categories } = await get('categories', time())
    const counted = categories.reduce(
      (sum: number, each: { itemCount: number }) => sum + each.itemCount,
      0,
    )
    expect(counted).toBe(expected.length)
  },
)

inFull(
  'given an end that was learnt later, when asked for before, then the item has none',
  async () => {
    const { data } = await get('items', { knownAt: between })
    expect(data).toMatchObject([{ current: true, state: 'current', validTo: null, closedAt: null }])
    const path = `/items/${APP}/${ANN}/${data[0].id}`
    const now = (await service.call('GET', path)).body
    expect(now.item).toMatchObject({ current: false, state: 'superseded' })
    expect(now.item.closedAt > between).toBe(true)
    const then = (await service.call('GET', `${path}?knownAt=${between}`)).body
    expect(then).toEqual({ item: data[0], history: [], closing: null })
    expect((await service.call('GET', `${path}?knownAt=${early}`)).status).toBe(404)
  },
)

test('given summaries that were rewritten, when asked for then, then the log has those of then', async () => {
  expect(homes((await get('context', { knownAt: between })).summaries)).toEqual(['Berlin'])
  expect(homes((await get('context', { knownAt: late })).summaries)).toEqual(['Madrid'])
  expect(await get('context', { knownAt: early })).toEqual({
    summaries: {},
    lastUpdated: NEVER_UPDATED,
  })
  expect((await get('context', { asOf: IN_2025 })).summaries).toEqual({})
})

inFull(
  'given two instants, when compared, then what came, what took its place and both summaries are told',
  async () => {
    const diff = await get('diff', { from: between, to: late })
    expect(diff.data).toMatchObject([
      { change: 'came', item: { content: expect.stringContaining('Madrid') }, replacedBy: null },
      {
        change: 'changed',
        item: { content: expect.stringContaining('Berlin'), state: 'superseded' },
        replacedBy: { content: expect.stringContaining('Madrid') },
      },
    ])
    const [summary] = Object.values<{ from: string; to: string }>(diff.summaries)
    expect([homes(summary?.from), homes(summary?.to)]).toEqual([['Berlin'], ['Madrid']])
    const both = await get('diff', { from: early })
    expect(both.data.map(({ change }: { change: string }) => change)).toEqual(['came', 'came'])
    expect((await get('diff', { from: late })).data).toEqual([])
    const first = await get('diff', { from: between, limit: '1' })
    const { nextCursor } = first.pagination
    const second = await get('diff', { from: between, limit: '1', cursor: nextCursor })
    expect([...first.data, ...second.data]).toEqual((await get('diff', { from: between })).data)
    expect(second.summaries).toEqual({})
    const refused = await get('diff', { from: late, to: early }, 400)
    expect(refused.error.details.field).toBe('from')
    await get('diff', {}, 400)
  },
)

inFull(
  'given a history, when its timeline is paged through, then it is told once, the newest first',
  async () => {
    const { data } = await get('timeline', { limit: '200' })
    const told = data.map(({ what, content }: { what: string; content: string }) => [
      what,
      homes(content),
    ])
    // Facts learnt at one instant come in any order.
    expect(told.slice(0, 2).sort()).toEqual([
      ['asserted', ['Madrid']],
      ['superseded', ['Berlin']],
    ])
    expect(told.slice(2)).toEqual([['asserted', ['Berlin']]])
    const superseded = data.find(({ what }: { what: string }) => what === 'superseded')
    expect(homes(superseded.otherContent)).toEqual(['Madrid'])
    const paged: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = cursor ? { cursor, limit: '1' } : { limit: '1' }
      const page = await get('timeline', query)
      paged.push(...page.data)
      cursor = page.pagination.nextCursor
    }
    expect(paged).toEqual(data)
  },
)

inFull('given what is no instant, when asked for, then the field is named', async () => {
  for (const field of ['asOf', 'knownAt']) {
    const { status, body } = await service.retrieve(ANN, 'Where?', { [field]: 'yesterday' })
    expect([status, body.error.details.field]).toEqual([400, field])
    for (const what of ['items', 'entities', 'context', 'categories']) {
      expect((await get(what, { [field]: 'yesterday' }, 400)).error.details.field).toBe(field)
    }
  }
})

inFull('given a cursor that was never issued, when asked for then, then it is named', async () => {
  const query = { knownAt: new Date().toISOString(), cursor: 'none' }
  expect((await get('items', query, 400)).error.details.field).toBe('cursor')
})

inFull('given a key of another app, when it asks of the past, then it is refused', async () => {
  const keys = await service.call('POST', '/config/keys', {
    name: 'other',
    appIds: ['another-app'],
    permissions: ['memory:read'],
  })
  for (const path of ['diff', 'timeline', 'items']) {
    const url = `/${path}/${APP}/${ANN}?from=${early}&knownAt=${between}`
    expect((await service.call('GET', url, undefined, { as: keys.body.key })).status).toBe(403)
  }
})

test('given everything, when it is forgotten, then it is forgotten in every time', async () => {
  const forgotten = await service.call('POST', '/forget', {
    appId: APP,
    userId: ANN,
    confirm: true,
  })
  expect(forgotten.status).toBe(200)
  const times: Record<string, string>[] = [
    { knownAt: between },
    { asOf: IN_2024 },
    { knownAt: late, asOf: IN_2024 },
  ]
  for (const time of times) {
    expect((await get('items', time)).data).toEqual([])
    expect((await get('entities', time)).entities).toEqual([])
    expect((await get('context', time)).summaries).toEqual({})
    expect((await service.retrieve(ANN, 'Where does the user live?', time)).status).toBe(404)
  }
  const diff = await get('diff', { from: early })
  expect([diff.data, diff.summaries]).toEqual([[], {}])
  const { data } = await get('timeline')
  expect(data).toMatchObject([{ what: 'forgotten', itemId: null, content: null }])
  expect(homes(data)).toEqual([])
})
