// The rules for what a person would rather do, will not do, has reached or has left: "I'd rather work evenings now", "I won't
// be running Berlin", "I hit my target weight", "I left the Greens". Each tells which words the former state was told in.
import { any, anyCase } from '../../../../patterns.ts'
import { each } from '../ending-words.ts'
import type { Resolution } from '../over/resolved.ts'

const NOW = '(?:now|these days|nowadays|lately)'
const PREFER = any`prefer prefers rather`
const SOON =
  '(?!today|tonight|tomorrow|this |next |yet|until|till|before|after|there|here|able|going|getting|having|coming back|long|late)'

/** "Running" is of "run", "making" of "make". */
function formsOf(doing: string): string[] {
  const stem = doing.toLowerCase().replace(/ing$/u, '')
  const isDoubled = /([bdgklmnprt])\1$/u.test(stem)
  const base = isDoubled ? stem.slice(0, -1) : stem
  return [...new Set([doing.toLowerCase(), stem, base, `${base}e`])]
}

/** Of each row one prefers one. */
const CHOICES = [
  'beach sea seaside coast lake mountain mountains hills city countryside forest',
  'morning mornings evening evenings night nights afternoon afternoons',
  'summer winter spring autumn',
  'dog dogs cat cats',
  'paperback paperbacks hardback hardbacks hardcovers ebook ebooks audiobook audiobooks paper kindle',
  'hotel hotels hostel hostels campsite campsites camping airbnb airbnbs',
  'sweet savoury savory salty',
  'indoors outdoors',
  'cash card',
  'film films series book books',
].map((row) => row.split(' '))
const NAMING = ['nickname', 'preferred name', 'name'].map(
  (attribute): Resolution => ({
    by: 'speaker',
    words: any`call calling`,
    told: /\b(?:don't|do not|please don't|stop|no longer) (?:call|calling) me (?<name>(?-i:\p{Lu})[\p{L}'-]+)(?=\s*(?:[.,;!]|$)|\s+(?:any ?more|any longer|please|now)\b)/iu,
    sought: ({ name }) => each(name),
    attribute: () => attribute,
  }),
)

export const rather: readonly Resolution[] = [
  ...NAMING,
  {
    words: any`prefer prefers`,
    cue: / (?:now|these days|nowadays|lately)\b/iu,
    told: anyCase`\bprefers? (?:the |my |going to the |to go to the )?(?<what>\p{L}[\p{L}-]*)(?: [\p{L}-]+)? ${NOW}(?=\s*(?:[.,;!]|$))`,
    sought: ({ what = '' }) => {
      const row = CHOICES.find((words) => words.includes(what.toLowerCase())) ?? []
      const stem = what.toLowerCase().replace(/s$/u, '')
      const others = row.filter((word) => word.replace(/s$/u, '') !== stem)
      return others.length === 0 ? [] : [PREFER, others]
    },
  },
  {
    words: any`weight`,
    told: /\b(?:(?:reached|hit|am at|'m at|got to) (?:my|his|her) (?:target|goal|ideal|dream) weight|lost (?:all )?the weight(?! of))\b/iu,
    sought: () => [
      ['trying', 'want', 'hoping', 'dieting', 'need'],
      ['lose', 'losing', 'weight'],
    ],
  },
  {
    words: any`left`,
    told: /\bleft [Tt]he (?<what>\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)(?=\s*(?:[.,;!]|$)|\s+(?:last|this|in|after|because|over|party|club|society)\b)/u,
    sought: ({ what }) => [
      ...each(what),
      any`member members play plays playing sing sings drum drums dance dances part belong belongs active treasurer secretary chair volunteer`,
    ],
  },
  {
    words: any`rather prefer prefers`,
    cue: / (?:now|these days|nowadays|lately)\b/iu,
    told: anyCase`(?:(?:'d| would)(?: now| much)* rather (?<verb>(?!(?:not|be|have)\b)\p{Ll}{3,})|\b(?:now )?prefers? (?:to )?(?<doing>(?!the\b|my\b|to\b)\p{Ll}{3,}(?:ing)?)) [^.,;!?]{2,40}? ${NOW}(?=\s*(?:[.,;!]|$))`,
    sought: ({ verb, doing }) =>
      verb || /ing$/u.test(doing ?? '') ? [PREFER, formsOf(verb ?? doing ?? '')] : [],
  },
  {
    words: any`won not`,
    cue: /(?:won't|will not) be /iu,
    told: anyCase`\b(?:won't|will not) be (?<doing>${SOON}\p{Ll}{2,}ing) (?<what>(?:(?:the|my|our|in|to|at|for|with) )*${SOON}\p{L}[^.,;!?]{1,40})`,
    sought: ({ doing = '', what = '' }) => {
      const words = each(what)
      const isSoon = /\b(?:today|tonight|tomorrow|yet|this|next|until|till)\b/iu.test(what)
      return words.length === 0 || isSoon ? [] : [formsOf(doing), ...words]
    },
  },
]
