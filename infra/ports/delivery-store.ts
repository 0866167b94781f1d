// The port to the deliveries of outbound webhooks: what is to be sent to whom, what became of each attempt.
//
// Contract, beyond that of projection.ts:
// - A delivery is there before its first attempt. Its id follows from the notice and the webhook, so that a notice that
//   comes again makes no second one, whatever became of the first.
// - Its payload is sealed under its user's data key, bound to the delivery's id. A fence removes it whole.
// - `claim` leases: until a lease ends nobody else is given the delivery. Whoever dies leaves it to others then. So
//   any number of workers share the work, and a delivery is attempted twice at once only by one that overran its lease.
// - `settle` counts only for the lease under which the delivery was claimed, and only while the delivery is there.
// - It is no part of a replay. A store that was lost makes the deliveries of what memory.notices.v1 still holds anew,
//   under the ids that receivers know them by.
import type { NoticeName } from '../../schemas/events/notices.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { Position } from './event-log.ts'
import type { Page, Paged } from './memory-store.ts'
import type { ProjectionStore, Step } from './projection.ts'
import type { SendFailure } from './webhook-sender.ts'

/**
 * `waiting`: for its next attempt. `failed`: attempted as often as it may be; a person decides. `cancelled`: its
 * webhook is there no more, or takes nothing.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type Attempt = {
  at: string
  /** What the receiver answered; null where it did not. */
  status: number | null
  error: SendFailure | null
  durationMs: number
}

/** The part of a delivery that attempts change. */
export type Progress = {
  state: DeliveryState
  /** The last ones, the newest last. */
  attempts: readonly Attempt[]
  /** Attempts since it was made, or sent again by hand. */
  tries: number
  /** Set while it waits. */
  nextAttemptAt: string | null
  /** When it came to its end; null while it waits. */
  endedAt: string | null
}

export type Delivery = Scope &
  Progress & {
    /** A UUID of its own for each notice and webhook; what the receiver sees as `webhook-id`. */
    id: string
    webhookId: string
    noticeId: string
    event: NoticeName
    createdAt: string
  }

/** With what fences ask about, and what is to be sent. */
export type NewDelivery = Delivery & {
  source: Position
  category: string | null
  keyGeneration: number
  /** The body, sealed under that generation of the user's key. */
  payload: Uint8Array
}

/** `lease` is what `settle` shows. Technology's own, opaque. */
export type Claimed = NewDelivery & { lease: string }

export type ClaimOptions = {
  /** ISO 8601. Due is what is not planned for later. */
  now: string
  leaseUntil: string
  /** How many at the most. */
  limit: number
  /** How many of one webhook at the most. */
  perWebhook: number
  /** Webhooks of which fewer may be taken: how many. */
  left: ReadonlyMap<string, number>
}

export interface DeliveryStore extends ProjectionStore {
  apply(step: Step & { deliveries: readonly NewDelivery[] }): Promise<void>
  /** What is due, those of the webhook that waits longest first. */
  claim(options: ClaimOptions): Promise<Claimed[]>
  /** True while the lease is ours and the delivery there: asked right before it is sent. */
  holds(claimed: Claimed): Promise<boolean>
  /** False where the lease has passed to another, or the delivery is gone. */
  settle(claimed: Claimed, progress: Progress): Promise<boolean>
  /** Of one webhook, the newest first. */
  list(webhookId: string, page: Page): Promise<Paged<Delivery>>
  find(webhookId: string, id: string): Promise<Delivery | null>
  /**
   * Changes a delivery by hand: `change` is given how it stands. False where there is none; what is leased stays as it
   * is, because it is being attempted right now.
   */
  change(webhookId: string, id: string, change: (progress: Progress) => Progress): Promise<boolean>
  /** Removes what ended before `before` in one of these states, at most `limit`; gives how many. */
  prune(options: {
    before: string
    states: readonly DeliveryState[]
    limit: number
  }): Promise<number>
}
