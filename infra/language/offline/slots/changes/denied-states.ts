// Reads that a person is not, or does not have, what was said of them: "I'm not lactose intolerant", "I don't have asthma".
import type { Sought } from '../../../../ports/language-model.ts'
import { asWritten } from '../../../patterns.ts'
import { contentWords, topicWords } from '../../sentences/sentence-sense.ts'
import type { Persons } from '../slot-subjects.ts'
import { isTemporary } from '../temporary.ts'
import { ends, subjectBefore } from './ending-words.ts'

/** "I'm not lactose intolerant": what one is said to be. */
const NOT_BEING =
  /\b(?:am not|'m not|is not|isn't|are not|aren't|'re not) (?:actually |really |an? )*(?<what>(?!(?:sure|certain|going|happy|glad|keen|in|at|on|from|with|to|for|near|by|here|there|the|that|this|my|your|as|so|too|very|all|even|only|just|always|convinced|used|able|alone|yet|good|bad|ready|interested|into|home|done|free|available|\p{L}+ing)\b)\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*)?)(?=\s*(?:[.,;!]|$)|\s+(?:after all|any ?more|at all)\b)/u
/** "I don't have celiac disease": what one was said to have. */
const NOT_HAVING =
  /\b(?:don't|doesn't|do not|does not) have (?:an? |any )?(?<what>(?!(?:time|idea|ideas|clue|much|enough|plans|anything|to|the|my|that|this|it)\b)\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2})(?=\s*(?:[.,;!]|$)|\s+(?:after all|any ?more)\b)/u

/** "Grandma isn't coming on Saturday": what one was said to do. */
const NOT_DOING =
  /\b(?:am not|'m not|is not|isn't|are not|aren't|'re not) (?:actually |really |even )*(?<verb>(?!(?:going|being|getting|having|feeling|doing|trying|planning|kidding|joking|saying|asking)\b)\p{Ll}+ing) (?![^.,;!?]*\b(?:after all|any ?more|any longer)\b)(?<what>[^.,;!?]{2,50})/u

export function notDoing(text: string, persons: Persons): Sought[] {
  const found = NOT_DOING.exec(text)
  const { verb = '', what = '' } = found?.groups ?? {}
  const words = topicWords(what)
  if (!found || words.length === 0 || isTemporary(text)) return []
  const subject = subjectBefore(text.slice(0, found.index), found[0], persons)
  return subject ? [{ ...ends(subject, [verb, ...words]), attribute: `does ${verb}` }] : []
}

export function notBeing(text: string, persons: Persons): Sought[] {
  const being = NOT_BEING.exec(text)
  const found = being ?? NOT_HAVING.exec(text)
  const words = contentWords(found?.groups?.what ?? '')
  if (!found || words.length === 0) return []
  const subject = subjectBefore(text.slice(0, found.index), found[0], persons)
  return subject ? [{ ...ends(subject, words), attribute: being ? 'is' : 'does have' }] : []
}

const OWN_NO_MORE =
  /^(?:[Mm]y|[Oo]ur) (?<what>(?!(?:wife|husband|partner|girlfriend|boyfriend|mum|mom|dad|mother|father|son|daughter|brother|sister|friend|boss|parents|dog|cat)\b)[\p{Ll} -]{2,30}?) (?:(?:doesn't|don't|does not|do not) (?<does>[^.,;!?]{2,30}?) any ?(?:more|longer)|no longer (?<did>[^.,;!?]{2,30}?))(?=\s*(?:[.,;!]|$))/u

/** "My knee doesn't hurt any more" */
export function ownNoMore(text: string, persons: Persons): Sought[] {
  const { what = '', does, did } = OWN_NO_MORE.exec(text)?.groups ?? {}
  const words = contentWords(does ?? did ?? '')
  return what && words.length > 0 ? [ends(persons.first, [...contentWords(what), ...words])] : []
}

/** "Tom is no longer my landlord", "Ann isn't our vet any more" */
const HOLDS_NO_MORE = asWritten`(?:^|[,;:] |\b(?:and|but) )(?<who>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?) (?:is no longer|(?:isn't|is not)(?=[^.,;!?]{3,40} any ?(?:more|longer)\b)) (?:my|our) (?!(?:thing|cup|idea|kind|sort|style|type)\b)(?<role>\p{L}[\p{L}-]*(?: (?!any\b)\p{L}[\p{L}-]*){0,2}?)(?=\s*(?:[.,;!]|$)| any ?(?:more|longer)\b)`

export function holdsNoMore(text: string, persons: Persons): Sought[] {
  const { who = '', role = '' } = HOLDS_NO_MORE.exec(text)?.groups ?? {}
  return who ? [ends(persons.first, [...topicWords(role), ...topicWords(who)])] : []
}
