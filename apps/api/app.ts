// Builds the HTTP application. It does not listen and opens nothing: mains and tests do.
import type { Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { bootstrapKey } from '../../processors/settings/api-key.ts'
import { ApiError, invalid, notFound, sendError } from './errors.ts'
import { registerAuth } from './plugins/auth.ts'
import { registerMetrics } from './plugins/metrics.ts'
import { registerOpenApi, registerValidation } from './plugins/openapi.ts'
import { registerRateLimit } from './plugins/rate-limit.ts'
import { registerConfigRoutes } from './routes/config.ts'
import { registerForgetRoute } from './routes/forget.ts'
import { registerKeyRoutes } from './routes/keys.ts'
import { registerMaintenanceRoute } from './routes/maintenance.ts'
import { registerMemoryRoutes } from './routes/memory.ts'
import { registerOperationsRoutes } from './routes/operations.ts'
import { registerRetrieveRoute } from './routes/retrieve.ts'
import { registerSourceRoutes } from './routes/sources.ts'
import { registerWebhookSubscriptionRoutes } from './routes/webhook-subscriptions.ts'
import { registerWebhookRoute } from './routes/webhooks.ts'
import { registerWriteRoutes } from './routes/writes.ts'
import type { Services } from './services.ts'

/** Bytes. Content of 1 MiB fits even where JSON escapes most of it. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024
const MAX_PARAM_CHARS = 8192

export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: services.logger as FastifyBaseLogger,
    // A request line would hold user identifiers; what is worth knowing is in the metrics.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    frameworkErrors: sendError,
    // Told by the hook below, in the form of every other error.
    return503OnClosing: false,
    clientErrorHandler: refuseMalformed,
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(notFound('endpoint'), request, reply))
  const { BOOTSTRAP_API_KEY, RATE_LIMIT_SCALE } = services.config
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async () => {
    if (closing) throw new ApiError('SERVICE_UNAVAILABLE', 'the service is stopping: try again')
  })
  registerValidation(app)
  registerMetrics(app, services)
  registerAuth(app, {
    settings: services.settings.current,
    bootstrap: bootstrapKey(BOOTSTRAP_API_KEY),
  })
  registerRateLimit(app, { scale: RATE_LIMIT_SCALE, now: services.now })
  await registerOpenApi(app, services.version)
  await app.register(
    async (v1) => {
      registerWriteRoutes(v1, services)
      registerRetrieveRoute(v1, services)
      registerMemoryRoutes(v1, services)
      registerForgetRoute(v1, services)
      registerMaintenanceRoute(v1, services)
      registerKeyRoutes(v1, services)
      registerConfigRoutes(v1, services)
      registerSourceRoutes(v1, services)
      registerWebhookRoute(v1, services)
      registerWebhookSubscriptionRoutes(v1, services)
      registerOperationsRoutes(v1, services)
    },
    { prefix: '/v1' },
  )
  return app
}

/** What is no HTTP at all. Nothing of it is logged: it may be anything. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const { code, message, details } = invalid('request', 'is not valid HTTP')
  const body = JSON.stringify({ error: { code, message, details } })
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
