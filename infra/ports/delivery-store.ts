// The port to the deliveries of outbound webhooks: what is to be sent to whom, and how each attempt ended.
//
// Contract, beyond that of projection.ts:
// - A delivery is stored before its first attempt. Its id follows from the notice and the webhook, so that a repeated
//   notice makes no second delivery, however the first ended.
// - Its payload is sealed under its user's data key, bound to the delivery's id. A fence removes it whole.
// - `claim` leases: until the lease ends no other worker is given the delivery, and then another takes over from one
//   that died. So any number of workers share the work, and two attempts overlap only where a worker overran its lease.
// - `settle` counts only for the lease under which the delivery was claimed, and only while the delivery is there.
// - Replays leave it out. After the store is lost, deliveries are made again from what memory.notices.v1 still holds,
//   under the ids that receivers know.
import type { NoticeName } from '../../schemas/events/notices.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { Position } from './event-log.ts'
import type { Page, Paged } from './memory-store.ts'
import type { Fence, ProjectionStore, Step } from './projection.ts'
import type { SendFailure } from './webhook-sender.ts'

/**
 * `waiting`: for its next attempt. `failed`: all attempts are used up; a person decides. `cancelled`: its webhook was
 * deleted or disabled.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export type Attempt = {
  at: string
  /** What the receiver answered; null without an answer. */
  status: number | null
  /** `does-not-open`: the stored payload was damaged, so nothing was sent. */
  error: SendFailure | 'does-not-open' | null
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
  /** When it ended; null while it waits. */
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

/** A delivery with the fields that fences compare, and the body. */
export type NewDelivery = Delivery & {
  source: Position
  category: string | null
  keyGeneration: number
  /** The body, sealed under that generation of the user's key. */
  payload: Uint8Array
}

/** `lease` identifies the claim to `settle`. Opaque, each technology has its own. */
export type Claimed = NewDelivery & { lease: string }

export type ClaimOptions = {
  /** ISO 8601. A delivery is due unless it is planned for later. */
  now: string
  leaseUntil: string
  /** At most so many in all. */
  limit: number
  /** At most so many of one webhook that `left` does not name. */
  perWebhook: number
  /** The limit of single webhooks, by webhook. */
  left: ReadonlyMap<string, number>
}

export interface DeliveryStore extends ProjectionStore {
  apply(step: Step & { deliveries: readonly NewDelivery[] }): Promise<void>
  /** Due deliveries, those of the webhook that has waited longest first. */
  claim(options: ClaimOptions): Promise<Claimed[]>
  /** True while the lease is ours and the delivery there: asked right before it is sent. */
  holds(claimed: Claimed): Promise<boolean>
  /** False where the lease has passed to another, or the delivery is gone. */
  settle(claimed: Claimed, progress: Progress): Promise<boolean>
  /** Of one webhook, the newest first. */
  list(webhookId: string, page: Page): Promise<Paged<Delivery>>
  find(webhookId: string, id: string): Promise<Delivery | null>
  /**
   * Changes a delivery by hand: `change` is given its progress. False where there is none. A leased delivery stays as
   * it is, because a worker is attempting it.
   */
  change(webhookId: string, id: string, change: (progress: Progress) => Progress): Promise<boolean>
  /** How many the store holds that the fence forbids, whether or not it knows of the fence: to see that it obeys. */
  countForbidden(fence: Fence): Promise<number>
  /** Removes at most `limit` deliveries that ended before `before` in one of these states; gives how many. */
  prune(options: {
    before: string
    states: readonly DeliveryState[]
    limit: number
  }): Promise<number>
}
