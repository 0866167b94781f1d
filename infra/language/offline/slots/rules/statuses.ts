// Slot rules about how far a thing is: "The project is on hold", "Project Falcon is 40% done", "the ticket is closed". A thing
// has one status at a time, whatever the words; who moves away is no longer where he was, and a person is in one department.
import { any, anyCase, rule } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import { toKey } from '../../words.ts'
import { slotRules } from '../slot-rule.ts'
import { type Reader, readPlace, readWord } from '../slot-values.ts'
import { WHOLE } from './choices.ts'

const STATUS = String.raw`(?:on hold|paused|running|in progress|under way|underway|done|finished|completed?|in review|under review|in beta|live|launched|released|shipped|open|closed|resolved|blocked|unblocked|pending|approved|rejected|delayed|on track|behind schedule|ahead of schedule|on schedule|active|inactive|out of stock|in stock|at risk|overdue|signed|unsigned|finali[sz]ed|arrived|delivered|in transit|on (?:its|the) way|in production|in testing|in development|online|offline|stalled|sold out|(?:a )?work in progress|(?:\d{1,3} ?(?:%|per ?cent)|half|halfway)(?: done| finished| complete| completed| ready| there)?)`
const TO_THE_END = String.raw`(?=\s*(?:[.!]|$)|\s+(?:now|again|at last|for now|as of|since)\b)`
const THING = String.raw`(?:(?:the|my|our) (?<what>(?:[\p{L}\d'-]+ ){0,4}?[\p{L}\d'-]+)|(?<name>(?-i:(?:Project|Ticket|Issue|Task|Order|Case|Version|Phase|Milestone|Chapter) [\p{Lu}\d][\p{L}\d.-]*)))`

/** Where one is, if the name is known: people are in no person: "I'm in Austin, so central time". */
const readWhereabouts: Reader = (rest) => {
  const found = readPlace(rest)
  if (found === null || !/^(?:place|person)$/.test(kindOfName(found.value))) return null
  return THERE.test(rest.slice(found.length)) ? found : null
}
const THERE =
  /^\s*(?:[.,;!]|$|(?:so|now|and|but|by the way|btw|currently|at the moment|these days|if)\b)/iu

const DEPARTMENT =
  '(?:sales|marketing|hr|human resources|finance|legal|engineering|customer (?:service|support)|product|operations|accounting|it|r&d|logistics|procurement|pr|purchasing|controlling|design)(?: (?:department|team))?'
const readDepartment = readWord(
  anyCase`^(${DEPARTMENT})(?:${WHOLE}|(?=\s+(?:(?:last|this|yesterday|today|recently|after)\b|(?:on|in) (?-i:\p{Lu}))))`,
  (department) => department.replace(/ (?:department|team)$/iu, ''),
)

export const statusRules = slotRules('work', [
  {
    attribute: 'department',
    read: readDepartment,
    words: any`work works working moved switched transferred changed team department`,
    head: rule`\b(?:(?:work|works|working) in|(?<=\b(?:am|is|'m|'s) (?:now )?)(?:on|in)(?= the (?:\p{L}+ ){1,2}(?:team|department)\b)|(?:moved|switched|transferred|changed)(?: over| from [^.,;!?]{2,20})? to) (?:the )?`,
  },
  {
    attribute: 'department',
    by: 'speaker',
    read: readDepartment,
    words: any`me`,
    head: rule`\b(?:moved|switched|transferred|reassigned|put) me (?:over )?(?:in)?to (?:the )?(?!it\b)`,
  },
  {
    attribute: ({ what, name }) => `status of ${toKey(what ?? name ?? '')}`,
    by: 'speaker',
    read: readWord(anyCase`^(${STATUS})${TO_THE_END}`),
    words: any`hold paused running progress way underway done finished complete completed review beta live launched released shipped open closed resolved blocked unblocked pending approved rejected delayed track schedule active inactive stock risk overdue signed unsigned finalised finalized arrived delivered transit way production testing development online offline stalled sold percent cent half halfway`,
    head: rule`(?:^|[,;:] |\b(?:and|but|so) )${THING}(?: is| are|'s| has been| have been| got| went| has gone| has(?= arrived))(?: now| still| finally| currently| back| already| officially)* (?=${STATUS}${TO_THE_END})`,
  },
  {
    attribute: 'whereabouts',
    category: 'profile',
    exclusive: false,
    endable: true,
    read: readWhereabouts,
    words: any`in`,
    cue: / in \p{Lu}/u,
    head: rule`(?<=\b(?:am|are|is|'m|'re|'s)(?: now| currently| still| actually| based)? )in (?=(?-i:\p{Lu}))`,
  },
])
