// Slot rules about how much, how many and how often: "I earn 52k", "I have 3 employees", "I swim twice a week". Of
// each there is one count at a time. Order is priority.
import { groupOf } from '../../../match-groups.ts'
import { any, anyCase, rule } from '../../../patterns.ts'
import { toKey } from '../../words.ts'
import { slotRules, type WrittenRule } from '../slot-rule.ts'
import { readAmount, readWord } from '../slot-values.ts'

const NUMBER = String.raw`(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a hundred)`
const A_NUMBER = new RegExp(`\\b${NUMBER}`, 'i')
const A_TIMES = new RegExp(`\\b(?:${NUMBER}|once|twice)\\b`, 'i')
const UNCOUNTED =
  '(?:minutes?|mins?|hours?|seconds?|days?|weeks?|months?|years?|times?|things?|questions?|options?|reasons?|ideas?|points?|problems?|issues?|more|other|others|words?|steps?|parts?|ways?|percent|of|left|choices?|thoughts?|tips?|favou?rites?|people|guests?|meetings?|appointments?|interviews?|exams?|tests?|tickets?|classes?)'
const COUNT_NOUN = String.raw`(?!${UNCOUNTED}\b|(?:now|today|already|here|and|but|or)\b)(?<noun>\p{Ll}[\p{L}-]*(?: (?!${UNCOUNTED}\b|now|and|but|in|at|on|for|with|who|that|to|from|of|so|left|today|tomorrow|this)\p{Ll}[\p{L}-]*)?)`
const TO_THE_END = String.raw`(?= ?(?:now|currently|these days|at the moment|in (?:(?:my|our|the) (?:\p{Ll}+ )?\p{Ll}+|my|our|the|total|all)|at home|working for me|so far|already|left|left now|(?:if|when|once) (?:you|i) (?:count|include|add)[^.;!?]*|counting [^.;!?]*|including [^.;!?]*|since (?:last|yesterday|this|today|\p{Lu})[^.,;!?]{0,30})?\s*(?:[.,;!]|$))`

const VERBS = any`do have drink eat take run smoke walk read work sleep swim cycle write spend make use play train practise practice study teach sell bake watch visit call meet see`
/** "I'm doing 20 push-ups a day" tells of what one does. */
const BASES: ReadonlyMap<string, string> = new Map([
  ['does', 'do'],
  ['has', 'have'],
  ['running', 'run'],
  ['swimming', 'swim'],
  ...VERBS.flatMap((verb): [string, string][] => [
    [`${verb}s`, verb],
    [`${verb.replace(/(?<!e)e$/u, '')}ing`, verb],
  ]),
])

function baseOf(verb: string): string {
  const key = toKey(verb)
  return BASES.get(key) ?? key
}

/** What is measured rather than counted. */
const MEASURE =
  /^(?:km|kg|mg|ml|cm|lbs?|miles?|kilos?|pounds?|litres?|liters?|pages?|steps?|laps?|reps?|cups?|push-ups|points?|chapters?|euros|dollars)\b/i

/** "I get six hours of sleep a night" */
const OF_SLEEP = /^(?:get|gets|getting|have|having) hours(?: of)? sleep/

/** "kids" and "children" are one count. */
export function countOf(noun: string): string {
  const key = toKey(noun).replace(/^(?:kid|kids|child)$/, 'children')
  return `number of ${key.replace(/(?<=[^s])s$/, '')}`
}

/** How much has been done until now. */
const SO_FAR = {
  attribute: ({ verb = '', unit = '' }) =>
    `${toKey(verb)} ${toKey(unit)} so far`.replace('  ', ' '),
  read: readWord(/^((?:[$£€] ?)?\d[\d.,]*k?)/u),
} satisfies Partial<WrittenRule>

/** How many of something there are. */
const COUNTED = {
  attribute: ({ noun = '' }) => countOf(noun),
  category: 'profile',
  read: readWord(anyCase`^(${NUMBER})\b`),
} satisfies Partial<WrittenRule>

export const countRules = slotRules('activities', [
  {
    attribute: 'salary',
    by: 'owner',
    category: 'finances',
    read: readAmount,
    words: any`salary income pay wage wages`,
    head: rule`\b(?:salary|income|(?:(?:annual|monthly|hourly|take-home) )?(?:pay|wages?))(?: is| has gone up to| went up to| (?:was|has been|got) (?:raised|increased|reduced|cut|bumped|changed)(?: up)? to| (?:rose|increased|dropped|fell|changed) to|:)(?: now)? `,
  },
  {
    attribute: 'salary',
    category: 'finances',
    read: readAmount,
    words: any`earn earns earning make makes making paid`,
    head: rule`\b(?:earn|earns|earning|make|makes|making|(?:get|gets|getting|am|is|being) paid) (?=[^.!?]{1,30}(?:year|month|hour|annual|salary)|(?:about |around )?(?:[$€£]\d[\d.,]*k?|\d[\d.,]*(?:k| grand| million| (?:dollars|euros|pounds|francs|chf|kr)))(?: (?:now|these days|before tax|after tax)\b|\s*(?:[.!]|$)))`,
  },
  {
    attribute: 'salary',
    by: 'speaker',
    category: 'finances',
    read: readAmount,
    words: any`pay salary wage wages`,
    cue: / my .* to /u,
    head: rule`\b(?:bumped|raised|increased|put|cut|upped|reduced|lowered) my (?:pay|salary|wages?)(?: up| down)?(?: from \S+)? to `,
  },
  {
    attribute: 'salary',
    category: 'finances',
    read: readAmount,
    words: any`bumped raised`,
    head: rule`\bgot (?:bumped|raised)(?: up)?(?: from \S+)? to (?=[$€£]|\d[\d.,]*(?:k\b| grand| million| (?:dollars|euros|pounds|francs|chf|kr)| (?:a|an|per) (?:year|month|hour)))`,
  },
  {
    attribute: ({ what = '' }) => `dose of ${toKey(what)}`,
    category: 'health',
    read: readWord(/^([\d.,]+ ?\p{L}+)/u),
    cue: /\d ?(?:mg|mcg|ml|units|tablets|pills) of /iu,
    head: rule`\b(?:takes?|taking|injects?|on) (?:now )?(?=[\d.,]+ ?(?:mg|mcg|ml|units|tablets|pills) of (?<what>[\p{L}-]+)(?![^.;!?]*\b(?:in the|at (?:night|noon|bedtime)|when|if|before|after)\b))`,
  },
  {
    attribute: ({ what = '' }) => `dose of ${toKey(what)}`,
    by: 'owner',
    category: 'health',
    read: readWord(/^([\d.,]+ ?\p{L}+)/u),
    words: any`dose dosage`,
    cue: /\d ?(?:mg|mcg|ml|units|tablets|pills)\b/iu,
    head: rule`\b(?:dose|dosage) of (?<what>[\p{L}-]+) (?:is|went (?:up|down) to|(?:was|is|has been|got) (?:raised|increased|lowered|reduced|cut|changed|doubled)(?: up| down)? to)(?: now)? (?=\d)`,
  },
  {
    ...SO_FAR,
    words: any`far`,
    cue: /\d.* so far/iu,
    head: rule`\b(?<verb>saved|lost|gained|raised|earned|collected|paid|run|walked|read|written|sold|finished|completed|watched|visited|made|cycled|swum) (?:up |about |around )?(?=(?:[$£€] ?)?\d[\d.,]*k? ?(?<unit>\p{Ll}*)[^.;!?]{0,30} so far\b)`,
  },
  {
    ...COUNTED,
    words: any`have has got own owns employ employs manage manages lead leads keep keeps`,
    cue: A_NUMBER,
    head: rule`\b(?:have|has|'ve got|have got|has got|own|owns|employ|employs|manage|manages|lead|leads|keep|keeps) (?:about |around |only |now |already )?(?=${NUMBER} ${COUNT_NOUN}${TO_THE_END})`,
  },
  {
    ...COUNTED,
    words: any`followers subscribers members readers listeners customers clients users connections`,
    cue: A_NUMBER,
    head: rule`(?:(?<=(?:am|is|are|'m|'s|'re)(?: now)? )at|\b(?:hit|reached|passed|crossed)) (?:about |around |over )?(?=${NUMBER} (?<noun>followers|subscribers|members|readers|listeners|customers|clients|users|connections)\b)`,
  },
  {
    ...SO_FAR,
    words: any`saved lost raised gained`,
    cue: /\d/u,
    head: rule`(?<=(?:\b(?:have|has)|'ve|'s)(?: now| already)? )(?<verb>saved|lost|raised|gained) (?:up |about |around )?(?=(?:[$£€] ?)?\d[\d.,]*k? ?(?<unit>\p{Ll}*)(?: now| already| in total| altogether)?\s*(?:[.,;!]|$))`,
  },
  {
    attribute: ({ group = '' }) => `number of people in ${toKey(group)}`,
    by: 'owner',
    category: 'work',
    read: readWord(anyCase`^(${NUMBER})\b`),
    words: any`team company band department household group choir crew staff club`,
    cue: A_NUMBER,
    head: rule`\b(?<group>team|company|band|department|household|group|choir|crew|staff|club) (?:has|is|now has|is now|has grown to|is down to|is up to|has shrunk to|consists of)(?: about| around| only)* (?=${NUMBER} (?:people|members|of us|strong)\b)`,
  },
  {
    attribute: ({ group = '' }) => `number of people in ${toKey(group)}`,
    category: 'work',
    read: readWord(anyCase`^(${NUMBER})\b`),
    words: any`team crew staff group department`,
    cue: A_NUMBER,
    head: rule`\b(?:manage|manages|lead|leads|run|runs|supervise|supervises) an? (?<group>team|crew|staff|group|department) of (?=${NUMBER}(?: people)?(?=\s*(?:[.,;!]|$)| (?:people|now|these)\b))`,
  },
  {
    ...COUNTED,
    by: 'speaker',
    words: any`makes`,
    cue: A_NUMBER,
    head: rule`\b(?:that|which) makes (?:it )?(?=${NUMBER} ${COUNT_NOUN}${TO_THE_END})`,
  },
  {
    attribute: (groups) => countOf(groups.noun ?? groups.group ?? ''),
    by: 'speaker',
    category: 'profile',
    read: readWord(anyCase`^(${NUMBER})\b`),
    words: any`there`,
    head: rule`\bthere are (?:now |only )?(?=${NUMBER} (?:(?!${UNCOUNTED}\b)(?<noun>\p{Ll}[\p{L}-]*) (?:in|on|at) (?:my|our) |(?<group>people (?:in|on|at) (?:my|our) \p{Ll}+)))`,
  },
  {
    attribute: (groups) =>
      `${baseOf(groupOf(groups, 'verb'))} ${toKey(`${groupOf(groups, 'noun')}${groups.paid ?? ''}`)} a ${groupOf(groups, 'unit').toLowerCase()}`
        .replace(OF_SLEEP, 'sleep hours')
        .replace(/(?<= meal)s(?= a )/, ''),
    read: readWord(anyCase`^(${NUMBER}|once|twice)\b`),
    words: any`day night week month year morning evening`,
    cue: A_TIMES,
    head: rule`\b(?<verb>(?!or\b|and\b|usually\b|is\b|are\b|was\b|about\b|least\b|only\b|like\b|for\b|it\b|them\b|there\b|of\b)\p{Ll}+) (?:about |around |only |up to )?(?=(?:${NUMBER}|once|twice) (?<noun>(?:(?!or\b|and\b)\p{Ll}[\p{L}-]* ){0,3}?)(?:an?|per|every|each) (?<unit>day|night|week|month|year|morning|evening)\b(?: for (?<paid>(?<=\bpays? .*)[^.,;!?]{2,40}?)(?= now\b|\s*(?:[.,;!]|$)))?)`,
  },
  {
    attribute: ({ place = '' }) => `visits to the ${toKey(place)}`,
    read: readWord(
      anyCase`^(${NUMBER} times an? (?:week|month|year)|(?:once|twice) an? (?:week|month|year)|every day|daily)(?=\s*(?:[.,;!]|$)|\s+(?:now|these days|nowadays|at the moment|lately|again)\b)`,
    ),
    words: any`gym pool library church office mosque temple sauna`,
    cue: /\b(?:times|once|twice|every day|daily)\b/iu,
    head: rule`\b(?:go|goes|get|gets|make it|makes it|am|'m|is) (?:only )?(?:to|at) (?:the )?(?<place>gym|pool|library|church|office|mosque|temple|sauna) (?:about |around |only |just )?`,
  },
  {
    attribute: ({ verb = '', unit = '' }) => `can ${toKey(verb)} ${toKey(unit)}`.trim(),
    read: readWord(anyCase`^(${NUMBER})`),
    words: any`can`,
    cue: A_NUMBER,
    head: rule`\bcan (?:now |already |only |just )?(?<verb>do|run|walk|swim|cycle|row|bench|bench-press|squat|deadlift|lift|press|curl|hold|type|count|juggle|hold my breath|hold a plank|plank|jump|throw|play|say|name|recite|sing|read|speak|cook|manage|stand on one leg|hike|ride|climb|solve|write)(?: (?:my|an?|the) \p{Ll}+)? (?:for |to |up to |about |over |around )*(?=${NUMBER} ?(?<unit>(?!(?:or|and|at|on|in|of|to|if|when|by|with|more|other|now|these|already|without|straight|so)\b)(?:\p{Ll}[\p{L}-]*)?)(?: (?:an?|per) \p{Ll}+| without \p{Ll}+| in a row| now| these days| already| straight| non-stop| so far)*\s*(?:[.,;!]|$))`,
  },
  {
    attribute: ({ unit = '' }) =>
      / (?:an?|per|every|each) /.test(unit) || MEASURE.test(unit)
        ? `up to ${toKey(unit)}`
        : countOf(unit),
    read: readWord(anyCase`^(${NUMBER})`),
    words: any`up down`,
    cue: /\b(?:up|down) to /i,
    head: rule`(?<=(?:am|is|are|'m|'s|'re) (?:now |already |currently )?)(?:up|down) to (?:about |around |almost )?(?=${NUMBER} ?(?!(?:of|in|at|and|or|to|on|for|now|this|by|with|from)\b)(?<unit>\p{Ll}[\p{L}-]*(?: (?:an?|per|every|each) (?:day|night|week|month))?)(?! of\b))`,
  },
])
