// The webhooks of one app, folded from its settings events. Pure.
import type { SettingsEvent } from '../../schemas/events/catalogue.ts'
import type { NoticeName } from '../../schemas/events/notices.ts'
import { put, without } from './immutable-map.ts'

/** An endpoint of an app that receives events. */
export type Webhook = {
  id: string
  appId: string
  url: string
  events: readonly NoticeName[]
  createdAt: string
  /** Never shown. */
  secret: string
  rotatedAt: string | null
  /** The previous secret, which also signs until then. */
  previous: { secret: string; until: string } | null
  /** Set once nothing is sent there any more. It is not undone: the app subscribes again. */
  disabled: { reason: 'gone'; at: string } | null
}

type Webhooks = ReadonlyMap<string, Webhook>
type WebhookEvent = Extract<SettingsEvent, { type: `Webhook${string}` }>

export function isWebhookEvent(event: SettingsEvent): event is WebhookEvent {
  return event.type.startsWith('Webhook')
}

/** An event whose sealed part has been erased, or of an unknown webhook, changes nothing. */
export function evolveWebhooks(webhooks: Webhooks, event: WebhookEvent): Webhooks {
  const { webhookId } = event.open
  const known = webhooks.get(webhookId)
  if (event.type === 'WebhookSubscribed') {
    if (!event.sealed || known) return webhooks
    const { events, createdAt } = event.open
    const { appId, sealed } = event
    const never = { rotatedAt: null, previous: null, disabled: null }
    return withWebhook(webhooks, { id: webhookId, appId, events, createdAt, ...sealed, ...never })
  }
  if (!known) return webhooks
  switch (event.type) {
    case 'WebhookUnsubscribed':
      return without(webhooks, webhookId)
    case 'WebhookSecretRotated': {
      // A repeated event, which a log may give, must not turn the new secret into the previous one.
      if (!event.sealed || event.sealed.secret === known.secret) return webhooks
      const { rotatedAt, previousUntil } = event.open
      const previous = { secret: known.secret, until: previousUntil }
      return withWebhook(webhooks, { ...known, secret: event.sealed.secret, rotatedAt, previous })
    }
    case 'WebhookDisabled': {
      const { reason, at } = event.open
      return withWebhook(webhooks, { ...known, disabled: known.disabled ?? { reason, at } })
    }
  }
}

function withWebhook(webhooks: Webhooks, webhook: Webhook): Webhooks {
  return put(webhooks, webhook.id, webhook)
}
