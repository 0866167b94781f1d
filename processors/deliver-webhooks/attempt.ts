// One attempt to deliver: opened, signed and sent as late as possible, then judged and written down.
import type { Attempt, Claimed, DeliveryStore, Progress } from '../../infra/ports/delivery-store.ts'
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import type { Outgoing, SendResult, WebhookSender } from '../../infra/ports/webhook-sender.ts'
import { encode } from '../../infra/runtime/envelope/codec.ts'
import { unseal } from '../../infra/runtime/envelope/seal.ts'
import { isFatal } from '../../infra/runtime/fail/retry.ts'
import type { SettingsView } from '../settings/settings-view.ts'
import type { Webhook } from '../settings/webhooks.ts'
import {
  heldUpByUs,
  judge,
  keptUsWaiting,
  lookAgainAt,
  type Verdict,
  type Waits,
  webhookDisabled,
  withoutWebhook,
} from './decide.ts'
import { afterAttempt, cancelled, postponed } from './evolve.ts'
import { signedHeaders } from './sign.ts'

export type AttemptPorts = {
  deliveries: DeliveryStore
  webhooks: WebhookSender
  keys: KeyStore
  log: EventLog
  settings: SettingsView
}

/** What the metrics count. `postponed`: nothing was attempted, or our own stores held it up. */
type AttemptOutcome = Verdict['verdict'] | 'cancelled' | 'postponed'

/** `slow`: whether the receiver kept us waiting; null where the attempt does not show it. */
export type Attempted = { outcome: AttemptOutcome; slow: boolean | null; progress: Progress }

/** When the sender asked for what is to be sent and when our stores had said it, and why there is nothing to send. */
type Making = {
  askedAt: Date | null
  endedAt: Date | null
  nothing: NothingToSend | null
  failure: unknown
}
type NothingToSend = 'erased' | 'does-not-open'

/**
 * Sends a delivery and returns its new progress. Writes nothing itself, except that a webhook is gone. Throws a fatal
 * error if what is to be sent cannot be opened: otherwise the sender would treat it as withdrawn.
 */
export async function attempt(
  ports: AttemptPorts,
  claimed: Claimed,
  { now, signal }: { now: () => Date; signal: AbortSignal },
): Promise<Attempted> {
  const startedAt = now()
  const at = startedAt.toISOString()
  const webhook = ports.settings.current().webhooks.get(claimed.appId)?.get(claimed.webhookId)
  if (!webhook || webhook.disabled) {
    const found = withoutWebhook(claimed, webhook, at)
    return found.cancel ? withdrawn(claimed, at) : late(claimed, found.lookAgainAt)
  }
  const making: Making = { askedAt: null, endedAt: null, nothing: null, failure: null }
  const result = await ports.webhooks.send({
    url: webhook.url,
    signal,
    make: async () => {
      making.askedAt = now()
      try {
        const made = await outgoingOf(ports, claimed, { webhook, at: making.askedAt })
        if (typeof made !== 'string') return made
        making.nothing = made
        return null
      } catch (error) {
        making.failure = error
        throw error
      } finally {
        making.endedAt = now()
      }
    },
  })
  const waits = waitsOf(startedAt, making, now())
  const durationMs = waits.receiverMs + waits.storesMs
  // Unless it was heard, the receiver can only have kept us waiting for the connection.
  const slow = keptUsWaiting(waits, null) || null
  if (result.outcome === 'withdrawn') {
    if (isFatal(making.failure)) throw making.failure
    if (making.nothing === 'erased') return { ...withdrawn(claimed, at), slow }
    if (making.nothing === 'does-not-open') {
      const made = { at, durationMs, status: null, error: making.nothing }
      return { ...(await judged(ports, claimed, made)), slow }
    }
    // The service stops and its successor goes on at once, or something that the attempt needs is unavailable for now.
    const until = signal.aborted ? (claimed.nextAttemptAt ?? at) : lookAgainAt(at)
    return { ...late(claimed, until), slow }
  }
  const made = { at, durationMs, ...answerOf(result) }
  if (heldUpByUs(waits, made)) return { ...late(claimed, lookAgainAt(at)), slow }
  return { ...(await judged(ports, claimed, made)), slow: keptUsWaiting(waits, made.error) }
}

function waitsOf(startedAt: Date, { askedAt, endedAt }: Making, now: Date): Waits {
  const storesMs = askedAt ? msBetween(askedAt, endedAt ?? now) : 0
  return {
    storesMs,
    receiverMs: msBetween(startedAt, now) - storesMs,
    opening: askedAt !== null && endedAt === null,
  }
}

/** None where the clock was set back meanwhile. */
function msBetween(from: Date, to: Date): number {
  return Math.max(0, to.getTime() - from.getTime())
}

async function judged(
  { log, settings }: AttemptPorts,
  claimed: Claimed,
  made: Attempt,
): Promise<Omit<Attempted, 'slow'>> {
  const verdict = judge(claimed, made)
  const known = settings.current().webhooks.get(claimed.appId)?.get(claimed.webhookId)
  if (verdict.verdict === 'gone' && !known?.disabled) {
    const provenance = { recordedAt: made.at, causationId: claimed.noticeId, traceparent: null }
    await log.append([encode(webhookDisabled(claimed, made.at), provenance, null)])
  }
  return { outcome: verdict.verdict, progress: afterAttempt(claimed, made, verdict) }
}

function answerOf(
  result: Exclude<SendResult, { outcome: 'withdrawn' }>,
): Pick<Attempt, 'status' | 'error'> {
  return result.outcome === 'answered'
    ? { status: result.status, error: null }
    : { status: null, error: result.error }
}

/** `erased`: it has been forgotten, or belongs to another owner by now. */
async function outgoingOf(
  { deliveries, keys }: AttemptPorts,
  claimed: Claimed,
  { webhook, at }: { webhook: Webhook; at: Date },
): Promise<Outgoing | NothingToSend> {
  // Stores that fail throw: they say nothing about the payload.
  const [key, held] = await Promise.all([
    keys.get(claimed, claimed.keyGeneration),
    deliveries.holds(claimed),
  ])
  if (!key || !held) return 'erased'
  const body = opened(key, claimed)
  return body
    ? { body, headers: signedHeaders(webhook, { id: claimed.id, at, body }) }
    : 'does-not-open'
}

/** Null if the payload was damaged: it opens no better later. */
function opened(key: Uint8Array, claimed: Claimed): Uint8Array | null {
  try {
    return unseal(key, claimed, claimed.payload)
  } catch {
    return null
  }
}

function withdrawn(claimed: Claimed, at: string): Attempted {
  return { outcome: 'cancelled', slow: null, progress: cancelled(claimed, at) }
}

function late(claimed: Claimed, until: string): Attempted {
  return { outcome: 'postponed', slow: null, progress: postponed(claimed, until) }
}
