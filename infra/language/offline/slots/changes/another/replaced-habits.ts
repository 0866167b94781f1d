// Reads which habits another one replaces: "I book window seats now", "I always pay by card these days", "I bank with Monzo now".
import { valuesIn } from '../../../../../../schemas/value-shapes.ts'
import type { Sought } from '../../../../../ports/language-model.ts'
import { groupOf } from '../../../../match-groups.ts'
import { any, asWritten } from '../../../../patterns.ts'
import { CORRECTING, contentWords, topicWords } from '../../../sentences/sentence-sense.ts'
import { IN_FACT, IN_ITS_PLACE } from '../../habits.ts'
import type { Habit } from '../../slot.ts'
import { isBeside } from '../../temporary.ts'
import { each, eachTopic, endOf, LEAVES_OUT, wasWrong } from '../ending-words.ts'
import { PRODUCTS } from './products.ts'

const WHERE_OR_WHEN = /(?<=\S) (?:(?:done|\p{Ll}+ed) by|in|on|for|after|before|with|at|to)\b.*$/iu
/** Who only listens to Bach these days listens to nothing else. */
const ONLY = /\b(?:only|mostly|mainly) \p{Ll}+ [^.,;!?]{2,40} (?:now|these days|nowadays)\b/iu
const NOW = /\b(?:now|these days|nowadays|instead|from now on)\b/i

const ONCE = /\bthis (?:one )?time\b/iu
/** "In Porto we're staying at the Aliados now": there, and nothing is said of elsewhere. */
const ELSEWHERE = /^(?:In|At|On) \p{Lu}\p{L}+,? (?!\p{Lu})/u
const A_MEASURE = /\d[\d.,]* \p{Ll}+/gu

const CONTEXT = /\b(?:for|in|on|at|when|with|to|every|each|by|from)\b(?<context> .*)$/iu
/** Of these there may be many at a time, whatever else is said of them. */
const MANY =
  /^(?:have|has|having|know|knows|speak|speaks|own|owns|take|takes|put|puts|add|adds|drink|drinks|eat|eats)$/
/** Unless they are had at this meal. */
const MEALS = /^(?:breakfast|lunch|dinner|supper|brunch|dessert)$/
const COUNTED = /^\d|^(?:now|yes|one|two|three|four|five|six|named|called|also)$/

/** "Sleeps on the sofa" tells where, and nothing else. */
const PLACES = any`in on at under beside outside inside`
const WITHOUT_NAME = any`indoors outdoors upstairs downstairs alone`
const PLACED = asWritten`^(?:(?:${PLACES.join('|')}) |(?:${WITHOUT_NAME.join('|')}|inside|outside)(?= |$))`

/** "I live near the airport now": by one thing at a time. */
const NEARBY = any`near close next opposite beside`
const IS_NEARBY = asWritten`^(?:${NEARBY.join('|')}) `

/** These are done with one thing after another. */
const IN_TURN = /^(?:reading|watching|rereading|rewatching|training)$/

/** Who says "I work for the state now" works for no other body. */
const FOR_A_BODY =
  /^for (?:the|an?) (?:\p{Ll}+ )?(?:city|state|government|council|county|university|charity|bank|start-?up|company|firm|agency|hospital|school|ministry|newspaper|law firm|ngo|non-?profit)\b/u

/** "I always pay with cash": the means for all that is paid. */
const MEANS = /^(?:for (?:everything|all \p{L}+) )?(?:with|by|in|using) /u
const BY = any`with by in using`
const MONEY = any`cash card cards cheque cheques check checks paypal phone transfer`
const ALWAYS = any`always usually mostly everything everywhere only`

const IS = { attribute: 'is' }

type Doing = Pick<Habit, 'subject' | 'value'> & { verb: string }

/**
 * "I book window seats now": of the seats that were booked before, no others are. "I pay for everything by card these
 * days": what was done with the same things, or at the same time, is done no more.
 */
export function replacedHabit(
  sentence: string,
  { subject, attribute, value, isState, thing }: Habit,
): Sought[] {
  const verb = attribute.replace(/^(?:does |is$)/, '')
  // Of an animal there is one "is": "I meant my dog is a basset".
  const what = thing ?? /'s (?<kind>\p{L}+)$/u.exec(subject)?.groups?.kind
  if (what && attribute === 'is' && isCorrecting(sentence))
    return [wasWrong(subject, eachTopic(what), IS)]
  if (attribute === 'is' && /^\p{Ll}+-\p{Ll}+ed\b/u.test(value) && AGAIN.test(sentence)) {
    const words = each(value)
    return words.length === 0 ? [] : [endOf(subject, words, { attribute, value: 'no' })]
  }
  const passive = attribute === 'is' ? keptElsewhere(sentence, subject) : null
  if (passive) return [passive]
  const made = attribute === 'is' && !isBeside(sentence) ? MADE_NOW.exec(sentence) : null
  if (made) {
    const things = eachTopic(groupOf(made.groups ?? {}, 'thing'))
    return [wasWrong(subject, [...things, ['is'], ['a', 'an']], IS)]
  }
  const going = attribute === 'is' ? goingElsewhere(sentence, { subject, value }) : null
  if (going) return [going]
  const opposite = oppositeOf({ subject, verb, value })
  if (opposite) return [opposite]
  if (isState && thing) return fromElsewhere(sentence, { subject, attribute, value, thing })
  if (value === 'no' || verb === '' || isState || isBeside(sentence)) return []
  if (ONCE.test(sentence) || ELSEWHERE.test(sentence)) return []
  const denied = againDone(sentence, { subject, verb, value })
  if (!NOW.test(sentence) && !CORRECTING.test(sentence) && !IN_ITS_PLACE.test(sentence))
    return denied
  const object = contentWords(value.replace(WHERE_OR_WHEN, '')).filter(
    (word) => !COUNTED.test(word),
  )
  const noun = object.at(-1)
  const all = contextWords(value)
  const context = MANY.test(verb) ? all.filter((word) => MEALS.test(word)) : all
  const found: Sought[] = [...denied]
  if (noun !== undefined) found.push(endOf(subject, [[noun]], { attribute }))
  if (/^pays?$/.test(verb) && MEANS.test(value))
    found.push(endOf(subject, [[verb], BY, [...ALWAYS, ...MONEY]]))
  if (PLACED.test(value))
    found.push(endOf(subject, [[verb], [...PLACES, ...WITHOUT_NAME]], { attribute }))
  if (/^lives?$/.test(verb) && IS_NEARBY.test(value))
    found.push(endOf(subject, [[verb], NEARBY], { attribute }))
  if (IN_TURN.test(verb)) found.push(wasWrong(subject, [], { attribute }))
  if (
    ONLY.test(sentence) &&
    !/^(?:have|has|eat|eats|take|takes|own|owns|know|knows)$/.test(verb) &&
    !/^(?:go|goes|get|gets)$/.test(verb)
  )
    found.push(endOf(subject, [[verb]], { attribute }))
  if (/^works?$/.test(verb) && FOR_A_BODY.test(value))
    found.push(endOf(subject, [['work', 'works', 'working'], ['for']]))
  if (context.length > 0) found.push(endOf(subject, [[verb], context]))
  return [...found, ...elsewhere({ subject, verb, value })]
}

/** "My flight leaves from Terminal 2 now": of the only one of which the same was said. */
function fromElsewhere(
  sentence: string,
  { subject, attribute, value, thing }: Omit<Habit, 'thing'> & { thing: string },
): Sought[] {
  const [way = ''] = /^(?:from|to|by|via|with|under|behind)(?= )/u.exec(value) ?? []
  const words = eachTopic(thing)
  if (way === '' || words.length === 0 || isBeside(sentence)) return []
  if (!NOW.test(sentence) && !CORRECTING.test(sentence)) return []
  return [wasWrong(subject, [...words, [way]], { attribute })]
}

const GOING = asWritten`^(?<verb>\p{Ll}+ing)(?: \p{Ll}+)? (?<way>to|in|at|with|for|through|round) (?:the )?\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*)*(?<more>[^,;]*)`
const IN_STEAD = /\binstead\b/iu

/** "We're going to Croatia this summer instead": to the only one where we were going then. */
function goingElsewhere(
  sentence: string,
  { subject, value }: Pick<Habit, 'subject' | 'value'>,
): Sought | null {
  const { verb, way, more = '' } = GOING.exec(value)?.groups ?? {}
  const isMarked = IN_STEAD.test(sentence) || IN_ITS_PLACE.test(sentence) || isCorrecting(sentence)
  if (!verb || !way || !isMarked || isBeside(sentence)) return null
  const when = eachTopic(more.replace(IN_STEAD, ''))
  return wasWrong(subject, [[verb], [way], ...when], IS)
}

/** What is done with a thing by one, or in one place, at a time. */
const KEPT = asWritten`(?:^|[,;:] )(?<thing>[Mm]y [\p{L} -]{2,30}?|[Oo]ur [\p{L} -]{2,30}?|[Tt]he [\p{L} -]{2,30}?|I|[Ww]e)(?: is| are| am|'s|'m|'re)(?: now)? (?<done>insured|covered|hosted|stored|kept|parked|based|located|managed|run|owned|supervised|represented|billed|employed|registered|printed|delivered|charged|served|taught|looked after) (?<by>with|by|at|in|on|to) `

/** "My car is insured with Axa now": of the only one of which the same was said. */
function keptElsewhere(sentence: string, subject: string): Sought | null {
  const { thing = '', done = '', by = '' } = KEPT.exec(sentence)?.groups ?? {}
  if (done === '' || isBeside(sentence) || !(NOW.test(sentence) || isCorrecting(sentence)))
    return null
  const things = eachTopic(thing)
  const whose = things.length > 0 ? things : [['i', 'we']]
  return wasWrong(subject, [...whose, [done], [by]], IS)
}

/** "My guitar is a Martin now": of a thing its make is told behind an article. */
const MADE_NOW =
  /(?:^|[,;:] )(?:[Mm]y|[Oo]ur) (?<thing>\p{Ll}[\p{Ll} -]{1,30}?)(?: is|'s) (?:now )?an? (?:\p{Ll}+ ){0,2}\p{Lu}[\p{L}\d-]*(?: [\p{Lu}\d][\p{L}\d-]*){0,3}(?:(?<= now .{2,60})(?=\s*(?:[.,;!]|$))| (?:now|these days|instead)\b)/u

const LIKING = any`love loves like likes enjoy enjoys`
const DISLIKING = any`hate hates dislike dislikes detest loathe`

/** "I love my job" ends that one hates it. */
function oppositeOf({ subject, verb, value }: Doing): Sought | null {
  const others = LIKING.includes(verb) ? DISLIKING : DISLIKING.includes(verb) ? LIKING : null
  const words = topicWords(value).filter((word) => !NOW_WORDS.has(word))
  if (others === null || words.length !== 1 || !/^(?:my|our|the) /u.test(value)) return null
  return endOf(subject, [others, words])
}

function isCorrecting(sentence: string): boolean {
  return CORRECTING.test(sentence) || IN_FACT.test(sentence)
}

/** "I bank with Monzo now": not with another any more. */
function elsewhere({ subject, verb, value }: Doing): Sought[] {
  const [by, other] = valuesIn(`${verb} ${value}`).filter(({ shape }) => shape === 'place')
  if (!by || other || !/^\p{Lu}/u.test(by.value)) return []
  const object = topicWords(`${verb} ${value}`.replace(by.value, ''))
  const things = object.filter((word) => !NOW_WORDS.has(word) && word !== verb)
  // Of what kind a product is tells which others it replaces (same-kind.ts).
  if (/^uses?$/.test(verb) && things.length === 0 && PRODUCTS.has(by.value.toLowerCase())) return []
  const words = [[verb], ...things.map((word) => [word])]
  words[0] = /^uses?$/.test(verb)
    ? [...PROVIDED, ...TOOLED]
    : PROVIDED.includes(verb)
      ? PROVIDED
      : [verb, 'use', 'uses', 'using']
  return [{ kind: 'replaces', subject, words, value: null, by }]
}

/** These are done with what one uses. */
const TOOLED = any`write writes writing keep keeps take takes track tracks plan plans edit edits store stores save saves manage manages make makes`
/** By any of these one has a thing from somewhere. */
const PROVIDED = any`buy buys get gets order orders go goes use uses have has do does shop shops`
const NOW_WORDS = new Set(['now', 'these', 'days', 'nowadays', 'instead'])

function contextWords(value: string): string[] {
  const context = CONTEXT.exec(value.replaceAll(A_MEASURE, ''))?.groups?.context ?? ''
  return context
    .split(/\b(?:for|in|on|at|when|with|to|every|each|by|from|of)\b/iu)
    .flatMap(contentWords)
    .filter((word) => !COUNTED.test(word))
}

const HOW_OFTEN = / (?:every|each|daily|twice|once|all|most|again)\b.*$/iu
const INTAKE = /^(?:eat|eats|have|has|drink|drinks|take|takes)$/
const DAILY = /\b(?:every (?:day|morning|evening|night)|daily|most days)\b/i
const AGAIN = /\b(?:always|now|these days|again|nowadays)\b/i

/** "I always wear a helmet" ends that one never does. */
function againDone(sentence: string, { subject, verb, value }: Doing): Sought[] {
  const words = contentWords(value.replace(HOW_OFTEN, ''))
    .filter((word) => !COUNTED.test(word))
    .slice(0, 2)
  const isMeal = words.some((word) => MEALS.test(word)) && DAILY.test(sentence)
  if (!(AGAIN.test(sentence) || isMeal) || words.length === 0 || LEAVES_OUT.includes(verb))
    return []
  const isIntake = INTAKE.test(verb)
  const done = isIntake ? ['eat', 'have', 'drink', 'take'] : [verb]
  const found: Sought[] = [endOf(subject, [done, ...words.map((word) => [word])], { value: 'no' })]
  if (!isIntake) return found
  const meals = contextWords(value).filter((word) => MEALS.test(word))
  const object = [...words, ...meals]
  return [...found, endOf(subject, [LEAVES_OUT, object])]
}
