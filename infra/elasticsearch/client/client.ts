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

type ElasticsearchAuth = { apiKey: string } | { username: string; password: string }

export type ClientSettings = {
  url: string
  auth?: ElasticsearchAuth | undefined
  requestTimeoutMs?: number
}

/** Elasticsearch cannot be used now, or not as it is configured. No document is at fault, so callers wait. */
export class ElasticsearchUnavailable extends Outage {
  override readonly name = 'ElasticsearchUnavailable'
}

/** Elasticsearch does not take what it was given, and never will. */
export class ElasticsearchRefused extends Error {
  override readonly name = 'ElasticsearchRefused'
  readonly status: number
  constructor(status: number, type: string) {
    super(`Elasticsearch refused a request (${status} ${type})`)
    this.status = status
  }
}

const REQUEST_TIMEOUT_MS = 30_000
/** Statuses that blame the request itself. Every other status is an outage: of the server, or of its configuration. */
const REFUSALS = new Set([400, 409, 413])

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
  if (REFUSALS.has(status)) return new ElasticsearchRefused(status, type)
  return new ElasticsearchUnavailable(`Elasticsearch cannot serve for now (${status} ${type})`)
}

class CarefulTransport extends Transport {
  override async request<T>(
    params: TransportRequestParams,
    options?: TransportRequestOptions,
  ): Promise<T> {
    try {
      return await super.request<T>(params, options)
    } catch (error) {
      throw withoutContent(error)
    }
  }
}

function withoutContent(error: unknown): Error {
  if (error instanceof errors.ResponseError) {
    const type = memberOf(memberOf(error.body, 'error'), 'type')
    return failureOf(error.statusCode ?? 0, typeof type === 'string' ? type : 'unknown')
  }
  const kind = error instanceof Error ? error.name : 'unknown error'
  return new ElasticsearchUnavailable(`Elasticsearch cannot be reached (${kind})`)
}
