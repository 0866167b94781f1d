// The rules for how many are left, or how many there are now: "One of the goldfish died", "I sold two of my bikes", "We
// adopted a third cat". The former count of them is over, and nothing else that is known of them. So is the former
// measure of what one is "up to" now.
import type { Sought } from '../../../../../ports/language-model.ts'
import { any, anyCase } from '../../../../patterns.ts'
import { contentWords } from '../../../sentences/sentence-sense.ts'
import { countOf } from '../../rules/counts.ts'
import type { Persons } from '../../slot-subjects.ts'
import { each, ends, subjectBefore } from '../ending-words.ts'
import type { Resolution } from './resolved.ts'

const SOME = String.raw`(?:one|two|three|four|five|six|seven|eight|nine|ten|a couple|a few|half|some|most|another(?: one)?|\d+)`
const OF = String.raw`${SOME} of (?:the|my|our|his|her|their)(?: (?:own|old|new|little|young|other))? (?<what>\p{Ll}[\p{L}-]+)`
/** In every OF. */
const OF_THE = / of (?:the|my|our|his|her|their) /iu
const OURS = OF.replace('the|my|our|his|her|their', 'the|my|our')
const GONE = String.raw`(?:died|passed away|passed on|flew (?:away|off)|quit|resigned|retired|ran away|escaped|moved out|left(?! (?:the|an?|his|her|my|our|it|for|behind|over|in|on|at|early|me|us|with|to)\b)|(?:was|were|has been|have been|got) (?:sold|stolen|killed|eaten|run over|put down|rehomed|scrapped|laid off|fired|let go|given away))\b(?=\s*(?:[.,;!]|$|(?:last|yesterday|today|tonight|this|and|so|in|on|of|from|after|because|recently|two|three|a|by|while|when)\b))`
const LOST =
  '(?:lost|sold|gave away|given away|got rid of|rehomed|donated|scrapped|buried|returned|ditched|fired|laid off|let go of|let go|traded in|threw out|threw away|closed|shut)'
const NTH = '(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|another|one more)'
const MORE =
  '(?:adopted|got|bought|hired|rescued|acquired|took in|taken in|opened|added|took on|taken on|welcomed)'

const counted = ({ what, more, away, third }: Readonly<Record<string, string | undefined>>) =>
  what ?? more ?? away ?? third ?? ''

const row = { sought: namesOf, attribute: attributeOf }

function namesOf(groups: Readonly<Record<string, string | undefined>>): string[][] {
  const noun = counted(groups)
  return noun === '' ? [] : [[noun]]
}

function attributeOf(groups: Readonly<Record<string, string | undefined>>): string {
  return countOf(plural(counted(groups)))
}

/** "A third puppy" is one of the puppies. */
function plural(noun: string): string {
  if (/(?:[^s]s|sheep|fish|children)$/u.test(noun)) return noun
  if (/[^aeiou]y$/u.test(noun)) return noun.replace(/y$/u, 'ies')
  return /(?:s|x|ch|sh)$/u.test(noun) ? `${noun}es` : noun
}

export const fewerRules: readonly Resolution[] = [
  {
    by: 'speaker',
    words: any`died passed flew quit resigned retired ran escaped moved got left sold stolen killed eaten run put rehomed scrapped laid fired let given`,
    cue: OF_THE,
    told: anyCase`(?:^|[,;:] |\b(?:so|and|but|that) )${OURS}(?: has| have| just| sadly| both| all| finally)* ${GONE}`,
    ...row,
  },
  {
    by: 'speaker',
    words: any`died passed flew quit resigned retired ran escaped moved left sold stolen killed eaten run put rehomed scrapped laid fired let given`,
    cue: /(?:^|[,;:] )(?:one|two|three|four|\d+) \p{Ll}/iu,
    told: anyCase`(?:^|[,;:] )(?:one|two|three|four|\d+) (?<what>(?!(?:of|more|day|night|thing|person|people|man|woman|guy|girl|time)\b)\p{Ll}[\p{L}-]+)(?: has| have| just| sadly)* ${GONE}`,
    ...row,
  },
  {
    words: any`lost sold gave given got rehomed donated scrapped buried returned ditched fired laid let traded threw closed shut`,
    cue: OF_THE,
    told: anyCase`\b(?:${LOST} ${OF}|(?:gave|given) ${OF.replace('<what>', '<away>')} (?:away|to)\b)`,
    ...row,
  },
  {
    by: 'speaker',
    words: any`took got killed ate stole nicked`,
    cue: OF_THE,
    told: anyCase`\b(?:fox|cat|dog|hawk|heron|thief|thieves|burglars?|someone|they) (?:has |have |just )*(?:took|got|killed|ate|stole|nicked) ${OF}`,
    ...row,
  },
  {
    words: any`second third fourth fifth sixth seventh eighth ninth tenth another more`,
    cue: / (?:[a-z]+th|second|third|another|one more) [a-z]/iu,
    told: anyCase`\b${MORE} (?:(?:a|our|my|his|her|their) )?(?:${NTH}) (?<third>(?!(?:one|job|time|day|week|look|chance|call|round|dose|opinion|thing|text|message|letter|email)\b)\p{Ll}[\p{L}-]+)(?=\s*(?:[.,;!]|$|(?:last|yesterday|today|this|and|in|from|for|called|named|because|at)\b))`,
    ...row,
  },
  {
    words: any`no`,
    cue: /\b(?:now|more|days|longer)\b/iu,
    told: anyCase`\b(?:have|has|'ve got|'s got|take|takes|drink|drinks) no (?<what>\p{Ll}{3,})(?: (?:in|with|on|at) [^.,;!?]{2,30}?)? (?:now|any ?more|any longer|these days)\b`,
    sought: ({ what }) => each(what),
    attribute: ({ what = '' }) => countOf(plural(what)),
  },
  {
    words: any`second third fourth fifth another`,
    told: /\bhad (?:(?:a|our|my|his|her|their) )?(?:second|third|fourth|fifth|another) (?<third>son|daughter|girl|boy|child|kid|baby)(?=\s*(?:[.,;!]|$|(?:last|yesterday|today|this|and|in|on|called|named)\b))/iu,
    ...row,
  },
]

const MEASURED =
  /\b(?:(?:am|is|are|'m|'s|'re)(?: now| already| currently)?|(?:'ve |have |has )?(?:cut|gone|went|got|come|came|worked)(?: my way| myself)?)(?:(?: back)? (?:up|down)|(?<=cut) back) to (?<verb>\p{Ll}+ing )?(?:about |around |almost |just )?(?:\d[\d.,]*|one|two|three|four|five|six|half an?) ?(?!(?:hours?|minutes?|days?)\b)(?<unit>\p{Ll}[\p{L}-]*(?: of \p{Ll}+)?) (?:an?|per|every|each) (?<period>day|night|morning|evening|afternoon|weekend|week|month)\b/u

/** "I'm up to 8 km a day" ends "I run 5 km a day". */
export function measured(text: string, persons: Persons): Sought[] {
  const found = MEASURED.exec(text)
  if (!found) return []
  const subject = subjectBefore(text.slice(0, found.index), found[0], persons)
  const { verb = '', unit = '', period = '' } = found.groups ?? {}
  return subject === null
    ? []
    : [ends(subject, [...contentWords(verb), ...contentWords(unit), period])]
}
