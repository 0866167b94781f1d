// How sure a fact is: a fixed number for each kind of statement, so that it can be explained.
import { looksEnglish } from './sentences/english.ts'
import { endsAsking } from './sentences/small-talk.ts'

const CONFIDENCE = {
  slot: 0.9,
  named: 0.8,
  plain: 0.7,
  hedged: 0.65,
  question: 0.6,
  filler: 0.4,
}

const HEDGED = /\b(?:maybe|perhaps|i think|i guess|i suppose|probably|might|not sure|possibly)\b/i

/** A sentence's confidence by itself; a fact takes the highest of its sentences. */
export function confidenceOf(
  text: string,
  has: { slot: boolean; filler: boolean; entities: boolean },
): number {
  if (has.slot) return CONFIDENCE.slot
  if (has.filler) return CONFIDENCE.filler
  if (endsAsking(text)) return CONFIDENCE.question
  if (HEDGED.test(text) && looksEnglish(text)) return CONFIDENCE.hedged
  return has.entities || /\d/.test(text) ? CONFIDENCE.named : CONFIDENCE.plain
}
