// GET /health and the OpenAPI document.
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { type HealthResponse, healthResponse } from '../../../schemas/api/health.ts'
import type { Services } from '../services.ts'

const PING_TIMEOUT_MS = 2_000

export function registerOperationsRoutes(app: FastifyInstance, services: Services): void {
  app.get(
    '/health',
    {
      config: { permission: 'any', limit: 'get' },
      schema: {
        summary: 'Service health',
        tags: ['operations'],
        response: { 200: healthResponse },
      },
    },
    async () => health(services),
  )
  if (services.config.DOCS === 'off') return
  const open = { config: { permission: null, limit: 'open' }, schema: { hide: true } } as const
  app.get('/openapi.json', open, async () => app.swagger())
}

async function health({ ports, version, startedAt, now }: Services): Promise<HealthResponse> {
  let queueDepth = 0
  const [memory, graph, objects, queue] = await Promise.all([
    probe(async () => {
      await ports.memory.ping()
      queueDepth = await ports.memory.queueDepth()
    }),
    probe(() => ports.graph.ping()),
    probe(() => ports.objects.ping()),
    probe(() => ports.log.ends('memory.writes.v1')),
  ])
  const whole = memory.up && graph.up && objects.up && queue.up
  return {
    status: whole ? 'healthy' : queue.up ? 'degraded' : 'unhealthy',
    components: {
      relational_store: { status: statusOf(memory.up), latency: memory.latencyMs },
      graph_store: { status: statusOf(graph.up), latency: graph.latencyMs },
      object_store: { status: statusOf(objects.up) },
      queue: { status: statusOf(queue.up), queueDepth },
    },
    version,
    uptime: Math.round((now().getTime() - startedAt.getTime()) / 1000),
  }
}

function statusOf(up: boolean): 'healthy' | 'unhealthy' {
  return up ? 'healthy' : 'unhealthy'
}

async function probe(ask: () => Promise<unknown>): Promise<{ up: boolean; latencyMs: number }> {
  const started = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_TIMEOUT_MS)
  })
  const answered = ask().then(
    () => true,
    () => false,
  )
  const up = await Promise.race([answered, late])
  clearTimeout(timer)
  return { up, latencyMs: Math.round((performance.now() - started) * 100) / 100 }
}
