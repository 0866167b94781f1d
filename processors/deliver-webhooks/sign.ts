// Signs what is sent: as the specification says (6.5), and as Standard Webhooks does. Pure.
import { createHmac } from 'node:crypto'
import type { Webhook } from '../settings/webhooks.ts'

const STANDARD_PREFIX = 'whsec_'

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

/** `whsec_` says that the rest is base64; any other secret is used as it is. */
function standardKey(secret: string): Buffer {
  return secret.startsWith(STANDARD_PREFIX)
    ? Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64')
    : Buffer.from(secret)
}
