// What a trouble, or another state that is not to last, is resolved by: "Found the passport!" ends "I've lost my
// passport", "Paul and I are back together" ends "we are separated". Each tells which words the state was told in.
import { contentWords } from '../../sentences/sentence-sense.ts'

/** A state that is not to last, behind "is" or "has": it can be ended by its words. */
export const PASSING_STATE =
  '(?:(?:gone |been )?missing|in (?:the )?hospital|in a (?:cast|sling|brace|coma|wheelchair)|on crutches|in (?:prison|jail|rehab)|out of work|unemployed|jobless|between jobs|(?:job[- ]hunting|looking for (?:work|a job))|separated|broken|cracked|out of order|injured|ill|sick|off sick|in debt|pregnant|expecting|halfway through [^.,;!?]{2,60}|saving up for [^.,;!?]{2,60}|waiting for (?:an?|the|my|his|her) [^.,;!?]{2,60}|not on speaking terms|(?:going|flying|travelling|traveling) to \\p{Lu}[^.,;!?]{1,60}|in \\p{Lu}[\\p{L}-]+ (?:until|till|for an? |for the )[^.,;!?]{2,30}|on (?:leave|sabbatical|strike))(?![\\p{L}])'

const LOST = 'lost losing missing misplaced stolen gone disappeared ran'.split(' ')
const APART =
  'separated split divorced divorcing broke broken terms speaking talking fight argument break apart'.split(
    ' ',
  )
const JOBLESS = 'unemployed jobless job jobs work hunting'.split(' ')
const WITHOUT = 'out between looking searching unemployed jobless hunting'.split(' ')
const BROKEN = 'broken broke cracked damaged leaking leaks faulty smashed dead flat blocked'.split(
  ' ',
)
const OWED = 'owe owes owed debt borrowed'.split(' ')
const SAVING = 'saving save saves looking shopping hoping'.split(' ')
const AWAY = 'until visiting trip week weekend days holiday vacation conference wedding'.split(' ')
const EXPECTING = ['expecting', 'pregnant']
const WARDS = ['hospital', 'ward', 'clinic']

const END =
  '(?=\\s*(?:[.,;:!)]|$|in\\b|on\\b|at\\b|under\\b|behind\\b|last\\b|yesterday\\b|today\\b|this\\b|again\\b|and\\b|so\\b|over\\b|for\\b|from\\b))'
const NAMES =
  '(?<names>(?:My |Our |my |our )?\\p{L}[\\p{L}-]+(?: (?:and|&) (?:my )?\\p{L}[\\p{L}-]*)?)'

type Resolution = {
  /** Linear-time; its groups name what is resolved. */
  told: RegExp
  /** verb: of the subject in front of it; 'anybody': its words tell whose state it was. */
  by: 'verb' | 'anybody'
  /** The words of the state, each with its alternatives. */
  words: (groups: Readonly<Record<string, string | undefined>>) => string[][]
}

const each = (phrase = ''): string[][] =>
  contentWords(phrase.replace(/\bI\b/gu, '')).map((word) => [word])

export const resolutions: readonly Resolution[] = [
  {
    by: 'anybody',
    told: new RegExp(
      `\\b(?:found|got back|recovered|located) (?:my|our|the|his|her) (?<what>\\p{L}[\\p{L}' -]{1,30}?)${END}`,
      'iu',
    ),
    words: ({ what }) => [...each(what), LOST],
  },
  {
    by: 'anybody',
    told: new RegExp(
      `(?:^|[,;:] )(?<what>(?:[Mm]y|[Oo]ur|[Tt]he) (?:\\p{Ll}+ )?\\p{L}+|\\p{Lu}[\\p{L}-]+) (?:has |have |just )*(?:turned up|showed up|came (?:back )?home|came back|is back(?: home)?|was found|has been found|been found)${END}`,
      'u',
    ),
    words: ({ what }) => [...each(what), LOST],
  },
  {
    by: 'verb',
    told: /\b(?:(?:was|been|got|is|were) (?:discharged|released)|(?:is |came |got )?out of (?:the )?hospital|left (?:the )?hospital|(?:back|home) from (?:the )?hospital)\b/iu,
    words: () => [WARDS],
  },
  {
    by: 'anybody',
    told: /\b(?<what>cast|sling|brace|stitches)\b(?: has| have| finally| just| is| are| was| were| got| getting| been| taken| coming)* (?:came|come|off\b|taken off)|\b(?:take|took|taken|got|have|had) (?:off )?(?:my|the|his|her) (?:\p{Ll}+ )?(?<other>cast|sling|brace|stitches) (?:off|removed|out|for good)\b/iu,
    words: ({ what, other }) => each(what ?? other),
  },
  {
    by: 'anybody',
    told: new RegExp(
      `(?:^|[,;:] )${NAMES}(?:'re| are| have| 've| finally| got)* (?:back together|got back together|made up|patched (?:things|it) up|reconciled|worked (?:things|it) out|(?:speaking|talking) again|on (?:good|speaking) terms)\\b`,
      'u',
    ),
    words: ({ names }) => [...each(names?.replace(/^(?:[Mm]e|I|We|They)(?: and |$)/u, '')), APART],
  },
  {
    by: 'verb',
    told: /\b(?:got hired|(?:was|been) hired|(?:got|found|landed|have|has|started|starts?) (?:a|the|my|his|her|an) (?:new )?job|found work|back (?:at|to) work)\b(?! (?:offer|interview|application|description))/iu,
    words: () => [JOBLESS, WITHOUT],
  },
  {
    by: 'verb',
    told: /\bpaid (?:(?:off|back) )?(?:(?:my|our|the|his|her) )?(?<who>(?:\p{L}+ ){1,3}?)(?:back\b|off\b)/iu,
    words: ({ who }) => [...each(who), OWED],
  },
  {
    by: 'verb',
    told: /\bpaid (?:off|back) (?:my|our|the|his|her) (?<what>[\p{L} -]{2,40}?)(?=\s*(?:[.,;!]|$|(?:completely|entirely|in|at|this|last|yesterday|today|finally)\b))/iu,
    words: ({ what }) => each(what),
  },
  {
    by: 'anybody',
    told: /(?:^|[,;:] |\b(?:[Mm]y|[Oo]ur) )(?<names>\p{L}[\p{L}-]+)(?: and \p{Lu}[\p{L}-]+)? (?:has |have |just )*(?:had|welcomed|gave birth to) (?:an?|their|her|our|the) (?:little |baby |new )*(?:boy|girl|baby|son|daughter|twins)\b/u,
    words: ({ names }) =>
      /^(?:We|I|She|They)$/.test(names ?? '') ? [] : [...each(names), EXPECTING],
  },
  {
    by: 'anybody',
    told: /(?:^|[,;:] )(?<names>\p{Lu}[\p{L}-]*(?: and \p{L}[\p{L}-]*)?)(?: has| have|'ve)? (?:called off|broke off|ended) (?:the|their|his|her|our) (?:engagement|wedding)(?: (?:with|to) (?<other>\p{Lu}[\p{L}-]+))?/u,
    words: ({ names, other }) => [
      ...each(other ?? names?.replace(/^(?:I|We|They|She|He)(?: and |$)/u, '')),
      ['engaged', 'fiance', 'fiancée', 'fiancee'],
    ],
  },
  {
    by: 'verb',
    told: /\b(?:fixed|repaired|mended|replaced) (?:the|my|our|his|her) (?<what>\p{Ll}+)(?: (?:on|of|in) (?:my|our|the|his|her) \p{Ll}+)?/iu,
    words: ({ what }) => [...each(what), BROKEN],
  },
  {
    by: 'anybody',
    told: /(?:^|[,;:] )(?:[Mm]y|[Oo]ur|[Tt]he) (?<what>(?:\p{Ll}+ )?\p{Ll}+) (?:is|was|has been|got|'s)(?: finally| now| all)* (?:fixed|repaired|mended|working again|good as new)\b/u,
    words: ({ what }) => [...each(what), BROKEN],
  },
  {
    by: 'verb',
    told: new RegExp(`\\bbought (?:the|that|my) (?<what>[\\p{L} -]{2,30}?)${END}`, 'iu'),
    words: ({ what }) => [...each(what), SAVING],
  },
  {
    by: 'verb',
    told: /\bback (?:home )?from (?<where>(?:\p{Lu}[\p{L}-]+ ?){1,3})/u,
    words: ({ where }) => [...each(where), AWAY],
  },
]
