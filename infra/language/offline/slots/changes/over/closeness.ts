// The rules for who is close to whom, and who lives with whom, by what ends it: "My girlfriend dumped me", "Mia is my wife
// now", "My boyfriend moved in with me", "The baby is here", "Luis and my aunt separated". Each tells which words the former state was told in.
import type { Sought } from '../../../../../ports/language-model.ts'
import { any, anyCase, asWritten } from '../../../../patterns.ts'
import { kindOfName } from '../../../names/lexicon.ts'
import { NAMED, RELATED } from '../../slot-subjects.ts'
import { PARTED } from '../end-rules.ts'
import { each, endOf, PARTNERED } from '../ending-words.ts'
import type { Resolution } from './resolved.ts'

const ROLE = '(?:girlfriend|boyfriend|wife|husband|partner|fianc[eé]e?)'
const COURTING = any`dating seeing girlfriend boyfriend engaged fiance fiancee fiancé fiancée`
const ENGAGED = any`engaged fiance fiancee fiancé fiancée`
const DATING = any`dating seeing girlfriend boyfriend`
const LIVING = any`live lives living rent rents renting stay stays staying`
const EXPECTING = ['expecting', 'pregnant']
const OWN = any`i we m wife girlfriend partner fiancee fiancée`
/** Where one lives, in what is known without a place. */
const DWELT = any`housing halls campus dorm dorms hostel flatshare basement studio attic bedsit flat apartment house room cottage bungalow caravan van boat houseboat`
const DWELLING = '(?:place|flat|apartment|house|room|studio|home)'

const INTO_DWELLING = anyCase`\bmoved into (?:an?|the|my|our|his|her|their)(?: [\p{Ll}-]+){0,3}? (?:${DWELLING}|cottage|bungalow|villa|loft|penthouse|caravan|houseboat)\b(?! (?:key|keys|phone|plant|number|wine|team|office))`
/** Where one lived before, and with whom, if nothing is known of the place. */
const MOVED_IN: readonly Resolution[] = ['does live', 'does lives'].flatMap((attribute) => [
  {
    words: any`moved`,
    told: /\bmoved in with (?!me\b|us\b)/iu,
    sought: () => [LIVING, ['with']],
    attribute: () => attribute,
  },
  {
    words: any`moved`,
    told: INTO_DWELLING,
    sought: () => [LIVING, DWELT],
    attribute: () => attribute,
  },
])

export const closeness: readonly Resolution[] = [
  {
    by: 'anybody',
    words: any`married`,
    told: /(?:^|[,;:] )(?<one>[Mm]y \p{Ll}+|(?!I\b)\p{Lu}[\p{L}-]+) and (?<other>(?!I\b)\p{Lu}[\p{L}-]+)(?: have| just| finally)* (?:got|are) (?:now )?married\b/u,
    sought: ({ one, other }) => [...each(one?.replace(/^my /iu, '')), ...each(other), ENGAGED],
  },
  {
    by: 'speaker',
    words: any`dumped left broke broken split walked parted separated over done quits`,
    told: asWritten`\b[Mm]y (?<role>${ROLE})(?:(?: has| just| finally)* (?:dumped me|left me(?=\s*(?:[.,;!]|$|for \p{L}|last\b|in \p{Lu}|after\b|because\b|and\b|yesterday\b|this\b))|broke up with me|walked out on me)| and I (?:have |just |recently |finally )*(?:broke up|broken up|split up|parted ways|separated|are over|are done(?= ?[.,;!]|$)|called it quits))`,
    sought: ({ role }) => each(role),
  },
  {
    by: 'anybody',
    words: any`wife husband fianc fiance fiancee spouse`,
    told: /(?:^|[,;:] )(?<name>\p{Lu}[\p{L}-]+) (?:is|became) (?:now )?(?:my (?:wife|husband|spouse|fianc[eé]e?) now|(?<=(?:now|became) )my (?:wife|husband|spouse|fianc[eé]e?))\b/u,
    sought: ({ name }) => [...each(name), COURTING],
  },
  {
    words: any`moved gone went`,
    told: /\b(?:moved|gone|went) into (?:an? |the )?(?:\p{Ll}+ )?(?:home|hospice|halls|sheltered housing|assisted living|hostel|dorms?|flatshare)\b/iu,
    sought: () => [LIVING, ['alone', 'myself', 'herself', 'himself', 'own']],
  },
  ...MOVED_IN,
  {
    words: any`moved live lives living`,
    told: /\b(?:moved in with (?!me\b|us\b)|(?:live|lives|living) with [^.,;!?]{2,30} (?:now|these days)\b)/iu,
    sought: () => [LIVING, ['alone', 'myself', 'herself', 'himself', 'own']],
    attribute: () => 'does live',
  },
  {
    by: 'speaker',
    words: any`moved`,
    told: /(?:^|[,;:] (?:and |but )?)(?:[Mm]y|[Oo]ur) (?<who>\p{Ll}+) (?:has |have |just |finally )*moved out(?=\s*(?:[.,;!]|$)|\s+(?:last|yesterday|today|this|in|and|so|two|a)\b)/u,
    sought: ({ who = '' }) => [
      [...LIVING, 'share', 'shares', 'sharing'],
      ['with'],
      ['my', 'our'],
      [who],
    ],
    attribute: () => 'does live',
    one: ({ who = '' }) => who,
  },
  {
    words: any`over`,
    told: /\b(?:am|'m|is|'s) (?:now |finally |completely |totally |so )*over (?<who>(?-i:\p{Lu})[\p{L}-]+)(?=\s*(?:[.,;!]|$|now\b))/iu,
    sought: ({ who }) => [...each(who), ['crush', 'love', 'feelings', 'heartbroken', 'miss']],
  },
  {
    by: 'speaker',
    words: any`moved`,
    told: /\b(?:moved in with (?:me|us)\b|(?:and I|we)(?:'ve| have| just| finally)* moved in together\b)/iu,
    sought: () => [LIVING, ['alone', 'myself', 'own']],
  },
  {
    words: any`own`,
    told: anyCase`\b(?:moved into|got|found|have|has) (?:my|our|his|her|their) (?:very )?own ${DWELLING}\b(?! (?:key|keys|phone|plant|number|wine|team))`,
    sought: () => [
      LIVING,
      any`dorm dorms hostel flatshare parents roommate roommates housemates flatmates halls shelter sofa couch airbnb brother sister cousin friend mum mom dad aunt uncle`,
    ],
  },
  {
    by: 'speaker',
    words: any`own`,
    told: /\b(?:moved into|got|found|bought|rented|have) an? (?:\p{Ll}+ ){0,2}?(?:flat|apartment|house|place|room|studio|home) of my own\b/iu,
    sought: () => [
      [...LIVING, 'have', 'got', 'share', 'am', 'm', 'still'],
      any`dorm dorms hostel flatshare parents roommate roommates housemates flatmates halls shelter sofa couch`,
    ],
  },
  {
    by: 'anybody',
    words: any`baby birth one twins`,
    told: /(?:^|[,;:] )(?:[Tt]he|[Oo]ur) (?:little one|baby|twins)(?:(?:'s| is| are| has| have)(?: finally| now)? (?:here|arrived|been born)| (?:arrived|were born|was born))\b|\b(?:I|my (?:wife|girlfriend|partner)) (?:just )?gave birth\b/u,
    sought: () => [EXPECTING, OWN],
  },
  {
    words: any`alone myself himself herself own`,
    told: /\b(?:live|lives|living) (?:alone|by (?:my|him|her)self|on (?:my|his|her) own) (?:now|these days|again)\b/iu,
    sought: () => [[...LIVING, 'share', 'shares', 'sharing'], ['with']],
  },
  {
    by: 'anybody',
    words: any`engaged married knot eloped hitched`,
    told: /(?:^|[,;:] )(?:(?<name>\p{Lu}[\p{L}-]+) and I|I and (?<other>\p{Lu}[\p{L}-]+))(?: just| finally| have|'ve)* (?:(?:are|got|became) (?:now )?(?:engaged|(?<wed>married|hitched))|(?<vows>tied the knot|eloped))\b/u,
    sought: ({ name, other, wed, vows }) => [
      ...each(name ?? other),
      wed || vows ? COURTING : DATING,
    ],
  },
  {
    by: 'anybody',
    words: any`together`,
    told: /\b(?:[Ww]e|and I) (?:live|are living|'re living) together (?:now|these days|at last)\b/u,
    sought: () => [['apart', 'separately', 'distance', 'long-distance']],
  },
]

const PARTED_FROM = asWritten`\b(?:[Mm]e (?:and|n|&) (?=\p{Lu}[\p{L}-]+ ))?(?<name>\p{Lu}[\p{L}-]+)(?:(?<=\b[Mm]e (?:and|n|&) [\p{L}-]+)| and I) (?:have |just |recently |finally )*(?:${PARTED}|are (?:now )?(?:just|only) friends\b|are (?:done|over|through)(?! (?:with|for|at|the|in|on|an?|to|\d)\b))`
const LEFT_ME = asWritten`\b(?<name>(?!(?:I|We|He|She|They|You|It)\b)${NAMED}) (?:has |just )*(?:left|dumped|ditched|ghosted|broke up with|finished with) (?:me|us|(?<other>${RELATED}|${NAMED}))(?= ?(?:[.,;!]|$|for \p{Lu}|for (?:an?|his|her|my)\b|last\b|an? (?:week|month|year)|two|three|in \p{Lu}|after\b|because\b|and\b|yesterday\b))`
const PARTED_PAIR = asWritten`\b(?<name>${RELATED}|${NAMED}) and (?<other>${RELATED}|(?!I\b)${NAMED}) (?:have |are |got |now |just |recently |finally )*${PARTED}`
/** Where they live holds, each by himself. */
const PARTED_PARENTS = asWritten`\b[Mm]y (?<name>parents|grandparents|in-laws)(?: have| are|'ve| got| now| just| recently| finally)* ${PARTED}`
const EX = /\b(?<name>\p{Lu}[\p{L}-]+) is (?:now )?my ex\b/u

/** Who is said to have parted. */
export function partings(text: string): Sought[] {
  const parted = (PARTED_FROM.exec(text) ?? EX.exec(text))?.groups?.name
  const parents = PARTED_PARENTS.exec(text)?.groups?.name
  const couples = [PARTED_PAIR, LEFT_ME].map((shape) => shape.exec(text)?.groups)
  return [
    ...(parted ? [together([parted])] : []),
    ...(parents ? [endOf(null, [[parents], ['married', 'together', 'couple']])] : []),
    ...couples.flatMap((couple) => {
      const names = [couple?.name ?? '', couple?.other ?? ''].filter((name) => name !== '')
      return names.length === 0 || names.some(isElsewhere) ? [] : [together(names)]
    }),
  ]
}

/** Of "Ada left Turin for Genoa" no couple parts. */
function isElsewhere(name: string): boolean {
  return /^(?:place|organization|demonym)$/.test(kindOfName(name))
}

/** Who parted are a couple no longer; what else is said of them holds. */
function together(names: readonly string[]): Sought {
  const last = names.map((name) => name.toLowerCase().split(' ').slice(-1))
  const words = [...last, PARTNERED]
  return endOf(null, words)
}
