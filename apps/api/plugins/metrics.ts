// HTTP metrics by route, and the endpoints that operators poll: /livez, /readyz, /metrics. Routes are named by their
// pattern, so that no identifier of an app or user becomes a label.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { troubles } from '../../../infra/runtime/watch/pipeline-watch.ts'
import { measurePool } from '../../../infra/threads/measure-pool.ts'
import { EVERY_APP } from '../../../processors/settings/api-key.ts'
import { ApiError } from '../errors.ts'
import { measureIntake } from '../intake/waiting/measure-intake.ts'
import type { Services } from '../services.ts'
import { allows, holdsApp } from './auth.ts'

/** Never sent: the client had gone before it could be. */
const CLIENT_GONE = 499

/** `refusedConnections`: so far, in this process. */
export function registerMetrics(
  app: FastifyInstance,
  services: Services,
  refusedConnections: () => number,
): void {
  const { registry } = services
  collectDefaultMetrics({ register: registry })
  measurePool(registry, 'retrieval', services.retrieval.counts)
  measureIntake(registry, services.intake.counts)
  const duration = new Histogram({
    name: 'palimpsest_http_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  })
  new Counter({
    name: 'palimpsest_connections_refused_total',
    help: 'Connections dropped because there were too many, in all or of one address.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(refusedConnections())
    },
  })
  const observe = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  }
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify tells nothing of an answer that no client takes, and the slowest calls are given up.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) observe(request, reply, CLIENT_GONE)
    })
    done()
  })
  app.addHook('onResponse', async (request, reply) => observe(request, reply, reply.statusCode))
  const open = { config: { permission: null, limit: null } }
  app.get('/livez', open, async () => ({ status: 'alive' }))
  app.get('/readyz', open, async (_, reply) => {
    // Only the names of components, because any client may ask.
    const components = troubles(await services.watch.verdict())
    if (services.ready() && components.length === 0) return { status: 'ready' }
    return reply.code(503).send({ status: 'not ready', components })
  })
  const { spending } = services
  registerText(app, services, async ({ isOperator }) => {
    const parts = [registry.metrics(), services.metrics(), spending.totals()]
    return (await Promise.all(isOperator ? [...parts, spending.ofApps()] : parts)).join('\n')
  })
}

/**
 * METRICS says who may read them. They cover all apps together, and only a key that holds every app is told of each
 * app: apps' names are their tenants' own.
 */
function registerText(
  app: FastifyInstance,
  { config: { METRICS: who } }: Services,
  text: (asking: { isOperator: boolean }) => Promise<string>,
): void {
  if (who === 'off') return
  const permission = who === 'key' ? 'audit:read' : null
  const config = { permission, mayShowKey: true, limit: 'open' } as const
  app.get('/metrics', { config }, async ({ apiKey }, reply) => {
    const isOperator =
      apiKey !== null && holdsApp(apiKey, EVERY_APP) && allows(apiKey, 'audit:read')
    if (who === 'key' && !isOperator) {
      throw new ApiError('FORBIDDEN', 'the key does not hold every app')
    }
    return reply
      .header('content-type', Registry.PROMETHEUS_CONTENT_TYPE)
      .send(await text({ isOperator }))
  })
}
