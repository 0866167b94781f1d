// The rules for what is otherwise now, told by what is so instead: who left teaching is no teacher, who goes to the office
// every day does not work from home, whose cast is off has no broken arm. Each tells which words the former state was told in.
import { IRREGULAR_FORMS } from '../../../../irregular-forms.ts'
import { any, anyCase, asWritten } from '../../../../patterns.ts'
import { alike, each, eachAlike, withOneOf } from '../ending-words.ts'
import { COUPLE, type Resolution } from './resolved.ts'

const NUMERAL = String.raw`(?:\d+|one|two|three|four|five|six|seven)`
const END = String.raw`(?=\s*(?:[.,;!]|$)|\s+(?:for|to|and|after|last|this|because|in|now|completely|entirely|altogether|behind|yesterday|today|years?|two|three|a)\b)`
const DAILY = `(?:every(?: single)? day|each day|daily|full[- ]time|five days a week|all week|again|now|these days)`
const MATES = any`married wife husband girlfriend boyfriend partner dating engaged fiance fiancee fiancé fiancée seeing together`
/** What is done at one place at a time, in its forms. */
const DOING: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'live lives living',
    'work works working',
    'study studies studying',
    'going flying travelling traveling trip',
    'moving',
    'staying',
    'meeting',
    'bank banks',
    'drive drives driving',
    'use uses using',
    'reading',
    'watching',
    'playing play plays',
  ].flatMap((forms) => {
    const all = forms.split(' ')
    return all.map((form) => [form, all] as const)
  }),
)
const PLACING = [...DOING.keys()].filter((form) => form !== 'trip').join('|')
const DWELLS = any`live lives living home flat house apartment based moved place`
const WISHED = any`want wants plan plans planning going hoping thinking considering like`
const FED = any`eats eat eating fed gets feed on`
const TAKEN = any`take takes eat eats drink drinks use uses have has put puts on`
const FOOD = any`food diet kibble meat dry wet raw tinned canned biscuits`
/** No calling, though they end like one. */
const NO_CALLING = String.raw`(?!(?:everything|nothing|something|anything|morning|evening|wedding|meeting|building|parking|clothing|training|ceiling|painting|working|living|smoking|drinking)\b)`

/** "Teaching" is what a teacher does, and who teaches. */
const LEFT_CALLING: readonly Resolution[] = [
  () => 'employer',
  () => 'occupation',
  ({ what = '' }: Readonly<Record<string, string | undefined>>) =>
    `does ${what.toLowerCase().replace(/ing$/u, '')}`,
].map((attribute) => ({
  words: any`left quit given gave got packed`,
  told: asWritten`\b(?:left|quit|gave up|given up|got out of|packed in) ${NO_CALLING}(?<what>\p{Ll}{3,}ing)${END}`,
  sought: ({ what }) => eachAlike(what),
  attribute,
}))

const MY_EX: readonly Resolution[] = ['partner', 'relationship status'].map((attribute) => ({
  by: 'anybody',
  words: any`ex`,
  told: /\b[Mm]y ex[- ](?:husband|wife|boyfriend|girlfriend|partner|fianc[eé]e?),? (?<name>\p{Lu}[\p{L}-]+)/u,
  sought: ({ name }) => [...each(name), MATES],
  attribute: () => attribute,
}))

/** Who takes the name of another has the own one no longer. */
const TOOK_NAME: readonly Resolution[] = ['last name', 'surname', 'family name'].map(
  (attribute) => ({
    by: 'speaker',
    words: any`name surname`,
    cue: /took|taken|taking/iu,
    told: /\bI(?:'ve| have|'m| am)? (?:took|taken|taking|now taking) (?:my|his|her) (?:new )?(?:husband|wife|spouse|partner)'s (?:last |sur|family )?name\b/iu,
    sought: () => [['name', 'surname']],
    attribute: () => attribute,
  }),
)

const COURSE =
  '(?:class|classes|course|lessons?|internship|contract|lease|trial|subscription|treatment|therapy|season|semester|apprenticeship|probation|placement|sabbatical|scholarship|traineeship)'

/** "I'm going to Croatia, not Italy": of the same that is done elsewhere. */
const CONTRASTED: readonly Resolution[] = [
  {
    words: any`not`,
    cue: /, (?:and )?not (?:in |at |to |on |with |from |the )*\p{Lu}/u,
    told: asWritten`\b(?<verb>${PLACING})(?! with \p{Ll})(?: [\p{L}\d'-]+){1,8}, (?:and )?not (?:in |at |to |on |with |from |the )*(?<old>\p{Lu}[\p{L}\d-]*(?: \p{Lu}[\p{L}\d-]*){0,2})(?=\s*(?:[.!]|$)|\s+(?:any|this|next)\b)`,
    sought: ({ verb = '', old }) => [...each(old), [...(DOING.get(verb) ?? [verb])]],
  },
]

export const otherwise: readonly Resolution[] = [
  ...LEFT_CALLING,
  ...MY_EX,
  ...TOOK_NAME,
  {
    words: any`days`,
    told: anyCase`\b(?:am|'m|is|'s|went|gone|go|moved|switched|cut|dropped) (?:now )?(?:back |down |up )?(?:to|at|on) (?:working |just |only )?${NUMERAL} days (?:a|per) week\b`,
    sought: () => [['work', 'works', 'working'], ['days'], ['week']],
  },
  {
    words: any`office`,
    told: anyCase`\b(?:commute|commuting|go|goes|going|come|coming|drive|travel|(?:am|'m|is|'s)(?: now)?|have to be|has to be|have to go|has to go) (?:back )?(?:in )?(?:in|to|at|into) (?:the|our) office (?:again )?${DAILY}`,
    sought: () => [
      ['work', 'works', 'working'],
      ['home', 'remote', 'remotely'],
    ],
    attribute: () => 'place of work',
  },
  {
    by: 'anybody',
    words: any`divorce`,
    told: /\b(?:[Tt]he|[Mm]y|[Oo]ur) divorce (?:from|with) (?<name>\p{Lu}[\p{L}-]+) (?:has |is |was |just |now |finally )*(?:came|come|went|gone|final|finali[sz]ed|official|through|done)/u,
    sought: ({ name }) => [...each(name), COUPLE],
  },
  {
    words: any`moved`,
    told: /\bmoved in with (?:me|us)\b/iu,
    sought: () => [DWELLS, ['in', 'at', 'near', 'alone']],
  },
  {
    by: 'anybody',
    words: any`diet food kibble`,
    told: /\b(?:put|switched|moved|got|changed) (?:our dog |our cat |my dog |my cat )?(?<who>\p{Lu}[\p{L}-]+)(?: over)? (?:on|to|onto) (?:an? |the )?(?:[\p{L}-]+ ){0,2}(?:diet|food|kibble)\b/u,
    sought: ({ who }) => [...each(who), FED, FOOD],
  },
  {
    words: any`outside outdoors outdoor`,
    told: /\b(?:goes|go|is allowed|plays|(?:is|'s) an?) (?:outside|outdoors?)(?: cat| dog)? (?:now|these days|again)\b/iu,
    sought: () => [['indoor', 'indoors', 'inside']],
  },
  {
    words: any`inside indoors indoor`,
    told: /\b(?:stays|stay|is|'s|lives|(?:is|'s) an?) (?:inside|indoors?)(?: cat| dog| only| all day)? (?:now|these days)\b/iu,
    sought: () => [['outdoor', 'outdoors', 'outside']],
  },
  {
    by: 'speaker',
    words: any`favourite favorite`,
    told: /(?:^|[,;:] )(?<what>(?!(?:I|it|he|she|they|this|that|we|there)\b)\p{L}[^.,;!?]{1,40}?) used to be (?:my|our) favou?rite (?<kind>(?:(?!(?:but|now|these|until|when|before|as|back|in)\b)\p{L}[\p{L}-]* ?){1,3})(?<! )(?=\s*(?:[.,;!]|$)|\s+(?:but|now|these|until|before)\b)/iu,
    sought: ({ what, kind }) => [
      ...each(what),
      ...each(kind),
      ['favourite', 'favorite', 'favourites', 'favorites'],
    ],
  },
  {
    words: any`ice hold burner pause`,
    told: /\b(?:put|putting|placed) (?<what>(?:(?:my|our|the|his|her) )?\p{L}[^.,;!?]{2,40}?) (?:on ice|on hold|on pause|on the back burner)\b(?! (?:for (?:a|the)|until|till|while|just|this|today)\b)/iu,
    sought: ({ what }) => withOneOf(eachAlike(what), WISHED),
  },
  {
    by: 'speaker',
    words: any`haven t`,
    cue: /haven't been/iu,
    told: /\b(?:I|we) haven't been (?:back )?(?:to|at) (?:the |my |our |a )?(?<what>\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?) (?:in|for) (?:(?:many|several|two|three|four|five|six|\d+) )?(?:weeks|months|years|ages|(?:a|over a) (?:month|year|long time|long while))(?=\s*(?:[.,;!]|$|(?:now|and|so|because)\b))/iu,
    sought: ({ what }) => [['go', 'goes', 'going'], ...each(what)],
    attribute: () => 'does go',
  },
  {
    by: 'speaker',
    words: any`days`,
    told: /\b[Mm]y (?<what>(?!(?:best|worst|early|last|old|good|bad|first|young|glory)\b)\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?) days are (?:now |long |well and truly |finally )*(?:over|behind me|done|gone|numbered)\b/u,
    sought: ({ what }) => eachAlike(what),
  },
  {
    by: 'speaker',
    words: any`not`,
    cue: /\b(?:it's|it is) /iu,
    told: /\b(?:it's|it is) (?:actually |really )?[^.,;!?]{2,40}? (?:that |which |who )?(?:I|we)(?:'m|'re| am| are)? (?:actually |really )?(?<verb>(?!(?:am|are|was|were|have|had|do|did|think|mean)\b)\p{Ll}{3,})[^.,;!?]{0,20},? (?:and )?not (?<old>\p{L}[^.,;!?]{1,40})/iu,
    sought: ({ verb, old }) => withOneOf(each(old), baseAnd(verb)),
  },
  {
    words: any`thesis phd doctorate dissertation viva`,
    told: /\b(?:defended|passed|got|finished|completed|submitted) (?:my|his|her) (?:thesis|phd|doctorate|dissertation|viva)\b/iu,
    sought: () => [
      ['phd', 'doctoral', 'doctorate', 'dphil'],
      ['student', 'candidate', 'studying', 'doing', 'pursuing', 'working'],
    ],
  },
  {
    words: any`team department`,
    told: /\b(?:moved|transferred|switched|went|been moved) to (?:another|a different|a new) (?:team|department)\b/iu,
    sought: () => [['team', 'department']],
    attribute: () => 'is',
  },
  {
    words: any`beat finished completed`,
    told: /\b(?:beat|finished|completed) (?<what>\p{Lu}[\p{L}\d'-]*(?: \p{Lu}?[\p{L}\d'-]+){0,3}?)(?=\s*(?:[.,;!]|$)|\s+(?:last|yesterday|today|this|on|at|and)\b)/u,
    sought: ({ what }) => [...each(what), ['playing', 'play', 'plays']],
  },
  {
    by: 'speaker',
    words: any`ended finished end over up done out`,
    told: asWritten`(?:^|[,;:] |\b(?:so|and|but) )(?:[Mm]y|[Oo]ur|[Tt]he) (?<what>(?:[\p{L}-]+ ){0,2}?${COURSE}) (?:has |have |just |finally |now )*(?:ended|finished|(?:come|came) to an end|(?:is|are) (?:now |finally )?(?:over|done|finished|up)|ran out|run out)(?=\s*(?:[.,;!]|$)|\s+(?:last|yesterday|today|this|in|on|and|so|now)\b)`,
  },
  {
    words: any`off`,
    told: /\b(?:went|gone|got|gotten|came|come) off (?:the |my |his |her )(?<what>pill|medication|meds|tablets|drugs|diet|insulin|statins|steroids|painkillers|contraception|beta blockers|sleeping pills)\b/iu,
  },
  {
    words: any`back`,
    told: /\b(?:is|'s|am|'m|are|'re|moved) back (?:home |living )?(?:with (?:us|me|my (?:parents|mum|mom|dad|family)|(?:his|her|their) (?:parents|mum|mom|dad|family))|at (?:my|his|her) parents')(?! (?:for (?!good)|this|until|till))/iu,
    sought: () => [DWELLS],
    attribute: () => 'home',
  },
  {
    words: any`free`,
    told: /\b(?:been|am|'m|is|'s) (?:now |completely |totally )*(?<what>smoke|vape|alcohol|sugar|caffeine|nicotine|meat)[- ]free (?:for|since|now|these)\b/iu,
    sought: ({ what = '' }) =>
      /^(?:smoke|vape)$/iu.test(what) ? [alike(what.toLowerCase())] : [...each(what), TAKEN],
  },
  {
    by: 'anybody',
    words: any`off`,
    told: /\b(?:took|taken|weaned) (?<who>\p{Lu}[\p{L}-]+) off (?:of )?(?:the |his |her |its )?(?<what>\p{L}[^.,;!?]{2,30})/u,
    sought: ({ who, what }) => [...each(who), ...each(what)],
  },
  ...CONTRASTED,
]

function baseAnd(verb = ''): string[] {
  const base = IRREGULAR_FORMS.get(verb)
  return [verb, ...(base ? [base] : [])]
}
