// The times of an item as stored beside its document.

import { type Item, isCurrent } from '../../ports/memory-store.ts'
import { asKnown, endLearntAt, heldUntilMs, learntAt } from '../../ports/rules/item-times.ts'
import { millis } from '../../ports/rules/time.ts'

/**
 * `closedMs`: when it became known that it is no longer current, or until when it will be. `heldUntilBefore`: what was
 * known of its end before. A missing time means no end.
 */
export function timesOf(item: Item) {
  const closed = endLearntAt(item)
  const before = closed === null ? null : asKnown(item, justBefore(closed))
  return {
    recordedMs: millis(learntAt(item)),
    heldFrom: millis(item.validFrom),
    ...ofAnEnd('heldUntil', isNever(item) ? millis(learntAt(item)) : heldUntilMs(item)),
    ...(closed === null ? {} : { closedMs: millis(closed) }),
    ...(before === null ? {} : ofAnEnd('heldUntilBefore', heldUntilMs(before))),
  }
}

/** What is over before it begins held at no time: its end must not seem to lie ahead. */
function isNever(item: Item): boolean {
  return !isCurrent(item) && heldUntilMs(item) <= millis(item.validFrom)
}

function ofAnEnd(name: string, ms: number) {
  return Number.isFinite(ms) ? { [name]: ms } : {}
}

function justBefore(instant: string): string {
  return new Date(millis(instant) - 1).toISOString()
}
