// The building blocks of signatures. Comparisons take constant time and compare text: a signature in another case or
// with other padding is another signature.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Proof } from './proof.ts'
import type { WebhookRequest } from './source.ts'

/** How old a signed request may be, or how far ahead its clock. */
const TOLERANCE_MS = 5 * 60 * 1000

const FORMS = { hex: /^[0-9a-f]{64}$/, base64: /^[A-Za-z0-9+/]{43}=$/ }

/** Null if no claimed signature has the form of an HMAC-SHA256: then nothing is hashed. */
export function signedProof({
  parts,
  encoding,
  given,
}: Omit<Extract<Proof, { kind: 'signed' }>, 'kind'>): Proof | null {
  const formed = given.filter((each) => FORMS[encoding].test(each))
  return formed.length === 0 ? null : { kind: 'signed', parts, encoding, given: formed }
}

/** True if the request was made with this secret. */
export function proves(proof: Proof, secret: string): boolean {
  if (proof.kind === 'bearer') return isSame(proof.token, secret)
  const hmac = createHmac('sha256', secret)
  for (const part of proof.parts) hmac.update(part)
  const expected = hmac.digest(proof.encoding)
  return proof.given.map((given) => isSame(given, expected)).includes(true)
}

/** Bytes that are hashed to try one secret. */
export function hashedBytes(proof: Proof): number {
  if (proof.kind === 'bearer') return 0
  return proof.parts.reduce((sum, part) => sum + part.length, 0)
}

/** Also hides the lengths, because it compares hashes. */
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
export function proofOfOurs({ headers, body }: WebhookRequest): Proof | null {
  return prefixedProof('sha256=', headers['x-signature-256'], [body])
}

/** A hex signature after a prefix, such as `sha256=`. */
export function prefixedProof(
  prefix: string,
  given: string | undefined,
  parts: readonly (string | Uint8Array)[],
): Proof | null {
  if (!given?.startsWith(prefix)) return null
  return signedProof({ parts, encoding: 'hex', given: [given.slice(prefix.length)] })
}

/** For systems that sign nothing: the secret itself as a bearer token, or our own scheme. */
export function trustedProof(request: WebhookRequest): Proof | null {
  const [, token] = /^Bearer +(\S{1,512})$/i.exec(request.headers.authorization ?? '') ?? []
  return token === undefined ? proofOfOurs(request) : { kind: 'bearer', token }
}

/** Names a delivery if the provider gives it no id: the same bytes are the same delivery. */
export function bodyId(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}
