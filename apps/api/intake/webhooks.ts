// Accepts the messages of a verified webhook: an activity is a write like any other, once per delivery; an ignored
// message leaves an entry in the audit that says why.
import { createHmac } from 'node:crypto'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { encode } from '../../../infra/runtime/envelope/codec.ts'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { planActivity } from '../../../processors/accept-inbox/plan.ts'
import type { SourceBinding } from '../../../processors/settings/evolve.ts'
import { NO_USER } from '../../../schemas/events/envelope.ts'
import type { Services } from '../services.ts'
import type { Message, Source } from '../sources/source.ts'
import { type Understanding, understand } from '../sources/understand.ts'
import { isTaken } from './idempotency.ts'
import { once } from './once.ts'

export type From = {
  source: Source
  appId: string
  /** Null: an API key let it in. */
  binding: SourceBinding | null
  traceparent: string | null
}

type Parts = Pick<Services, 'ports' | 'intake' | 'now'>
type Told = { message: Message; understood: Understanding }

/** Returns the ids of the events that were made, in the order of the messages; ignored messages have none. */
export async function takeMessages(
  parts: Parts,
  from: From,
  messages: readonly Message[],
): Promise<string[]> {
  const now = parts.now()
  const told = messages.map((message) => {
    return { message, understood: understand({ ...from, message, now }) }
  })
  const ids = new Map<Told, string | null>()
  // Users side by side, and each user's messages in their order.
  const byUser = Map.groupBy(told, ({ understood }) => understood.userId)
  await Promise.all(
    [...byUser.values()].map(async (ofUser) => {
      for (const each of ofUser) ids.set(each, await take(parts, from, each))
    }),
  )
  return told.flatMap((each) => ids.get(each) ?? [])
}

/** Null if it is ignored. */
async function take(parts: Parts, from: From, told: Told): Promise<string | null> {
  const { message, understood } = told
  if ('reason' in understood) {
    await note(message, understood, { parts, from })
    return null
  }
  const { userId, activity, template } = understood
  const { appId, traceparent } = from
  const store = async (id: string) => {
    const context = { id, now: parts.now(), traceparent, entry: 'webhook' as const }
    await parts.intake.accept(planActivity(activity, context, template))
    return id
  }
  if (message.deliveryId === null) return store(uuidV7(parts.now().getTime()))
  // Only the id counts: a repeated delivery may differ in its headers and its time.
  const key = await deliveryKey(parts, from, message.deliveryId)
  const done = await once(
    parts,
    { scope: { appId, userId }, key, body: null },
    async ({ id }) => void (await store(id)),
  )
  if (done !== 'conflict') return done.id
  const reason = 'it was delivered before, for another user'
  await note(message, { userId, reason }, { parts, from })
  return null
}

/**
 * Notes once a day why events of one kind of one user are ignored. So ignored events make the log grow with the days
 * and the kinds of events, not with the deliveries.
 */
async function note(
  { eventType, deliveryId }: Message,
  { userId, reason }: Extract<Understanding, { reason: string }>,
  { parts, from }: { parts: Parts; from: From },
): Promise<void> {
  const at = parts.now().toISOString()
  const scope = { appId: from.appId, userId: userId ?? NO_USER }
  const open = {
    from: from.source.name,
    sourceId: from.binding?.id ?? null,
    // The provider's word: stored in the open part only if it is a name.
    eventType: eventType?.match(/^[\w.:-]{1,128}$/)?.[0] ?? null,
    reason,
    deliveryHash: deliveryId && (await hashOf(parts, from, deliveryId)),
  }
  const kind = JSON.stringify([at.slice(0, 10), scope.userId, open.eventType, reason])
  const key = keyOf(from, 'ignored', await hashOf(parts, from, kind))
  await once(parts, { scope, key, body: null }, async ({ id }) => {
    const event = {
      id,
      type: 'WebhookIgnored' as const,
      ...scope,
      occurredAt: at,
      open,
      sealed: null,
    }
    const provenance = { recordedAt: at, causationId: null, traceparent: from.traceparent }
    await parts.ports.log.append([encode(event, provenance, null)])
  })
}

/**
 * Keyed, because what it hides can be guessed: a user's id, and the content of a delivery whose provider gives it no id.
 * Both outlive a forget.
 */
async function hashOf(
  { ports }: Pick<Parts, 'ports'>,
  { appId }: From,
  text: string,
): Promise<string> {
  const { key } = firstOf(await ports.keys.current([{ appId, userId: NO_USER }]))
  return createHmac('sha256', key).update(text).digest('hex')
}

/** What was delivered before deliveries were hashed is known by the older key. */
async function deliveryKey(parts: Parts, from: From, deliveryId: string): Promise<string> {
  const former = keyOf(from, 'delivery', deliveryId)
  if (await isTaken(parts.ports, { appId: from.appId, key: former })) return former
  return keyOf(from, 'delivery', await hashOf(parts, from, deliveryId))
}

/** Contains a space, which no client's idempotency key does. */
function keyOf({ source, binding }: From, of: 'delivery' | 'ignored', id: string): string {
  return `webhook ${of} ${source.name} ${binding?.id ?? 'key'} ${id}`
}
