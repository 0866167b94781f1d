// Mends what one sentence alone gets wrong about endings: a job that was quit for the next one, and
// the end of something that is not what holds now.
import type { KnownFact } from '../../ports/language-model.ts'
import type { Persons } from './slot-subjects.ts'
import { readSlots, type Slot } from './slots.ts'
import { toKey } from './words.ts'

/** True where `slot` ends a job and one of the slots right behind it names the next. */
export function isReplaced(slot: Slot, following: readonly Slot[]): boolean {
  return (
    slot.value === 'none' &&
    following.some((next) => next.subject === slot.subject && next.attribute === slot.attribute)
  )
}

/**
 * True where what ends ("not in Berlin any more") is not what is known to hold (she lives in
 * Madrid).
 */
export function endsSomethingElse(
  slot: Slot,
  known: readonly KnownFact[],
  persons: Persons,
): boolean {
  const { ended } = slot
  if (slot.value !== 'none' || ended === null) return false
  const current = known
    .flatMap((fact) => readSlots(withoutLabel(fact.text), persons))
    .filter((other) => other.subject === slot.subject && other.attribute === slot.attribute)
  return current.length > 0 && current.every((other) => toKey(other.value) !== toKey(ended))
}

function withoutLabel(text: string): string {
  return text.replace(/^[^:\n]{1,60}: /, '')
}
