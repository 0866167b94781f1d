// The rules for what begins, or begins again, where the known state is that it was not so: "I bought a Fiat" ends "I don't
// have a car", "I'm back on dairy" ends "I avoid dairy". Each tells which words the former state was told in.
import { any, anyCase } from '../../../../patterns.ts'
import { classesOf } from '../../../sentences/sentence-sense.ts'
import { each, eachAlike, LEAVES_OUT, withOneOf } from '../ending-words.ts'
import { type Resolution, SOUGHT_FOR } from './resolved.ts'

const HAVE = any`have has had got own owns`
const INTENDING = any`thinking considering looking saving shopping planning hoping trying`
const DONE_WITHOUT = any`gave given quit stopped cut went`
const TAKE = any`take takes taking on use uses using eat eats eating drink drinks drinking have has`
const ANIMALS =
  /^(?:dogs?|cats?|pupp(?:y|ies)|kittens?|rabbits?|hamsters?|parrots?|budgies?|goldfish|horses?|pon(?:y|ies)|tortoises?|guinea pigs?|labradors?|beagles?|poodles?|greyhounds?|spaniels?|terriers?|retrievers?|dachshunds?|whippets?|collies?|pugs?|huskies|husky|chihuahuas?|dalmatians?|corgis?|bulldogs?|gerbils?|ferrets?|canary|canaries|turtles?|bunny|bunnies)$/iu
const MAKES =
  /^(?:honda|toyota|tesla|bmw|audi|ford|volkswagen|vw|mercedes|mazda|nissan|hyundai|kia|subaru|volvo|skoda|seat|renault|peugeot|citro[eë]n|fiat|opel|vauxhall|jeep|chevrolet|lexus|porsche|mini|dacia|suzuki|golf|polo|civic|prius|yaris|corolla|fiesta|astra|corsa|clio|micra|octavia|passat|camry|qashqai|sportage|twingo|punto|fabia)$/iu
const ACQUIRED =
  "(?:bought|got|adopted|rescued|(?:have|has|'ve got|own|owns)(?= (?:an? [^.;!?]{2,40} now|my own|our own|my first|our first)))"
const NOUN_END = String.raw`(?=\s*(?:[.,;!]|$)|\s+(?:named|called|from|yesterday|today|last|this|and|in|with|now|for|so|at|again|after)\b)`
const GOT = anyCase`(?<!\b(?:almost|nearly|never) )\b${ACQUIRED} (?:myself |ourselves )?(?:an?|my|our|two) (?![^.;!?]{0,20}\b(?:second(?![- ]hand\b)|third|fourth|fifth|another|other|more|no)\b)(?:(?:own|first|new|little|rescue|used|second[- ]hand|very|old|cheap|small|big) )*(?<what>\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)??)${NOUN_END}(?![^.;!?]*\b(?:when i was|as a (?:kid|child)|for (?:my|his|her|our|their) \p{Ll}+)\b)`
const INTAKE =
  "(?:(?:am |'m |is |started |have started )?(?:eating|drinking|having|using|taking|smoking|doing|playing)|eat|eats|drink|drinks|take|takes|use|uses)"
const BACK_END = String.raw`(?=\s*(?:[.,;!]|$)|\s+(?:since|now|these|and|after|but|for good|it)\b)`
const AGAIN = anyCase`\b${INTAKE} (?<what>(?!it\b|that\b|well\b|out\b)\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*)??) again${BACK_END}`
const BACK_ON = anyCase`\bback (?:on|to) (?:eating |drinking |having |using |playing |(?<=on )(?:the|my) )?(?<what>\p{Ll}[\p{L}-]*)${BACK_END}`
/** Of these one is back without having done without. */
const NO_INTAKE =
  /^(?:work|school|normal|track|menu|table|agenda|road|train|bus|phone|line|market|list|team|shelf|stage|job|case|ground|square|earth|home|bed|sleep|reality|top|form|duty|board|basics|business|uni|university|college|campus|holiday|life|us|me|you|him|her|them|\p{L}+day)$/iu

/** Of what one eats again: "gluten-free" is over with bread. */
function without(what = ''): string[][] {
  const kinds = each(what).flatMap(([word = '']) => [word, ...classesOf(word)])
  return kinds.length === 0 || NO_INTAKE.test(what) ? [] : [kinds, ['free']]
}

const LIQUOR =
  '(?:alcohol|wine|beers?|whisk(?:e)?y|vodka|gin|rum|cider|prosecco|champagne|cocktails?)'

/** What was had, as it may have been said to be missing. */
function had(phrase = ''): string[] {
  const words = each(phrase).flat()
  const last = words.at(-1) ?? ''
  if (last === '') return []
  const kinds = [
    ...(ANIMALS.test(last) ? ['pet', 'pets', 'animal', 'animals'] : []),
    ...(words.some((word) => MAKES.test(word)) ? ['car', 'cars'] : []),
  ]
  return [last, ...kinds]
}

function taken(what = ''): string[][] {
  return NO_INTAKE.test(what) ? [] : eachAlike(what)
}

const TAKING_IN = ['eat', 'have', 'drink', 'take']

/** Who can eat cheese again could not have it. */
function takenIn([word = '']: readonly string[]): string[] {
  return TAKING_IN.includes(word) ? TAKING_IN : [word]
}

export const begun: readonly Resolution[] = [
  {
    value: 'no',
    words: any`bought got adopted rescued have has ve own owns`,
    told: GOT,
    sought: ({ what }) => [HAVE, had(what)],
  },
  {
    words: any`bought got adopted rescued have has ve own owns`,
    told: GOT,
    sought: ({ what }) => [had(what)],
    attribute: () => 'does want',
  },
  {
    words: any`bought got adopted rescued have has ve own owns`,
    told: GOT,
    sought: ({ what }) => [had(what), INTENDING],
    attribute: () => 'is',
  },
  {
    words: any`found hired landed secured signed rented`,
    told: anyCase`\b(?:found|hired|landed|secured|signed|rented)(?: ourselves| myself)? (?:an?|the|our|my) (?:(?!(?:in|at|of|for|with)\b)\p{Ll}+ ){0,2}?(?<what>${SOUGHT_FOR})\b(?! (?:advert|ad|key|keys|offer|interview)\b)`,
    sought: ({ what }) => [had(what), ['looking', 'searching', 'hunting']],
    attribute: () => 'is',
  },
  {
    words: any`got adopted`,
    told: /\b(?:[Gg]ot|[Aa]dopted) the (?<what>\p{Ll}[\p{L}-]*)(?=\s*(?:[.,;!]|$)|\s+(?:yesterday|today|last|and|this|at last|finally)\b)/u,
    sought: ({ what }) => [had(what), INTENDING],
    attribute: () => 'is',
  },
  {
    value: 'no',
    words: any`again`,
    told: AGAIN,
    sought: ({ what }) => withOneOf(taken(what), DONE_WITHOUT),
  },
  {
    value: 'no',
    words: any`back`,
    told: BACK_ON,
    sought: ({ what }) => withOneOf(taken(what), DONE_WITHOUT),
  },
  {
    words: any`back`,
    told: BACK_ON,
    sought: ({ what }) => withOneOf(taken(what), LEAVES_OUT),
  },
  {
    value: 'no',
    words: any`now again days time occasionally`,
    cue: /drink|having|\bha(?:ve|d)\b|enjoy/iu,
    told: anyCase`\b(?:drink|drinks|drinking|have|having|enjoy|enjoying)(?: an?| the| some| my| odd| occasional| little| glass of| pint of)* ${LIQUOR}(?: (?:with|at|on) (?:dinner|meals|food|weekends|the weekend))?,? (?:again|now and then|now and again|now|these days|from time to time|occasionally)\b`,
    sought: () => [['drink', 'drinking']],
    attribute: () => 'does drink alcohol',
  },
  {
    by: 'speaker',
    words: any`back`,
    told: /\b(?:am|'m|are|'re) (?:now |finally |officially )*back (?:at|in|to) (?:work|the office|my desk)(?=\s*(?:[.,;!]|$|(?:now|again|since|after|full|and)\b))/iu,
    sought: () => [any`on off`, any`leave sabbatical sick`],
    attribute: () => 'is',
  },
  {
    words: any`back home`,
    told: /\b(?:back|home)(?: at (?:work|home))? from (?:(?:his|her|my|our|the|an?) )?(?<what>\p{L}[^.,;!?]{2,40})/iu,
    sought: ({ what }) => withOneOf(each(what), ['on', 'in', 'at', 'away']),
    attribute: () => 'is',
  },
  {
    words: any`passed`,
    told: /\bpassed (?:my|his|her|the) (?:(?<driving>driving)|(?<what>[\p{L}\d]+)) (?:test|exam)\b/iu,
    sought: ({ driving, what }) => [
      any`learning lesson lessons studying revising preparing practising practicing`,
      driving ? ['drive', 'driving'] : each(what).flat(),
    ],
  },
  {
    words: any`handed submitted turned defended`,
    told: /\b(?:handed in|submitted|turned in|defended) (?:my|his|her|the) (?:\p{Ll}+ )?(?<what>thesis|dissertation|essay|manuscript|paper|phd)\b/iu,
    sought: ({ what }) => withOneOf(each(what), ['writing', 'working', 'finishing']),
  },
  {
    by: 'speaker',
    words: any`hired`,
    told: /(?<!\bhas |\bhave )\bhired me (?:full[- ]time|permanently|as)\b/iu,
    sought: () => [['intern', 'internship', 'trainee', 'temp', 'probation', 'apprentice']],
  },
  {
    words: any`sober teetotal`,
    told: /\b(?:am|'m|is|been|went|gone) (?:now |completely |totally )*(?:sober|teetotal)(?= (?:since|for \w+ (?:weeks?|months?|years?)|now|these days)\b)/iu,
    sought: () => [
      ['drink', 'drinks', 'drinking', 'have'],
      any`much lot beer beers wine whisky whiskey gin vodka alcohol cocktails`,
    ],
  },
  {
    words: any`off`,
    told: /\b(?:am|'m|is|'s|been) (?:now |finally |completely |totally )*off (?:the |my |his |her )?(?<what>(?!(?:work|duty|school|sick|home|today|tomorrow|topic|course|to|on|for|with|in|at|it|there|here|again|now|limits|track|balance|stage|air|grid|sale|market|menu|rails|hook)\b)\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*)?)(?=\s*(?:[.,;!]|$|(?:now|completely|altogether|entirely|for good)\b))/iu,
    sought: ({ what }) => withOneOf(taken(what), TAKE),
  },
  {
    words: any`probation`,
    told: /\b(?:passed|finished|completed) (?:my|his|her|the) probation\b/iu,
    sought: () => [['probation']],
  },
  {
    words: any`fluent`,
    told: /\bfluent in (?<what>(?-i:\p{Lu})\p{Ll}+)\b/iu,
    sought: ({ what }) => withOneOf(each(what), ['learning', 'studying']),
  },
  {
    words: any`renewed`,
    told: /\brenewed (?:my|our|his|her|the) (?<what>\p{Ll}+(?: \p{Ll}+)?)(?=\s*(?:[.,;!]|$)|\s+(?:for|until|last|this|yesterday|today|and|in)\b)/iu,
    sought: ({ what }) => withOneOf(each(what), ['expired', 'expires', 'expiring', 'lapsed']),
  },
  {
    words: any`healthy well better fine fit recovered`,
    told: /\b(?:is|am|'m|'s|are|feels?|feeling) (?:all |fully |completely |finally |much )?(?:(?:healthy|well|better|fine|fit) again|recovered)\b|\b(?:has|have|'ve) (?:now |fully |completely |finally )*recovered(?! (?:the|my|our|his|her|an?)\b)/iu,
    sought: () => [['sick', 'ill', 'unwell', 'injured', 'flu', 'poorly']],
  },
  {
    words: any`non`,
    told: /\b(?:am|'m|is|'s) (?:now )?an? non[- ]smoker now\b|\b(?:became|now) an? non[- ]smoker\b/iu,
    sought: () => [['smoke', 'smokes', 'smoker', 'smoking']],
  },
  {
    value: 'no',
    words: any`can`,
    told: /\bcan (?:finally |now )?(?<what>\p{Ll}{2,}(?: (?!now\b|again\b|after\b)[\p{L}-]+){0,2}) (?:now|again|after all)(?=\s*(?:[.,;!]|$))/iu,
    sought: ({ what }) => each(what).map(takenIn),
  },
  {
    words: any`again`,
    told: AGAIN,
    sought: ({ what }) =>
      withOneOf(
        each(what).map(([word = '']) => [word, ...classesOf(word)]),
        ['off'],
      ),
    attribute: () => 'is',
  },
  {
    words: any`back`,
    told: BACK_ON,
    sought: ({ what }) => withOneOf(taken(what), ['off']),
    attribute: () => 'is',
  },
  {
    words: any`again`,
    told: AGAIN,
    sought: ({ what }) => without(what),
  },
  {
    words: any`back`,
    told: BACK_ON,
    sought: ({ what }) => without(what),
  },
  {
    words: any`now days`,
    told: /\b(?:eat|eats|drink|drinks|have|has) (?<what>(?!it\b|that\b)\p{Ll}[\p{L}-]*) (?:now|these days)(?=\s*(?:[.,;!]|$)|\s+(?:and|but)\b)/iu,
    sought: ({ what }) => without(what),
  },
]
