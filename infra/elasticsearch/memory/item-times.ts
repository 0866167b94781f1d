// The times of an item as stored beside its document.

import type { Item } from '../../ports/memory-store.ts'
import { asKnown, closedAt, heldUntilMs, learntAt } from '../../ports/rules/item-times.ts'
import { millis } from '../../ports/rules/time.ts'

/** `heldUntilBefore`: what was known of it before `closedMs`. A missing time means no end. */
export function timesOf(item: Item) {
  const closed = closedAt(item)
  const before = closed === null ? null : asKnown(item, justBefore(closed))
  return {
    recordedMs: millis(learntAt(item)),
    heldFrom: millis(item.validFrom),
    ...ofAnEnd('heldUntil', heldUntilMs(item)),
    ...(closed === null ? {} : { closedMs: millis(closed) }),
    ...(before === null ? {} : ofAnEnd('heldUntilBefore', heldUntilMs(before))),
  }
}

function ofAnEnd(name: string, ms: number) {
  return Number.isFinite(ms) ? { [name]: ms } : {}
}

function justBefore(instant: string): string {
  return new Date(millis(instant) - 1).toISOString()
}
