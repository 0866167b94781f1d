// The HTTP client of the endpoint: the openai package with its own time-out and retries, restricted to what the engine
// promises: no settings but ours, no log lines (they would hold user text), no endless wait.
import OpenAI from 'openai'

export type ClientOptions = {
  apiKey: string
  /** The root of the API, with its version. */
  baseUrl?: string | undefined
  /** For one attempt, headers and body together. */
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
}

export function createClient(options: ClientOptions): OpenAI {
  const { timeoutMs = 60_000, maxRetries = 3 } = options
  const baseUrl = options.baseUrl || 'https://api.openai.com/v1'
  const key = options.apiKey.trim()
  if (key === '') throw new Error('OPENAI_API_KEY is empty')
  if (!URL.canParse(baseUrl)) throw new Error('OPENAI_BASE_URL is not a URL')
  return new OpenAI({
    apiKey: key,
    baseURL: baseUrl,
    timeout: timeoutMs,
    maxRetries,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    fetch: boundedFetch(timeoutMs),
  })
}

/** Many times the longest answer, a batch of vectors: what is longer is no answer, and would fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Reads the body within the request's time-out too (the package only times the headers), so that a body that stalls or
 * breaks off is retried like any lost connection. If a server asks for a longer wait than the time-out, the call fails,
 * and the caller retries in its own time.
 */
function boundedFetch(maxWaitMs: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const body = await wholeBody(response)
    const headers = new Headers(response.headers)
    if (askedWaitMs(headers) > maxWaitMs) headers.set('x-should-retry', 'false')
    const { status, statusText } = response
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
  }
}

async function wholeBody({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new RangeError('the answer is longer than any answer may be')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function askedWaitMs(headers: Headers): number {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (!Number.isNaN(milliseconds)) return milliseconds
  const retryAfter = headers.get('retry-after') ?? ''
  const seconds = Number.parseFloat(retryAfter)
  const wait = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000
  return Number.isNaN(wait) ? 0 : wait
}
