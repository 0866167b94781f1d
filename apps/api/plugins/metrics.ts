// HTTP metrics by route, and the endpoints that operators poll: /livez, /readyz, /metrics. Routes are named by their
// pattern, so that no identifier of an app or user becomes a label.
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Services } from '../services.ts'

export function registerMetrics(app: FastifyInstance, services: Services): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'palimpsest_http_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
  const open = { config: { permission: null }, schema: { hide: true } }
  app.get('/livez', open, async () => ({ status: 'alive' }))
  app.get('/readyz', open, async (_, reply) => {
    const ready = services.ready()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  app.get('/metrics', open, async (_, reply) => {
    const text = `${await registry.metrics()}\n${await services.metrics()}`
    return reply.header('content-type', Registry.PROMETHEUS_CONTENT_TYPE).send(text)
  })
}
