// Identifiers are any text: a user's content is found, reported, listed and forgotten for that user and for no other
// user whose identifiers look the same, joined, encoded or to the eye.
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemory, type Memory } from '../../apps/clients/typescript/memory.ts'
import { startReceiver } from '../processors/deliver-webhooks/receiver.ts'
import { eventually } from './service.ts'
import { startedService } from './started-service.ts'

const service = startedService({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' })

const longest = '😀'.repeat(256)
/** Each pair would be one user in code that joins, encodes or normalises carelessly. */
const lookAlikes: [string, string][] = [
  ['team a/b', 'c'],
  ['team a', 'b/c'],
  ['team a', 'b%2Fc'],
  ['team a', 'müller'],
  ['team a', 'mu\u0308ller'],
  ['team a', '+49 123'],
  ['team a', ' 49 123'],
  ['team a', 'slack/C012/p1700'],
  ['team a', 'x,y'],
  ['team a', 'roots'],
  ['team a', '../c'],
  ['team a', '\u202egnp.a\u200b'],
  [longest.slice(0, 400), longest],
]
/** A town for each, so that no user's is taken for another's. */
const towns = [
  'Berlin',
  'Lisbon',
  'Madrid',
  'Vienna',
  'Prague',
  'Oslo',
  'Dublin',
  'Rome',
  'Paris',
  'Athens',
  'Warsaw',
  'Zurich',
  'Kyoto',
]
const people = lookAlikes.map(([appId, userId], n) => ({ appId, userId, town: towns[n]! }))
const THREAD = 'slack/C012/p1700 ü'

const memoryOf = ({ appId, userId }: { appId: string; userId: string }): Memory =>
  createMemory({ url: service.url, apiKey: service.key, appId, userId })

const pathOf = (...parts: string[]) => `/${parts.map(encodeURIComponent).join('/')}`

describe('users whose identifiers look alike', () => {
  beforeAll(async () => {
    const options = { until: 'retrievable', threadId: THREAD } as const
    await Promise.all(
      people.map((each) => memoryOf(each).remember(`I live in ${each.town}.`, options)),
    )
  })

  test('each recall what they said, and nothing else', async () => {
    for (const each of people) {
      const { relevantItems } = await memoryOf(each).recall('Where do I live?')
      expect(relevantItems.map(({ content }) => content).join()).toContain(each.town)
      expect(relevantItems).toHaveLength(1)
    }
  })

  test('each have lists of their own, of items, resources, threads and what happened', async () => {
    for (const each of people) {
      const memory = memoryOf(each)
      const [items, resources] = [
        await Array.fromAsync(memory.items()),
        await Array.fromAsync(memory.resources()),
      ]
      expect(items.map(({ value }) => value)).toEqual([each.town])
      expect(resources).toMatchObject([{ threadId: THREAD, status: 'processed' }])
      expect(await Array.fromAsync(memory.threads())).toMatchObject([
        { threadId: THREAD, itemCount: 1, resourceCount: 1, firstAt: items[0]!.createdAt },
      ])
      expect(await Array.fromAsync(memory.items({ threadId: THREAD }))).toEqual(items)
      expect(await Array.fromAsync(memory.items({ threadId: 'slack/C012' }))).toEqual([])
      await eventually('the audit tells of it', async () =>
        (await Array.fromAsync(memory.audit())).some(({ id }) => id === resources[0]!.resourceId),
      )
      expect((await memory.history(items[0]!.id)).item).toEqual(items[0])
      await eventually('the graph knows it', async () =>
        (await Array.fromAsync(memory.entities())).some(({ name }) => name === each.town),
      )
    }
  })

  test('are listed as they are, page by page', async () => {
    const listed: string[] = []
    for (let cursor: string | null = null; ; ) {
      const query: string = cursor ? `?limit=3&cursor=${cursor}` : '?limit=3'
      const { body } = await service.call('GET', `${pathOf('users', 'team a')}${query}`)
      listed.push(...body.data.map(({ userId }: { userId: string }) => userId))
      cursor = body.pagination.nextCursor
      if (!cursor) break
    }
    const wanted = people.filter(({ appId }) => appId === 'team a').map(({ userId }) => userId)
    expect(listed.sort()).toEqual(wanted.sort())
    const { body, status } = await service.call('GET', '/apps?limit=200')
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.data.map(({ appId }: { appId: string }) => appId).sort()).toEqual(
      [...new Set(people.map(({ appId }) => appId))].sort(),
    )
    const search = `${pathOf('users', 'team a')}?search=${encodeURIComponent('C012/')}`
    const found = await service.call('GET', search)
    expect(found.body.data).toMatchObject([{ userId: 'slack/C012/p1700' }])
  })

  test('hear of their own by the webhook of their app', async () => {
    const receiver = await startReceiver()
    const [slashed] = people
    const subscribed = await service.call('POST', '/config/webhooks', {
      appId: slashed!.appId,
      url: receiver.url,
      events: ['memory.processed'],
      secret: 'a-secret-of-sixteen-characters',
    })
    expect(subscribed.status).toBe(201)
    const [slash, joined] = people
    await memoryOf(joined!).remember('I like tea.', { until: 'retrievable' })
    await memoryOf(slash!).remember('I like coffee.', { until: 'retrievable' })
    await eventually('it is told', async () => receiver.received.length > 0)
    expect(receiver.received.map(({ body }) => [body.appId, body.userId])).toEqual([
      ['team a/b', 'c'],
    ])
    const path = pathOf('config', 'webhooks', 'team a/b')
    expect((await service.call('GET', path)).body.data).toHaveLength(1)
    expect((await service.call('DELETE', `${path}/${subscribed.body.id}`)).status).toBe(204)
    await receiver.close()
  })

  test('are forgotten one by one, and the others stay', async () => {
    const [slash, joined, encoded] = people
    const gone = new Set<string>()
    for (const each of [joined!, slash!, people.at(-1)!]) {
      await memoryOf(each).forget('everything')
      gone.add(each.town)
      const left = await Promise.all(
        people.map(async (one) => Array.fromAsync(memoryOf(one).items())),
      )
      const shown = new Set(left.flat().map(({ value }) => value))
      expect(towns.filter((town) => !shown.has(town)).sort()).toEqual([...gone].sort())
    }
    expect((await memoryOf(encoded!).recall('Where do I live?')).relevantItems).toHaveLength(1)
    const listed = await service.call('GET', pathOf('users', 'team a/b'))
    expect(listed.body.data).toEqual([])
  })
})

test('an invalid identifier is refused, with the field and the rule', async () => {
  const refused = async (userId: string) => {
    const write = { appId: 'team a', userId, content: 'x', contentType: 'conversation' }
    const { status, body } = await service.call('POST', '/memorize', write)
    return [status, body.error?.details.field, body.error?.details.issue]
  }
  const rule = 'must hold no control characters'
  expect(await refused('a\u0000b')).toEqual([400, 'userId', rule])
  expect(await refused('a\ud83d')).toMatchObject([400, 'userId', expect.stringMatching('halves')])
  expect(await refused('~changes')).toMatchObject([400, 'userId', expect.stringMatching('begin')])
  const path = pathOf('items', 'team a', 'a\nb')
  expect((await service.call('GET', path)).body.error.details).toEqual(
    expect.objectContaining({ field: 'userId', issue: rule }),
  )
  // Bytes that are no UTF-8.
  expect((await service.call('GET', '/items/team/%ff')).status).toBe(400)
})
