// The connection to Elasticsearch, and what its failures mean. Every answer passes through here, so that no error of
// the client, which may quote a document, gets any further: callers see a status and the server's name for the error.
import {
  Client,
  type ClientOptions,
  errors,
  Transport,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch'
import { memberOf } from '../../runtime/certain.ts'
import { Outage } from '../../runtime/fail/retry.ts'

export type ClientSettings = {
  url: string
  auth?: ({ apiKey: string } | { username: string; password: string }) | undefined
  requestTimeoutMs?: number
}

/** Elasticsearch cannot be used now, or not as it is configured. No document is at fault, so callers wait. */
export class ElasticsearchUnavailable extends Outage {
  override readonly name = 'ElasticsearchUnavailable'
  /** What logs tell of it. */
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** Elasticsearch does not take what it was given, and never will. */
export class ElasticsearchRefused extends Error {
  override readonly name = 'ElasticsearchRefused'
  readonly status: number
  /** What logs and dead letters tell of it. */
  readonly code: string
  constructor(status: number, type: string) {
    super(`Elasticsearch refused a request (${status} ${type})`)
    this.status = status
    this.code = toldCode(status, type)
  }
}

const LONGEST_CODE = 40

/** Cut, because longer codes are not told (runtime/fail/dead-letter.ts). */
function toldCode(...parts: readonly (string | number)[]): string {
  return parts.join('_').replaceAll(/\W/g, '_').toUpperCase().slice(0, LONGEST_CODE)
}

const REQUEST_TIMEOUT_MS = 30_000
const TOO_LARGE = 413
/** Statuses that blame the request itself. Every other status is an outage: of the server, or of its configuration. */
const REFUSALS = new Set([400, 409, TOO_LARGE])
const LACKS_FIELD = 'strict_dynamic_mapping_exception'
/**
 * What Elasticsearch tells with such a status although it is the server that stands or is set otherwise: an index is
 * closed, is being copied, or lacks a field of this version, and there is no room for another index.
 */
const NOT_THE_REQUEST = new Set([
  'index_closed_exception',
  'snapshot_in_progress_exception',
  LACKS_FIELD,
  'validation_exception',
])

/** For requests that hold no document: what is refused is then how the server stands, or is set. */
export async function blamingNoDocument<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ElasticsearchRefused)) throw error
    throw new ElasticsearchUnavailable(error.message, error.code)
  }
}

/** True where an index does not know a field that was written. */
export function lacksField(error: unknown): boolean {
  return error instanceof ElasticsearchUnavailable && error.code === toldCode(400, LACKS_FIELD)
}

export function createElasticsearchClient(settings: ClientSettings): Client {
  const options: ClientOptions = {
    node: settings.url,
    requestTimeout: settings.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    maxRetries: 1,
    Transport: CarefulTransport,
  }
  if (settings.auth) options.auth = settings.auth
  return new Client(options)
}

/** What went wrong, without a word of what was sent. */
export function failureOf(status: number, type: string): Error {
  const isRefused = REFUSALS.has(status) && !NOT_THE_REQUEST.has(type)
  return isRefused ? new ElasticsearchRefused(status, type) : unavailable(status, type)
}

function unavailable(status: number, type: string): ElasticsearchUnavailable {
  return new ElasticsearchUnavailable(
    `Elasticsearch cannot serve for now (${status} ${type})`,
    toldCode(status, type),
  )
}

class CarefulTransport extends Transport {
  override async request<T>(
    params: TransportRequestParams,
    options?: TransportRequestOptions,
  ): Promise<T> {
    try {
      const answer = await super.request<T>(params, { ...options, meta: true })
      // A proxy’s 404 says nothing of what there is.
      if (!isElasticsearchs(answer)) throw unavailable(answer.statusCode ?? 0, FOREIGN)
      refusePartial(answer.body)
      return answer.body
    } catch (error) {
      throw withoutContent(error)
    }
  }
}

type Told = {
  statusCode?: number | null
  headers: Readonly<Record<string, unknown>> | null | undefined
}

const FOREIGN = 'not Elasticsearch’s answer'

function isElasticsearchs({ headers }: Told): boolean {
  return headers?.['x-elastic-product'] === 'Elasticsearch'
}

/**
 * Looks whole, and lacks what some shards hold, or what came after the server's own time-out. A write tells of its copies
 * alone how many failed.
 */
function refusePartial(body: unknown): void {
  const parts = memberOf(body, 'responses')
  const answers = Array.isArray(parts) ? parts : [body]
  if (answers.some(isPartial)) throw new ElasticsearchUnavailable('Elasticsearch answered in part')
}

function isPartial(answer: unknown): boolean {
  if (memberOf(answer, 'timed_out') === true) return true
  const failed = memberOf(memberOf(answer, '_shards'), 'failed')
  return memberOf(answer, '_id') === undefined && typeof failed === 'number' && failed > 0
}

function withoutContent(error: unknown): Error {
  if (error instanceof ElasticsearchUnavailable) return error
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode ?? 0
    // A server before Elasticsearch may take no request of this size.
    if (status !== TOO_LARGE && !isElasticsearchs(error)) return unavailable(status, FOREIGN)
    const type = memberOf(memberOf(error.body, 'error'), 'type')
    return failureOf(status, typeof type === 'string' ? type : 'unknown')
  }
  const kind = error instanceof Error ? error.name : 'unknown error'
  return new ElasticsearchUnavailable(`Elasticsearch cannot be reached (${kind})`, toldCode(kind))
}
