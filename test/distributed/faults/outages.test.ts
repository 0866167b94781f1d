// An outage of a store costs only what that store serves: writes go on, retrieval works without the graph, health
// reports it, and everything catches up.
import { beforeAll, describe, expect, test } from 'vitest'
import { isSealed } from '../../journeys/process.ts'
import { eventually } from '../../journeys/service.ts'
import { startedOnce } from '../../started.ts'
import { bounce, stack, startCluster } from '../cluster.ts'

const DOWN_MS = Number(process.env.PALIMPSEST_TEST_DOWN_MS ?? 3_000)
const APP = 'outage'

const cluster = startedOnce(() => startCluster(APP))
beforeAll(async () => {
  await cluster.worker()
})

const memorize = (userId: string, content: string) =>
  cluster.call('POST', '/memorize', { appId: APP, userId, content, contentType: 'conversation' })
const retrieve = (userId: string) =>
  cluster.call('POST', '/retrieve', { appId: APP, userId, query: 'What about Julia and chess?' })
const healthIs = (status: string, component: string) =>
  eventually(`health says ${status}`, async () => {
    const { body } = await cluster.call('GET', '/health')
    return (
      body.status === status &&
      body.components[component].status === (status === 'healthy' ? status : 'unhealthy')
    )
  })

describe.skipIf(!stack)('stopped for a while (needs servers that the tests may stop)', () => {
  test.each([
    { name: 'elasticsearch', component: 'relational_store', retrieves: 503 },
    { name: 'neo4j', component: 'graph_store', retrieves: 200 },
  ] as const)(
    '$name: writes are accepted, and processed when it is back',
    { timeout: 600_000 },
    async (given) => {
      const userId = `during-${given.name}`
      expect((await memorize(userId, 'My sister Julia plays chess.')).status).toBe(202)
      await cluster.processed(userId, 1)
      await bounce(given.name, DOWN_MS, async () => {
        await healthIs('degraded', given.component)
        for (let i = 0; i < 20; i++)
          expect((await memorize(userId, `I like game number ${i}.`)).status).toBe(202)
        expect((await retrieve(userId)).status).toBe(given.retrieves)
      })
      await healthIs('healthy', given.component)
      await cluster.processed(userId, 21, 300_000)
      expect(await cluster.items(userId)).toHaveLength(21)
      await eventually('the graph has caught up', async () => {
        const { status } = await cluster.call('GET', `/entities/${APP}/${userId}/Julia`)
        return status === 200
      })
    },
  )

  test('s3: writes are refused with 503, and nothing is half-written', {
    timeout: 600_000,
  }, async () => {
    const userId = 'during-s3'
    expect((await memorize(userId, 'I like chess.')).status).toBe(202)
    await cluster.processed(userId, 1)
    await bounce('s3', DOWN_MS, async () => {
      await healthIs('degraded', 'object_store')
      const { status, body } = await memorize(userId, 'I like go.')
      expect(status).toBe(503)
      expect(body.error.code).toBe('SERVICE_UNAVAILABLE')
      // It holds the keys, and a process trusts one for a second: a forget meanwhile would have destroyed it.
      await eventually('retrieval answers as without keys', async () => {
        return (await retrieve(userId)).status === (isSealed ? 503 : 200)
      })
    })
    await healthIs('healthy', 'object_store')
    expect((await retrieve(userId)).status).toBe(200)
    expect((await memorize(userId, 'I like hiking.')).status).toBe(202)
    await cluster.processed(userId, 2)
    const contents = (await cluster.items(userId)).map((item) => item.content)
    expect(contents.sort()).toEqual(['I like chess.', 'I like hiking.'])
  })
})
