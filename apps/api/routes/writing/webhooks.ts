// POST /webhooks/:source: what other systems report. The bytes are verified before anything of them is read; the
// binding or key that verifies them decides the app.
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type ApiKey, bootstrapKey } from '../../../../processors/settings/api-key.ts'
import type { SourceBinding } from '../../../../processors/settings/evolve.ts'
import * as api from '../../../../schemas/api/settings/sources.ts'
import { ApiError, invalid, invalidProblems, notFound } from '../../errors.ts'
import { createFindBinding, type FindBinding } from '../../intake/binding/find-binding.ts'
import { takeMessages } from '../../intake/webhooks.ts'
import { allows, findKey, holdsApp } from '../../plugins/auth.ts'
import { unreadable } from '../../plugins/bodies/json-body.ts'
import { unknownFields } from '../../plugins/bodies/unknown-fields.ts'
import type { Attempt } from '../../plugins/limits/unverified.ts'
import type { Services } from '../../services.ts'
import { proves } from '../../sources/signature.ts'
import { SOAP_ACKNOWLEDGEMENT } from '../../sources/soap.ts'
import {
  Malformed,
  type Message,
  refuseMany,
  type Source,
  Unreadable,
  type WebhookRequest,
} from '../../sources/source.ts'
import { sourceNamed } from '../../sources/sources.ts'
import { traceparentOf } from './writes.ts'

/** Bytes. Smaller bodies cost little to read and to hash, so they are tried whatever failed before. */
const LARGE_BYTES = 64 * 1024

type Route = {
  Params: z.infer<typeof api.webhookParams>
  Querystring: z.infer<typeof api.webhookQuery>
}
/** A request before it is verified. `named`: the binding in its URL. */
type Claimed = {
  source: Source
  webhook: WebhookRequest
  named: string | undefined
  address: string
}
/** What let a request in: a binding by its secret, or an API key. */
type Caller = { binding: SourceBinding; key: null } | { binding: null; key: ApiKey }

export function registerWebhookRoute(app: FastifyInstance, services: Services): void {
  const unlimited = services.config.RATE_LIMIT_SCALE === 0
  const find = createFindBinding({ now: services.now, unlimited })
  // A context of its own, where bodies stay bytes and the schemas are for the documentation alone.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    raw.setValidatorCompiler(() => (value: unknown) => ({ value }))
    raw.post<Route>(
      '/webhooks/:source',
      {
        config: { permission: null, limit: 'webhooks', body: 'webhook' },
        schema: {
          operationId: 'receiveWebhook',
          summary: 'Receive a webhook of another system, verified by its signature',
          errors: ['NOT_FOUND'],
          security: [{}, { bearer: [] }],
          params: api.webhookParams,
          querystring: api.webhookQuery,
          body: api.webhookBody,
          response: { 200: api.webhookResponse },
        },
        // Before the body is read.
        onRequest: async (request, reply) => {
          // No source reads it, and Fastify refuses one that is no media type.
          delete request.raw.headers['content-type']
          admit(services, request)
          if (!isLarge(request) || isByKey(known(request.params.source), request)) return
          raw.unverified.arrives(request, (leave) => finished(reply.raw, leave))
        },
      },
      (request, reply) => receive({ services, find }, request, reply),
    )
  })
}

async function receive(
  { services, find }: { services: Services; find: FindBinding },
  request: FastifyRequest<Route>,
  reply: FastifyReply,
): Promise<unknown> {
  const app = request.server
  const source = known(request.params.source)
  const webhook = webhookOf(request, services)
  const claimed = { source, webhook, named: request.query.binding, address: request.ip }
  // Again: many may have been admitted before the first of them failed.
  admit(services, request, webhook.body.length)
  const caller = await authorise(services, find, claimed).catch((error) => {
    const isRefused = error instanceof ApiError && error.code === 'UNAUTHORIZED'
    if (isRefused) app.unverified.failed(request, attemptOf(services, request))
    throw error
  })
  const read = reading(request, () => source.challenge?.(webhook) ?? source.messages(webhook))
  if (!isMessages(read)) return reply.send({ status: 'ignored', ...read })
  reading(request, () => refuseMany(read.length))
  const appId = appOf(caller, read)
  app.countCall(reply, 'webhooks', `${source.name} ${appId}`)
  const from = { source, appId, binding: caller.binding, traceparent: traceparentOf(request) }
  const eventIds = await takeMessages(services, from, read)
  if (source.wantsSoap?.(webhook)) return reply.type('text/xml').send(SOAP_ACKNOWLEDGEMENT)
  const ofBody = read.flatMap(({ itself }) => itself?.unknown ?? [])
  const warnings = [...unknownFields(request.query, api.webhookQuery), ...ofBody]
  const answer = answerOf(eventIds, read.length)
  return reply.send(warnings.length > 0 ? { ...answer, warnings } : answer)
}

/**
 * Throws 429 if the address has failed too often. For requests that name no binding this applies to large ones only:
 * senders share the addresses of a provider, and the failures of one must not cost the others a delivery.
 */
function admit(services: Services, request: FastifyRequest<Route>, bytes?: number): void {
  const { server, params, query } = request
  const source = known(params.source)
  if (Array.isArray(query.binding)) throw invalid('binding', 'must be given once')
  if (isByKey(source, request)) {
    admitKey(services, request, source)
    return
  }
  if (isBinding(services, params.source, query.binding) || isLarge(request, bytes)) {
    server.unverified.admit(request, attemptOf(services, request))
  }
}

/** A body of unknown length may be large. */
function isLarge({ headers }: FastifyRequest<Route>, bytes?: number): boolean {
  return (bytes ?? Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)) > LARGE_BYTES
}

/** A valid key never waits because of attempts that failed without it, but its refused calls count. */
function admitKey(services: Services, request: FastifyRequest<Route>, source: Source): void {
  const { unverified, takeRefusedPlace } = request.server
  const key = keyOf(services, request)
  if (!key) {
    unverified.admit(request, { kind: 'key' })
    unverified.failed(request, { kind: 'key' })
    throw unauthorized(source)
  }
  takeRefusedPlace(request, key.id)
  if (allows(key, 'memory:write')) return
  throw new ApiError('FORBIDDEN', 'the key lacks the permission memory:write')
}

function isByKey({ takesApiKeys }: Source, { headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return takesApiKeys === true && headers.authorization !== undefined
}

function keyOf({ settings, config }: Services, request: Pick<FastifyRequest, 'headers'>) {
  const bootstrap = bootstrapKey(config.BOOTSTRAP_API_KEY)
  return findKey(request, { settings: settings.current, bootstrap })
}

/** A named binding is tried alone, so it is counted alone. */
function attemptOf(services: Services, { params, query }: FastifyRequest<Route>): Attempt {
  const { source } = params
  const of = isBinding(services, source, query.binding) ? `${source} ${query.binding}` : source
  return { kind: 'signature', of }
}

function isBinding({ settings }: Services, source: string, id: string | undefined): boolean {
  return id !== undefined && settings.current().sources.get(source)?.get(id) !== undefined
}

function known(name: string): Source {
  const source = sourceNamed(name)
  if (!source) throw notFound('source')
  return source
}

/** The URL is the one that the sender called. A proxy may have changed it; PUBLIC_URL says what it was. */
function webhookOf(request: FastifyRequest, { config }: Services): WebhookRequest {
  const base = config.PUBLIC_URL ?? `http://${request.headers.host ?? ''}`
  return {
    method: request.method,
    url: `${base.replace(/\/+$/, '')}${request.raw.url}`,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? undefined : value,
      ]),
    ),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  }
}

/** The binding whose secret verifies the request, or the key that it carries. Throws 401 or 429. */
async function authorise(
  services: Services,
  find: FindBinding,
  { source, webhook, named, address }: Claimed,
): Promise<Caller> {
  const settings = services.settings.current
  if (isByKey(source, webhook)) {
    const key = keyOf(services, webhook)
    if (!key) throw unauthorized(source)
    return { binding: null, key }
  }
  const proof = source.proof(webhook, services.now())
  if (!proof) throw unauthorized(source)
  const bindings = () => settings().sources.get(source.name) ?? new Map()
  if (named !== undefined) {
    const binding = bindings().get(named)
    if (binding && proves(proof, binding.secret)) return { binding, key: null }
    throw unauthorized(source)
  }
  const senderIds = source.senderIds?.(webhook) ?? []
  const binding = await find({ source: source.name, bindings, proof, senderIds, address })
  if (!binding) throw unauthorized(source)
  return { binding, key: null }
}

function unauthorized({ name, scheme }: Source): ApiError {
  return new ApiError('UNAUTHORIZED', `no secret of ${name} verifies this request: give ${scheme}`)
}

/** The app of the secret; with a key, the app that the body names, if the key holds it. */
function appOf(caller: Caller, messages: readonly Message[]): string {
  const [named] = messages.flatMap((message) => message.itself?.appId ?? [])
  if (caller.key === null) {
    if (named === undefined || named === caller.binding.appId) return caller.binding.appId
    throw new ApiError('FORBIDDEN', 'the secret is of another app')
  }
  if (named !== undefined && holdsApp(caller.key, named)) return named
  throw new ApiError('FORBIDDEN', 'the key does not hold this app')
}

function reading<T>(request: FastifyRequest<Route>, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Malformed) throw unreadable(request, error.message)
    if (error instanceof Unreadable) throw invalidProblems(error.problems)
    throw error
  }
}

function isMessages(
  read: Record<string, unknown> | readonly Message[],
): read is readonly Message[] {
  return Array.isArray(read)
}

function answerOf(
  eventIds: readonly string[],
  messages: number,
): z.infer<typeof api.webhookResponse> {
  const [eventId] = eventIds
  if (eventId === undefined) return { status: 'ignored' }
  return { status: 'processed', eventId, ...(messages > 1 ? { eventIds: [...eventIds] } : {}) }
}
