// Reads sentences that take back what was said: "Sorry, I meant Porto", "Forget that I like coffee". The decision knows
// which fact is meant: the newest statement that fits, or the one that holds the words.
import type { Sought } from '../../../../ports/language-model.ts'
import { contentWords, insideQuotes } from '../../sentences/sentence-sense.ts'
import type { Slot } from '../slot.ts'
import type { Persons } from '../slot-subjects.ts'
import { cleanValue } from '../slot-values.ts'

const OPENING =
  '(?:(?:oh|ah|oops|ups|whoops|hm+|and|but|wait|no|sorry|apologies|actually|correction|typo(?: above)?|my (?:mistake|bad)|i (?:mis(?:typed|spoke|remembered)|was wrong)|scratch that|strike that|let me correct (?:that|myself))[,.:;!-]* ?)'
const VALUE = '(?<value>(?:\\p{Lu}|\\d|\\+)[^.;!?]{0,80}?)'
const NOT = '(?:,? (?:and )?not (?<wrong>[^.,;!?]{1,60}))?'
const MEANT = new RegExp(
  `^${OPENING}{0,3}(?:i (?:actually |really )?(?:meant|mean)(?: to (?:say|type|write))?|i should have said|that should (?:be|have been|read)|it should (?:be|have been|read|have said)|make that) ${VALUE}${NOT}[.!]?$`,
  'iu',
)
/** "Sorry Anna" corrects nothing: a bare value needs a word that marks a correction. */
const IT_IS = new RegExp(
  `^(?:(?=(?:oops|ups|whoops|sorry|my |i mis|i was wrong|scratch|strike|no,? wait|wait|no,? sorry))${OPENING}{1,3}(?:it's|it is|it was|that's|that is) (?:at |on |in )?|(?:correction|typo)[:,.]? (?:it's |it is )?)${VALUE}${NOT}[.!]?$`,
  'iu',
)
const NOT_THAT = new RegExp(
  `^${OPENING}{0,2}(?:it's|it is) ${VALUE},? not (?<wrong>[^.,;!?]{1,60})[.!]?$`,
  'iu',
)

/** The slot's attribute is not known yet: it is the corrected fact's. */
type Correction = { slot: Slot; sought: Sought }

/** What was meant, if the sentence says nothing else. */
export function readCorrection(sentence: string, persons: Persons): Correction | null {
  const text = sentence.slice(0, 200).replaceAll(/[’‘]/gu, "'")
  const groups = (MEANT.exec(text) ?? IT_IS.exec(text) ?? NOT_THAT.exec(text))?.groups
  if (groups === undefined) return null
  const value = cleanValue(groups.value ?? '')
  if (value === '' || !/^(?:(?!I\b)\p{Lu}|\d|\+)/u.test(value)) return null
  const words = contentWords(groups.wrong ?? '').map((word) => [word])
  const place = { subject: persons.first, attribute: 'correction', exclusive: false }
  const slot = { ...place, value, category: 'profile', ended: null, start: 0, end: text.length }
  return { slot, sought: { kind: 'corrects', subject: persons.first, words, value: null } }
}

const MARKED = new RegExp(
  `^(?=(?:oops|ups|whoops|sorry|my (?:bad|mistake)|i mis|i was wrong|i got|scratch|strike|no,? wait|wait|actually|correction|typo))(?:i got (?:it|that|(?:the|her|his|my|their) \\p{Ll}+) wrong[,.:;!-]|${OPENING})`,
  'iu',
)

/** "Correction: my sister's name is Katherine": of what there may be several, the only one that is known was wrong. */
export function correctedSlots(sentence: string, slots: readonly Slot[]): Sought[] {
  if (!MARKED.test(sentence.replaceAll(/[’‘]/gu, "'"))) return []
  return slots
    .filter(({ exclusive }) => !exclusive)
    .map(({ subject, attribute }) => ({
      kind: 'corrects',
      subject,
      attribute,
      words: [],
      value: null,
    }))
}

const RETRACT =
  /^(?:(?:please|pls|ok|okay|hey|also|and|can you|could you|would you|just|i want you to|i'd like you to|you can|you should|you may)[,]? )*(?:forget|delete|remove|erase|disregard|unlearn|(?:do not|don't|stop) (?:remember|remembering))(?: everything| anything| what i (?:said|told you)| the (?:fact|part))?(?: that| about)? (?!it\b|them\b|about it|everything|anything|all\b|what\b|who\b|how\b|where\b|when\b|me\b|you\b|the rest)(?<what>[^.;!?]{2,120})[.!?]?$/iu

/** What the user wants forgotten. */
export function readRetraction(sentence: string): Sought | null {
  const text = sentence.slice(0, 200).replaceAll(/[’‘]/gu, "'")
  const what = RETRACT.exec(text)?.groups?.what
  if (what === undefined || insideQuotes(text)) return null
  const words = contentWords(what).map((word) => [word])
  return words.length === 0 ? null : { kind: 'retracts', subject: null, words, value: null }
}
