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
import { judge, lookAgainAt, webhookDisabled, withoutWebhook } from './decide.ts'
import { afterAttempt, cancelled, postponed } from './evolve.ts'
import { signedHeaders } from './sign.ts'

export type AttemptPorts = {
  deliveries: DeliveryStore
  webhooks: WebhookSender
  keys: KeyStore
  log: EventLog
  settings: SettingsView
}

/** What the metrics count. `postponed`: nothing was attempted. */
type AttemptOutcome = 'delivered' | 'retry' | 'failed' | 'gone' | 'cancelled' | 'postponed'

export type Attempted = { outcome: AttemptOutcome; timedOut: boolean; progress: Progress }

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
  const made: { erased: boolean; failure: unknown } = { erased: false, failure: null }
  const result = await ports.webhooks.send({
    url: webhook.url,
    signal,
    make: async () => {
      const outgoing = await outgoingOf(ports, claimed, { webhook, at: now() }).catch((error) => {
        made.failure = error
        throw error
      })
      made.erased = outgoing === null
      return outgoing
    },
  })
  if (result.outcome === 'withdrawn') {
    if (isFatal(made.failure)) throw made.failure
    if (made.erased) return withdrawn(claimed, at)
    // The service stops and its successor goes on at once, or something that the attempt needs is unavailable for now.
    return late(claimed, signal.aborted ? (claimed.nextAttemptAt ?? at) : lookAgainAt(at))
  }
  const durationMs = Math.max(0, now().getTime() - startedAt.getTime())
  return judged(ports, claimed, { at, durationMs, ...answerOf(result) })
}

async function judged(
  { log, settings }: AttemptPorts,
  claimed: Claimed,
  made: Attempt,
): Promise<Attempted> {
  const verdict = judge(claimed, made)
  const known = settings.current().webhooks.get(claimed.appId)?.get(claimed.webhookId)
  if (verdict.verdict === 'gone' && !known?.disabled) {
    const provenance = { recordedAt: made.at, causationId: claimed.noticeId, traceparent: null }
    await log.append([encode(webhookDisabled(claimed, made.at), provenance, null)])
  }
  return {
    outcome: verdict.verdict,
    // An unreachable receiver is only reported when the time is over.
    timedOut: made.error === 'timeout' || made.error === 'unreachable',
    progress: afterAttempt(claimed, made, verdict),
  }
}

function answerOf(
  result: Exclude<SendResult, { outcome: 'withdrawn' }>,
): Pick<Attempt, 'status' | 'error'> {
  return result.outcome === 'answered'
    ? { status: result.status, error: null }
    : { status: null, error: result.error }
}

/** Null if it has been forgotten, or belongs to another owner by now. */
async function outgoingOf(
  { deliveries, keys }: AttemptPorts,
  claimed: Claimed,
  { webhook, at }: { webhook: Webhook; at: Date },
): Promise<Outgoing | null> {
  const [key, held] = await Promise.all([
    keys.get(claimed, claimed.keyGeneration),
    deliveries.holds(claimed),
  ])
  if (!key || !held) return null
  const body = unseal(key, claimed, claimed.payload)
  return { body, headers: signedHeaders(webhook, { id: claimed.id, at, body }) }
}

function withdrawn(claimed: Claimed, at: string): Attempted {
  return { outcome: 'cancelled', timedOut: false, progress: cancelled(claimed, at) }
}

function late(claimed: Claimed, until: string): Attempted {
  return { outcome: 'postponed', timedOut: false, progress: postponed(claimed, until) }
}
