// The rules for what is not going to take place: "Dinner on Saturday is off", "They cancelled the interview", "Joe bailed on
// us". Each tells which words the plan was told in.
import { any, anyCase, asWritten } from '../../../../patterns.ts'
import { CALENDAR, contentWords, isUnreal, topicWords } from '../../../sentences/sentence-sense.ts'
import { alike, each, TRAVEL } from '../ending-words.ts'
import type { Resolution } from './resolved.ts'

const PLAN =
  '(?:trip|wedding|party|meeting|dinner|lunch|brunch|breakfast|drinks|coffee|date|holiday|vacation|deal|concert|gig|match|game|visit|barbecue|bbq|picnic|race|conference|interview|appointment|move|tour|flight|retreat|reunion|hike|camping|cruise|session|class|course|lesson|rehearsal|night|show|play|festival|workshop|webinar|call|viewing|exam|test|operation|surgery|check-up|checkup|sleepover|playdate|weekend|getaway|ceremony|launch|parade|festivities|celebration|shower|marathon|tournament|road trip)'
const WITH = String.raw`(?: (?:with|to|at|in|for|on|next) (?:(?:my|the|our) )?[\p{L}\d'.-]+(?: [\p{Lu}\d][\p{L}\d'.-]*)?){0,2}`
const OFF = String.raw`(?:(?:is|'s|are|has been|have been|was|were|got|had to be|is being)(?: now| sadly| been| just| all)* (?:off(?! (?:to|the)\b)|cancell?ed|called off|scrapped|axed|shelved|not happening|not going ahead|not on any ?more|no longer (?:on|happening|going ahead)|postponed (?:indefinitely|until further notice)|(?:put )?on hold)|(?:isn't|aren't|won't be|is not|will not be) (?:happening|going ahead|on any ?more|taking place)|won't (?:happen|take place|go ahead)|(?:has |have )?(?:fallen|fell) through)`
const BEFORE = String.raw`(?:^|[,;:] |\b(?:so|and|but) )`
const MEET = any`meeting meet seeing see having lunch dinner coffee drinks visiting visit coming staying going date picking playing`
const SEE = any`appointment seeing see going visit visiting`
const WHEN = any`monday tuesday wednesday thursday friday saturday sunday weekend tomorrow tonight week month january february march april may june july august september october november december`
const MEALS = /^(?:dinner|lunch|brunch|breakfast|drinks|coffee|night)$/
const JOURNEYS = /^(?:trip|flight|holiday|vacation|journey|visit|getaway)$/

/** What was planned may be told as what one does: the trip as going there, the appointment as seeing the doctor. */
function planned(plan = '', rest = ''): string[][] {
  // "If the party is off"
  if (isUnreal(plan)) return []
  const words = [...topicWords(plan), ...topicWords(rest).filter((word) => !/^\d+$/.test(word))]
  const unique = [...new Set(words)].map((word) => {
    if (JOURNEYS.test(word)) return [word, ...TRAVEL, 'going', 'camping', 'off']
    if (word === 'appointment') return SEE
    return alike(word)
  })
  const isBare = words.every((word) => MEALS.test(word))
  return isBare ? [...unique, WHEN] : unique
}

export const calledOffRules: readonly Resolution[] = [
  {
    by: 'anybody',
    words: any`off hold indefinitely notice cancelled canceled scrapped axed shelved happening ahead happen place fallen fell more anymore longer`,
    told: anyCase`${BEFORE}(?:(?:[Mm]y|[Oo]ur|[Tt]he|[Tt]hat|[Tt]onight's|[Tt]omorrow's) )?(?<plan>(?:[\p{L}-]+ ){0,2}?${PLAN})(?<rest>${WITH}) ${OFF}`,
    sought: ({ plan, rest }) => planned(plan, rest),
  },
  {
    by: 'speaker',
    words: any`cancelled canceled called cancel call scrapped axed pulled shelved`,
    told: asWritten`(?:^|[,;:] )(?:[Tt]hey|[Tt]he [\p{L} ]{2,25}?|\p{Lu}[\p{L}-]+|[Ww]e|I)(?:'ve| have| has| just| had to)* (?:cancell?ed|called off|called|cancel|call off|scrapped|axed|shelved|pulled) (?:(?:my|our|the|tonight's|tomorrow's) )?(?<plan>(?!(?:his|her|their) )(?:[\p{L}-]+ ){0,2}?${PLAN})(?<rest>${WITH})(?: off)?(?=\s*(?:[.,;!]|$|because\b|due\b|and\b|since\b|as\b|so\b|last\b|after\b))`,
    sought: ({ plan, rest }) => planned(plan, rest),
  },
  {
    by: 'speaker',
    words: any`cancelled canceled cancel bailed flaked stood make come coming dropped`,
    cue: /cancel|bailed|flaked|stood (?:me|us)|can't|isn't coming|dropped out/,
    told: /(?:^|[,;:] )(?<who>\p{Lu}[\p{L}-]+|(?:[Tt]he|[Oo]ur|[Mm]y) (?:\p{Ll}+ )??(?!(?:was|were|has|have|had|is|are|got)\b)\p{Ll}+)(?:'s| has| have| just| had to)* (?:(?:cancell?ed|bailed|flaked)(?: out)?(?: on (?:me|us))?|(?:called|rang|phoned|texted|messaged|emailed|wrote)(?: (?:me|us))? to cancel|cancel|stood (?:me|us) up|dropped out|can't make it(?! (?:to|up|past|through|better|work)\b)|can't come any ?more|isn't coming (?:any ?more|after all))\b(?=\s*(?:[.,;!]|$|(?:on(?! (?:another|other|someone|somebody|an?|him|her|them|his|their)\b)|this|next|because|so|and|after)\b))/u,
    sought: ({ who = '' }) => (CALENDAR.test(who.toLowerCase()) ? [] : [...each(who), MEET]),
  },
  {
    words: any`going flying travelling traveling`,
    cue: /n't|not /u,
    told: /\b(?:am not|'m not|is not|isn't|are not|aren't|'re not) (?:actually )?(?:going|flying|travell?ing) to (?<where>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?=\s*(?:[.,;!]|$)|\s+(?:in|this (?:year|summer|winter|spring|autumn)|because)\b)/u,
    sought: ({ where }) => [...each(where), [...TRAVEL, 'going']],
  },
  {
    words: any`against mind minds bailed better backed chickened`,
    told: /\b(?:decided against|changed (?:my|our|his|her|their) minds? about|bailed on|thought better of|backed out of|chickened out of) (?:the |my |our |a |an |buying |getting |taking |doing |going to |going |moving to )*(?<what>[^.,;!?]{3,40})/iu,
    sought: ({ what = '' }) => contentWords(what).map(alike),
  },
]
