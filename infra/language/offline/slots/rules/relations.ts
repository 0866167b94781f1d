// Slot rules about whom a person lives with: partner, children, pets. Order is priority.
import { any, rule } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import { PARTED } from '../changes/end-rules.ts'
import { BE, BE_WORDS, slotRules } from '../slot-rule.ts'
import { always, type Reader, readPerson, readSurePerson, readWord } from '../slot-values.ts'
import { countOf } from './counts.ts'

const PARTNER = '(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?)'
const PET =
  '(?:dog|cat|puppy|kitten|parrot|hamster|rabbit|bunny|horse|pet|goldfish|turtle|tortoise|guinea pig|snake)'

const readStatus = readWord(
  /^(single|married|engaged|divorced|widowed|separated|a widower|a widow)\b(?=\s*(?:[.,;!)]|$|to\b|from (?:my|his|her)\b|and\b|now\b|but\b|last\b|again\b|any ?more\b|this\b|since\b|for\b|on\b|yesterday\b|today\b|at the moment\b|atm\b|right now\b|currently\b|in (?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))| ?[\p{Extended_Pictographic}])(?!\s+(?:to (?:my|the) (?:job|work)))/iu,
  (status) => status.replace(/^a widow.*/, 'widowed'),
)
/** "dating Anna", "in a relationship"; not "dating apps". */
const readDating: Reader = (rest) => {
  const found =
    /^(?:(?:[Dd]ating|going out with) (?:\p{Lu}[\p{L}.'-]+|a (?:guy|girl|man|woman)|someone)|in a )/u.exec(
      rest,
    )
  return found ? { value: 'in a relationship', length: found[0].length } : null
}
/** "been seeing Marco for a month"; a doctor is seen for something else. */
const readSeeing: Reader = (rest) => {
  const found = SEEING.exec(rest)
  const kind = kindOfName(found?.[1] ?? '')
  if (found === null || kind === 'place' || kind === 'organization') return null
  return { value: 'in a relationship', length: found[0].length }
}
const SEEING =
  /^(\p{Lu}\p{L}+) for (?:[\p{Ll}\d]+ ){1,3}(?:days|weeks?|months?|years?|while|time)\b/u

const A_BIRTH = /pregnant|expecting|baby|born|birth|arrived|had (?:our|the|a) |miscarr/i

export const relationRules = slotRules('relationships', [
  {
    attribute: 'partner',
    by: 'owner',
    read: readPerson,
    words: any`wife husband spouse partner girlfriend boyfriend fianc fiance fiancee`,
    head: rule`(?<!\bex[- ])\b${PARTNER}(?:'s name (?:is|:)|,? (?:is|who is) (?:called|named)) `,
  },
  {
    attribute: 'partner',
    by: 'owner',
    read: readSurePerson,
    words: any`wife husband spouse partner girlfriend boyfriend fianc fiance fiancee`,
    head: rule`\b${PARTNER}(?: is|:) (?=\p{Lu})`,
  },
  {
    attribute: 'pet',
    by: 'owner',
    exclusive: false,
    read: readPerson,
    words: any`dog cat puppy kitten parrot hamster rabbit bunny horse pet goldfish turtle tortoise pig snake`,
    head: rule`\b${PET}(?:'s name (?:is|:)|(?: is| was)? (?:called|named)| is(?= \p{Lu})) `,
  },
  {
    attribute: 'pet',
    exclusive: false,
    read: readPerson,
    words: any`dog cat puppy kitten parrot hamster rabbit bunny horse pet goldfish turtle tortoise pig snake`,
    head: rule`\b(?:have|has|got|adopted|own|owns) an? (?:[\p{L}-]+ ){0,3}?${PET}(?:,? (?:named|called) |, (?=(?-i:\p{Lu})[\p{L}-]+(?: who\b|[.,;!]|$)))`,
  },
  {
    attribute: 'relationship status',
    endable: true,
    read: readStatus,
    words: [...BE_WORDS, ...any`got gotten`],
    cue: /single|married|engaged|divorced|widow|separated/i,
    head: rule`(?:${BE}|\b(?:got|gotten) (?:re)?)(?=single|married|engaged|divorced|widowed|separated|a widow)`,
  },
  {
    attribute: 'relationship status',
    by: 'speaker',
    endable: true,
    read: readStatus,
    words: any`single married engaged divorced widowed separated`,
    head: rule`^(?=(?:single|married|engaged|divorced|widowed|separated) (?:now|again)\s*[.!]?$)`,
  },
  {
    attribute: 'relationship status',
    by: 'speaker',
    read: always('in a relationship'),
    words: any`together`,
    head: rule`(?:^|[,;] |\b(?:i'm|i am|we're|and) )together with (?=(?-i:\p{Lu})[\p{L}-]+ (?:now|since|for)\b)`,
  },
  {
    attribute: 'relationship status',
    by: 'speaker',
    read: always('married'),
    words: any`wife husband`,
    head: rule`(?:^|[,;] )(?-i:\p{Lu})[\p{L}-]+ (?:is|became) my (?:wife|husband) (?:now|since|from|as of)\b`,
  },
  {
    attribute: 'relationship status',
    endable: true,
    read: readDating,
    words: any`dating relationship going`,
    head: rule`\b(?=dating |going out with |in a (?:new |serious |committed |long-distance )?relationship\b)`,
  },
  {
    attribute: 'relationship status',
    read: readSeeing,
    words: any`seeing`,
    head: rule`\bbeen seeing `,
  },
  {
    attribute: 'relationship status',
    read: always('in a relationship'),
    words: any`seeing`,
    head: rule`(?:${BE}|\b(?:been|started|begun|began) )seeing (?:each other|someone|(?:an?|this) (?:\p{Ll}+ )?(?:guy|girl|man|woman))(?: new| else)?(?= ?(?:[.,;!]|$|now|for|from|and|called|named|who))`,
  },
  {
    attribute: 'relationship status',
    read: always('in a relationship'),
    words: any`boyfriend girlfriend`,
    head: rule`\b(?:have|has|'ve got|have got|has got|got) a (?:boyfriend|girlfriend)(?= ?(?:[.;!]|$|now\b|,? (?:his|her) name|,? (?:called|named)\b))`,
  },
  {
    attribute: 'relationship status',
    read: always('married'),
    words: any`knot eloped remarried`,
    head: rule`\b(?:tied the knot|eloped|(?:got |am |is |are )?remarried)\b`,
  },
  {
    attribute: 'relationship status',
    read: always('married'),
    words: any`married`,
    head: rule`(?<!\b(?:am|is|are|was|were|been|got|getting|'m|'s|'re)(?: \p{L}+)? )\bmarried (?=(?-i:\p{Lu})[\p{L}-]+(?: (?-i:\p{Lu})[\p{L}-]+)?(?=\s*(?:[.,;!]|$)|\s+(?:last|this|on|yesterday|today|in (?!(?:19|20)\d\d|the)|at|two|three|a (?:week|month))\b))`,
  },
  {
    attribute: 'relationship status',
    by: 'owner',
    read: always('divorced'),
    words: any`divorce`,
    head: rule`\bdivorce(?: is|'s| was| got| became)?(?: now| finally)? (?:final|finali[sz]ed|official|came through|went through)\b`,
  },
  {
    attribute: 'relationship status',
    read: always('single'),
    words: any`broke split`,
    head: rule`\b(?:broke up(?= with (?:\p{Lu}|my ${PARTNER}\b)| ?[.,!]|$)|split up(?= with| ?[.,!]|$))`,
  },
  {
    attribute: 'relationship status',
    by: 'speaker',
    read: always('single'),
    words: any`separated divorced broke broken split called longer together`,
    head: rule`^(?:(?:so|well|update|sadly)[,:]? )?\p{Lu}[\p{L}-]+ and I (?:have |just |recently |finally |'ve )*${PARTED}`,
  },
  {
    attribute: 'relationship status',
    by: 'speaker',
    read: always('divorced'),
    words: any`divorce`,
    head: rule`\bmy divorce (?:from \p{L}+ )?(?:is (?:now )?final|came through|has come through|went through|was (?:finali[sz]ed|granted))`,
  },
  {
    attribute: 'expecting',
    by: 'speaker',
    read: always('yes'),
    cue: A_BIRTH,
    head: rule`\b(?:[Mm]y (?:${PARTNER})|I|[Ww]e)(?: is| am| are|'s|'m|'re)(?: now| actually| \w+ (?:weeks|months))? (?:pregnant|expecting(?: (?:a|our|my) [^.,;!?]{1,20}| twins)?(?= ?(?:[.,;!]|$|in ))|having a baby)`,
  },
  {
    attribute: 'expecting',
    by: 'speaker',
    read: always('none'),
    cue: A_BIRTH,
    head: rule`\b(?:(?<!\b(?:since|when|before|after|until) )(?:our|my|the) (?:baby|son|daughter|little one|twins|child|boy|girl|first|second)[^.!?]{0,30}? (?:was|were|is|has been) born(?! in (?:19|20))|(?:our|my|the) (?:baby|son|daughter|little one|twins|baby (?:boy|girl|son|daughter))(?: (?-i:\p{Lu})\p{L}+)?(?: has| have| just| finally|'s)* arrived(?=\s*(?:[.,;!]|$)|\s+(?:on|this|last|yesterday|today|early|safely|at|two|a week)\b)|\b[Bb]aby (?-i:\p{Lu})[\p{L}-]+ (?:(?:has |just |finally )*arrived|is here|was born|has been born)\b|(?:(?:my (?:${PARTNER})|I|she|we) )(?:just |finally )?(?:gave birth|had (?:our|the|a) (?:baby|son|daughter|boy|girl))|lost the baby|miscarr)`,
  },
  {
    attribute: 'children',
    read: readWord(
      /^(\d{1,2}|one|two|three|four|five|six|seven|eight) (?:(?!step|foster|(?:more|other|of)\b)[a-z]+ )?(?:kids|children|kid|child)\b(?! (?:from|with|by|in|at|who)\b)/i,
    ),
    words: any`have has got ve`,
    cue: /kid|child/i,
    head: rule`(?:\b(?:have|has|have got)|'ve(?: got)?) (?=\p{L}+ |\d)`,
  },
  {
    attribute: ({ noun = '' }) => countOf(noun),
    read: readWord(
      /^(\d{1,2}|one|two|three|four|five|six|seven|eight) (?:sons?|daughters?)(?= ?(?:now)?\s*(?:[.!]|$))/i,
    ),
    words: any`son sons daughter daughters`,
    head: rule`\b(?:have|has|'ve got|have got) (?:now )?(?=[\p{L}\d]+ (?<noun>sons?|daughters?)\b)`,
  },
  {
    attribute: 'children',
    exclusive: false,
    read: readWord(
      /^(\d{1,2}|one|two|three|four|five|six|seven|eight) (?:(?!(?:more|other|of)\b)[a-z]+ )?(?:kids|children|sons|daughters|kid|child)\b/i,
    ),
    words: any`have has got`,
    cue: /kid|child|son|daughter/i,
    head: rule`\b(?:have|has|'ve got|have got) (?=\p{L}+ |\d)`,
  },
])
