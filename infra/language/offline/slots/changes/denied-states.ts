// Reads that a person is not, or does not have, what was said of them: "I'm not lactose intolerant", "I don't have asthma".
import type { Sought } from '../../../../ports/language-model.ts'
import { contentWords } from '../../sentences/sentence-sense.ts'
import type { Persons } from '../slot-subjects.ts'
import { ends, subjectBefore } from './ending-words.ts'

/** "I'm not lactose intolerant": what one is said to be. */
const NOT_BEING =
  /\b(?:am not|'m not|is not|isn't|are not|aren't|'re not) (?:actually |really |an? )*(?<what>(?!(?:sure|certain|going|happy|glad|keen|in|at|on|from|with|to|for|near|by|here|there|the|that|this|my|your|as|so|too|very|all|even|only|just|always|convinced|used|able|alone|yet|good|bad|ready|interested|into|home|done|free|available|\p{L}+ing)\b)\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*)?)(?=\s*(?:[.,;!]|$)|\s+(?:after all|any ?more|at all)\b)/u
/** "I don't have celiac disease": what one was said to have. */
const NOT_HAVING =
  /\b(?:don't|doesn't|do not|does not) have (?:an? |any )?(?<what>(?!(?:time|idea|ideas|clue|much|enough|plans|anything|to|the|my|that|this|it)\b)\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2})(?=\s*(?:[.,;!]|$)|\s+(?:after all|any ?more)\b)/u

export function notBeing(text: string, persons: Persons): Sought[] {
  const being = NOT_BEING.exec(text)
  const found = being ?? NOT_HAVING.exec(text)
  const words = contentWords(found?.groups?.what ?? '')
  if (!found || words.length === 0) return []
  const subject = subjectBefore(text.slice(0, found.index), found[0], persons)
  return subject ? [{ ...ends(subject, words), attribute: being ? 'is' : 'does have' }] : []
}
