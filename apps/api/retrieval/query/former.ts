// Whether a query asks for what was before ("Where did I work before?", "my old address"; English only), and which items
// tell it. Pure.
import type { Item } from '../../../../infra/ports/memory-store.ts'
import { heldUntilMs, isFollowed } from '../../../../infra/ports/rules/item-times.ts'
import { millis } from '../../../../infra/ports/rules/time.ts'

/** The rest of a long query does not say of which time it asks. */
const MAX_CHARS = 200
const PAST = String.raw`\b(?:did|was|were|had|have|has|used)\b`
/** "Before meeting Maria" and "the week before May" tell when something happened. */
const BEFORE = String.raw`(?<!\b(?:day|night|week|month|year)s? )before\b(?! (?:\S+ing|\d+|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)\b)`
/** "Before bed" and "how old" ask for no earlier state. */
const ASKS = new RegExp(
  [
    String.raw`${PAST}[^.?!]*\b(?:${BEFORE}|earlier|originally|at first|back then|in the past)\b`,
    String.raw`\b(?:used to|did(?: \S+){1,4} use to|previous(?:ly)?|former(?:ly)?|ex-\p{L}+)\b`,
    String.raw`(?:\b(?:my|our|his|her|their)|['’]s|s['’]) (?:old|earlier|original|last) (?:\p{L}+ )?(?:address|home|house|flat|apartment|place|city|town|job|employer|work|workplace|company|firm|boss|manager|school|phone|mobile|number|e-?mail|password|pin|code|car|bike|vehicle|doctor|gp|dentist|landlord|rent|salary|name|plan|bank|partner|boyfriend|girlfriend|favou?rite|hobby)\b`,
    String.raw`\bdid \S+(?: \S+)? ever\b`,
    String.raw`\b(?:moved?|changed?|switched?) from\b`,
  ].join('|'),
  'iu',
)

export function asksOfBefore(query: string): boolean {
  return ASKS.test(query.slice(0, MAX_CHARS))
}

/** True for what held for a while, and was replaced by what is not the same. What a client corrected never held. */
export function isFormer(item: Item, at: string): boolean {
  const until = heldUntilMs(item)
  const isReplaced = item.supersededBy !== null || isFollowed(item, at)
  const hasEnded = millis(item.validFrom) < until && until <= millis(at)
  return isReplaced && hasEnded && !item.merged && !item.pruned
}
