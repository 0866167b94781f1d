// The webhooks of one app, folded from its settings events. Pure.
import type { SettingsEvent } from '../../schemas/events/catalogue.ts'
import type { NoticeName } from '../../schemas/events/notices.ts'
import { put, without } from './immutable-map.ts'

/** An endpoint of an app that wants to hear of events. */
export type Webhook = {
  id: string
  appId: string
  url: string
  events: readonly NoticeName[]
  createdAt: string
  /** Shown to nobody. */
  secret: string
  rotatedAt: string | null
  /** The secret before the last rotation, which signs too until then. */
  previous: { secret: string; until: string } | null
  /** Set where nothing is sent there any more. It is not undone: the app subscribes again. */
  disabled: { reason: 'gone'; at: string } | null
}

type Webhooks = ReadonlyMap<string, Webhook>
type WebhookEvent = Extract<SettingsEvent, { type: `Webhook${string}` }>

export function isWebhookEvent(event: SettingsEvent): event is WebhookEvent {
  return event.type.startsWith('Webhook')
}

/** An event whose sealed part has been erased, or of a webhook that is not there, changes nothing. */
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
      // The same once more, which a log may give, must not pass the new secret off as the one before.
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
