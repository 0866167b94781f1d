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
    ...heldOf(item),
    ...(closed === null ? {} : { closedMs: millis(closed) }),
    ...(before === null ? {} : ofAnEnd('heldUntilBefore', heldUntilMs(before))),
  }
}

/** Later than any time that can be asked for. */
const NEVER_MS = Number.MAX_SAFE_INTEGER

/** What holds at no time never ends while it is current; once it is closed, its end must not seem to lie ahead. */
function heldOf(item: Item) {
  const [heldFrom, until] = [millis(item.validFrom), heldUntilMs(item)]
  if (until > heldFrom) return { heldFrom, ...ofAnEnd('heldUntil', until) }
  if (isCurrent(item)) return { heldFrom: NEVER_MS }
  return { heldFrom, heldUntil: Math.min(until, millis(learntAt(item))) }
}

function ofAnEnd(name: string, ms: number) {
  return Number.isFinite(ms) ? { [name]: ms } : {}
}

function justBefore(instant: string): string {
  return new Date(millis(instant) - 1).toISOString()
}
