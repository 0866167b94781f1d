// Reads what a short sentence says is so of a thing or a person: "The door code of our building is 4471", "Greta is the
// goalkeeper of our team". Like a habit, a state supersedes nothing; a sentence that ends it finds it by its words.
import { valuesIn } from '../../../../schemas/value-shapes.ts'
import { any, asWritten } from '../../patterns.ts'
import { isUnreal } from '../sentences/sentence-sense.ts'
import { saysAny } from '../words.ts'
import type { Habit } from './slot.ts'
import { type Persons, subjectOf } from './slot-subjects.ts'

const MAX_VALUE = 80
const MAX_TEXT = 160
const NAMED = String.raw`\p{Lu}[\p{L}\p{N}'-]*(?: \p{Lu}[\p{L}\p{N}'-]*){0,2}`
const THING = String.raw`(?:(?:[Mm]y|[Oo]ur|[Tt]he) [^,.;:!?]{2,50}?|${NAMED}(?: [\p{Ll}'-]+){0,3}?|(?:[Dd]inner|[Ll]unch|[Bb]runch|[Bb]reakfast|[Dd]rinks|[Cc]offee) [^,.;:!?]{2,40}?)`
/** "Rent is 900", as it is chatted. */
const BARE = String.raw`(?!(?:it|that|this|what|there|here|she|who|which|all|everything|nothing|something|time)\b)\p{Ll}{3,}(?: \p{Ll}{3,})?(?= is (?:now )?[\d$£€])`
const ADVERBS = '(?: now| currently| still| also| always| usually| already| both)*'
/** One of these is in every sentence that says what is. */
const BEING = new Set(any`am is are isn aren m s re`)
/** What is so, rather than how one feels: a thing, a place, a value. */
const SO = String.raw`(?=(?:the|an?|my|our|his|her|their|for|in|on|at|with|from|under|near|behind|between|out of|off|over|up to|down to|due|open|closed|\p{Ll}+-\p{Ll}+ed\b|called|named|broken\b|expired\b|leaking\b|blocked\b|faulty\b|out of order\b|(?:(?:light|dark|pale|bright|deep) )?(?:red|blue|green|yellow|orange|purple|pink|brown|black|white|gr[ae]y|beige|turquoise|teal|silver|gold|blonde?|ginger|maroon|violet)|diabetic|asthmatic|an?aemic|coeliac|celiac|epileptic|dyslexic|colou?r-?blind|deaf|blind|left-handed|insomniac|teetotal|sober|abstinent|infertile|bald|retired|(?:captain|goalkeeper|treasurer|chair(?:man|woman|person)?|president|mayor|secretary|head|manager|coach|leader|director|editor) of|(?:pretty |quite |very )?(?:fluent|intermediate|advanced|basic|rusty|elementary|conversational)|religious|catholic|muslim|buddhist|\p{Ll}+ed (?:at|in|on|with|by|under|to)|going out with|trying to)\b|\p{Lu}|\d|[$£€@+]|\S*[@_]|[\p{L}\p{N}]+ [\p{L}\p{N}]+ ?$)`
const IS = asWritten`^(?<subject>${THING}|${BARE}|I|We|He|She|They)(?:'m|'s|'re| am| is| are)(?<not> not|n't)?${ADVERBS} ${SO}(?<value>[^;!?]{2,120})$`
const OCCASION = /^(?:dinner|lunch|brunch|breakfast|drinks|coffee)\b/i
const THERE = /^[Tt]here(?:'s| is| are) (?<value>[^;!?]{2,120})$/u
const VERB =
  'live|lives|meet|meets|start|starts|begin|begins|open|opens|close|closes|end|ends|arrive|arrives|leave|leaves|cost|costs|charge|charges|weigh|weighs|take|takes|last|lasts|sleep|sleeps|stay|stays|work|works|play|plays|run|runs|come|comes|go|goes|belong|belongs|stand|stands|hang|hangs|has|have|need|needs|get|gets|pays|pay|earns|earn'
const VERBS = new Set(VERB.split('|'))
const DOES = asWritten`^(?<subject>${THING}|I|We|They)${ADVERBS} (?<verb>${VERB}) (?<value>[^;!?]{2,120})$`
const PASSED =
  /\b(?:was|were|had|did|ago|yesterday|last (?:week|weekend|month|year|night|spring|summer|autumn|winter|\p{L}+day)|used to|when (?:i|we) w)\b/iu

/** "I'm lactose intolerant so no milk please": what follows from a state is no part of it. */
const CONSEQUENCE = /(?<=\p{L}{3}),? (?:so(?= (?:no|please|i|we|my|don't|it)\b)|which is why) .*$/iu

/** What the sentence says is so now; null for what is asked, wished, felt or over. */
export function readState(text: string, persons: Persons): Habit | null {
  const words = text
    .trim()
    .replace(/[.!]{1,3}$/u, '')
    .replace(CONSEQUENCE, '')
  if (words.length > MAX_TEXT) return null
  if (!saysAny(text, BEING) && !saysAny(text, VERBS)) return null
  if (PASSED.test(words)) return null
  const there = THERE.exec(words)?.groups?.value
  if (there) {
    return valuesIn(there).length > 0 ? stateOf(persons.first, 'is', there) : null
  }
  const is = IS.exec(words)?.groups
  const does = is ? undefined : DOES.exec(words)?.groups
  const { subject = '', value = '', verb, not } = is ?? does ?? {}
  if (!value || isUnreal(subject)) return null
  const of = subjectFor(subject, verb ?? 'is', persons)
  if (of === null) return null
  const state = stateOf(of, verb ? `does ${verb}` : 'is', not ? 'no' : value)
  return /^(?:I|We|He|She|They)$/.test(subject) ? state : { ...state, thing: subject }
}

function stateOf(subject: string, attribute: string, value: string): Habit {
  return { subject, attribute, value: value.trim().slice(0, MAX_VALUE), isState: true }
}

/** A thing is told of who speaks of it. */
function subjectFor(subject: string, verb: string, persons: Persons): string | null {
  if (OCCASION.test(subject)) return persons.first
  const person = subjectOf(subject, verb, persons)
  if (person) return person.negated ? null : person.key
  if (/^(?:He|She|They)$/.test(subject)) return null
  return persons.first
}
