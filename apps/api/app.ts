// Builds the HTTP application. It does not listen and opens nothing: mains and tests do.
import type { Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import { corsOrigins, trustedProxies } from '../../infra/config-lists.ts'
import { bootstrapKey } from '../../processors/settings/api-key.ts'
import { registerConsole } from '../console/register-console.ts'
import { ApiError, invalid, MAX_PARAM_CHARS, notFound, sendError } from './errors.ts'
import { createDoorkeeper, createFindItem } from './intake/item-rules.ts'
import { createAwaitWrites } from './intake/waiting/await-writes.ts'
import { estimateOf } from './intake/waiting/estimate.ts'
import { measureWaiting } from './intake/waiting/measure-waiting.ts'
import { createWaitingShares } from './intake/waiting/waiting-shares.ts'
import { learnMethods } from './plugins/allowed-methods.ts'
import { registerAuth, registerPermissions } from './plugins/auth.ts'
import { registerJsonBodies } from './plugins/bodies/json-body.ts'
import { registerValidation } from './plugins/bodies/validation.ts'
import { registerCors } from './plugins/cors.ts'
import { type BodyDeadline, registerBodyDeadline } from './plugins/limits/body-deadline.ts'
import { type ConnectionLimits, createServers } from './plugins/limits/connections.ts'
import { registerRateLimit } from './plugins/limits/rate-limit.ts'
import { registerUnverified } from './plugins/limits/unverified.ts'
import { registerMetrics } from './plugins/metrics.ts'
import { registerOpenApi } from './plugins/openapi.ts'
import { registerRequestHeaders } from './plugins/request-headers.ts'
import { refuseMalformed } from './raw-answer.ts'
import { registerItemSourceRoute } from './routes/items/item-source.ts'
import { registerItemRoutes } from './routes/items/items.ts'
import { registerItemReads } from './routes/items/read-items.ts'
import { registerMcpRoute } from './routes/mcp.ts'
import { registerAdminRoutes } from './routes/operating/admin.ts'
import { registerImportRoute } from './routes/operating/import.ts'
import { registerMaintenanceRoute } from './routes/operating/maintenance.ts'
import { registerOperationsRoutes } from './routes/operating/operations.ts'
import { createAfterWrites } from './routes/reading/after-writes.ts'
import { registerAuditRoutes } from './routes/reading/audit.ts'
import { registerDirectoryRoutes } from './routes/reading/directory.ts'
import { registerExportRoute } from './routes/reading/export.ts'
import { registerHistoryRoutes } from './routes/reading/history.ts'
import { registerMemoryRoutes } from './routes/reading/memory.ts'
import { registerRetrieveRoute } from './routes/reading/retrieve.ts'
import { registerConfigRoutes } from './routes/settings/config.ts'
import { registerKeyRoutes } from './routes/settings/keys.ts'
import { registerPartnerRoutes } from './routes/settings/partners.ts'
import { registerSourceRoutes } from './routes/settings/sources.ts'
import { registerWebhookSubscriptionRoutes } from './routes/settings/webhook-subscriptions.ts'
import { registerBatchRoute } from './routes/writing/batch.ts'
import { registerForgetRoute } from './routes/writing/forget.ts'
import { registerInboxKeyRoute } from './routes/writing/inbox-keys.ts'
import { registerReceiptKeys, registerReceiptRoute } from './routes/writing/receipts.ts'
import { registerWebhookRoute } from './routes/writing/webhooks.ts'
import { createWhereItStands } from './routes/writing/where-it-stands.ts'
import { registerWriteRoutes } from './routes/writing/writes.ts'
import type { Services } from './services.ts'

/** Deadlines and limits that differ from the defaults. */
export type DoorLimits = { connections?: Partial<ConnectionLimits>; body?: Partial<BodyDeadline> }

export async function buildApp(
  services: Services,
  door: DoorLimits = {},
): Promise<FastifyInstance> {
  const { config, now } = services
  const proxies = trustedProxies(config.TRUST_PROXY)
  let refusedConnections = 0
  const createServer = createServers({
    limits: { ...capsOf(config), ...door.connections },
    proxies,
    refused: () => refusedConnections++,
  })
  const loggerInstance: FastifyBaseLogger = services.logger
  const app: FastifyInstance = Fastify<Server>({
    loggerInstance,
    // A request line would hold user identifiers; the metrics cover the rest.
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: createServer,
    trustProxy: trusting(proxies),
    routerOptions: { maxParamLength: MAX_PARAM_CHARS },
    frameworkErrors: sendError,
    // The hook below answers these, in the form of every other error.
    return503OnClosing: false,
    clientErrorHandler: refuseMalformed,
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(notFound('endpoint'), request, reply))
  const limiting = { scale: config.RATE_LIMIT_SCALE, now }
  registerCors(app, corsOrigins(config.CORS_ORIGINS))
  const methodsOf = learnMethods(app)
  // First, because the body of a request that is refused below keeps arriving.
  registerBodyDeadline(app, door.body)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (closing) throw new ApiError('SERVICE_UNAVAILABLE', 'the service is stopping: try again')
    // Before its body is read.
    if (request.is404) throw unknown(methodsOf(request.url), reply)
    done()
  })
  registerRequestHeaders(app)
  registerValidation(app)
  registerJsonBodies(app)
  registerUnverified(app, limiting)
  registerAuth(app, {
    settings: services.settings.current,
    bootstrap: bootstrapKey(config.BOOTSTRAP_API_KEY),
  })
  registerRateLimit(app, limiting)
  registerPermissions(app)
  registerMetrics(app, services, () => refusedConnections)
  if (config.DOCS !== 'off') {
    await registerOpenApi(app, { version: services.version, publicUrl: config.PUBLIC_URL })
  }
  registerReceiptKeys(app, services.ports)
  registerMcpRoute(app)
  if (config.CONSOLE !== 'off') {
    registerConsole(app, { docs: config.DOCS ?? 'on', missing: () => notFound('asset') })
  }
  const parts = { ...services, ...waitingParts(services) }
  await app.register(
    async (v1) => {
      registerWriteRoutes(v1, parts)
      registerItemRoutes(v1, parts)
      registerBatchRoute(v1, parts)
      registerRetrieveRoute(v1, parts)
      registerDirectoryRoutes(v1, services)
      registerMemoryRoutes(v1, parts)
      registerHistoryRoutes(v1, services)
      registerItemReads(v1, parts)
      registerAuditRoutes(v1, services)
      registerItemSourceRoute(v1, services)
      registerExportRoute(v1, services)
      registerImportRoute(v1, services)
      registerForgetRoute(v1, services)
      registerReceiptRoute(v1, services)
      registerMaintenanceRoute(v1, services)
      registerKeyRoutes(v1, services)
      registerConfigRoutes(v1, services)
      registerPartnerRoutes(v1, services)
      registerInboxKeyRoute(v1, services)
      registerSourceRoutes(v1, services)
      registerWebhookRoute(v1, services)
      registerWebhookSubscriptionRoutes(v1, services)
      registerOperationsRoutes(v1, services)
      registerAdminRoutes(v1, services)
    },
    { prefix: '/v1' },
  )
  return app
}

/** The parts that know where writes stand: one of each per process. */
function waitingParts(services: Services) {
  const whereItStands = createWhereItStands(services)
  const shares = createWaitingShares()
  measureWaiting(services.registry, shares.counts)
  const awaitWrites = createAwaitWrites(services.ports.memory, shares)
  const afterWrites = createAfterWrites(whereItStands, awaitWrites)
  const findItem = createFindItem(services.ports.memory, whereItStands)
  const doorkeeper = createDoorkeeper(services, findItem)
  const estimate = estimateOf(services)
  return { whereItStands, awaitWrites, afterWrites, findItem, doorkeeper, estimate }
}

/** There is no such path, or it has other methods. */
function unknown(methods: readonly string[], reply: FastifyReply): ApiError {
  if (methods.length === 0) return notFound('endpoint')
  reply.header('Allow', methods.join(', '))
  return invalid('method', `is not allowed here: use ${methods.join(' or ')}`, 405)
}

/** For a number of hops, that many of the last ones are proxies. */
function trusting(proxies: ReturnType<typeof trustedProxies>) {
  if (typeof proxies === 'number') return (_: string, hop: number) => hop < proxies
  return proxies && [...proxies]
}

/** Settings that are not set keep their defaults. */
function capsOf(config: Services['config']): Partial<ConnectionLimits> {
  const { MAX_CONNECTIONS: most, MAX_CONNECTIONS_PER_ADDRESS: mostOfClient } = config
  return { ...(most && { most }), ...(mostOfClient && { mostOfClient }) }
}
