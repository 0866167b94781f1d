// The times of an item as stored beside its document.
import { type Item, isCurrent } from '../../ports/memory-store.ts'
import { asKnown, endsLearntAt, heldUntilMs, learntAt } from '../../ports/rules/item-times.ts'
import { millis } from '../../ports/rules/time.ts'
import { nth } from '../../runtime/certain.ts'
import { BETWEEN } from '../indices/mappings.ts'

/**
 * `closedMs`: when it became known first that it is no longer current, or until when it will be. `heldUntilBefore`: what
 * was known of its end before. `between0` to `between2`: what was known between the times that its end was learnt. A
 * missing time means no end.
 */
export function timesOf(item: Item) {
  const learnt = endsLearntAt(item)
  const [first] = learnt
  const before =
    first === undefined ? null : asKnown(item, new Date(millis(first) - 1).toISOString())
  return {
    recordedMs: millis(learntAt(item)),
    ...heldOf(item),
    ...(first === undefined ? {} : { closedMs: millis(first) }),
    ...(before === null ? {} : ofAnEnd('heldUntilBefore', heldUntilMs(before))),
    ...betweenOf(item, learnt),
  }
}

/** `currentUntil` is missing where it was over. */
type Between = { from: number; to: number; heldUntil: number; currentUntil?: number }

function betweenOf(item: Item, learnt: readonly string[]): Record<string, Between> {
  const spans = learnt.slice(1).flatMap((to, n) => {
    const from = nth(learnt, n)
    const then = asKnown(item, from)
    return then ? { from: millis(from), to: millis(to), ...endOf(then) } : []
  })
  const last = spans.slice(-BETWEEN.length)
  return Object.fromEntries(last.map((span, n) => [nth(BETWEEN, n), span]))
}

function endOf(item: Item): Pick<Between, 'heldUntil' | 'currentUntil'> {
  const { validTo, followedBy } = item
  const isFollowed = isCurrent(item) && followedBy !== undefined && validTo !== null
  return { heldUntil: heldUntilMs(item), ...(isFollowed ? { currentUntil: millis(validTo) } : {}) }
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
