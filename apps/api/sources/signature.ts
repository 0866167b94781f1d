// The parts that signatures are made of. What is compared is compared in constant time, as text: a signature in
// another case or with other padding is another signature.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookRequest } from './source.ts'

/** How old a signed request may be, or how far ahead its clock. */
export const TOLERANCE_MS = 5 * 60 * 1000

type Signed = {
  secret: string
  /** What is signed, one after another. */
  parts: readonly (string | Uint8Array)[]
  encoding: 'hex' | 'base64'
  /** What the request claims. */
  given: string
}

/** HMAC-SHA256. */
export function isSigned({ secret, parts, encoding, given }: Signed): boolean {
  const hmac = createHmac('sha256', secret)
  for (const part of parts) hmac.update(part)
  return isSame(given, hmac.digest(encoding))
}

/** Also hides the lengths: what is compared are hashes. */
export function isSame(given: string, expected: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hashOf(given), hashOf(expected))
}

/** `text` is a whole number of seconds or milliseconds, as `unitMs` says. */
export function isRecent(text: string, unitMs: number, now: Date): boolean {
  if (!/^\d{1,15}$/.test(text)) return false
  return Math.abs(now.getTime() - Number(text) * unitMs) <= TOLERANCE_MS
}

/** Our own scheme, the same as that of outbound deliveries: `X-Signature-256: sha256=<hex of the body's HMAC>`. */
export function isSignedByUs({ headers, body }: WebhookRequest, secret: string): boolean {
  const given = headers['x-signature-256']
  return given !== undefined && isPrefixed('sha256=', given, { secret, parts: [body] })
}

/** A hex signature behind a prefix, such as `sha256=`. */
export function isPrefixed(
  prefix: string,
  given: string,
  signed: Pick<Signed, 'secret' | 'parts'>,
): boolean {
  if (!given.startsWith(prefix)) return false
  return isSigned({ ...signed, encoding: 'hex', given: given.slice(prefix.length) })
}

/** For systems that sign nothing: the secret itself as a bearer token, or our own scheme. */
export function isTrusted(request: WebhookRequest, secret: string): boolean {
  const [, bearer] = /^Bearer +(\S{1,512})$/i.exec(request.headers.authorization ?? '') ?? []
  if (bearer !== undefined) return isSame(bearer, secret)
  return isSignedByUs(request, secret)
}

/** Names a delivery where the provider gives it no id: the same bytes are the same delivery. */
export function bodyId(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}
