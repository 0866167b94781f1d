// The start of the tests of single sources: a payload as a request, and the sentence that it becomes.
import { proves } from '../../../../apps/api/sources/signature.ts'
import type { Message, Source, WebhookRequest } from '../../../../apps/api/sources/source.ts'
import { understand } from '../../../../apps/api/sources/understand.ts'
import { sentenceOf } from '../../../../processors/extract-facts/reading/sentence.ts'

export const NOW = new Date('2026-11-20T09:00:00.000Z')

export function request(
  body: unknown,
  headers: Record<string, string> = {},
  url = 'https://memory.example.com/v1/webhooks/any',
): WebhookRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { method: 'POST', url, headers, body: Buffer.from(text) }
}

/** The sentence of a message whose user is known, or why there is none. */
export function told(source: Source, message: Message): string {
  const binding = { users: new Map(message.users.map((user) => [user, 'anna'])) }
  const someone = { ...message, named: message.users.length > 0 ? [] : ['anna'] }
  const understood = understand({ source, appId: 'app', binding, message: someone, now: NOW })
  if ('reason' in understood) return `ignored: ${understood.reason}`
  return sentenceOf(understood.activity, understood.template ?? undefined)
}

export function read(source: Source, webhook: WebhookRequest): Message {
  const [message] = source.messages(webhook)
  return message!
}

/** True where the request was made with the secret. */
export function verifies(
  source: Source,
  webhook: WebhookRequest,
  secret: string,
  now: Date,
): boolean {
  const proof = source.proof(webhook, now)
  return proof !== null && proves(proof, secret)
}
