// The rules for what has fallen away without a word of its end: "I haven't meditated in months", "I've lost interest in pottery",
// "the Golf failed its test, so I scrapped it", "I picked up the car". Each tells which words the former state was told in.
import { IRREGULAR_FORMS } from '../../../../irregular-forms.ts'
import { any, anyCase, asWritten } from '../../../../patterns.ts'
import { LANGUAGES } from '../../slot-words.ts'
import { each, eachAlike, withOneOf } from '../ending-words.ts'
import type { Resolution } from './resolved.ts'

const LIKED = any`love loves like likes enjoy enjoys adore fan keen into fond crazy obsessed hobby`
const REPAIRED = any`garage repair repairs repaired mechanic workshop shop serviced service`
const THING =
  '(?<what>car|bike|bicycle|motorbike|van|scooter|laptop|phone|computer|camera|guitar|watch)'
const FAILED =
  "(?:broke|broke down|died|failed|gave up|wouldn't|won't|kept|was too|was getting|got too|got stolen|cost too|needed|stopped|packed up|conked out|gave out|blew up|rusted|fell apart|(?:didn't|did not) (?:pass|survive|start))"
const PARTED_WITH =
  '(?:sold|scrapped|binned|cancelled|canceled|returned|dumped|ditched|donated|threw|gave)'
const LONG = String.raw`(?:in|for) (?:(?:many|several|two|three|four|five|six|\d+) )?(?:weeks|months|years|ages|(?:a|over a) (?:month|year|long time|long while))`
const SPEAK = any`speak speaks know knows understand understands`

/** "Meditated" is of "meditate", "jogged" of "jog": the forms that it may have. */
function basesOf(participle: string): string[] {
  const irregular = IRREGULAR_FORMS.get(participle)
  if (irregular) return [irregular]
  const cut = participle.replace(/ed$/u, '')
  if (/([bdgklmnprt])\1$/u.test(cut)) return [cut.slice(0, -1), cut]
  return cut.endsWith('i') ? [cut.replace(/i$/u, 'y')] : [`${cut}e`, cut]
}

const PRONOUN = /^ (?:it|that|this|them|him|her|you|one|any|much)\b/iu

const baseOf = (did = '', n = 0) => basesOf(did.toLowerCase())[n] ?? ''

const notSince = [0, 1].map(
  (n): Resolution => ({
    by: 'speaker',
    words: any`haven t`,
    cue: /haven't/iu,
    told: anyCase`\b(?:I|we) haven't (?<did>(?!(?:been|had|got|seen|heard|found|decided|finished|started|worked|lived|told|said|done(?= (?:it|that|this|anything|much|any|so|an?|my|the)\b)|made|gone|felt|slept)\b)\p{Ll}{3,})(?<object>(?: \p{L}[\p{L}-]*){0,4}?) ${LONG}(?=\s*(?:[.,;!]|$|(?:now|and|so|because)\b))`,
    // "I haven't used it in months" does not say what.
    sought: ({ did, object }) =>
      baseOf(did, n) === '' || PRONOUN.test(object ?? '')
        ? []
        : [[baseOf(did, n)], ...each(object)],
    attribute: ({ did }) => `does ${baseOf(did, n)}`,
  }),
)

const LED = any`coach coaches coaching run runs running lead leads leading manage manages managing chair chairs organise organises organize organizes edit edits look after teach teaches own owns in`

export const fallenAway: readonly Resolution[] = [
  {
    words: any`collection`,
    cue: /sold|gave|given|donated|rid of|threw/u,
    told: /\b(?:sold|gave away|given away|donated|got rid of|threw (?:out|away)) (?:my|his|her|all my) (?:\p{Ll}+ )?(?<what>\p{Ll}+) collection\b/iu,
    sought: ({ what }) => [...each(what), ['collect', 'collects', 'collecting']],
  },
  {
    words: any`handed passed turned gave`,
    cue: / over to /u,
    told: /\b(?:handed|passed|turned|gave) (?:the |my |our )(?<what>[\p{L}\d][^.,;!?]{1,30}?) over to (?:an? |the |my |(?=\p{Lu}))/u,
    sought: ({ what }) => [...each(what), LED],
  },
  {
    words: any`licence license`,
    told: /\b(?:got|have|has|received) (?:my|his|her) (?<what>driv(?:ing|er's)|pilot's|fishing|motorbike|boat(?:ing)?|diving) licen[cs]e\b(?! (?:back|renewed|suspended|taken|revoked))/iu,
    sought: ({ what }) => [
      ['learning', 'studying', 'practising', 'practicing', 'lessons'],
      /^driv/iu.test(what ?? '') ? ['drive', 'driving'] : each(what?.replace(/'s$/u, '')).flat(),
    ],
  },
  ...notSince,
  {
    value: 'no',
    words: any`licence license`,
    told: /\b(?:got|have|has|received|passed) (?:my|his|her) (?<what>driv(?:ing|er's)|pilot's|fishing|motorbike|boat(?:ing)?|diving) licen[cs]e\b(?! (?:back|renewed|suspended|taken|revoked))/iu,
    sought: () => [
      ['have', 'has', 'got'],
      ['licence', 'license'],
    ],
  },
  {
    value: 'no',
    words: any`learned learnt`,
    told: /\b(?:learned|learnt) (?:how )?to (?<what>\p{Ll}{3,})(?=\s*(?:[.,;!]|$)|\s+(?:at last|last|this|finally|now|in)\b)/iu,
  },
  {
    words: any`sold gave given donated`,
    cue: / all /u,
    told: /\b(?:sold|gave away|given away|donated) all (?:of )?(?:my|our|his|her) (?<what>\p{Ll}+(?: \p{Ll}+)??)(?=\s*(?:[.,;!]|$)|\s+(?:last|this|in|and|because|yesterday|today|to)\b)/u,
  },
  {
    words: any`gave given passed`,
    cue: / to (?:my|our|an?|the) /u,
    told: anyCase`\b(?:gave|given|passed) (?:the|my|our) (?:old )?(?<what>(?!(?:recipe|number|address|details|keys?|photos?|copy|link|file|list)\b)[\p{L}\d-]{3,}) (?:on )?to (?:(?:my|our) (?!(?:mechanic|garage|tailor|vet|doctor|lawyer|accountant|dentist|cleaner)\b)\p{Ll}+|an? (?:friend|colleague)|(?:an?|the) (?:neighbou?r|charity|shelter|food bank))\b(?! (?:for|while|until|till|to)\b)`,
    sought: ({ what }) =>
      withOneOf(
        each(what),
        any`have has own owns drive drives ride rides bought got replaced swapped traded`,
      ),
  },
  {
    words: any`gave given handed`,
    cue: / back\b/u,
    told: /\b(?:gave|given|handed) (?:the|my|our) (?<what>\p{Lu}[\p{L}\d-]*|lease car|company car|\p{Ll}+ keys?|locker|allotment|studio|garage) back\b(?! to (?:him|her|them)\b)/u,
    sought: ({ what }) =>
      withOneOf(each(what), any`have has drive drives lease leases rent rents use uses own borrow`),
  },
  {
    words: any`closed`,
    cue: / account/u,
    told: asWritten`\bclosed (?:my|our) (?:\p{Ll}+ )?account (?:at|with) (?:the )?(?<what>\p{Lu}[\p{L}\d-]*(?: \p{Lu}[\p{L}\d-]*){0,2})`,
    sought: ({ what }) => withOneOf(each(what), any`account accounts bank banks with at`),
  },
  {
    words: any`interest bored`,
    told: /\b(?:lost (?:all )?interest in|(?:got|grew|grown|am|'m|become) bored (?:of|with)) (?:my |the )?(?<what>\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?)(?=\s*(?:[.,;!]|$)|\s+(?:lately|now|these|and|so|after|since)\b)/iu,
    sought: ({ what }) => withOneOf(each(what), LIKED),
  },
  {
    by: 'speaker',
    words: any`more`,
    told: /(?:^|[,;:] (?:so )?)no more (?<doing>(?!(?:waiting|trying|looking|talking|kidding|joking|excuses)\b)\p{Ll}{3,}ing)(?<object> (?:\p{L}[\p{L}-]*)(?: \p{L}[\p{L}-]*)?)?(?: for me)?(?=\s*(?:[.!]|$))/iu,
    sought: ({ doing, object }) => [...eachAlike(doing), ...each(object)],
  },
  {
    by: 'speaker',
    words: any`sold scrapped binned cancelled canceled returned dumped ditched donated threw gave took went had was`,
    cue: / it\b/iu,
    told: anyCase`(?:^|[,;:] )(?:[Mm]y|[Oo]ur|[Tt]he) (?:old )?(?<what>\p{L}[\p{L}\d-]*(?: (?-i:\p{Lu})[\p{L}\d-]*)?) (?:has |have |finally |just )*${FAILED}\b[^.;!?]{0,40}?,? (?:so|and) (?:in the end )?(?:(?:I|we)(?:'ve| have| had| finally| just)* (?:${PARTED_WITH} it|took it to the (?:tip|dump|scrapyard))|it (?:went to the (?:tip|dump|scrapyard|scrap heap|breaker's)|had to go|was (?:scrapped|written off)))\b(?! (?:back|in|at|to the (?:shop|store)|for (?:repair|a)))`,
  },
  {
    by: 'speaker',
    words: any`picked got collected fetched pick back`,
    told: anyCase`\b(?:(?:picked|got|collected|fetched) (?:the|my|our) ${THING} (?:up|back)\b|(?:picked up|collected|fetched|got) (?:the|my|our) ${THING.replace('<what>', '<other>')}(?: back)? (?:from the|back from)\b|(?:the|my|our) ${THING.replace('<what>', '<own>')}(?:'s| is) back from\b)`,
    sought: ({ what, other, own }) => [...each(what ?? other ?? own), REPAIRED],
  },
  {
    words: any`ran finished completed did`,
    told: /\b(?:ran|finished|completed|did) (?:the|my|our|his|her) (?:\p{L}+ )?(?<what>marathon|half-marathon|triathlon|duathlon|10k|ironman)(?=\s*(?:[.,;!]|$)|\s+(?:yesterday|today|last|on|in|this|and)\b)/iu,
    sought: ({ what }) => [['training', 'train', 'trains', 'preparing', 'signed'], ...each(what)],
  },
  {
    words: any`started starts began`,
    told: /\b(?:started|starts|began) (?:at )?(?:big |primary |elementary |infant )?school\b(?! (?:work|project|holidays?|trip|run|year|again))/iu,
    sought: () => [['nursery', 'kindergarten', 'preschool', 'daycare', 'playgroup']],
    attribute: () => 'is',
  },
  {
    words: any`learned learnt`,
    told: /\b(?:learned|learnt) (?:how )?to (?<what>\p{Ll}{3,}(?: an? \p{Ll}+)?)(?=\s*(?:[.,;!]|$)|\s+(?:at last|last|this|yesterday|today|finally|now|in)\b)/iu,
    sought: ({ what }) => [['learning'], ...each(what)],
  },
  {
    words: any`graduated`,
    told: /\bgraduated\b(?! in (?!(?:january|february|march|april|may|june|july|august|september|october|november|december|the|\d)))/iu,
    sought: () => [
      any`first second third fourth final last sophomore junior senior freshman`,
      ['year', 'semester', 'term'],
      any`uni university college school law med medical course degree`,
    ],
    attribute: () => 'is',
  },
  {
    by: 'speaker',
    value: 'no',
    words: any`my speak`,
    cue: /\b(?:now|these days|by now)\b/iu,
    told: anyCase`(?:\bmy (?<what>${LANGUAGES})(?:'s| is) (?:now )?(?:pretty |quite |really |fairly )?(?:good|decent|fluent|ok|okay|passable|conversational|solid)|\bI (?:can )?(?:now )?speak (?:some |decent |good |fluent |pretty good )?(?<other>${LANGUAGES}))(?= (?:now|these days|by now)|\s*[.!]?$)`,
    sought: ({ what, other }) => [SPEAK, ...each(what ?? other)],
  },
  {
    words: any`full`,
    told: /\b(?:back|gone|went|working|work|works|am|'m|is) (?:back )?(?:to |on )?(?:working )?full[- ]time(?! student)(?=\s*(?:[.,;!]|$)|\s+(?:again|now|as|since|from)\b)/iu,
    sought: () => [
      ['work', 'works', 'working'],
      ['two', 'three', 'four', '2', '3', '4'],
      ['days'],
      ['week'],
    ],
  },
]
