// Puts what marks a change where the readers of changes look for it: "I was born in Linz, my mistake" is read as "Correction: I
// was born in Linz", and "From June on class is on Mondays" as "Class is on Mondays now".
import { anyCase, asWritten } from '../../patterns.ts'
import { withStraightApostrophes } from './sentence-sense.ts'

const MAX_SENTENCE = 300

const WRONG =
  '(?:my (?:mistake|bad|error)|(?:that was )?(?:a |my )?(?:typo|slip)|(?:that was )?(?:a|my) mistake|i (?:mis(?:typed|spoke|remembered|counted|read|heard)(?: (?:it|that))?|(?:always |keep |constantly )?(?:mix|mixed|mixing|confuse|confused|confusing) (?:it|that|them|those|these|the two)(?: up)?|(?:got|had|said|wrote|typed|put|read|heard|copied) (?:it|that) wrong(?: before| earlier| last time)?|was wrong(?: before| earlier| last time)?))'
/** "..., my mistake": behind what is so. */
const BEHIND = anyCase`^(?<told>[^!?;]{4,160}?)(?:(?:[,.;:–-]+|!) (?:(?:oh|oops|sorry|ugh|so),? )*| (?=i ))${WRONG}[.!]*$`
const TO_BE = "(?:'m|'s|'re| am| is| are| was| were)"
/** "I'm actually 178 cm tall", "it's on Friday, actually": of a value, which may have been told wrong. */
const WITHIN = asWritten`^(?<who>(?:I|[Ww]e|[Ii]t|[Hh]e|[Ss]he|[Tt]hey|(?:[Mm]y|[Oo]ur|[Tt]he) [^.,;:!?]{2,50}?|\p{Lu}[\p{L}-]+(?:'s [\p{Ll} ]{2,40})?)${TO_BE}) (?:actually|really) (?<told>(?:born (?:in|on)|called|named|spelled|spelt|on|at) (?=\p{Lu}|\d|the \d)[^;!?]{1,80}|\d[^;!?]{0,80}|(?<=^[Tt]he .*)(?:in|under|behind|at|on) (?:the|my|our) [^;!?]{1,60})$`
/** Behind a verb of being. */
const IN_FACT = /(?<=(?:'m|'s|'re| am| is| are| was| were)) actually(?= )/u
const AT_END = asWritten`^(?<told>(?:[Ii]t's|[Ii]t is|[Ii]t was) [^.,;!?]{1,60}),? actually[.!]?$`

const DAY = String.raw`(?:today|tomorrow|next \p{Ll}+|last \p{Ll}+|this \p{Ll}+|the \p{L}+|yesterday|(?:\d{1,2}(?:st|nd|rd|th)? )?\p{Lu}\p{Ll}+(?: \d{1,2}(?:st|nd|rd|th)?)?)`
const SINCE = asWritten`^(?:(?:[Cc]hange of plans?|[Nn]ew plan|[Pp]lot twist)[,:.!]|[Ff]rom ${DAY} on(?:wards?)?,?|(?:[Ss]tarting(?: in| on| from)?|[Aa]s of|[Ee]ffective|[Ss]ince) ${DAY},?) (?<told>[^;!?]{4,200}?)[.!]*$`
const FROM = asWritten`^(?<told>[^;!?]{4,200}?),? (?:from ${DAY} on(?:wards?)?|(?:starting(?: in| on| from)?|as of|effective) ${DAY})[.!]*$`
const SAYS_NOW = /\b(?:now|instead|these days|nowadays|from now on)\b/iu

/** One of these is in every sentence that is restated. */
const CUE =
  /\b(?:mistake|bad|error|typo|slip|mis|mix|confus|wrong|actually|really|change of plans|new plan|plot twist|from|starting|as of|effective|since)/iu

/** The sentence with its mark of change in front or behind; itself, if it has none elsewhere. */
export function restated(sentence: string): string {
  if (sentence.length > MAX_SENTENCE || !CUE.test(sentence)) return sentence
  const text = withStraightApostrophes(sentence).trim()
  const { who, told } = (BEHIND.exec(text) ?? WITHIN.exec(text) ?? AT_END.exec(text))?.groups ?? {}
  if (told) return `Correction: ${who ? `${who} ` : ''}${told}`.replace(IN_FACT, '')
  const since = (SINCE.exec(text) ?? FROM.exec(text))?.groups?.told
  if (since === undefined || SAYS_NOW.test(since)) return sentence
  return `${since.replace(/^\p{Ll}/u, (first) => first.toUpperCase())} now.`
}
