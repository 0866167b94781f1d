// Reads when something is planned: "my flight to Tokyo is on March 3", and that it was moved, postponed or called off.
import type { Sought } from '../../../ports/language-model.ts'
import { groupOf } from '../../match-groups.ts'
import { any, anyCase } from '../../patterns.ts'
import {
  contentWords,
  insideQuotes,
  isUnreal,
  TAKEN_BACK,
  withStraightApostrophes,
} from '../sentences/sentence-sense.ts'
import { saysAny, toKey } from '../words.ts'
import type { Slot } from './slot.ts'
import { KIN_OF, type Persons } from './slot-subjects.ts'
import { cleanValue } from './slot-values.ts'

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const MONTH = String.raw`(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?`
const CLOCK = String.raw`(?:(?:[01]?\d|2[0-4])(?:[:.]\d\d(?: ?(?:am|pm|a\.m\.|p\.m\.|h))?| ?(?:am|pm|a\.m\.|p\.m\.|o'clock|h))|(?<=\b(?:at|from|to|until|till|for) )(?:[01]?\d|2[0-4])|noon|midday|midnight|(?:half|half past|(?:a )?quarter (?:past|to)) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})|(?<=\b(?:at|from|to|until|till) )(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:fifteen|thirty|forty[- ]five))?)`
const DAY = String.raw`(?:(?:next |this |the following |the |every )?${WEEKDAY}s?|(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}|${MONTH} \d{1,2}(?:st|nd|rd|th)?|the \d{1,2}(?:st|nd|rd|th)|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|tomorrow|tonight|next (?:week|month|year|spring|summer|autumn|fall|winter)|(?:early |late |mid-?)?${MONTH}|spring|summer|autumn|winter|q[1-4](?: 20\d\d)?|20\d\d)`
const WHEN = String.raw`(?:(?:on|at|in|for|from) )?(?<when>(?:${DAY}|${CLOCK})(?:(?:,| at| from| in the|,? on)? (?:${DAY}|${CLOCK}|morning|afternoon|evening|20\d\d)){0,5})`
const WHAT = String.raw`(?:(?:my|our|the|(?<owner>(?:(?:Mr|Mrs|Ms|Dr)\. )?\p{L}[\p{L}.-]*(?:'s|(?<=s)'))) |(?=(?:dinner|lunch|brunch|book club|parents' evening|sports day|date night|band practice|choir practice|game night|movie night|flight|train|interview|exam|appointment|surgery|driving test|check-?up|haircut|dentist(?: appointment)?|rehearsals?|training|practice|yoga|pilates|therapy|physio|choir|stand-?up|kick-?off|bedtime|curfew|check-?out|boarding|band|football|swimming|karate|ballet|drinks|breakfast|camp|school|class|office hours|book group|bible study|movers)\b))(?<what>(?!(?:number|code|pin|password|price|total|temperature|score|age|weight|height|salary|rent|address|birthday|phone)\b)\p{L}[\p{L}'. -]{1,60}?)`
const LEAD = `^(?:${TAKEN_BACK}|(?:so|oh|ok|okay|well|hey|hi|update|reminder|fyi|actually|no|wait|sorry|my (?:bad|mistake)|oops|ups|whoops|correction|typo|i was wrong|i misspoke|scratch that|btw|also|and|but|looks like|change of plans?|unfortunately|good news)[,:!.]? )*(?:(?:i|we|they|he|she|the|school) [^,.;!?]{3,60}, (?:so |and )?)?`
const END = String.raw`(?=\s*(?:[.,;!)]|$|now\b|from now on\b|instead\b|because\b|due\b|and\b|but\b|so\b|with\b|this year\b|after all\b))`

const BEING = new Set(any`s is are takes starts begins will happens meets`)
const IS = anyCase`${LEAD}${WHAT}(?:'s| is| are| takes place| will take place| starts| begins| will be(?: held)?| is (?:to be )?held| happens| meets(?: at [^.,;!?]{2,30}?)?)(?: now| actually| scheduled| set| planned| booked| due)* ${WHEN}${END}`
const DOING = new Set(
  any`expire expires ends runs closes opens arrives arriving coming comes leaves departs`,
)
/** Each of these is another time of the same thing. */
const DOES = anyCase`${LEAD}${WHAT} (?<does>expires?|ends|runs out|closes|opens|arrives|is arriving|is coming|comes|leaves|departs)(?: now)? ${WHEN}${END}`
const ONCE = /(?:[ap]m|\d) (?:on )?(?:today|tomorrow|tonight)\b/iu
const MOVING = new Set(
  any`moved rescheduled postponed pushed brought delayed changed shifted put bumped slipped rebooked`,
)
const GOT_MOVED = anyCase`${LEAD}${WHAT}(?:'s been| was| were| is| got| has been| have been| had to be| is being)(?: now| just)* (?:moved|rescheduled|postponed|pushed|pushed back|brought forward|delayed|changed|shifted|put off|bumped)(?: (?:by )?(?:a|an|one|two|three|\d+) (?:hour|day|week|month)s?)?(?: from [^.,;!?]{1,40}?)?(?: to| until| till)? ${WHEN}${END}`
const SHIFTED = anyCase`${LEAD}${WHAT} (?:moved|shifted|changed|slipped)(?: from [^.,;!?]{1,40}?)? to ${WHEN}${END}`
const MOVED = anyCase`\b(?:moved|rescheduled|postponed|pushed|pushed back|brought forward|delayed|changed|shifted|put off|bumped|rebooked) ${WHAT}(?: from [^.,;!?]{1,40}?)?(?: back| forward)?(?: to| until| till| for) ${WHEN}${END}`
const MARRYING = anyCase`\b(?:getting|get) married ${WHEN}${END}`
const RELOCATING = anyCase`\b(?:I'm|I am|[Ww]e're|[Ww]e are) (?:(?<moving>moving)(?: house| home| out| in)?|flying (?<flight>to \p{Lu}[\p{L}-]+)) ${WHEN}${END}`
const ARRANGING = new Set(any`got have booked scheduled planned`)
const HAVING = anyCase`${LEAD}(?:I|we)(?:'ve| have)?(?: got| have| booked| scheduled| planned|'ve got) an? (?<what>\p{Ll}[\p{L}' -]{2,50}?) (?=on|at|next|tomorrow|this|in \p{Lu}|for)(?:scheduled |booked )?${WHEN}${END}`
/** Every plan ends like this. */
const A_TIME = anyCase`(?:${DAY}|${CLOCK}|morning|afternoon|evening)${END}`
const CUE =
  /\d|days?\b|\b(?:at|from|to|until|till) (?:a )?(?:half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|midday|tomorrow|tonight|noon|midnight|next |january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter/i

type Scheduled = { slot: Slot; seeks: readonly Sought[] }

/** When something is planned; if it was moved, also the words to find its known time by. */
export function readSchedule(sentence: string, persons: Persons): Scheduled | null {
  const text = withStraightApostrophes(sentence.slice(0, 400))
  if (!CUE.test(text) || /[?？"“”]/u.test(text) || insideQuotes(text)) return null
  if (!A_TIME.test(text)) return null
  const moved = saysAny(text, MOVING)
    ? (GOT_MOVED.exec(text) ?? SHIFTED.exec(text) ?? MOVED.exec(text))
    : null
  if (moved && !isUnreal(text.slice(0, moved.index))) return scheduled(moved, persons, 'moved')
  const is =
    (saysAny(text, BEING) ? IS.exec(text) : null) ?? (saysAny(text, DOING) ? DOES.exec(text) : null)
  // "Our shop opens at 11 tomorrow": on other days it opens as before.
  const isOnce = is?.groups?.does !== undefined && ONCE.test(is.groups.when ?? '')
  if (is) return scheduled(is, persons, isOnce ? 'one of many' : 'is')
  const marrying =
    (/married/i.test(text) ? MARRYING.exec(text) : null) ??
    (/moving|flying/i.test(text) ? RELOCATING.exec(text) : null)
  if (marrying && !isUnreal(text.slice(0, marrying.index))) {
    return scheduled(marrying, persons, 'is')
  }
  const having = saysAny(text, ARRANGING) ? HAVING.exec(text) : null
  return having && scheduled(having, persons, 'one of many')
}

function scheduled(
  match: RegExpExecArray,
  persons: Persons,
  how: 'is' | 'moved' | 'one of many',
): Scheduled | null {
  const { groups = {} } = match
  const { owner = '', moving, flight, does = '' } = groups
  const { what: planned = flight ? `flight ${flight}` : moving ? 'move' : 'wedding' } = groups
  const what = foldWhat(`${owner} ${planned.replace(KIN_OF, '')} ${does}`)
  if (what === '') return null
  const slot: Slot = {
    subject: persons.first,
    // "The baby is due on June 3"
    attribute: what === 'baby' && /\bdue\b/iu.test(match[0]) ? 'due date' : `time of ${what}`,
    value: cleanValue(groupOf(groups, 'when')),
    exclusive: how !== 'one of many',
    category: 'plans',
    ended: null,
    start: match.index,
    end: match.index + match[0].length,
  }
  // With whom a meeting is tells it from others.
  const words = what
    .split(/ (?:with|for|of) /)
    .flatMap(contentWords)
    .map((word) => [word])
  const sought: Sought = { kind: 'ends', subject: persons.first, words, value: null }
  return { slot, seeks: how === 'moved' && words.length > 0 ? [sought] : [] }
}

function foldWhat(what: string): string {
  return toKey(what.trim())
    .replace(/^.* - (?:(?:my|our|the) )?/, '')
    .replace(/ now\b/g, '')
    .replace(/^(?:(?:new|next|upcoming|big) )+/, '')
}
