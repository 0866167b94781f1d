// Corrects what a single sentence gets wrong about endings: a job that was quit for the next one, and the end of
// something that may not be what holds now.
import type { Sought } from '../../../ports/language-model.ts'
import { contentWords } from '../sentences/sentence-sense.ts'
import type { Slot } from './slot.ts'

/** True if `slot` ends a job and one of the slots right after it names the next. */
export function isReplaced(slot: Slot, following: readonly Slot[]): boolean {
  return (
    slot.value === 'none' &&
    following.some((next) => next.subject === slot.subject && next.attribute === slot.attribute)
  )
}

/** "Not in Berlin any more" ends only what is said of Berlin: the decision knows whether that holds. */
export function endedValues(slots: readonly Slot[]): Sought[] {
  return slots.flatMap(({ value, ended, subject }): Sought[] => {
    if (value !== 'none' || ended === null) return []
    const words = contentWords(ended).map((word) => [word])
    return words.length === 0 ? [] : [{ kind: 'ends', subject, words, value: null }]
  })
}
