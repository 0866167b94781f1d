// Subscribes an app to every notice, as the API would, and returns the webhook's id.
import { randomUUID } from 'node:crypto'
import type { Ports } from '../../infra/ports/ports.ts'
import { encode } from '../../infra/runtime/envelope/codec.ts'
import { NO_USER } from '../../schemas/events/envelope.ts'
import { noticeNames } from '../../schemas/events/notices.ts'

export async function subscribe(
  { keys, log }: Pick<Ports, 'keys' | 'log'>,
  appId: string,
  url: string,
): Promise<string> {
  const webhookId = randomUUID()
  const at = new Date().toISOString()
  const subscribed = {
    id: randomUUID(),
    type: 'WebhookSubscribed' as const,
    appId,
    userId: NO_USER,
    occurredAt: at,
    open: { webhookId, events: [...noticeNames], createdAt: at },
    sealed: { url, secret: 'a secret of the app' },
  }
  const [key] = await keys.current([subscribed])
  const provenance = { recordedAt: at, causationId: null, traceparent: null }
  await log.append([encode(subscribed, provenance, key!)])
  return webhookId
}
