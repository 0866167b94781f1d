// Reads that one uses another product of a kind of which people use one: "I've switched to Firefox" ends "I use Chrome". Only
// products that are known by name.
import type { Sought } from '../../../../../ports/language-model.ts'
import { any, anyCase } from '../../../../patterns.ts'
import { kindOfName } from '../../../names/lexicon.ts'
import {
  insideQuotes,
  isUnreal,
  withStraightApostrophes,
} from '../../../sentences/sentence-sense.ts'
import { createChooser } from '../../slot-rule.ts'
import { type Persons, subjectOf } from '../../slot-subjects.ts'
import { isBeside, isTemporary } from '../../temporary.ts'
import { each, endOf, subjectBefore, USED } from '../ending-words.ts'
import { PRODUCT_KINDS } from './products.ts'

const kindsOf = new Map<string, string[]>()
for (const kind of PRODUCT_KINDS)
  for (const name of kind) kindsOf.set(name, [...(kindsOf.get(name) ?? []), ...kind])
const PRODUCT = `(?<what>${[...kindsOf.keys()].map((name) => name.replace('_', ' ')).join('|')})`
const MODEL = String.raw`(?: (?:pro|air|max|mini|plus|carbon|[a-z]?\d{1,4}))*`
const END = String.raw`(?=\s*(?:[.!]|$)|,? (?:now|last|this|because|and|since|yesterday|today|recently|for good|for everything|from)\b|, (?:it|the|my|so|as)\b|, \p{Lu}\p{L}+(?:'s| was| is| kept) )`
const NOW = '(?:now|these days|nowadays|instead)'
const NOW_OR_BEGUN = /now|these days|instead/iu
const OLD_PRODUCT = PRODUCT.replace('what', 'old')
const using = createChooser([
  {
    words: any`switched moved changed migrated gone went converted upgraded`,
    told: anyCase`\b(?:switched|moved|changed|migrated|gone|went|converted|upgraded)(?: over)?(?: back)? to (?:using )?(?:an? |the )?(?:new )?${PRODUCT}${MODEL}${END}`,
  },
  {
    words: any`replaced swapped traded`,
    told: anyCase`\b(?:replaced|swapped|traded) (?:it|mine|that|my old one)(?: in)? (?:with|for|by) (?:an? |the )?(?:new )?${PRODUCT}${MODEL}${END}`,
  },
  {
    words: any`use uses using on`,
    cue: /now|these days|instead/iu,
    told: anyCase`\b(?:(?:use|uses|using|(?<=(?:am|'m|is|'s) )on) (?:an? )?${PRODUCT} ${NOW}(?=\s*[.,;!]|\s*$)|now (?:use|uses|using) (?:an? )?${PRODUCT.replace('what', 'other')}(?=\s*[.,;!]|\s*$))`,
  },
  {
    words: any`moved switched changed transferred ported`,
    told: anyCase`\b(?:moved|switched|changed|transferred|ported) (?:all )?(?:my|our|the) (?:main |bank |mobile |phone )?(?:accounts?|bank|banking|number|contract|plan|insurance|e-?mail|provider|broadband|internet|electricity|energy)(?: over)? to (?:an? )?${PRODUCT}${MODEL}${END}`,
  },
  {
    words: any`with joined opened`,
    cue: NOW_OR_BEGUN,
    told: anyCase`(?:(?<=\b(?:am|is|are) |'m |'s |'re )(?:(?:now )?with (?=\p{L}+ ${NOW})|now with )${PRODUCT}|\b(?:signed up with|joined|went with|opened an account (?:with|at)) ${PRODUCT.replace('what', 'other')} ${NOW})(?=\s*[.,;!]|\s*$| (?:now|these|instead))`,
  },
  {
    words: any`put installed`,
    cue: / on (?:my|our|the) /u,
    told: anyCase`\b(?:put|installed) (?<what>linux|ubuntu|fedora|debian|windows|macos|chromeos)(?: \d+)? on (?:my|our|the) (?:old |new |work )?(?:laptop|computer|pc|desktop|machine)\b`,
  },
  {
    words: any`left ditched dumped dropped quit abandoned cancelled`,
    cue: / for \p{Lu}/u,
    told: anyCase`\b(?:left|ditched|dumped|dropped|quit|abandoned|cancelled) ${OLD_PRODUCT} for (?-i:\p{Lu})`,
  },
])
/** In another place one may use another. */
const SOMEWHERE =
  /(?:^|[,;:–—-] |\b(?:and|but|so) )(?:at|in|on|for) (?:home|work|school|the|my|our)\b/iu
const USED_IN = any`use uses using switched user with on over via in stay staying booked bank banks account accounts insured insurance provider network member gym train save savings map maps app music mail email laptop computer listen listens edit edits browse write code editor browser engine player messenger default run runs running`

export function usesAnother(sentence: string, persons: Persons): Sought[] {
  const text = withStraightApostrophes(sentence)
  if (/[?"“”]/u.test(text)) return []
  return using(text).flatMap(({ told }) => {
    const found = told.exec(text)
    const { what, other, old = '' } = found?.groups ?? {}
    const name = (what ?? other ?? '').toLowerCase().replace(' ', '_')
    const before = text.slice(0, found?.index ?? 0)
    if (!found || insideQuotes(before) || isUnreal(before)) return []
    if (isTemporary(text) || isBeside(text) || SOMEWHERE.test(before)) return []
    const subject = subjectOf(before, found[0], persons)
    if (subject === null || subject.negated) return []
    if (old) return [endOf(subject.key, [[old.toLowerCase().split(' ').at(-1) ?? ''], USED_IN])]
    return others(name).map((words) => endOf(subject.key, words))
  })
}

/** What the former product was told in. */
function others(name: string): string[][][] {
  const names = (kindsOf.get(name) ?? []).filter((other) => other !== name)
  const single = names.filter((other) => !other.includes('_'))
  // "I use Google Calendar" is not Google Maps.
  const composed = names.filter((other) => other.includes('_')).map((other) => other.split('_'))
  return [
    ...(single.length === 0 ? [] : [[single, USED_IN]]),
    ...composed.map((words) => [...words.map((word) => [word]), USED_IN]),
  ]
}

const MOVED_FROM =
  /\bmoved (?:over |completely )?from (?:the )?(?<what>\p{Lu}[\p{L}\d'.-]*(?: (?:of |and |& )?\p{Lu}[\p{L}'.-]*){0,2}) to (?:the )?(?<to>\p{Lu}[\p{L}-]+)/u

const STUDYING = any`study studies studying student attend attends attending school university college enrolled go goes`
const TRANSFERRED =
  /\btransferred (?:from [^.,;!?]{2,40}? )?to (?:the )?(?<value>\p{Lu}[^.,;!?]{1,40}?)(?=\s*(?:[.,;!]|$)|\s+(?:now|last|this|in|because)\b)/u

/** "I transferred to Leeds": a student, to another school. */
export function transferredTo(text: string, persons: Persons): Sought[] {
  const found = TRANSFERRED.exec(text)
  const { value = '' } = found?.groups ?? {}
  const subject = found && subjectBefore(text.slice(0, found.index), found[0], persons)
  if (!subject || / (?:office|team|department|branch|ward|squad|site)$/iu.test(value)) return []
  const by = { shape: 'place', value }
  return [{ kind: 'replaces', subject, attribute: 'school', words: [STUDYING], value: null, by }]
}

/** "I moved from Vim to VS Code" ends that Vim is used; from town to town is another matter. */
export function movedFrom(text: string, persons: Persons): Sought[] {
  const found = MOVED_FROM.exec(text)
  const { what = '', to = '' } = found?.groups ?? {}
  const subject = found && subjectBefore(text.slice(0, found.index), found[0], persons)
  if (!subject || kindOfName(what) === 'place' || kindOfName(to) === 'place') return []
  return [
    endOf(subject, [...each(what), [...USED, ...USED_IN, ...any`go goes member study student`]]),
  ]
}
