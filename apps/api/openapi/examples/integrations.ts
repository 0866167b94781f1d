// Examples of what other systems report to us, and of what we send them.
import { at, type Example, gives, id, lists } from './example.ts'

const until = '2026-03-02T10:00:00.000Z'
/** For the answers that show a secret at all. */
const SECRET = 'shown-once-and-kept-sealed'

const partner = { id, name: 'Billing', appIds: ['shop'], createdAt: at, rotatedAt: null }
const rotated = { ...partner, rotatedAt: at, secret: SECRET, previousUntil: until }

const binding = {
  id,
  appId: 'shop',
  source: 'github',
  users: { '583231': 'anna' },
  path: `/v1/webhooks/github?binding=${id}`,
  createdAt: at,
}

const webhook = {
  id,
  appId: 'shop',
  url: 'https://shop.example/hooks/memory',
  events: ['memory.processed', 'conflict.detected'],
  createdAt: at,
  rotatedAt: null,
  status: 'active',
  disabledAt: null,
  disabledReason: null,
}

const delivery = {
  id: '01a1f8d2-01c5-720b-99c7-3e6279127037',
  event: 'memory.processed',
  userId: 'anna',
  state: 'delivered',
  createdAt: at,
  nextAttemptAt: null,
  endedAt: at,
  attempts: [{ at, status: 200, error: null, durationMs: 41 }],
}

export const integrationExamples = {
  createPartner: {
    request: { name: 'Billing', appIds: ['shop'] },
    answers: { 201: { ...partner, secret: SECRET } },
  },
  listPartners: lists(partner),
  rotatePartnerSecret: gives(rotated),
  removePartner: { answers: {} },
  getInboxKey: gives({
    keyGeneration: 1,
    publicKey: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo',
  }),
  bindSource: {
    request: {
      appId: 'shop',
      source: 'github',
      secret: 'the-secret-of-the-repository',
      users: { '583231': 'anna' },
    },
    answers: { 201: binding },
  },
  listSources: lists(binding),
  unbindSource: { answers: {} },
  receiveWebhook: {
    request: {
      appId: 'shop',
      userId: 'anna',
      eventType: 'purchase',
      data: { product: 'a chess clock', price: 39 },
    },
    answers: { 200: { status: 'processed', eventId: id } },
  },
  subscribeWebhook: {
    request: {
      appId: 'shop',
      url: webhook.url,
      events: webhook.events,
      secret: 'a-secret-of-your-own',
    },
    answers: { 201: webhook },
  },
  listWebhooks: lists(webhook),
  unsubscribeWebhook: { answers: {} },
  rotateWebhookSecret: {
    request: { secret: 'another-secret-of-your-own' },
    answers: { 200: { ...webhook, rotatedAt: at, previousUntil: until } },
  },
  listDeliveries: lists(delivery),
  redeliver: {
    answers: {
      202: { ...delivery, state: 'waiting', nextAttemptAt: at, endedAt: null, attempts: [] },
    },
  },
} satisfies Record<string, Example>
