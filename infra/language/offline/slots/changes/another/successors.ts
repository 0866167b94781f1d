// Reads who has a role now: "Mr. Okoye took over as CEO", "Malik is captain of the team now". Who was said to have it has it
// no longer.
import type { Sought } from '../../../../../ports/language-model.ts'
import {
  insideQuotes,
  isUnreal,
  withStraightApostrophes,
} from '../../../sentences/sentence-sense.ts'
import { toKey } from '../../../words.ts'
import { eachTopic, endOf } from '../ending-words.ts'

const NAME = String.raw`(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+){0,2}`
const ROLE = String.raw`(?:the |our |my )?(?<role>(?:\p{L}[\p{L}-]*)(?: (?!now\b|from\b|last\b|this\b)\p{L}[\p{L}-]*){0,5}?)`
const END = String.raw`(?=\s*(?:[.,;!]|$|(?:now|from|last|this|in|on|after|since|yesterday|today)\b))`
const SUCCESSIONS = [
  `^(?<who>${NAME}) (?:has |just |recently )*(?:took|taken|stepped in|takes) over as ${ROLE}${END}`,
  `^(?<who>${NAME}) (?:has |was |is )*(?:now |just )*(?:became|become|been made|been named|been appointed|made|named|appointed|elected) (?:the |our |my )?(?:new )?${ROLE}${END}`,
  `^(?<who>${NAME}) is (?:now )?(?:the|our|my) new ${ROLE}${END}`,
  `^(?<who>${NAME}) is ${ROLE} now\\b`,
  `^(?<who>${NAME}) is now ${ROLE}${END}`,
  `(?:^|[,;] (?:and |so )?)(?:[Oo]ur|[Tt]he|[Mm]y) new ${ROLE} is (?:called )?(?<who>${NAME})${END}`,
  `\\b(?:left|leaving|retired|resigned|stepped down|moved on|handed over)\\b[^.;!?]{0,40}?,? (?:and|so) (?:now )?(?:our|the|my) (?<role>[^.,;:!?]{3,60}?) is (?:now )?(?<who>${NAME})${END}`,
  `^(?<who>${NAME}) (?:has |just )*(?:took|taken|takes) over from ${NAME} as ${ROLE}${END}`,
].map((source) => new RegExp(source, 'u'))

/** Of these a body has one at a time. */
const OFFICE =
  /^(?:ceo|cto|cfo|coo|chair(?:man|woman|person)?|president|prime minister|mayor|captain|goalkeeper|principal|head(?:master|mistress|teacher)?|treasurer|secretary|director|editor|conductor|drummer|bassist|singer|coach|leader|chancellor|minister|dean|rector|pastor|priest|postman|team (?:lead|leader)|product owner|scrum master|(?:head|captain|director|leader|chair|mayor|president|secretary|treasurer|manager|coach|editor) of .+|.+ (?:manager|coach|captain|director|leader)(?: (?:of|for|at) .+)?)$/iu

/** "Took over as my thesis advisor": whom one has such a one has one of. */
const TOOK_OVER_MINE = /\b(?:took|taken|takes) over as (?:my|our) /u

const HANDED_OVER = [
  /\b(?:took|taken|takes) over (?:the|our|my) (?<task>[\p{L}\d -]{2,40}?) from (?<who>\p{Lu}[\p{L}-]+)(?=\s*(?:[.,;!]|$)| (?:last|this|today|yesterday|in|on|now)\b)/u,
  /(?:^|[,;:] )(?<who>(?!(?:I|We|He|She|They)\b)\p{Lu}[\p{L}-]+) (?:has |just )*(?:handed|passed|transferred)(?: over)? (?:the|our|my) (?<task>[\p{L}\d -]{2,40}?)(?: over| on)? to \p{Lu}/u,
]

/** "Tom took over the billing project from Priya", "Priya handed it over to Tom": it is Priya's no longer. */
function handedOver(text: string): Sought[] {
  const found = HANDED_OVER.map((shape) => shape.exec(text)).find((match) => match !== null)
  const { who = '', task = '' } = found?.groups ?? {}
  const tasks = eachTopic(task)
  if (!found || tasks.length === 0 || isUnreal(text.slice(0, found.index))) return []
  return [endOf(null, [[who.toLowerCase()], ...tasks])]
}

export function readSuccessors(sentence: string): Sought[] {
  const text = withStraightApostrophes(sentence)
  if (/[?"“”]/u.test(text)) return []
  const handed = handedOver(text)
  if (handed.length > 0) return handed
  for (const succession of SUCCESSIONS) {
    const found = succession.exec(text)
    const { who = '', role = '' } = found?.groups ?? {}
    const before = text.slice(0, found?.index ?? 0)
    const isMine = TOOK_OVER_MINE.test(found?.[0] ?? '')
    if (!found || !(isMine || OFFICE.test(role)) || insideQuotes(before) || isUnreal(before))
      continue
    if (isMine) return [endOf(null, eachTopic(role), { attribute: toKey(role) })]
    return successionIn(role, who.replace(/^(?:Mr|Mrs|Ms|Dr|Prof)\.? /u, ''))
  }
  return []
}

/** Where its office alone tells who is meant, the former fact has another name in this place. */
function successionIn(role: string, who: string): Sought[] {
  const words = eachTopic(role)
  if (words.length === 0) return []
  if (words.length > 1) return [endOf(null, words, { attribute: 'is' })]
  const by = { shape: 'place', value: who }
  return [{ kind: 'replaces', subject: null, attribute: 'is', words, value: null, by }]
}
