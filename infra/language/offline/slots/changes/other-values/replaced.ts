// Reads that a thing has another value than before: "They changed the door code to 9035", "My holiday fund is up to 1,550
// euros". What is known of the thing ends where its value has the same shape: a code, an amount, a day.
import { type ShapedValue, valuesIn } from '../../../../../../schemas/value-shapes.ts'
import type { Sought } from '../../../../../ports/language-model.ts'
import { any, anyCase, asWritten } from '../../../../patterns.ts'
import {
  CORRECTING,
  insideQuotes,
  isJest,
  isUnreal,
  onlyCorrects,
  topicWords,
  withoutOpening,
  writtenOut,
} from '../../../sentences/sentence-sense.ts'
import { wordsOf } from '../../../words.ts'
import { createChooser, wordsIn } from '../../slot-rule.ts'
import { type Persons, subjectOf } from '../../slot-subjects.ts'
import { ASKED } from '../../slot-words.ts'
import { spokenShapes } from '../aside/spoken-shapes.ts'
import { wasWrong } from '../ending-words.ts'
import { deniedValues, soughtBy } from './denied-values.ts'
import { OWN, placesFor, type Shape, V, WHAT } from './replaced-places.ts'

const MAX_SENTENCE = 300
const MOST_VALUES = 4
const MOST_TOLD = 2
const MADE_OTHER =
  '(?:changed|moved|switched|raised|increased|lowered|reduced|cut|dropped|renamed|set|reset|updated|put|pushed|bumped|postponed|rescheduled|brought|extended|transferred|migrated|upped|adjusted|stretched|trimmed|had to (?:stretch|raise|lower|increase|reduce|cut|extend|trim|move|push))'
const BECAME_OTHER = String.raw`(?:(?:is|are|was|were|has|have|got|went|goes|rose|risen|fell|fallen|grew|grown|shrank|shrunk|climbed|slipped|moved|changed|jumped|dropped|increased|decreased|been|now|just|already|being|gone) |(?:is|are|was|were|been|got|has) (?:\p{Ll}+ly )?(?:moved|changed|pushed|delayed|postponed|rescheduled|raised|put|brought|cut|reduced|increased|lowered|extended|bumped) )+`
const NEW_NOW =
  '(?: now| already| currently| these days| nowadays| from (?:now|here) on| instead| as of| since)'

/** In every NEW_NOW. */
const SOME_NOW = / (?:now|already|currently|these days|from here|instead|as of|since)/u

const UNIT =
  '(?:season|chapter|page|level|episode|volume|part|lesson|unit|stage|year|grade|round|book|week|module|series|trimester|semester|term|draft)'
/** "Season two", "the second season". */
const NUMBERED = anyCase`\b${UNIT} (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?:first|second|third|\p{L}th|\d(?:st|nd|rd|th)) ${UNIT}\b`

/** Linear-time; `what` is the thing, and `n` its value. */
const shapesFor = createChooser<Shape>([
  {
    words: wordsIn(MADE_OTHER),
    shape: asWritten`\b${MADE_OTHER} ${OWN}${WHAT}(?: over| up| back| down| forward| out| from §\d)* (?:to|until|till) (?:the )?${V}`,
  },
  {
    words: any`change update switch set move put push reschedule`,
    shape: asWritten`${ASKED}(?:[Cc]hange|[Uu]pdate|[Ss]witch|[Ss]et|[Mm]ove|[Pp]ut|[Pp]ush|[Rr]eschedule) ${OWN}${WHAT}(?: over| up| back| down| forward| out| from §\d)* (?:to|until|till|for) (?:the )?${V}`,
  },
  {
    words: wordsIn(MADE_OTHER),
    shape: asWritten`\b${MADE_OTHER}(?: up| down)? ${OWN}${WHAT},? (?:and |so )?(?:now )?(?:it's|it is|I get|I pay|I earn|I'm on|we get|we pay|they're) (?:now )?${V}`,
  },
  {
    words: any`upgraded updated downgraded migrated`,
    shape: asWritten`(?:^|[,;:] (?:so |and )?|\b(?:I|[Ww]e)(?:'ve| have)?(?: finally| just| now| already)* )(?:[Uu]pgraded|[Uu]pdated|[Dd]owngraded|[Mm]igrated)(?: from [^.,;!?]{1,30}?)? to (?<what>§\d|\p{Lu}\p{L}+|iOS|macOS) ${V}(?=\s*(?:[.,;!]|$|(?:last|yesterday|today|this|now|over|and|because)\b))`,
  },
  {
    cue: /floor now|now on the |(?:up|down) to the /u,
    shape: asWritten`(?:^|[,;:] |\b(?:so|and) )(?:we|I|[Ww]e)(?:'re| are|'m| am|(?:'ve| have)? moved (?:up|down)(?= to)| live)(?: now)? (?:on|to) the (?:(?=§\d now)|(?<=now on the |(?:up|down) to the ))${V}(?= now\b|\s*(?:[.,;!]|$)|\s+(?:last|this|in|and|because)\b)(?<what>)`,
  },
  {
    words: any`painted repainted dyed sprayed coloured colored varnished`,
    shape: asWritten`\b(?:painted|repainted|dyed|sprayed|coloured|colored|varnished) ${OWN}${WHAT} ${V}(?=\s*(?:[.,;!]|$|(?:last|yesterday|today|this|now|over|and|because)\b))`,
  },
  {
    words: any`had got`,
    cue: /it's|it is/u,
    shape: asWritten`\b(?:had|got) ${OWN}${WHAT} (?:\p{Ll}{3,}ed|done|redone|cut|rebuilt),? (?:and |so )?(?:now )?(?:it's|it is) (?:now )?${V}(?=\s*(?:[.,;!]|$)| now\b)`,
  },
  {
    words: any`rebooked changed switched moved booked`,
    cue: /(?:train|flight|bus|ferry|coach|slot|session|class|show|screening|appointment)/u,
    shape: asWritten`\b(?:rebooked|changed|switched|moved|booked(?= on to| onto))(?: me| us)?(?: over)? ?(?:on)?to (?:the |a |an )?${V} (?<what>train|flight|bus|ferry|coach|slot|session|class|show|screening|appointment)\b`,
  },
  {
    words: any`down up`,
    cue: /(?:got|gotten|brought|worked) (?:my|our|the) [^.,;:!?]{2,40} (?:down|up) to /iu,
    shape: asWritten`\b(?:got|gotten|brought|worked) ${OWN}${WHAT} (?:down|up) to ${V}`,
  },
  {
    words: any`to until till`,
    shape: asWritten`(?:^|[,;:] |\b(?:that|so|and|says|said) )${OWN}${WHAT} ${BECAME_OTHER}(?:up |down |back |over |out |forward |on |from §\d )*(?:to|until|till) (?:the )?${V}`,
  },
  {
    words: any`saved`,
    shape: asWritten`(?:^|[,;:] )(?:I|[Ww]e)(?:'ve| have)(?: now| already)* (?:got )?${V} saved (?:up )?(?:for|towards) ${WHAT}(?=\s*(?:[.,;!]|$|now\b|already\b))`,
  },
  {
    words: any`new different other`,
    shape: asWritten`(?:^|[,;:] )${OWN}${WHAT} (?:has|have|'s got|got) an? (?:new|different|other) (?<also>\p{Ll}+(?: \p{Ll}+)?)(?: now)?(?:[,;:.]? (?:it's|it is|they're|which is|and it's)|[,:]) (?:now )?${V}`,
  },
  {
    words: any`changed`,
    shape: asWritten`(?:^|[,;:] )${OWN}${WHAT} (?:has |have |'s |'ve |just )*changed (?:his|her|their|its) (?<also>\p{Ll}+(?: \p{Ll}+)?)[,;:.–-]? ?(?:to |(?:and |so )?(?:now )?(?:it's|it is|the new one is|the new one's) (?:now )?)${V}`,
  },
  {
    words: any`changed different moved shifted`,
    cue: /(?:changed|different|moved|shifted)[^,;:.–-]{0,20}(?:[,;:.–-] ?(?:and |so |now |it|they|the |at |on |in |[\d+@$£€])| it's)/u,
    shape: asWritten`(?:^|[,;:] )${OWN}${WHAT} (?:(?:has |have |was |were |got |been |just )*(?:changed|moved|shifted)|(?:is|are) different)(?: now| again| recently| today| last \p{Ll}+)?(?:[,;:.–-] ?| (?=it's ))(?:and )?(?:so )?(?:now )?(?:(?:it's|it is|they're|they are|it's now|the new one is|the new one's)(?: now)? )?(?:at |on |in )?${V}`,
  },
  {
    words: any`new`,
    shape: asWritten`^(?:(?:[Tt]here's|[Tt]here is|[Ww]e have|[Ww]e've got|I have|I've got|I got|[Ww]e got|[Tt]hey gave (?:me|us)) an? )?[Nn]ew ${WHAT}(?::|,? (?:it's|it is|which is))(?: now)? ${V}`,
  },
  {
    words: any`now`,
    cue: /@|go by|find me|follow me/,
    shape: asWritten`(?:^|[,;:] )(?:I'm|I am|I go by|find me (?:as|at|under)|follow me (?:as|at|under)) (?:now )?${V} on (?<what>\p{Lu}\p{L}+|§\d)`,
  },
  {
    words: any`new`,
    shape: asWritten`(?:^|[,;:] )${OWN}new ${WHAT} (?:is|are|starts|begins|:) ?(?:on |at |in )?${V}`,
  },
  {
    words: any`new`,
    shape: asWritten`\bnew (?<what>(?:[\p{Ll}\d]+ )?(?:§\d )?(?:personal best|best|record|pb|high score))(?: time)? (?:is|of|at|with|:) ?${V}`,
  },
  {
    words: any`forget ignore disregard delete`,
    shape: asWritten`^(?:[Pp]lease )?(?:[Ff]orget|[Ii]gnore|[Dd]isregard|[Dd]elete) ${OWN}${WHAT}[,;:–-] ?(?:it's|it is|the new one is|use) (?:now )?${V}`,
  },
  ...spokenShapes,
  {
    ofPerson: true,
    words: any`to reached on started at`,
    shape: asWritten`\b(?:got to|reached|on to|started|up to|made it to|am on|'m on|moved (?:up )?to|now on|at) ${V} (?:of|in|on) (?<what>(?:the |my )?[^.,;:!?]{2,40})`,
  },
  {
    ofPerson: true,
    words: any`season chapter page level episode volume part lesson unit stage year grade round book week module series trimester semester term draft`,
    cue: NUMBERED,
    shape: asWritten`\b(?:[Ss]tarted|[Bb]egun|[Bb]egan|starting|on to|into|onto|(?:am|'m|is|'s|are|'re) (?:now )?(?:in|on)|moved (?:up )?to) (?:my |his |her |our |the )?${V}(?: (?:of|in|at|with) (?<what>(?:the |my |his |her |our )?[^.,;:!?]{2,40}?))?(?= now\b|\s*(?:[.,;!]|$|last\b|yesterday\b|today\b|this\b|and\b))`,
  },
  {
    words: any`date day time`,
    cue: /(?:hange of|[Nn]ew|[Dd]ifferent) (?:date|day|time) for /u,
    shape: asWritten`(?:[Cc]hange of|[Nn]ew|[Dd]ifferent) (?:date|day|time) for ${OWN}?${WHAT}(?:[,:;]| -| –) (?:(?:it's|it is|now) )?(?:now )?(?:on |at |in )?(?:the )?${V}`,
  },
  {
    cue: SOME_NOW,
    shape: asWritten`(?:^|[,;:] )${OWN}${WHAT} (?:is|are|will be|costs?|weighs?|starts?|begins?|opens?|closes?|ends?|arrives?|leaves?|meets?|takes place|happens|stands at|takes|lasts|has|have|needs?|hangs|lives|(?:is|are) due)${NEW_NOW} (?:at |on |in )?${V}`,
  },
  {
    cue: SOME_NOW,
    shape: asWritten`(?:^|[,;:] )${OWN}${WHAT} (?:is|are|will be|costs?|weighs?|starts?|begins?|opens?|closes?|ends?|arrives?|leaves?|departs?|lands?|meets?|takes place|happens|stands at|takes|lasts|has|have|needs?|comes?|is coming|are coming|charges?(?: me| us)?|(?:is|are) due) (?:at |on |in |from |every )?${V}(?: an? \p{Ll}+| old| tall| long| wide| high| deep| on it| on the clock)?${NEW_NOW}`,
  },
  {
    words: any`use reach call write message`,
    cue: SOME_NOW,
    shape: asWritten`(?:^|[,;:] )(?:[Pp]lease |[Jj]ust )?(?:[Uu]se|[Rr]each me (?:at|on)|call me (?:at|on)|write to me at|message me (?:at|on)) ${V} (?:for|as) ${WHAT}${NEW_NOW}`,
  },
])

/** In every NOT_BUT. */
const NOT = /can't|cannot|not |n't|no longer/u
/** Most sentences hold no value, or tell of no place: they cost no more than this. */
const MAY_TELL =
  /[\d@$£€]|day\b|\bto my\b|painted|dyed|sprayed|colou?red|varnished|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|noon|midnight|tomorrow|next|floor|hour|january|february|march|april|may|june|july|august|september|october|november|december|moved|switched|transferred|migrated|brought|relocated|venue|location|instead|now|changed|from here on|over to|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (?:season|chapter|episode|volume|part|lesson|unit|stage|year|grade|round|book|module|series|trimester|semester|term|draft))\b|^(?:oops|ups|whoops|sorry|my |our |i |a (?:mistake|typo|error)|scratch|strike|ignore|let me|(?:that|this|it)(?:'s| is| was) (?:all )?(?:wrong|not |incorrect|a (?:typo|mistake))|apolog|pardon|no|wait|hang|hold|correction|typo)/i

/** "It takes about 55 minutes": the value is told as the other one was. */
const ABOUT =
  /\b(?:about|around|roughly|approximately|almost|nearly|only|just|exactly) (?=[\d$£€]|(?:half )?an hour)/gu

/** What has another value now. */
export function replacedValues(sentence: string, previous = '', persons?: Persons): Sought[] {
  const told = withoutOpening(writtenOut(sentence.slice(0, MAX_SENTENCE)))
  // "That was wrong. Her teacher is Mrs Holden."
  const isCorrection = onlyCorrects(previous)
  if (!isCorrection && !MAY_TELL.test(told)) return []
  const text = (isCorrection ? `Correction: ${told}` : told).replace(ABOUT, '')
  if (/[?？§"“”]/u.test(text) || isJest(text)) return []
  const [shapes, places] = [shapesFor(text), placesFor(text)]
  const mayTell = shapes.length + places.length > 0 || CORRECTING.test(text) || NOT.test(text)
  const values = mayTell ? valuesIn(text) : []
  if (values.length === 0 || values.length > MOST_VALUES) return []
  const marked = withPlaces(text, values)
  const found = [
    ...shapes.flatMap((each) =>
      toldBy(each, { marked, values, persons }).filter(({ by }) => !isPlace(by)),
    ),
    ...places.flatMap((each) =>
      toldBy(each, { marked, values, persons }).filter(({ by }) => isPlace(by)),
    ),
  ]
  return [...found, ...corrected(marked, values), ...deniedValues(marked, values)].slice(
    0,
    MOST_TOLD,
  )
}

function isPlace(by: Sought['by']): boolean {
  return by?.shape === 'place'
}

type Marked = { marked: string; values: readonly ShapedValue[]; persons: Persons | undefined }

function toldBy({ shape, ofPerson }: Shape, { marked, values, persons }: Marked): Sought[] {
  const match = shape.exec(marked)
  const { what = '', also = '', n } = match?.groups ?? {}
  const value = values[Number(n)]
  if (!match || !value) return []
  const before = marked.slice(0, match.index)
  if (isLess(before)) return []
  const found = replaced(`${what} ${also.replace(/ address$/u, '')}`, value, values)
  const when = phaseOf(match[0])
  const person = ofPerson && persons ? subjectOf(before, match[0], persons) : null
  if (ofPerson && person === null && what === '' && A_THING.test(before)) return []
  const subject = person?.key ?? ownerAmong(match[0], persons)
  return found.map((each) => ({
    ...each,
    ...(subject ? { subject } : {}),
    words: when ? [...each.words, when] : each.words,
  }))
}

/** "My desk is on level 5": the desk, and not who speaks. */
const A_THING = /(?:^|[,;:] )(?:my|our|the) [^,.;:!?]{2,40}$/iu

/** Of several speakers each has a rent of his own. */
const ONES_OWN =
  /^(?:[,;:] )?my (?![^,.;:!?]*'s )(?!(?:sister|brother|mum|mom|mother|dad|father|wife|husband|partner|son|daughter|friend|boss|kids?|parents|girlfriend|boyfriend|aunt|uncle|cousin|neighbou?r|colleague|flatmate|roommate|grand\p{L}+|dog|cat)\b)/iu

function ownerAmong(told: string, persons: Persons | undefined): string | null {
  return persons && persons.first !== 'user' && ONES_OWN.test(told) ? persons.first : null
}

/** When a thing begins says nothing of when it ends. */
const PHASES = [
  { verbs: any`end ends finish finishes close closes`, also: any`until till` },
  { verbs: any`start starts begin begins open opens`, also: any`is are s have has got` },
  { verbs: any`leave leaves depart departs`, also: any`is are s` },
  { verbs: any`arrive arrives land lands`, also: [] },
]

function phaseOf(told: string): string[] | undefined {
  const said = new Set(wordsOf(told))
  const phase = PHASES.find(({ verbs }) => verbs.some((verb) => said.has(verb)))
  return phase && [...phase.verbs, ...phase.also]
}

function isLess(before: string): boolean {
  return insideQuotes(before) || isUnreal(before)
}

const DWELLS = any`live lives living flat apartment rent renting`

/** "They put my rent up to 980": the currency is the one that was told before. */
const PAID =
  /^(?:rent|budget|salary|bill|price|fee|fees|mortgage|insurance|premium|subscription|allowance|rate|wage|pension|deposit|fare|tuition|pay)$/

function replaced(what: string, value: ShapedValue, values: readonly ShapedValue[]): Sought[] {
  const thing = what.split(/\b(?:that|so|but|because) /u).at(-1) ?? what
  const named = thing.replaceAll(/§(\d)/gu, (_, n) => values[n]?.value ?? '')
  const [, noun] = /^counted (.*)$/u.exec(value.shape) ?? []
  const [, unit] = /^numbered (.*)$/u.exec(value.shape) ?? []
  if (what.trim() === '' && value.shape === 'floor')
    return [{ ...soughtBy(['floor'], value), words: [DWELLS, ['floor']] }]
  const told = topicWords(noun ? `${named} ${noun}` : named)
  // "My email is ..." is the email address.
  const words = value.shape === 'email' ? told.filter((word) => word !== 'address') : told
  if (what.trim() === '' && unit) words.push(unit)
  if (words.length === 0) return []
  const isBare = /^(?:number|code)$/.test(value.shape) && PAID.test(words.at(-1) ?? '')
  return [value, ...(isBare ? [{ ...value, shape: 'money' }] : [])].map((each) =>
    soughtBy(words, each),
  )
}

const MEASURES = /^(?:length|mass)$/
const OF_ONESELF = /^(?:I'm|I am|i'm) §0(?: tall)?[.!]?$/u

/** "Typo, I'm 1.86 m tall" corrects the height that is known, in whatever words and unit. */
function corrected(marked: string, values: readonly ShapedValue[]): Sought[] {
  const opening = CORRECTING.exec(marked)?.[0]
  const [value] = values
  if (!opening || !value || values.length > 1) return []
  const told = marked.slice(opening.length)
  const own = wasWrong(null, [['i'], ['m', 'am']], { by: value })
  const isOwn = MEASURES.test(value.shape) && OF_ONESELF.test(told)
  return [...replaced(told.replace(/§\d/u, ' '), value, values), ...(isOwn ? [own] : [])]
}

function withPlaces(text: string, values: readonly ShapedValue[]): string {
  let marked = ''
  let end = 0
  for (const [n, value] of values.entries()) {
    marked += `${text.slice(end, value.start)}§${n}`
    end = value.end
  }
  return marked + text.slice(end)
}
