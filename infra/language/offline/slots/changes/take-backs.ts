// Reads sentences that take back what was said: "Sorry, I meant Porto", "Forget that I like coffee". The decision knows
// which fact is meant: the newest statement that fits, or the one that holds the words.
import { valuesIn } from '../../../../../schemas/value-shapes.ts'
import type { Sought } from '../../../../ports/language-model.ts'
import { any, anyCase, asWritten } from '../../../patterns.ts'
import {
  CORRECTING,
  contentWords,
  insideQuotes,
  isUnreal,
  onlyCorrects,
  TAKEN_BACK,
  topicWords,
  withStraightApostrophes,
} from '../../sentences/sentence-sense.ts'
import { saysAny } from '../../words.ts'
import type { Slot } from '../slot.ts'
import { type Persons, subjectOf } from '../slot-subjects.ts'
import { cleanValue } from '../slot-values.ts'
import { each, endOf, wasWrong } from './ending-words.ts'

const OPENING = `(?:${TAKEN_BACK}|(?:oh|ah|hm+|and|but|wait|no|sorry|actually|my (?:mistake|bad)|typo|correction)[,.:;!-]* ?)`
const VALUE = String.raw`(?<value>(?:\p{Lu}|\d|\+)(?:[^.;!?]|\.(?=\S)|(?<=\b(?:Dr|Mr|Mrs|Ms|Prof|St))\.){0,80}?)`
const WRONG = String.raw`(?<wrong>(?:[^.,;!?]|(?<=\b(?:Dr|Mr|Mrs|Ms|Prof|St))\.){1,60})`
const NOT = `(?:,? (?:and )?not ${WRONG})?`
/** One of these is in every correction. */
const MEANING = new Set(
  any`mean meant actually should make read it that correction typo called named name spelled spelt not he she sorry oops`,
)
const MEANT = anyCase`^${OPENING}{0,3}(?:not (?<before>[^.,;!?]{1,60}), |i (?:said|wrote|typed) (?<said>[^.,;!?]{1,40}?),? (?:but )?)?(?:i (?:actually |really )?(?:meant|mean)(?: to (?:say|type|write))?|i should have said|that should (?:be|have been|read)|it should (?:be|have been|read|have said)|(?:make|read) that(?: as)?) (?:the )?${VALUE}${NOT}[.!]?$`
/** "Sorry Anna" corrects nothing: a bare value needs a word that marks a correction. */
const IT_IS = anyCase`^(?:(?=(?:oh |ah |and |but |no,? )*${TAKEN_BACK})${OPENING}{1,3}(?:it's|it is|it was|that's|that is|(?:he|she)(?:'s| is)(?= \d+[.!]?$)) (?:at |on |in |(?-i:an? |the ))?|(?=(?:oh |ah |no,? )*${TAKEN_BACK})${OPENING}{1,3}(?=\d+[a-z]? (?-i:\p{Lu}))|(?=(?:oh |ah |no,? )*${TAKEN_BACK})${OPENING}{1,3}(?=(?-i:\p{Lu}|\d)[^.;!?]{0,40},? (?:and )?not (?:on |at |in )?(?:the )?(?-i:\p{Lu}|\d))|(?:correction|typo)[:,.]? (?:it's |it is )?)${VALUE}${NOT}[.!]?$`
const NOT_THAT = anyCase`^${OPENING}{0,2}(?:it's|it is)(?: (?:spelled|spelt|written|called|pronounced))? (?![^,;]* (?:I|we|he|she|that|which|who)(?:'m|'re|'s)? )${VALUE},? not ${WRONG}[.!]?$`

/** "Not June 8, June 9": both are of one kind. */
const NOT_BUT = anyCase`^${OPENING}{0,2}not (?<before>[^.,;!?]{1,40})(?:, (?:but |it's |it is )?| but )${VALUE}[.!]?$`
/** "Actually it's on the 6th": of a value that is nothing else. */
const ACTUALLY = anyCase`^(?:(?:no|oh|ah|well|wait|hm+),? )?actually,? (?:(?:it's|it is|that's|it was) (?:at |on |in )?|(?:at|on|in) )${VALUE}[.!]?$`
/** "I meant type 2 diabetes", "I mean dogs, not cats": a thing in lower case is found by its last word, or by the wrong one. */
const MEANT_THING = anyCase`^${OPENING}{0,3}i (?:actually )?(?:meant(?: to (?:say|type|write))? (?<thing>(?!(?:to|it|that|what|this|these|you|he|she|they|we|i|i'm|my|well|no|every|for|by|as|in|on|at|business|harm)\b)\p{L}[\p{L}\d-]*(?: [\p{L}\d-]+){1,3})|(?:meant|mean) (?<value>\p{L}[^.,;!?]{1,40}),? (?:and )?not (?<wrong>[^.,;!?]{2,40}))[.!]?$`

/** "She's called Marta, not Maria": the name that was wrong tells who is meant. */
const CALLED = anyCase`^${OPENING}{0,3}(?:(?:he|she)(?:'s| is)|they(?:'re| are)|(?:his|her|their|the) (?:real )?(?:sur|last |first )?name(?:'s| is)) (?:actually |really )?(?:called |named |spelled |spelt )?${VALUE},? (?:and )?not (?<wrong>[^.,;!?]{1,60})[.!]?$`

/** The slot's attribute is not known yet: it is the corrected fact's. */
type Correction = { slot: Slot; seeks: readonly Sought[] }

/** "He's a basset hound, not a beagle": what was said to be so of him is not. */
const NOT_A =
  /^(?:(?:actually|sorry|oops|no|wait|correction)[,:.]? )+(?!.*\bperson\b)(?:he|she|it|they)(?:'s|'re| is| are) (?:actually |really )?an? [^.,;!?]{2,40},? (?:and )?not an? (?<wrong>[^.,;!?]{2,40})[.!]?$/iu

export function notSuch(sentence: string, persons: Persons): Sought[] {
  const text = withStraightApostrophes(sentence)
  const wrong = contentWords(NOT_A.exec(text)?.groups?.wrong ?? '')
  if (wrong.length === 0) return [...notThatOne(text, persons), ...notOld(text)]
  const words = wrong.map((word) => [word])
  return [endOf(null, words, { attribute: 'is' })]
}

/** "I'm allergic to walnuts, not cashews": of what is said of one thing, where only that thing may differ. */
const NOT_THAT_ONE =
  /^(?:(?:no|actually|sorry|well|oops|correction)[,:]? ){0,2}(?<before>[^.,;!?]{1,40}?) (?<does>allergic to|teach(?:es)?|study|studies|studying|stud(?:y|ies) in|plays?|speaks?|learning|collects?|majoring in|fluent in|intolerant to|afraid of|scared of|training for|works? as|named after) (?:an? |the )?[\p{L}-]+(?: [\p{L}-]+)?,? (?:and )?not (?:an? |the )?(?<wrong>(?!(?:just|only|yet|really|that|so|very|all|too|even|for|in|on|at|with|when|any)\b)[\p{L}-]+(?: [\p{L}-]+)?)[.!]?$/iu

/** "My appointment is with Dr. Li, not Dr. Lee": of the thing, what was told before. */
const NOT_OLD = asWritten`^(?:(?:[Nn]o|[Aa]ctually|[Ss]orry|[Oo]ops|[Cc]orrection|[Ww]ait)[,:.]? )*(?<what>(?:[Mm]y|[Oo]ur|[Tt]he) [^.,;:!?]{2,40}?)(?:'s| is| are| was| starts| leaves| meets| begins| works| lives| studies) (?![^,;]* (?:I|we|he|she|that|which|who) )[^,;!?]{1,40}, (?:and )?not (?:(?:in|at|on|with|to|from|an?|the|called|as|for) )*(?<old>(?!(?:just|only|yet|really|that|so|very|all|too|even|when|any|because|if|sure)\b)[^,;!?]{2,30}?)[.!]?$`

function notOld(text: string): Sought[] {
  const { what = '', old = '' } = NOT_OLD.exec(text)?.groups ?? {}
  const [thing, wrong] = [topicWords(what), topicWords(old)]
  if (thing.length === 0 || wrong.length === 0 || isUnreal(text)) return []
  return [
    endOf(
      null,
      [...thing, ...wrong].map((word) => [word]),
    ),
  ]
}

const OTHER_NAME = asWritten`^(?:[Nn]o,? |[Oo]h,? |[Ww]ait,? |[Ww]ell,? )?(?:[Aa]ctually|[Ss]orry|[Oo]ops|[Cc]orrection|[Tt]ypo|[Mm]y (?:mistake|bad))[,:.!]? (?:(?:his|her|its|their) name(?:'s| is)|(?:he|she|it)(?:'s| is) (?:called|named)) (?<value>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)[.!]?$`
/** "It's spelled Kathryn, with a y". */
const SPELLED = asWritten`^(?:(?:[Nn]o|[Oo]h|[Ww]ait|[Ww]ell|[Aa]ctually|[Ss]orry|[Oo]ops),? ){0,2}(?:[Ii]t's|[Ii]t is|[Tt]hat's|[Tt]hat is|(?:[Hh]is|[Hh]er|[Tt]he) name is) (?:actually |really )?(?:spelled|spelt|written) (?<value>\p{Lu}[\p{L}'-]+)(?:,? with [^.,;!?]{1,30})?[.!]?$`

/** "Actually his name is Tim": of whom a name was told last. */
function namedOtherwise(text: string, persons: Persons): Correction | null {
  const { value } = (OTHER_NAME.exec(text) ?? SPELLED.exec(text))?.groups ?? {}
  if (!value || persons.third !== null) return null
  const by = { shape: 'place', value }
  const seeks = [wasWrong(null, [['called', 'named', 'name', 'surname']], { by })]
  return { slot: slotOf(value, text, persons), seeks }
}

function notThatOne(text: string, persons: Persons): Sought[] {
  const { before = '', does = '', wrong = '' } = NOT_THAT_ONE.exec(text)?.groups ?? {}
  const subject = wrong === '' || isUnreal(before) ? null : subjectOf(before, does, persons)
  if (subject === null || subject.negated) return []
  const words = [...each(does), ...each(wrong)]
  return [endOf(subject.key, words)]
}

/** "I wrote Elm Park earlier but he goes to Elm Hill": the name told before was wrong. */
const SAID_BEFORE =
  /\bI (?:wrote|said|typed|told you|mentioned|put) (?:it was |that )?(?:(?:my|his|her|our|the) \p{L}+ (?:was|is) )?(?<wrong>(?!I\b)\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)(?: (?:earlier|before|yesterday|last time|the other day|above))?,? but (?!I |not )/u

export function saidBefore(sentence: string): Sought[] {
  const words = each(SAID_BEFORE.exec(withStraightApostrophes(sentence))?.groups?.wrong)
  return words.length === 0 ? [] : [wasWrong(null, words)]
}

/** What was meant, if the sentence says nothing else. */
export function readCorrection(sentence: string, persons: Persons): Correction | null {
  if (!saysAny(sentence, MEANING)) return null
  const text = withStraightApostrophes(sentence.slice(0, 200))
  const called = CALLED.exec(text)
  const notThat = MEANT.test(text) || IT_IS.test(text) ? null : NOT_THAT.exec(text)
  const groups = (MEANT.exec(text) ?? IT_IS.exec(text) ?? notThat ?? called ?? notBut(text))?.groups
  const named =
    groups &&
    correctionBy(groups, text, { persons, isCalled: called !== null, isOfAny: notThat !== null })
  return (
    named ?? shapedOnly(text, persons) ?? meantThing(text, persons) ?? namedOtherwise(text, persons)
  )
}

type Named = Readonly<Record<string, string | undefined>>

function correctionBy(
  groups: Named,
  text: string,
  { persons, isCalled, isOfAny }: { persons: Persons; isCalled: boolean; isOfAny: boolean },
): Correction | null {
  const value = cleanValue(groups.value ?? '')
  // A whole sentence is no value.
  if (
    /^(?:The|My|Our|His|Her|I|We|He|She|It|They) .*\b(?:am|is|are|was|were|has|have) /u.test(value)
  )
    return null
  const by = /\b(?:he|she)(?:'s| is) \d+[.!]?$/iu.test(text)
    ? { shape: 'number', value }
    : shapeOf(value)
  if (value === '' || (by === null && !/^(?:(?!I\b)\p{Lu}|\d|\+)/u.test(value))) return null
  const words = each((groups.wrong ?? groups.before ?? groups.said)?.replaceAll('.', ''))
  const sought = wasWrong(isCalled ? null : persons.first, words)
  const shaped = by ? [wasWrong(null, words, { by })] : []
  // "It's Palma, not Parma" may be said of anyone's home.
  const isNamed = words.length > 0 && by === null
  const ofAny = isOfAny || isNamed ? [{ ...sought, subject: null }] : []
  // "She's 7" is said of another than the speaker.
  const own = by?.shape === 'number' ? [] : [sought, ...ofAny]
  return { slot: slotOf(value, text, persons), seeks: [...own, ...shaped] }
}

function slotOf(value: string, text: string, persons: Persons): Slot {
  const place = { subject: persons.first, attribute: 'correction', exclusive: false }
  return { ...place, value, category: 'profile', ended: null, start: 0, end: text.length }
}

function notBut(text: string): RegExpExecArray | null {
  const found = NOT_BUT.exec(text)
  const { before = '', value = '' } = found?.groups ?? {}
  const isName = /^(?!I\b)\p{Lu}[\p{L}-]+$/u
  const areNames = isName.test(before) && isName.test(value)
  const areAlike =
    shapeOf(before)?.shape !== undefined && shapeOf(before)?.shape === shapeOf(value)?.shape
  return areNames || areAlike ? found : null
}

function shapedOnly(text: string, persons: Persons): Correction | null {
  const value = cleanValue(ACTUALLY.exec(text)?.groups?.value ?? '')
  const by = shapeOf(value)
  if (!by) return null
  return { slot: slotOf(value, text, persons), seeks: [wasWrong(null, [], { by })] }
}

function meantThing(text: string, persons: Persons): Correction | null {
  const { thing = '', value = '', wrong = '' } = MEANT_THING.exec(text)?.groups ?? {}
  const words = thing ? each(thing).slice(-1) : each(wrong)
  if (words.length === 0) return null
  const seeks = [wasWrong(persons.first, words)]
  return { slot: slotOf(cleanValue(thing || value), text, persons), seeks }
}

/** The shape of a value that is nothing else: "year 5", "5 km". A name may be anything. */
function shapeOf(value: string): Sought['by'] | null {
  const found = [`at ${value}`, `is ${value}`]
    .flatMap((text) => valuesIn(text).slice(0, 1))
    .find(({ shape, value: { length } }) => shape !== 'place' && length === value.length)
  return found ? { shape: found.shape, value: found.value } : null
}

/** "Correction: my sister's name is Katherine": of what there may be several, the only one that is known was wrong. */
export function correctedSlots(sentence: string, slots: readonly Slot[], previous = ''): Sought[] {
  const several = slots.filter(({ exclusive }) => !exclusive)
  if (several.length === 0) return []
  if (!onlyCorrects(previous) && !CORRECTING.test(withStraightApostrophes(sentence))) return []
  return several.map(({ subject, attribute }) => wasWrong(subject, [], { attribute }))
}

/** One of these is in every retraction. */
const FORGETTING = new Set(any`forget delete remove erase disregard unlearn remember remembering`)
const RETRACT =
  /^(?:(?:please|pls|ok|okay|hey|also|and|can you|could you|would you|just|i want you to|i'd like you to|you can|you should|you may)[,]? )*(?:forget|delete|remove|erase|disregard|unlearn|(?:do not|don't|stop) (?:remember|remembering))(?: everything| anything| what i (?:said|told you)| the (?:fact|part))?(?: that| about)? (?!it\b|them\b|about it|[^.;!?]*, (?:it's|it is|i|i'm|we|my|our|the|use|now)\b|everything|anything|all\b|what\b|who\b|how\b|where\b|when\b|me\b|you\b|the rest)(?<what>[^.;!?]{2,120})[.!?]?$/iu

/** What the user wants forgotten. */
export function readRetraction(sentence: string): Sought | null {
  if (!saysAny(sentence, FORGETTING)) return null
  const text = withStraightApostrophes(sentence.slice(0, 200))
  const what = RETRACT.exec(text)?.groups?.what
  if (what === undefined || insideQuotes(text)) return null
  const words = each(what)
  return words.length === 0 ? null : { kind: 'retracts', subject: null, words, value: null }
}
