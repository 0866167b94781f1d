// How sure a fact is: a fixed number for each kind of statement, so that it can be explained.
import { looksEnglish } from './english.ts'

export const CONFIDENCE = {
  slot: 0.9,
  named: 0.8,
  plain: 0.7,
  hedged: 0.65,
  question: 0.6,
  filler: 0.4,
}

const FILLER_WORDS =
  "hi|hello|hey|yo|howdy|good|morning|evening|afternoon|night|thanks|thank|you|thx|ok|okay|k|yes|yeah|yep|yup|no|nope|nah|sure|great|cool|nice|wow|awesome|bye|goodbye|see|ya|later|lol|haha|hahaha|hmm|oh|ah|uh|um|alright|right|got|it|sounds|welcome|you're|so|much|very|a|lot|there|please|perfect|fine|indeed|exactly|totally|absolutely|definitely|true|agreed|np|cheers|take|care|talk|soon|to|too|well|all|that's|and|same|here|amazing|love|hugs|congrats|congratulations"
const FILLER = new RegExp(
  `^(?:(?:${FILLER_WORDS})(?![\\p{L}\\p{N}'])[\\s\\p{P}\\p{S}]*){1,8}$`,
  'iu',
)
const VOCATIVE =
  /^(?:hi|hello|hey|thanks|thank you|bye|good morning|good evening),? \p{L}+[\s\p{P}\p{S}]*$/iu
const NO_WORDS = /^[^\p{L}\p{N}]*$/u
const HEDGED = /\b(?:maybe|perhaps|i think|i guess|i suppose|probably|might|not sure|possibly)\b/i

/** A greeting, a thank-you, a bare yes or no, or a sentence without words. */
export function isFiller(text: string): boolean {
  if (text.length > 80) return false
  const plain = text.replaceAll('’', "'").trim()
  return NO_WORDS.test(plain) || FILLER.test(plain) || VOCATIVE.test(plain)
}

/** A sentence's confidence by itself; a fact takes the highest of its sentences. */
export function confidenceOf(text: string, has: { slot: boolean; entities: boolean }): number {
  if (has.slot) return CONFIDENCE.slot
  if (isFiller(text)) return CONFIDENCE.filler
  if (/[?？]["')\s]*$/u.test(text)) return CONFIDENCE.question
  if (HEDGED.test(text) && looksEnglish(text)) return CONFIDENCE.hedged
  return has.entities || /\d/.test(text) ? CONFIDENCE.named : CONFIDENCE.plain
}
