// /mcp: the MCP server of a user's memory over streamable HTTP. Each request is served by itself, so any API process
// may take it. The tools call the API of this process with the caller's key: what a key may not do over HTTP, no tool
// does for it, and every call is counted for its app.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { present } from '../../../infra/runtime/certain.ts'
import { EVERY_APP } from '../../../processors/settings/api-key.ts'
import { appId, userId } from '../../../schemas/identifiers.ts'
import { invalid } from '../errors.ts'
import { goneSignal } from '../gone-signal.ts'
import { keyOf } from '../plugins/auth.ts'
import type { createHandler, McpExtra } from './mcp-handler.ts'

const mcpQuery = z.object({ appId: appId.optional(), userId })
type McpQuery = z.infer<typeof mcpQuery>
type McpRequest = FastifyRequest<{ Querystring: McpQuery }>

const BEARER = /^Bearer +/i

export function registerMcpRoute(app: FastifyInstance): void {
  // A start does not load it: most services are never asked by an MCP client.
  let loading: Promise<ReturnType<typeof createHandler>> | undefined
  const load = async () => (await import('./mcp-handler.ts')).createHandler(app)
  app.addHook('onClose', async () => (await loading)?.close())
  app.route<{ Querystring: McpQuery }>({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { permission: 'any', limit: 'mcp', body: 'memorize' },
    schema: { hide: true, querystring: mcpQuery },
    handler: async (request, reply) => {
      // A batch would be many calls for the price of one.
      if (Array.isArray(request.body)) throw invalid('body', 'must be one message, not a batch')
      const token = present(request.headers.authorization, 'authorization').replace(BEARER, '')
      const extra: McpExtra = {
        appId: appIdOf(request),
        userId: request.query.userId,
        remoteAddress: request.ip,
      }
      const authInfo = { token, clientId: keyOf(request).id, scopes: [], extra }
      loading ??= load()
      const handler = await loading
      const answer = await handler.fetch(webRequest(request, goneSignal(reply)), {
        authInfo,
        parsedBody: request.body,
      })
      return send(reply, answer)
    },
  })
}

/** A key of one app says which; with any other key the request must name the app. */
function appIdOf(request: McpRequest): string {
  const [only, ...others] = keyOf(request).appIds
  const { appId: named } = request.query
  if (named !== undefined) return named
  if (only !== undefined && only !== EVERY_APP && others.length === 0) return only
  throw invalid('appId', 'is required in the address: the key holds more than one app')
}

/** The body has been read and parsed already, within the limits that apply to every body. */
function webRequest({ method, headers }: McpRequest, signal: AbortSignal): Request {
  const names = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name']
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') continue
    if (names.includes(name) || name.startsWith('mcp-param-')) given.set(name, value)
  }
  return new Request('http://here/mcp', { method, headers: given, signal })
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status).headers(Object.fromEntries(headers))
  // Null would be sent as JSON, but the protocol answers a notification without a body.
  return reply.send(body ? Readable.fromWeb(body as ReadableStream) : undefined)
}
