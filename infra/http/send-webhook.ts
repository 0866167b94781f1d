// Sends webhooks over HTTP, only to addresses that may be reached. A receiver is named by an app and so by a stranger:
// it may be slow, endless, elsewhere than it says, or a way into our own network.
import type { ClientRequest, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type BlockList, isIP, type LookupFunction, type Socket } from 'node:net'
import type { SendFailure, SendResult, WebhookSender } from '../ports/webhook-sender.ts'
import { codeOf } from '../runtime/certain.ts'
import { packageVersion } from '../runtime/package-version.ts'
import { isReachable, parseCidrs } from './private-addresses.ts'
import { createResolveName, isLocalhost, type ResolveName } from './resolve-name.ts'

// Not imported, because that would load undici too.
const http = process.getBuiltinModule('node:http')

type WebhookSenderOptions = {
  /** Private ranges that may be reached nevertheless. */
  allowedCidrs: readonly string[]
  resolve?: ResolveName
  /** Whether an address is on the public network, so that the caller may be told why it was not reached. */
  isPublic?: (address: string) => boolean
  /** From the look-up of the name to the status of the answer. */
  timeoutMs?: number
}

type Send = Parameters<WebhookSender['send']>[0]
type Context = {
  allowed: BlockList
  resolve: ResolveName
  isPublic: (address: string) => boolean
  timeoutMs: number
  userAgent: string
}

const NO_EXCEPTIONS = parseCidrs([])
const TIMEOUT_MS = 15_000
const MAX_URL_CHARS = 2048
const MAX_HEADER_BYTES = 16 * 1024
/** A receiver's answer is discarded. Out of politeness, this many bytes of it are read, for this long. */
const MAX_DRAINED_BYTES = 16 * 1024
const MAX_DRAIN_MS = 2_000
/** A receiver may announce its answer (100, 102, 103). Without a limit it keeps our processor busy all the time. */
const MAX_ANNOUNCEMENTS = 16

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const context = {
    allowed: parseCidrs(options.allowedCidrs),
    resolve: options.resolve ?? createResolveName(),
    isPublic: options.isPublic ?? ((address) => isReachable(address, NO_EXCEPTIONS)),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    userAgent: `Palimpsest/${packageVersion()}`,
  }
  return {
    refusalOf: (url) => judge(url, context.allowed)?.why ?? refusalOfText(url),
    send: (sending) => send(context, sending),
    close: async () => undefined,
  }
}

/** The setting is the operator's, who may be the one that reads this. */
const REFUSED_PRIVATE =
  'must not lead to a private address that WEBHOOK_ALLOWED_CIDRS of the service does not name'

/**
 * `URL` leaves out line breaks, and adds what is missing: the address that is called would not be the one that is shown.
 * Addresses of earlier versions are called as ever.
 */
function refusalOfText(url: string): string | null {
  if (/[\s\\\p{Cc}]/u.test(url)) return 'must hold no blanks, control characters or backslashes'
  return /^https?:\/\/[^/]/i.test(url)
    ? null
    : 'must begin with http:// or https:// and name a host'
}

/** `URL` writes an address of any notation (decimal, hexadecimal, octal, short) in its normal form. */
function judge(text: string, allowed: BlockList): { error: SendFailure; why: string } | null {
  const url = text.length <= MAX_URL_CHARS && URL.canParse(text) ? new URL(text) : null
  const malformed = (why: string) => ({ error: 'invalid-url' as const, why })
  if (!url) return malformed(`must be a URL of at most ${MAX_URL_CHARS} characters`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return malformed('must be http or https')
  if (url.username !== '' || url.password !== '') return malformed('must hold no user or password')
  if (url.port === '0') return malformed('must name another port than 0')
  const host = bare(url.hostname)
  const isPrivate = isLocalhost(host)
    ? !isReachable('127.0.0.1', allowed) && !isReachable('::1', allowed)
    : isIP(host) !== 0 && !isReachable(host, allowed)
  if (!isPrivate) return null
  return { error: 'unreachable', why: REFUSED_PRIVATE }
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

async function send(context: Context, sending: Send): Promise<SendResult> {
  const refused = judge(sending.url, context.allowed)
  if (refused?.error === 'invalid-url') return { outcome: 'failed', error: refused.error }
  if (sending.signal.aborted) return { outcome: 'withdrawn' }
  return new Promise((resolve) => {
    const ending = createEnding(context, sending, resolve)
    if (!refused) exchange(context, sending, ending)
  })
}

/** Until the target is known to be public, every failure is `unreachable` and is reported when the time is over. */
type Ending = {
  reveal(): void
  hide(): void
  fail(error: SendFailure): void
  give(result: SendResult): void
  withdraw(): void
  whenGiven(cleanUp: () => void): void
}

/** Gives one result: the first. */
function createEnding(
  { timeoutMs }: Context,
  { signal }: Send,
  settle: (result: SendResult) => void,
): Ending {
  let hidden = true
  let cleanUp: () => void = () => undefined
  const give = (result: SendResult) => {
    clearTimeout(timer)
    signal.removeEventListener('abort', withdraw)
    settle(result)
    cleanUp()
  }
  const withdraw = () => give({ outcome: 'withdrawn' })
  const late = () => give({ outcome: 'failed', error: hidden ? 'unreachable' : 'timeout' })
  const timer = setTimeout(late, timeoutMs)
  signal.addEventListener('abort', withdraw)
  return {
    give,
    withdraw,
    reveal: () => {
      hidden = false
    },
    hide: () => {
      hidden = true
    },
    fail: (error) => {
      if (!hidden) give({ outcome: 'failed', error })
    },
    whenGiven: (task) => {
      cleanUp = task
    },
  }
}

function exchange(context: Context, sending: Send, ending: Ending): void {
  const url = new URL(sending.url)
  // An address needs no look-up.
  const host = bare(url.hostname)
  if (isIP(host) !== 0 && context.isPublic(host)) ending.reveal()
  const request = open(url, {
    method: 'POST',
    // Each request has a connection of its own, closed after it: tenants share none.
    agent: false,
    lookup: lookupWith(context, ending),
    maxHeaderSize: MAX_HEADER_BYTES,
    headers: { 'user-agent': context.userAgent },
  })
  request.on('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      const { remoteAddress } = socket
      if (remoteAddress === undefined) return ending.fail('connection-lost')
      if (isReachable(remoteAddress, context.allowed)) return speak(request, sending, ending)
      ending.hide()
      request.destroy()
    })
  })
  let answered = false
  ending.whenGiven(() => {
    if (!answered) request.destroy()
  })
  request.on('response', (response) => {
    answered = true
    ending.give({ outcome: 'answered', status: response.statusCode ?? 0 })
    drain(response)
  })
  let announcements = 0
  request.on('information', () => {
    announcements += 1
    if (announcements <= MAX_ANNOUNCEMENTS) return
    request.destroy()
    ending.fail('invalid-answer')
  })
  // The receiver switches to a protocol other than HTTP, which we did not ask for.
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    ending.fail('invalid-answer')
  })
  request.on('error', (error) => ending.fail(failureOf(error)))
  request.on('close', () => ending.fail('connection-lost'))
}

function open(url: URL, options: RequestOptions): ClientRequest {
  return url.protocol === 'https:' ? httpsRequest(url, options) : http.request(url, options)
}

/** The connection is open: only now is the payload made, so what has been forgotten meanwhile is not sent. */
function speak(request: ClientRequest, { make }: Send, { withdraw }: Ending): void {
  make().then((outgoing) => {
    if (!outgoing) return withdraw()
    // The receiver has hung up: a failure like any other, which is given when it may be told.
    if (request.destroyed) return
    for (const [name, value] of Object.entries(outgoing.headers)) request.setHeader(name, value)
    request.setHeader('content-length', outgoing.body.length)
    request.end(outgoing.body)
  }, withdraw)
}

/**
 * The connection goes to one of the addresses checked here: nothing is looked up a second time. What a name leads to is
 * hidden unless it leads to public addresses only. So is whether the name exists: it may belong to our own network.
 */
function lookupWith({ resolve, allowed, isPublic }: Context, ending: Ending): LookupFunction {
  return (hostname, options, callback) => {
    const refuse = () => callback(new NowhereToGo(), '', 0)
    resolve(hostname).then((addresses) => {
      const reachable = addresses.filter(({ address }) => isReachable(address, allowed))
      const [first] = reachable
      if (!first) return refuse()
      if (reachable.every(({ address }) => isPublic(address))) ending.reveal()
      if (options.all) return callback(null, reachable)
      callback(null, first.address, first.family)
    }, refuse)
  }
}

class NowhereToGo extends Error {
  override readonly name = 'NowhereToGo'
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
])
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO|HOSTNAME_MISMATCH)/

/** Reports class and code only: a message may quote what was sent or answered. */
function failureOf(error: Error): SendFailure {
  const code = codeOf(error) ?? ''
  if (UNREACHABLE.has(code)) return 'unreachable'
  if (TLS.test(code)) return 'tls'
  return code.startsWith('HPE_') ? 'invalid-answer' : 'connection-lost'
}

function drain(response: NodeJS.ReadableStream & { socket: Socket; destroy(): unknown }): void {
  let left = MAX_DRAINED_BYTES
  const timer = setTimeout(() => response.destroy(), MAX_DRAIN_MS).unref()
  response.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) response.destroy()
  })
  response.on('error', () => undefined)
  response.on('close', () => clearTimeout(timer))
}
