// The rules for what one chooses one of, whatever it is done with: who wears contact lenses now wears no glasses, who flies
// business class now does not fly economy. Each tells which words the former choice was told in.
import { any, anyCase } from '../../../../patterns.ts'
import { each } from '../ending-words.ts'
import type { Resolution } from '../over/resolved.ts'

const NOW = '(?:now|these days|nowadays|instead|from now on)'
/** In every NOW. */
const SOME_NOW = /\b(?:now|these days|nowadays|instead)\b/iu
const WEARING = any`wear wears wearing have has need use uses`
const PAYING = any`pay pays paying`
const CHOOSING = any`use uses using prefer prefers like likes read reads reading buy buys wear wears fly flies flying travel book books drink drinks have put puts drive drives cook cooks sleep sleeps`

type Alternatives = { row: string[]; of?: string; verbs: string[] }

/** Of each row one is used at a time; `of` is what they are kinds of. */
const ALTERNATIVES: readonly Alternatives[] = [
  { row: any`glasses contacts lenses`, verbs: WEARING },
  { row: any`tabs spaces`, verbs: CHOOSING },
  { row: any`economy business premium`, verbs: CHOOSING },
  { row: any`cash card cards phone cheque cheques`, verbs: PAYING },
  {
    row: any`paperbacks paperback hardbacks hardcovers ebooks audiobooks kindle`,
    verbs: CHOOSING,
  },
  {
    row: any`oat soy soya almond coconut whole skimmed skim cow cows goat rice`,
    of: 'milk',
    verbs: CHOOSING,
  },
  { row: any`window aisle middle`, verbs: CHOOSING },
  { row: any`manual automatic shift`, verbs: CHOOSING },
  { row: any`stairs elevator lift escalator`, verbs: any`take takes taking use uses` },
  { row: any`kibble raw wet dry canned tinned`, verbs: any`feed feeds feeding eat eats get gets` },
  { row: any`texting calling emailing phoning`, verbs: any`prefer prefers like likes` },
]
/** As they are spelt otherwise. */
const SPELT = ({ row }: Alternatives) =>
  row.flatMap((word) => {
    if (word === 'lenses') return ['contact lenses', 'lenses']
    return word === 'ebooks' ? ['ebooks', 'e-books'] : [word]
  })

const chosen = ALTERNATIVES.map((each): Resolution => {
  const { row, of, verbs } = each
  const one = `(?<what>${SPELT(each).join('|')})${of ? ` ${of}` : '(?: seats?| class)?'}`
  const again = one.replace('what', 'other')
  const whole = String.raw`(?=\s*(?:[.,;!]|$)|\s+(?:last|because|and|since)\b)`
  return {
    words: SPELT(each).flatMap((name) => name.split(/[ -]/u).slice(-1)),
    cue: /\b(?:now|these days|nowadays|instead|switched|moved|changed|gone|went|only)\b/iu,
    told: anyCase`\b(?:${verbs.join('|')}) (?:(?:everything|always|only|mostly|mainly|for|my|with|by|in|on|the|a|an) ){0,3}${one} ${NOW}|\b(?:switched|moved|changed|gone|went)(?: over| back)? to (?:using |wearing |paying (?:by|with) |the |a |an )?${again}(?: ${NOW})?${whole}`,
    sought: ({ what, other }) => {
      const now = (what ?? other ?? '').toLowerCase().replace('-', '').split(' ').at(-1) ?? ''
      const isSame = (word: string) => word.replace(/s$/u, '') === now.replace(/s$/u, '')
      const contacts = now === 'lenses' || now === 'contacts'
      const others = row.filter((word) => !isSame(word) && !(contacts && word !== 'glasses'))
      return [others, verbs, ...(of ? [[of]] : [])]
    },
  }
})

const COLOURS = any`white yellow orange green blue purple brown red black`
const LEVELS = any`beginner novice elementary intermediate advanced expert fluent`

export const alternatives: readonly Resolution[] = [
  ...chosen,
  {
    words: any`belt`,
    told: anyCase`\b(?:got|earned|have|received|am|'m) (?:my|an?|his|her) (?<what>${COLOURS.join('|')}) belt(?: in (?<art>\p{L}+)|(?=\s*(?:[.,;!]|$)| (?:last|this|yesterday|now)\b))`,
    sought: ({ what = '', art }) => [
      ['belt'],
      COLOURS.filter((colour) => colour !== what.toLowerCase()),
      ...each(art),
    ],
  },
  {
    words: LEVELS,
    cue: SOME_NOW,
    told: anyCase`\b(?:am|'m|is|'s) (?:now )?(?:an? )?(?<what>${LEVELS.join('|')})(?: (?:(?:at|in) (?<art>\p{L}+)|(?<of>(?!now\b)\p{L}+)(?: (?:player|speaker|climber|skier|swimmer|dancer|learner|runner))?))? ${NOW}`,
    sought: ({ what = '', art, of }) => {
      const about = each(art ?? of)
      const others = LEVELS.filter((level) => level !== what.toLowerCase())
      return about.length === 0 ? [] : [others, ...about]
    },
  },
]
