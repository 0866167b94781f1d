// Which pages of other origins may call the API from a browser (CORS_ORIGINS). A page sends a key with every call, so
// cookies play no part; without the setting no page of another origin can read an answer.
import type { FastifyInstance } from 'fastify'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
/** Clients of `/mcp` send these beside those of every call, and read the session and the version from the answer. */
const MCP = 'Mcp-Session-Id, Mcp-Protocol-Version'
const HEADERS = `Authorization, Content-Type, Idempotency-Key, traceparent, ${MCP}, Mcp-Method, Mcp-Name, Last-Event-ID`
const EXPOSED = `X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ${MCP}`
const MAX_AGE_S = 3600

/** `origins`: as browsers name them, or `*`. Before all other hooks, because a preflight has no key and no route. */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allows = (origin: string) => origins.includes('*') || origins.includes(origin)
  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': asked } = request.headers
    reply.header('Vary', 'Origin')
    if (origin === undefined || !allows(origin)) return
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED,
    })
    if (request.method !== 'OPTIONS' || asked === undefined) return
    return reply
      .headers({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': HEADERS,
        'Access-Control-Max-Age': MAX_AGE_S,
      })
      .code(204)
      .send()
  })
}
