// Signs what is sent: as the specification says (6.5), and as Standard Webhooks does. Pure.
import { createHmac } from 'node:crypto'
import type { Webhook } from '../settings/webhooks.ts'

/** A secret of Standard Webhooks: `whsec_`, then its key in base64. */
const STANDARD =
  /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=))$/

/** The headers of an attempt. `at`: when it is made; `body`: the exact bytes. */
export function signedHeaders(
  { secret, previous }: Pick<Webhook, 'secret' | 'previous'>,
  { id, at, body }: { id: string; at: Date; body: Uint8Array },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const before = previous && at.getTime() < Date.parse(previous.until) ? previous.secret : null
  const secrets = before === null ? [secret] : [secret, before]
  const standard = secrets.map((each) => standardSignature(each, `${id}.${timestamp}.`, body))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
    'x-signature-256': signature(secret, body),
    ...(before === null ? {} : { 'x-signature-256-previous': signature(before, body) }),
  }
}

/** Keyed with the whole secret, as it was configured. */
function signature(secret: string, body: Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function standardSignature(secret: string, head: string, body: Uint8Array): string {
  const mac = createHmac('sha256', standardKey(secret)).update(head).update(body)
  return `v1,${mac.digest('base64')}`
}

/** Any other secret is used as it is, also one that has the prefix and no base64 behind it. */
function standardKey(secret: string): Buffer {
  const inBase64 = STANDARD.exec(secret)?.[1]
  return inBase64 === undefined ? Buffer.from(secret) : Buffer.from(inBase64, 'base64')
}
