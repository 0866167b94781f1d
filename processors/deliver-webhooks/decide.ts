// Decides which webhooks receive a notice, and what follows from an attempt to deliver it (spec 3 and 6.6). Pure.
import type { Attempt, Delivery, NewDelivery, Progress } from '../../infra/ports/delivery-store.ts'
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import type { Delivered } from '../../infra/runtime/run/processor.ts'
import type { NewDomainEvent, NoticeEvent } from '../../schemas/events/catalogue.ts'
import { NO_USER } from '../../schemas/events/envelope.ts'
import type { WebhookPayload } from '../../schemas/webhooks/payloads.ts'
import type { Webhook } from '../settings/webhooks.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** The delay of each attempt after the previous one; the first is made at once. So there are five. */
export const attemptDelaysMs = [
  0,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  120 * MINUTE_MS,
] as const

const GONE = 410
/** A worker may learn of a webhook a moment after another worker made a delivery for it. */
const UNKNOWN_PATIENCE_MS = 5 * MINUTE_MS
const LOOK_AGAIN_MS = 30 * SECOND_MS
/** A receiver that takes this long keeps us waiting, and so does a store of ours. */
const LONG_MS = 5 * SECOND_MS

/** Deliveries of a notice, without their payload. A webhook gets no notices that were raised before it was made. */
export function deliveriesOf(
  { event, keyGeneration }: Delivered<NoticeEvent>,
  webhooks: readonly Webhook[],
): Omit<NewDelivery, 'payload'>[] {
  if (!event.sealed || keyGeneration === null) return []
  const { appId, userId, recordedAt } = event
  const { name, source, category } = event.open
  const wanted = webhooks.filter(
    ({ events, disabled, createdAt }) =>
      !disabled && events.includes(name) && Date.parse(recordedAt) >= Date.parse(createdAt),
  )
  return wanted.map((webhook) => ({
    appId,
    userId,
    id: derivedUuid(event.id, webhook.id),
    webhookId: webhook.id,
    noticeId: event.id,
    event: name,
    createdAt: recordedAt,
    state: 'waiting',
    attempts: [],
    tries: 0,
    nextAttemptAt: recordedAt,
    endedAt: null,
    source,
    category,
    keyGeneration,
  }))
}

/** The body that every receiver of a notice gets. Null if its words have been erased. */
export function payloadOf(event: NoticeEvent): WebhookPayload | null {
  if (!event.sealed) return null
  return {
    event: event.open.name,
    timestamp: event.recordedAt,
    appId: event.appId,
    userId: event.userId,
    data: event.sealed.data,
  }
}

/**
 * `delivered`: the receiver has it. `retry`: at that instant. `failed`: that was the last attempt. `gone`: the receiver
 * wants no more deliveries. `does-not-open`: no attempt will succeed.
 */
export type Verdict =
  | { verdict: 'delivered' }
  | { verdict: 'retry'; at: string }
  | { verdict: 'failed' }
  | { verdict: 'gone' }
  | { verdict: 'does-not-open' }

/** Only 2xx is success. */
export function judge({ tries }: Pick<Progress, 'tries'>, attempt: Attempt): Verdict {
  const { status, error } = attempt
  if (status !== null && status >= 200 && status < 300) return { verdict: 'delivered' }
  if (status === GONE) return { verdict: 'gone' }
  if (error === 'does-not-open') return { verdict: 'does-not-open' }
  const delayMs = attemptDelaysMs[tries + 1]
  if (delayMs === undefined) return { verdict: 'failed' }
  return { verdict: 'retry', at: plus(endOf(attempt), delayMs) }
}

/** How long an attempt waited for whom. `opening`: it ended before our stores had said what is to be sent. */
export type Waits = { receiverMs: number; storesMs: number; opening: boolean }

/** Whether our own stores held an attempt up for so long that what came of it says nothing about the receiver. */
export function heldUpByUs(
  { storesMs, opening }: Waits,
  { status, error }: Pick<Attempt, 'status' | 'error'>,
): boolean {
  if (status !== null && !opening) return false
  return storesMs >= LONG_MS || (opening && isTimeOver(error))
}

/**
 * Whether the receiver did: by its answer, by its silence, or before it was connected. Null: a receiver that refuses the
 * connection at once has not been heard.
 */
export function keptUsWaiting({ receiverMs }: Waits, error: Attempt['error']): boolean | null {
  if (receiverMs >= LONG_MS || error === 'timeout') return true
  return error === 'unreachable' ? null : false
}

/** An unreachable receiver that may be a private address is only reported when the time is over. */
function isTimeOver(error: Attempt['error']): boolean {
  return error === 'timeout' || error === 'unreachable'
}

/** When an attempt ended: the next delay counts from there. */
export function endOf({ at, durationMs }: Attempt): string {
  return plus(at, durationMs)
}

/** What happens to a delivery whose webhook takes nothing: this process may not know the webhook yet. */
export function withoutWebhook(
  { createdAt }: Delivery,
  webhook: Webhook | undefined,
  now: string,
): { cancel: true } | { cancel: false; lookAgainAt: string } {
  const unknownMs = Date.parse(now) - Date.parse(createdAt)
  if (webhook?.disabled || unknownMs > UNKNOWN_PATIENCE_MS) return { cancel: true }
  return { cancel: false, lookAgainAt: lookAgainAt(now) }
}

/** When to look again at a delivery that could not be attempted, through no fault of the receiver. */
export function lookAgainAt(now: string): string {
  return plus(now, LOOK_AGAIN_MS)
}

/** Derives the event's id from the webhook, so that several workers that disable it emit one event. */
export function webhookDisabled(delivery: Delivery, at: string): NewDomainEvent {
  return {
    id: derivedUuid(delivery.webhookId, 'disabled'),
    type: 'WebhookDisabled',
    appId: delivery.appId,
    userId: NO_USER,
    occurredAt: at,
    open: { webhookId: delivery.webhookId, reason: 'gone', at },
    sealed: null,
  }
}

function plus(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString()
}
