// What a process reports of itself: whether it is ready, what it has refused, and how long it took.
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { registerValidation } from '../../../../../apps/api/plugins/bodies/validation.ts'
import { registerMetrics } from '../../../../../apps/api/plugins/metrics.ts'
import { registerOpenApi } from '../../../../../apps/api/plugins/openapi.ts'
import type { Services } from '../../../../../apps/api/services.ts'
import type { ApiKey } from '../../../../../processors/settings/api-key.ts'
import { inMemoryPorts } from '../../../../processors/in-memory.ts'
import { retrievingHere } from '../../retrieving-here.ts'

describe('given what the process knows of itself', () => {
  type Known = { ready: boolean; down: boolean; refused: () => number }
  type Shown = Pick<ApiKey, 'appIds' | 'permissions'>
  const asked = async (
    path: string,
    { ready = true, down = false, refused }: Partial<Known>,
    key: Shown | null = null,
  ) => {
    const [ports, app] = [inMemoryPorts(), Fastify()]
    registerValidation(app)
    await registerOpenApi(app, { version: '0.0.0' })
    const graph = { up: !down, latencyMs: 1 }
    const services = {
      registry: new Registry(),
      retrieval: retrievingHere(ports),
      intake: { counts: () => ({ writes: 0, bytes: 0 }) },
      metrics: async () => 'of_others 1',
      spending: { totals: async () => 'of_all 2', ofApps: async () => 'of_each 3' },
      config: {},
      watch: { verdict: async () => ({ components: { graph }, stalled: [], isSilent: false }) },
      ready: () => ready,
    }
    // The framework reports how long an answer took: a quarter of a second.
    app.addHook('onRequest', async (_, reply) => {
      Object.defineProperty(reply, 'elapsedTime', { value: 250 })
    })
    app.decorateRequest('apiKey', null)
    app.addHook('onRequest', async (request) => {
      request.apiKey = key as ApiKey | null
    })
    registerMetrics(app, services as unknown as Services, refused ?? (() => 0))
    await app.inject(path)
    const { statusCode, body } = await app.inject(path)
    await app.close()
    await ports.log.close()
    return { status: statusCode, body }
  }

  test.each([
    [{}, 200, { status: 'ready' }],
    [{ ready: false }, 503, { status: 'not ready', components: [] }],
    [{ down: true }, 503, { status: 'not ready', components: ['graph'] }],
    [{ ready: false, down: true }, 503, { status: 'not ready', components: ['graph'] }],
  ])('when it is %j, then readiness is %i', async (known, status, body) => {
    const answer = await asked('/readyz', known)
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, body])
  })

  test('when connections were refused, then as many are counted as there are, however often it is asked', async () => {
    const { body } = await asked('/metrics', { refused: () => 3 })
    expect(body).toMatch(/^palimpsest_connections_refused_total 3$/m)
  })

  test.each<[string[], Shown['permissions'], boolean]>([
    [['*'], ['audit:read'], true],
    [['*'], ['admin'], true],
    [['*'], ['memory:read'], false],
    [['app', 'other'], ['audit:read', 'admin'], false],
  ])(
    'when a key for %j with %j asks, then it is told of each app: %j',
    async (appIds, permissions, isTold) => {
      const { status, body } = await asked('/metrics', {}, { appIds, permissions })
      expect(status).toBe(200)
      expect(body.split('\n').slice(isTold ? -3 : -2)).toEqual(
        ['of_others 1', 'of_all 2', 'of_each 3'].slice(0, isTold ? 3 : 2),
      )
    },
  )

  test('when the document of the API is made, then it holds nothing of this', async () => {
    const { body } = await asked('/docs/json', {})
    expect(JSON.parse(body).paths).toEqual({})
  })

  test('when it has answered, then how long that took is told in seconds, beside what others tell', async () => {
    const { body } = await asked('/metrics', {})
    expect(body).toContain(
      'palimpsest_http_seconds_sum{method="GET",route="/metrics",status="200"} 0.25\n',
    )
    expect(body, 'without the apps, for whom no key was shown').toMatch(/\nof_others 1\nof_all 2$/)
  })
})
