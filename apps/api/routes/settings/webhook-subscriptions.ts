// Outbound webhooks: apps subscribe to events, replace secrets, and see the result of each delivery. Reading needs
// config:write too, because an address may hold a token.
import type { z } from 'zod'
import type { Delivery } from '../../../../infra/ports/delivery-store.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { sentAgain } from '../../../../processors/deliver-webhooks/evolve.ts'
import { webhooksOf } from '../../../../processors/settings/evolve.ts'
import { MAX_WEBHOOKS } from '../../../../processors/settings/limits.ts'
import type { Webhook } from '../../../../processors/settings/webhooks.ts'
import { noContent } from '../../../../schemas/api/no-content.ts'
import { pageQuery } from '../../../../schemas/api/paging.ts'
import { appParams } from '../../../../schemas/api/settings/config.ts'
import * as api from '../../../../schemas/api/settings/webhook-subscriptions.ts'
import { invalid, notFound } from '../../errors.ts'
import type { App } from '../../plugins/bodies/validation.ts'
import type { Services } from '../../services.ts'
import { pageById, paged } from '../paged.ts'
import { addToSettings, changeSettings, removeFromSettings } from './settings.ts'

const read = { permission: 'config:write', limit: 'get' } as const
const write = { permission: 'config:write' } as const
/** How long the old secret signs beside the new one. */
const OVERLAP_MS = 24 * 60 * 60 * 1000

type WebhookParams = z.infer<typeof api.webhookParams>

export function registerWebhookSubscriptionRoutes(app: App, services: Services): void {
  registerSubscribe(app, services)
  registerList(app, services)
  registerUnsubscribe(app, services)
  registerRotate(app, services)
  registerDeliveries(app, services)
  registerRedeliver(app, services)
}

function registerSubscribe(app: App, services: Services): void {
  app.route({
    method: 'POST',
    url: '/config/webhooks',
    config: write,
    schema: {
      operationId: 'subscribeWebhook',
      summary: 'Configure an outbound webhook',
      body: api.subscribeRequest,
      response: { 201: api.webhook },
    },
    handler: async ({ body: { appId, url, events, secret } }, reply) => {
      const refusal = services.ports.webhooks.refusalOf(url)
      if (refusal !== null) throw invalid('url', refusal)
      const at = services.now()
      const webhookId = uuidV7(at.getTime())
      const subscription = {
        type: 'WebhookSubscribed' as const,
        appId,
        open: { webhookId, events, createdAt: at.toISOString() },
        sealed: { url, secret },
      }
      const full = invalid('appId', `an app has at most ${MAX_WEBHOOKS} webhooks`)
      await addToSettings(services, subscription, full)
      return reply.code(201).send(shown(webhookWithin(services, { appId, id: webhookId })))
    },
  })
}

function registerList(app: App, services: Services): void {
  app.route({
    method: 'GET',
    url: '/config/webhooks/:appId',
    config: read,
    schema: {
      operationId: 'listWebhooks',
      summary: "An app's outbound webhooks, the oldest first",
      params: appParams,
      querystring: pageQuery,
      response: { 200: api.webhooksResponse },
    },
    handler: async ({ params: { appId }, query }) => {
      const all = webhooksOf(services.settings.current(), appId)
      return paged(pageById('webhooks', all, query), query.limit, shown)
    },
  })
}

function registerUnsubscribe(app: App, services: Services): void {
  app.route({
    method: 'DELETE',
    url: '/config/webhooks/:appId/:id',
    config: write,
    schema: {
      operationId: 'unsubscribeWebhook',
      summary: 'Remove an outbound webhook',
      errors: ['NOT_FOUND'],
      response: { 204: noContent },
      params: api.webhookParams,
    },
    handler: async ({ params }, reply) => {
      const { appId, id } = params
      const removal = { type: 'WebhookUnsubscribed' as const, appId, open: { webhookId: id } }
      await removeFromSettings(services, removal, () => webhookWithin(services, params))
      return reply.code(204).send()
    },
  })
}

function registerRotate(app: App, services: Services): void {
  app.route({
    method: 'POST',
    url: '/config/webhooks/:appId/:id/rotate',
    config: write,
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the secret; for a day both sign',
      errors: ['NOT_FOUND'],
      params: api.webhookParams,
      body: api.rotateSecretRequest,
      response: { 200: api.rotateSecretResponse },
    },
    handler: async ({ params, body: { secret } }) => {
      const { appId, id, secret: inUse } = webhookWithin(services, params)
      if (secret !== inUse) {
        const at = services.now()
        const previousUntil = new Date(at.getTime() + OVERLAP_MS).toISOString()
        await changeSettings(services, {
          type: 'WebhookSecretRotated',
          appId,
          open: { webhookId: id, rotatedAt: at.toISOString(), previousUntil },
          sealed: { secret },
        })
      }
      const rotated = webhookWithin(services, params)
      // The same call again rotates nothing, so it is told until when the secret of before signs.
      if (rotated.previous) return { ...shown(rotated), previousUntil: rotated.previous.until }
      throw invalid('secret', 'is the one in use')
    },
  })
}

function registerDeliveries(app: App, services: Services): void {
  app.route({
    method: 'GET',
    url: '/config/webhooks/:appId/:id/deliveries',
    config: read,
    schema: {
      operationId: 'listDeliveries',
      summary: 'Deliveries of a webhook with their attempts, the newest first',
      errors: ['NOT_FOUND'],
      params: api.webhookParams,
      querystring: pageQuery,
      response: { 200: api.deliveriesResponse },
    },
    handler: async ({ params, query: { limit, cursor } }) => {
      const { id } = webhookWithin(services, params)
      const page = await services.ports.deliveries.list(id, { limit, cursor })
      return paged(page, limit, shownDelivery)
    },
  })
}

function registerRedeliver(app: App, services: Services): void {
  app.route({
    method: 'POST',
    url: '/config/webhooks/:appId/:id/deliveries/:deliveryId/redeliver',
    config: write,
    schema: {
      operationId: 'redeliver',
      summary: 'Send a delivery again, under its id and with new attempts',
      errors: ['NOT_FOUND'],
      params: api.deliveryParams,
      response: { 202: api.delivery },
    },
    handler: async ({ params }, reply) => {
      const { deliveries } = services.ports
      const { id, disabled } = webhookWithin(services, params)
      if (disabled) throw invalid('id', 'the webhook is disabled: subscribe again')
      const at = services.now().toISOString()
      await deliveries.change(id, params.deliveryId, (progress) => sentAgain(progress, at))
      const delivery = await deliveries.find(id, params.deliveryId)
      if (!delivery) throw notFound('delivery')
      return reply.code(202).send(shownDelivery(delivery))
    },
  })
}

function webhookWithin({ settings }: Services, { appId, id }: WebhookParams): Webhook {
  const webhook = settings.current().webhooks.get(appId)?.get(id)
  if (!webhook) throw notFound('webhook')
  return webhook
}

function shown(webhook: Webhook): z.infer<typeof api.webhook> {
  const { id, appId, url, events, createdAt, rotatedAt, disabled } = webhook
  return {
    id,
    appId,
    url,
    events: [...events],
    createdAt,
    rotatedAt,
    status: disabled ? 'disabled' : 'active',
    disabledAt: disabled?.at ?? null,
    disabledReason: disabled?.reason ?? null,
  }
}

function shownDelivery(delivery: Delivery): z.infer<typeof api.delivery> {
  const { id, event, userId, state, createdAt, nextAttemptAt, endedAt, attempts } = delivery
  return {
    id,
    event,
    userId,
    state,
    createdAt,
    nextAttemptAt,
    endedAt,
    attempts: attempts.map((each) => ({ ...each })),
  }
}
