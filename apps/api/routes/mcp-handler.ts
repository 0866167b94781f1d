// What answers MCP requests: a server for each, whose tools call the API of this process. Loaded with the first of them.
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { present } from '../../../infra/runtime/certain.ts'
import { createMemory } from '../../clients/typescript/memory.ts'
import { createMcpServer } from '../../mcp/server.ts'
import { callWaitedFor } from '../gone-signal.ts'

/** Of a request, for the tools: who calls, and of whom. */
const mcpExtra = z.object({ appId: z.string(), userId: z.string(), remoteAddress: z.string() })

export type McpExtra = z.infer<typeof mcpExtra>

export function createHandler(app: FastifyInstance) {
  return createMcpHandler(
    ({ authInfo }) => {
      const { token: secret, extra } = present(authInfo, 'authInfo')
      const { remoteAddress, ...scope } = mcpExtra.parse(extra)
      const memoryOf = (signal: AbortSignal) =>
        createMemory({
          ...scope,
          url: 'http://here',
          apiKey: secret,
          signal,
          // The caller decides whether to retry: no request is held until a limit resets.
          retries: 0,
          fetch: (request) =>
            callWaitedFor(request.signal, () => callHere(app, request, remoteAddress)),
        })
      return createMcpServer({ memoryOf, secret })
    },
    // The server has no notifications to send, and a stream that stays open costs resources.
    { maxSubscriptions: 0, keepAliveMs: 0 },
  )
}

/** Those of the API. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The call as it would come over the network, without the network. */
async function callHere(
  app: FastifyInstance,
  request: Request,
  remoteAddress: string,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  const { statusCode, headers, rawPayload } = await app.inject({
    method: present(
      METHODS.find((each) => each === request.method),
      'method',
    ),
    url: `${pathname}${search}`,
    headers: Object.fromEntries(request.headers),
    remoteAddress,
    ...(body === '' ? {} : { payload: body }),
  })
  const kept = new Headers()
  for (const [name, value] of Object.entries(headers)) kept.set(name, String(value))
  return new Response(Uint8Array.from(rawPayload), { status: statusCode, headers: kept })
}
