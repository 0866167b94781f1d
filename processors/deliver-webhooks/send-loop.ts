// Sends what is due: claims deliveries, attempts them side by side, and writes down the result of each. A slow receiver
// does not hold up the others: each webhook has one place of its own, and a few once it has been heard in time.
import type { Claimed, DeliveryStore } from '../../infra/ports/delivery-store.ts'
import { asError, dropOldest, getFrom } from '../../infra/runtime/certain.ts'
import { GaveUp, isFatal, withRetry } from '../../infra/runtime/fail/retry.ts'
import type { RuntimeParts } from '../../infra/runtime/run/runtime-parts.ts'
import { toldRetry } from '../../infra/runtime/run/told-retry.ts'
import { createBell, type Wait } from '../../infra/runtime/wait/bell.ts'
import { type Attempted, type AttemptPorts, attempt } from './attempt.ts'
import { topology } from './topology.ts'

export type SendLoop = {
  /** There may be something to send. */
  wake(): void
  /** Claims no more, lets running attempts end for a while, then takes them back. */
  stop(): Promise<void>
}

const MAX_IN_FLIGHT = 256
const PER_WEBHOOK = 1
const PER_HEARD_WEBHOOK = 8
/** Beyond so many, the one that was heard longest ago has one place: its webhook may be removed by now. */
const MAX_HEARD = 1_000
/** Longer than any attempt may take. */
const LEASE_MS = 60_000
/** How often to ask for deliveries that other processes, or the passing of time, have made due. */
const POLL_MS = 1_000
/** Attempts that end together cost one claim. */
const LINGER_MS = 10
const GRACE_MS = 5_000
const HOUR_MS = 60 * 60 * 1000
const PRUNE_LIMIT = 1_000
const retention = [
  { states: ['delivered', 'cancelled'], keptMs: 7 * 24 * HOUR_MS },
  { states: ['failed'], keptMs: 30 * 24 * HOUR_MS },
] as const

export function startSendLoop(ports: AttemptPorts, runtime: RuntimeParts, wait: Wait): SendLoop {
  const stopping = new AbortController()
  const cutting = new AbortController()
  const ending = AbortSignal.any([runtime.signal, stopping.signal])
  const running = new Map<Claimed, Promise<void>>()
  const places = createPlaces()
  const bell = createBell(wait)
  const idle = async () => {
    if (await bell.rung(POLL_MS)) await wait(LINGER_MS, stopping.signal)
  }
  const begin = (claimed: Claimed) => {
    places.take(claimed)
    const work = attemptAndSettle(ports, runtime, { claimed, signal: cutting.signal })
      .then((attempted) => places.give(claimed, attempted))
      .finally(() => {
        running.delete(claimed)
        bell.ring()
      })
    running.set(claimed, work)
  }
  const run = async () => {
    const prune = createPruning(ports.deliveries, runtime)
    while (!stopping.signal.aborted) {
      bell.forget()
      await prune()
      const free = MAX_IN_FLIGHT - running.size
      const due = await claimDue(
        ports.deliveries,
        { ...runtime, signal: ending },
        { places, limit: free },
      )
      for (const claimed of due) begin(claimed)
      if (due.length === 0) await idle()
    }
  }
  const ended = run().catch((error) => {
    if (!ending.aborted) runtime.failed(topology.name, error)
  })
  return {
    wake: bell.ring,
    stop: async () => {
      stopping.abort()
      bell.ring()
      await ended
      const attempts = Promise.allSettled(running.values())
      const over = createBell(wait)
      void attempts.then(over.ring)
      await over.rung(GRACE_MS)
      cutting.abort()
      await attempts
    },
  }
}

async function claimDue(
  deliveries: DeliveryStore,
  runtime: RuntimeParts,
  { places, limit }: { places: ReturnType<typeof createPlaces>; limit: number },
): Promise<Claimed[]> {
  if (limit <= 0) return []
  // Each attempt leases from its own time on: after an outage the lease of the first one would be over.
  const claim = () => {
    const at = runtime.now()
    return deliveries.claim({
      now: at.toISOString(),
      leaseUntil: new Date(at.getTime() + LEASE_MS).toISOString(),
      limit,
      perWebhook: PER_WEBHOOK,
      left: places.left(),
    })
  }
  return withRetry(claim, toldRetry(runtime, topology.name))
}

/**
 * A result that cannot be written down is left to the end of the lease, and the delivery is attempted again. A fatal
 * error is not the fault of one delivery: it is reported like a processor's.
 */
async function attemptAndSettle(
  ports: AttemptPorts,
  runtime: RuntimeParts,
  { claimed, signal }: { claimed: Claimed; signal: AbortSignal },
): Promise<Attempted | null> {
  try {
    const attempted = await attempt(ports, claimed, { now: runtime.now, signal })
    const settle = () => ports.deliveries.settle(claimed, attempted.progress)
    await withRetry(settle, toldRetry(runtime, topology.name))
    runtime.telemetry.webhooks.inc({ outcome: attempted.outcome })
    return attempted
  } catch (error) {
    if (isFatal(error)) runtime.failed(topology.name, asError(error))
    const cause = error instanceof GaveUp ? error.cause : error
    const errorClass = cause instanceof Error ? cause.name : 'unknown'
    runtime.telemetry.logger.error({ processor: topology.name, errorClass }, 'left to its lease')
    return null
  }
}

/** Counts what is in flight of each webhook, and knows which have been heard in time, and not late since. */
function createPlaces() {
  const inFlight = new Map<string, number>()
  const heard = new Set<string>()
  const sizeOf = (webhookId: string) => (heard.has(webhookId) ? PER_HEARD_WEBHOOK : PER_WEBHOOK)
  return {
    take: ({ webhookId }: Claimed) => {
      inFlight.set(webhookId, (inFlight.get(webhookId) ?? 0) + 1)
    },
    give: ({ webhookId }: Claimed, attempted: Attempted | null) => {
      const left = getFrom(inFlight, webhookId) - 1
      if (left > 0) inFlight.set(webhookId, left)
      else inFlight.delete(webhookId)
      const slow = attempted?.slow ?? null
      if (slow === null) return
      heard.delete(webhookId)
      if (!slow) heard.add(webhookId)
      if (heard.size > MAX_HEARD) dropOldest(heard)
    },
    /** For each webhook that may be given more or fewer than one: how many. */
    left: (): Map<string, number> =>
      new Map(
        [...new Set([...inFlight.keys(), ...heard])].map((webhookId) => [
          webhookId,
          Math.max(0, sizeOf(webhookId) - (inFlight.get(webhookId) ?? 0)),
        ]),
      ),
  }
}

/**
 * Removes deliveries that ended long ago, once an hour, and again at once if there are more. Nothing depends on it: a
 * failure is retried an hour later.
 */
function createPruning(deliveries: DeliveryStore, { now, telemetry }: RuntimeParts) {
  let next = 0
  return async () => {
    const at = now().getTime()
    if (at < next) return
    next = at + HOUR_MS
    for (const { states, keptMs } of retention) {
      const before = new Date(at - keptMs).toISOString()
      try {
        const pruned = await deliveries.prune({ before, states, limit: PRUNE_LIMIT })
        if (pruned === PRUNE_LIMIT) next = at
      } catch (error) {
        const errorClass = error instanceof Error ? error.name : 'unknown'
        telemetry.logger.warn({ processor: topology.name, errorClass }, 'old deliveries stay')
      }
    }
  }
}
