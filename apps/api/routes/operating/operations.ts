// GET /health and the OpenAPI document.
import { type HealthResponse, healthResponse } from '../../../../schemas/api/operating/health.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'

const WAITING = 'extract-facts'

export function registerOperationsRoutes(app: App, services: Services): void {
  app.route({
    method: 'GET',
    url: '/health',
    config: { permission: 'any', limit: 'get' },
    schema: {
      operationId: 'getHealth',
      summary: 'Service health',
      response: { 200: healthResponse },
    },
    handler: async () => health(services),
  })
  if (services.config.DOCS === 'off') return
  const open = { config: { permission: null, limit: 'open' }, schema: { hide: true } } as const
  app.get('/openapi.json', open, async () => app.swagger())
}

async function health({ watch, version }: Services): Promise<HealthResponse> {
  const [verdict, queueDepth] = await Promise.all([watch.verdict(), watch.behind(WAITING)])
  const { components, stalled, isSilent } = verdict
  const { relational_store: memory, graph_store: graph, object_store: objects } = components
  // The log can be written and read, and its records get processed.
  const queueUp = components.queue.up && stalled.length === 0 && !isSilent
  const whole = memory.up && graph.up && objects.up && queueUp
  return {
    status: whole ? 'healthy' : queueUp ? 'degraded' : 'unhealthy',
    components: {
      relational_store: { status: statusOf(memory), latency: memory.latencyMs, ...told(memory) },
      graph_store: { status: statusOf(graph), latency: graph.latencyMs, ...told(graph) },
      object_store: { status: statusOf(objects), ...told(objects) },
      queue: { status: statusOf({ up: queueUp }), queueDepth, ...told(components.queue) },
    },
    version,
    // Of the process, because a clock may be set.
    uptime: Math.round(process.uptime()),
  }
}

function told({ problem }: { problem?: string }): { problem?: string } {
  return problem === undefined ? {} : { problem }
}

function statusOf({ up }: { up: boolean }): 'healthy' | 'unhealthy' {
  return up ? 'healthy' : 'unhealthy'
}
