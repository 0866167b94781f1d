// Reads that a journey or a gathering is off, and that a home was left for another place.
import type { Sought } from '../../../../ports/language-model.ts'
import { any, asWritten } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import { CALENDAR, isUnreal, topicWords } from '../../sentences/sentence-sense.ts'
import type { Persons } from '../slot-subjects.ts'
import {
  BELONGING,
  eachTopic,
  endOf,
  ends,
  PARTNERED,
  subjectBefore,
  TRAVEL,
} from './ending-words.ts'

const PLAN =
  '(?:trip|wedding|party|meeting|dinner|lunch|date|holiday|vacation|deal|engagement|concert|gig|match|game|visit|barbecue|picnic|race|conference|interview|appointment|move|tour|flight|retreat|reunion|picnic|hike|camping|cruise)'
const OFF = asWritten`(?:^|[,;:] )(?:(?:[Mm]y|[Oo]ur|[Tt]he) (?<plan>(?:[\p{L}-]+ ){0,2}?${PLAN}(?: (?:to|with) \p{Lu}\p{L}+)?)|(?<where>\p{Lu}[\p{L}-]+))(?: is|'s)(?: now| sadly)? off(?=\s*(?:[.,;!]|$|because\b|since\b|as\b|for now\b))`

/** "Crete is off": the journey is, and nothing else of there. */
export function calledOff(text: string): Sought[] {
  const found = OFF.exec(text)
  const { plan, where = '' } = found?.groups ?? {}
  if (!found || isUnreal(text.slice(0, found.index))) return []
  if (plan) return [ends(null, topicWords(plan))]
  if (CALENDAR.test(where.toLowerCase()) || /^(?:person|organization)$/.test(kindOfName(where)))
    return []
  const words = [[where.toLowerCase()], [...TRAVEL, 'going', 'travel', 'weekend', 'staying']]
  return where ? [endOf(null, words)] : []
}

const SHE = any`sister mother mum mom daughter aunt grandma grandmother gran niece wife girlfriend granddaughter`
const HE = any`brother father dad son uncle grandpa grandfather grandad nephew husband boyfriend grandson`
const THEY = any`parents grandparents folks laws kids children twins sons daughters neighbours neighbors`
const ELSEWHERE = asWritten`^(?<who>They|She|He)(?:'re|'s|'ve| are| is| have| has)?(?=[^.;!?]*\b(?:now|moved|relocated|retired|emigrated|settled|joined|these days)\b)[^.;!?]*?\b(?:(?<home>lives?|living|moved|relocated|retired|emigrated|settled|based)|works?|working|joined)(?: back| over| down| up| out)?(?: to| in| at| for| with)? (?<where>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)`

/** "They live in Bari now": of the only known ones that "they" may be, where the sentence has no other. */
export function theirPlace(text: string, persons: Persons): Sought[] {
  const { who, home, where: value = '' } = ELSEWHERE.exec(text)?.groups ?? {}
  if (value === '' || persons.third !== null || isUnreal(text)) return []
  const words = [who === 'They' ? THEY : who === 'She' ? SHE : HE]
  const attribute = home ? 'home' : 'employer'
  const by = { shape: 'place', value }
  return [{ kind: 'replaces', subject: null, attribute, words, value: null, by }]
}

const PLACE = String.raw`\p{Lu}[\p{L}.'-]+(?: (?:upon |on |am |de )?\p{Lu}[\p{L}'-]+){0,2}(?:, \p{Lu}[\p{L}-]+)?`
const LEFT_FOR = asWritten`\b(?:have |has |just |recently |finally )*left (?:the )?(?<from>${PLACE}) for (?:good\b|(?:the )?${PLACE})(?<rest>[^.;!?]*)`
const TRADE = String.raw`(?:an? )?\p{Ll}[\p{L}-]{2,}(?: \p{Ll}[\p{L}-]{2,}){0,2}`
const WENT_FROM = asWritten`\b(?:went|gone) from (?:(?:being )?(?<job>${TRADE}) to (?:being )?${TRADE}|(?:the )?(?<firm>${PLACE}) to (?:the )?(?<next>${PLACE}))(?=\s*(?:[.,;!]|$)|\s+(?:last|this|in|because|after)\b)`

/** "Nora went from nurse to teacher" ends that she is a nurse; from town to town, or to a meeting, is another matter. */
export function wentFrom(text: string, persons: Persons): Sought[] {
  const found = WENT_FROM.exec(text)
  const { job, firm = '', next = '' } = found?.groups ?? {}
  const before = text.slice(0, found?.index ?? 0)
  const subject = found && subjectBefore(before, found[0], persons)
  if (!subject || isUnreal(before) || JOURNEY.test(text)) return []
  if (job) return [endOf(subject, eachTopic(job), { attribute: 'occupation' })]
  const isTravel = [firm, next].some((name) => kindOfName(name) === 'place')
  return isTravel ? [] : [endOf(subject, eachTopic(firm), { attribute: 'employer' })]
}

const JOURNEY =
  /\b(?:train|plane|flight|fl[ye]|flew|drive|drove|ferry|bus|trip|holiday|vacation|tour|conference|for (?:the|a) |this (?:morning|afternoon|evening)|tonight|today|at \d|o'clock|early|back)\b/i
const LIVING = any`live lives living lived based home flat apartment house moved resident rent renting rents share shares`

/** The words in one of which it was told that a person lives there, or belongs there. */
function heldIn(name: string): string[] {
  const kind = kindOfName(name)
  if (kind === 'place') return LIVING
  return [...LIVING, ...PARTNERED, ...(kind === 'person' ? [] : BELONGING)]
}

/** "We left Utrecht for Eindhoven" ends that the home is in Utrecht, and nothing else of there. */
export function leftFor(text: string, persons: Persons): Sought[] {
  const found = LEFT_FOR.exec(text)
  const { from = '', rest = '' } = found?.groups ?? {}
  if (!found || JOURNEY.test(text.slice(0, found.index)) || JOURNEY.test(rest)) return []
  const before = text.slice(0, found.index).replace(/^.*: /u, '')
  const subject = subjectBefore(before, found[0], persons)
  if (subject === null) return []
  return [endOf(subject, [...eachTopic(from), heldIn(from)])]
}
