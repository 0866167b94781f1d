// Calls the service over HTTP. Uses node:http with keep-alive connections instead of fetch, because it costs the caller
// about half as much, and the bench shares its machine with the service that it measures.
import type { Agent } from 'node:http'
import https from 'node:https'
import type { z } from 'zod'
import { codeOf } from '../../../infra/runtime/certain.ts'
import { sleep } from '../../../infra/runtime/wait/pause.ts'
import { errorBody } from '../../../schemas/api/errors.ts'
import type { lagResponse } from '../../../schemas/api/operating/admin.ts'
import type { HealthResponse } from '../../../schemas/api/operating/health.ts'
import type {
  MaintenancePlanned,
  MaintenanceQueued,
  MaintenanceRequest,
} from '../../../schemas/api/operating/maintenance.ts'
import type {
  itemsResponse,
  resourceResponse,
  resourcesResponse,
} from '../../../schemas/api/reading/memory.ts'
import type { RetrieveRequest, RetrieveResponse } from '../../../schemas/api/reading/retrieve.ts'
import type { eventRequest, eventResponse } from '../../../schemas/api/writing/events.ts'
import type { MemorizeRequest, memorizeResponse } from '../../../schemas/api/writing/memorize.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { CommandFailed } from './command.ts'
import { unknownKey } from './service-address.ts'

// Not imported, because that would load undici too.
const http = process.getBuiltinModule('node:http')

type RetrieveQuery = Pick<RetrieveRequest, 'appId' | 'userId' | 'query'> & Partial<RetrieveRequest>
type Page = { limit?: number; cursor?: string | undefined }

export type ApiClient = {
  memorize(body: MemorizeRequest): Promise<Answer<z.infer<typeof memorizeResponse>>>
  track(body: z.input<typeof eventRequest>): Promise<Answer<z.infer<typeof eventResponse>>>
  /** 404 without memories is an answer too: an empty context. */
  retrieve(body: RetrieveQuery): Promise<Answer<RetrieveResponse>>
  resources(scope: Scope, page?: Page): Promise<z.infer<typeof resourcesResponse>>
  resource(scope: Scope, id: string): Promise<z.infer<typeof resourceResponse>>
  items(scope: Scope, page?: Page): Promise<z.infer<typeof itemsResponse>>
  maintain(body: Partial<MaintenanceRequest>): Promise<MaintenanceQueued | MaintenancePlanned>
  health(): Promise<HealthResponse>
  lag(): Promise<z.infer<typeof lagResponse>>
  close(): void
}

/** `elapsedMs`: from sending the request to having read the body, excluding waits for rate limits. */
type Answer<T> = { body: T; elapsedMs: number }

type ApiClientOptions = {
  /** With or without the version segment. */
  url: string
  key: string
  signal?: AbortSignal
  /** How many requests may run at once. */
  connections?: number
}

/** The service cannot do it now, and may be able to later. */
export class Unavailable extends CommandFailed {}

type Call = { method: 'GET' | 'POST'; path: string; body?: unknown; accept?: readonly number[] }

const DEFAULT_CONNECTIONS = 8
const TIMEOUT_MS = 60_000
const MAX_LIMITED_TRIES = 20

export function createApiClient(options: ApiClientOptions): ApiClient {
  const base = baseOf(options.url)
  const transport = base.startsWith('https:') ? https : http
  const maxSockets = options.connections ?? DEFAULT_CONNECTIONS
  const agent = new transport.Agent({ keepAlive: true, maxSockets })
  const headers = { authorization: `Bearer ${options.key}` }
  const send = (call: Call) =>
    exchange(
      transport,
      { agent, headers, signal: options.signal },
      { url: new URL(base + call.path), call },
    )
  const ask = async <T>(call: Call): Promise<Answer<T>> =>
    answerOf(await unlimited(send, call, options.signal), call, base)
  const get = async <T>(path: string) => (await ask<T>({ method: 'GET', path })).body
  return {
    memorize: (body) => ask({ method: 'POST', path: '/memorize', body, accept: [202] }),
    track: (body) => ask({ method: 'POST', path: '/events', body, accept: [202] }),
    retrieve: (body) => ask({ method: 'POST', path: '/retrieve', body, accept: [200, 404] }),
    resources: (scope, page) => get(`/resources/${pathOf(scope)}${queryOf(page)}`),
    resource: (scope, id) => get(`/resources/${pathOf(scope)}/${encodeURIComponent(id)}`),
    items: (scope, page) => get(`/items/${pathOf(scope)}${queryOf(page)}`),
    maintain: async (body) =>
      (
        await ask<MaintenanceQueued | MaintenancePlanned>({
          method: 'POST',
          path: '/maintenance',
          body,
          accept: [200, 202],
        })
      ).body,
    health: () => get('/health'),
    lag: () => get('/admin/lag'),
    close: () => agent.destroy(),
  }
}

/** The base address: the given one, ending in the version segment. */
export function baseOf(url: string): string {
  const trimmed = url.replace(/\/+$/, '')
  return /\/v\d+$/.test(trimmed) ? trimmed : `${trimmed}/v1`
}

function pathOf({ appId, userId }: Scope): string {
  return `${encodeURIComponent(appId)}/${encodeURIComponent(userId)}`
}

function queryOf({ limit, cursor }: Page = {}): string {
  const query = new URLSearchParams()
  if (limit !== undefined) query.set('limit', String(limit))
  if (cursor) query.set('cursor', cursor)
  return query.size === 0 ? '' : `?${query}`
}

/** As lists of stores are (infra/runtime/pages.ts). */
export function pageIn<T>(answer: { data: T[]; pagination: { nextCursor: string | null } }) {
  return { data: answer.data, nextCursor: answer.pagination.nextCursor }
}

type Raw = { status: number; text: string; resetAt: number | null; elapsedMs: number }

/** Where the service limits the rate, waits until its window ends. */
async function unlimited(
  send: (call: Call) => Promise<Raw>,
  call: Call,
  signal?: AbortSignal,
): Promise<Raw> {
  for (let tries = 1; ; tries++) {
    const raw = await send(call)
    if (raw.status !== 429 || tries >= MAX_LIMITED_TRIES) return raw
    const waitMs = raw.resetAt === null ? 1000 : raw.resetAt * 1000 - Date.now()
    await sleep(Math.max(200, waitMs), signal)
  }
}

function answerOf<T>({ status, text, elapsedMs }: Raw, call: Call, base: string): Answer<T> {
  const accepted = call.accept ?? [200]
  if (accepted.includes(status)) return { body: parsed(text, { status, call, base }), elapsedMs }
  if (status === 401) throw new CommandFailed(unknownKey({ url: new URL(base).origin }))
  const Failure = status === 503 ? Unavailable : CommandFailed
  throw new Failure(`${call.method} ${call.path} answered ${status}: ${refusalIn(text)}`)
}

/** The sentence of the service; what something else answered, as it is. */
function refusalIn(text: string): string {
  try {
    return errorBody.parse(JSON.parse(text)).error.message
  } catch {
    return text.slice(0, 300)
  }
}

function parsed<T>(
  text: string,
  { status, call, base }: { status: number; call: Call; base: string },
): T {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandFailed(
      `${call.method} ${call.path} answered ${status}, but not as the service does: is ${base} its address, without a proxy or a page before it? Give --url URL`,
    )
  }
}

type Sending = { agent: Agent; headers: Record<string, string>; signal?: AbortSignal }

function exchange(
  transport: typeof http | typeof https,
  { agent, headers, signal }: Sending,
  { url, call }: { url: URL; call: Call },
): Promise<Raw> {
  const body = call.body === undefined ? null : Buffer.from(JSON.stringify(call.body))
  const written = body && { 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const options = { method: call.method, agent, signal, timeout: TIMEOUT_MS }
    const request = transport.request(url, { ...options, headers: { ...headers, ...written } })
    request.on('error', (error) => reject(unreachable(error, url)))
    request.on('timeout', () => request.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', (error) => reject(unreachable(error, url)))
      response.on('end', () => {
        const resetAt = Number(response.headers['x-ratelimit-reset']) || null
        const text = Buffer.concat(chunks).toString('utf8')
        const elapsedMs = performance.now() - startedAt
        resolve({ status: response.statusCode ?? 0, text, resetAt, elapsedMs })
      })
    })
    request.end(body ?? undefined)
  })
}

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start it, or give its address with --url URL',
  ENOTFOUND: 'its host is not known; give its address with --url URL',
  EAI_AGAIN: 'its host cannot be looked up now; give its address with --url URL',
  ECONNRESET: 'it ended the connection; look whether it runs, and try again',
}

function unreachable(error: Error, url: URL): Error {
  const why = WHY[codeOf(error) ?? ''] ?? error.message
  return new CommandFailed(`the service at ${url.origin} cannot be reached: ${why}`)
}
