// Retrieval is computed beside the event loop: queries of departed clients are dropped, an app that asks too much is
// refused, and other apps notice nothing. A model that does not answer holds the queries of one service; another has
// much to compute.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  defaultReply,
  type FakeOpenAi,
  startFakeOpenAi,
} from '../infra/language/openai/fake-openai.ts'
import { APP, eventually, type Service, startService } from './service.ts'
import { startedService } from './started-service.ts'

/** The limits of open-retrieval.ts: queries under way in one thread, and queries of one app that wait. */
const PER_THREAD = 16
const WAITING_OF_APP = 256

async function counts(service: Service): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const found = text.matchAll(/^palimpsest_retrieval_threads_(\w+) (\d+)$/gm)
  return Object.fromEntries([...found].map(([, name, count]) => [name, Number(count)]))
}

/** Over a connection of its own, which ends when the client leaves. */
function retrieving(service: Service, appId = APP) {
  const sent = request(`${service.url}/v1/retrieve`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  })
  const answered = once(sent, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response!.statusCode,
    retryAfter: response!.headers['retry-after'],
    body: await json(response!),
  }))
  answered.catch(() => undefined)
  sent.end(JSON.stringify({ appId, userId: 'anna', query: 'Where does Anna live?' }))
  return { answered, leave: () => sent.destroy() }
}

describe('with a model that does not answer', () => {
  let model: FakeOpenAi
  let service: Service
  beforeAll(async () => {
    model = await startFakeOpenAi()
    service = await startService({
      OPENAI_API_KEY: 'sk-journey',
      OPENAI_BASE_URL: model.baseUrl,
      RETRIEVAL_THREADS: '1',
    })
    model.respondAlways(() => 'hang')
  })
  afterAll(async () => {
    await service.stop()
    await model.close()
  })

  test('a query whose client has gone is dropped while it waits, and its thread is told while it runs', async () => {
    const running = Array.from({ length: PER_THREAD }, () => retrieving(service))
    await eventually(
      'the thread is busy',
      async () => (await counts(service)).running === PER_THREAD,
    )
    const waiting = retrieving(service)
    await eventually('one waits', async () => (await counts(service)).waiting === 1)
    waiting.leave()
    await eventually('it is dropped', async () => (await counts(service)).dropped_total === 1)
    expect(await counts(service)).toMatchObject({ waiting: 0, abandoned_total: 0 })
    for (const each of running) each.leave()
    await eventually(
      'they are abandoned',
      async () => (await counts(service)).abandoned_total === PER_THREAD,
    )
    await eventually('the thread is free', async () => (await counts(service)).running === 0)
  })

  test('a list is counted in the same thread, where it holds up no other call', async () => {
    const running = Array.from({ length: PER_THREAD }, () => retrieving(service))
    await eventually(
      'the thread is busy',
      async () => (await counts(service)).running === PER_THREAD,
    )
    const list = service.call('GET', `/items/${APP}/anna`)
    await eventually('the list waits', async () => (await counts(service)).waiting === 1)
    for (const each of running) each.leave()
    expect((await list).status).toBe(200)
  })

  test('an app whose queries wait too many is refused, and another app is not', async () => {
    const held = Array.from({ length: PER_THREAD }, () => retrieving(service))
    await eventually(
      'the thread is busy',
      async () => (await counts(service)).running === PER_THREAD,
    )
    held.push(...Array.from({ length: WAITING_OF_APP }, () => retrieving(service)))
    await eventually('all wait', async () => (await counts(service)).waiting === WAITING_OF_APP)
    const refused = await retrieving(service).answered
    expect(refused).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { error: { code: 'SERVICE_UNAVAILABLE' } },
    })
    held.push(retrieving(service, 'another-app'))
    await eventually('it waits', async () => (await counts(service)).waiting === WAITING_OF_APP + 1)
    model.respondAlways(defaultReply)
    for (const each of held.slice(0, PER_THREAD)) each.leave()
    expect((await held.at(-1)!.answered).status).toBe(404)
    for (const each of held) each.leave()
  })
})

describe('with much to compute', () => {
  const service = startedService({ RETRIEVAL_THREADS: '1' })
  beforeAll(async () => {
    const lines = Array.from({ length: 200 }, (_, n) => `Anna: Lisbon ${n} ${'海'.repeat(400)}`)
    await service.remember('anna', lines.join('\n'))
  })

  test('the event loop answers while a query is computed and others wait', async () => {
    let enough = false
    const statuses = new Set<number>()
    const client = async () => {
      while (!enough) {
        const more = { maxTokens: 100_000 }
        statuses.add((await service.retrieve('anna', 'What about Lisbon?', more)).status)
      }
    }
    const clients = Array.from({ length: 16 }, client)
    try {
      await eventually('some wait behind one', async () => {
        const { running, waiting } = await counts(service)
        return running === 1 && waiting! > 0
      })
      expect((await fetch(`${service.url}/livez`)).status).toBe(200)
    } finally {
      enough = true
    }
    await Promise.all(clients)
    expect([...statuses]).toEqual([200])
    expect(await counts(service)).toMatchObject({ waiting: 0, killed_total: 0, died_total: 0 })
  })

  test('no metric is told twice, whichever thread tells it', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    const names = [...text.matchAll(/^# TYPE (palimpsest_\S+)/gm)].map(([, name]) => name)
    expect(names).toEqual(expect.arrayContaining(['palimpsest_retrieval_threads_waiting']))
    expect(names).toEqual([...new Set(names)])
  })
})
