// What several readers of a sentence ask about it: whether it is meant, whether it is quoted, which of its words say
// what it is about.
import { any, anyCase } from '../../patterns.ts'
import { rememberingLast } from '../words.ts'

/** Words that make all that follows in the sentence less than a fact. */
const UNREAL =
  /\b(?:if|wish|wished|imagine|suppose|pretend|unless|whether|dream|dreams|dreamed|dreamt|hope|hopes|hoping|would|wouldn't|could|might|may|maybe|perhaps|should|will|won't|gonna|going to|want|wants|wanted(?! (?:you )?to (?:let you know|tell you|say|share|mention|update you|know)\b)|plan|plans|planning|thinking of|thinking about|considering|almost|nearly|as though|not (?:like|as if|as though)|can you|let's|rumou?r|joke|joking|kidding|someday|one day|not sure|told|thought|pretended|claim(?:s|ed)?|says|heard|almost|tempted|trying|try|tried|need to|have to|has to|ought|supposed|afraid|scared|when i|when we|when you|never)\b|'ll\b|'d\b/i

export function withStraightApostrophes(text: string): string {
  return text.replaceAll(/[’‘]/gu, "'")
}

const IN_HASTE: readonly (readonly [RegExp, string])[] = [
  [/\b(?<verb>do|does|did|is|are|was|has|have|ca|wo)nt\b/giu, "$<verb>n't"],
  [/\b(?<who>i)(?<verb>m|ve)\b/giu, "$<who>'$<verb>"],
  [
    /\b(?<verb>moved|moving|going|went|switched|back) 2 (?!(?:years?|months?|weeks?|days?|hours?|nights?|times|miles?|kilomet|km|m|doors?|houses?|streets?|blocks?|floors?|steps?|or|of|more)\b)(?=\p{L})/gu,
    '$<verb> to ',
  ],
  [/\bw(?=\/? (?:my|our|his|her|their|the|an?|some)\b)\/?/gu, 'with'],
  [/(?<!\ban? )\brn\b/gu, 'right now'],
]

/** As it would be written with time: apostrophes straight and where they belong, words instead of letters. */
export function writtenOut(text: string): string {
  return IN_HASTE.reduce(
    (told, [haste, full]) => told.replaceAll(haste, full),
    withStraightApostrophes(text),
  )
}

const GOT =
  /(?<=^(?:I|[Ww]e|[Mm]y \p{Ll}+|\p{Lu}\p{Ll}+))(?:'(?:ve|s)| (?:have|has)) got (?=(?:an?|the|some|two|three|no)\b)/u

/** "I've got a broken ankle" is what one has. */
export function withHave(text: string): string {
  return text.replace(GOT, (got) => (got.includes('s ') ? ' has ' : ' have '))
}

const WHAT_COUNTS = /^.*(?:\bbut\b|;|\band now\b|\bchange of plans?\b)/iu
/** "They want us back, so I commute": a reason may be wished, what follows from it is so. */
const SO_IT_IS =
  /^(?!.*\b(?:if|imagine|suppose|pretend|dream\p{L}*|wish\p{L}*|would|might|could|unless|whether|story|jok(?:e|ing))\b).*, so (?=(?:i|we|he|she|now)\b)/iu

/** The month is no "may". */
const IN_MAY =
  /\b(?:since|in|by|until|till|of|last|this|next|from|early|late|mid|after|before|\d{1,2}(?:st|nd|rd|th)?) May\b|\bMay \d/gu

/** "The Gold plan", "the pension plan" is a thing. */
const A_PLAN =
  /\b(?:the|my|our|a|your) (?:\p{Ll}+ (?=\p{Lu}))?(?:\p{Lu}\p{L}+|phone|mobile|data|pension|savings|insurance|health|meal|payment|dental|training|price|business) plans?\b/gu
/** What only leads up to what is said: "I suppose you should know that", "you'll never guess". */
const BY_THE_WAY =
  /\b(?:i suppose |i guess )?(?:you|they) (?:should|must|ought to|might want to|may want to) know(?: that)?\b|\byou(?:'ll| will) never (?:guess|believe)(?: (?:it|this|what))?\b|\b(?:would|wouldn't) you (?:believe|know)(?: (?:it|this|that))?\b|\byou (?:wouldn't|won't|would not|will not) believe (?:it|this)\b|\bi must (?:say|admit|confess)(?: that)?\b|\bi have to (?:say|admit|confess)(?: that)?\b|\bi(?:'ll| will) be honest(?: with you)?\b|\bi (?:should|must|have to|need to) (?:say|mention|add|correct)(?: that| this| myself)?\b|\bi(?:'m| am) afraid(?! (?:of|to)\b)(?: that)?|\bif (?:you ask me|you must know|truth be told|i remember (?:right|rightly|correctly))\b/giu

/** The words in front that tell whether what follows is meant. */
export function conditionOf(before: string): string {
  return before
    .slice(-120)
    .replace(WHAT_COUNTS, '')
    .replace(SO_IT_IS, '')
    .replaceAll(IN_MAY, ' ')
    .replaceAll(A_PLAN, ' ')
    .replaceAll(BY_THE_WAY, ' ')
}

/** True if what follows these words of the sentence is not stated as a fact. */
export function isUnreal(before: string): boolean {
  return UNREAL.test(conditionOf(before))
}

export function insideQuotes(before: string): boolean {
  return ((before.match(/["“”]/gu)?.length ?? 0) & 1) === 1
}

/** Words that take back what was said before, with what separates them from what follows. */
export const TAKEN_BACK = String.raw`(?:(?:oops|ups|whoops|wrong \p{Ll}+|sorry|apologies|pardon|wait|no,? (?:wait|hang on|hold on)|(?:hang|hold) on,? no|correction|typo(?: above)?|(?:(?:damn|bloody|stupid|silly) )?auto-?correct|slip of the \p{Ll}+|(?:my|a) (?:mistake|bad|error|typo)|mis(?:read|heard|typed|spelled|spelt|remembered) (?:it|that|them)|got (?:it|that) wrong|scratch that|strike that|ignore that|not quite|i stand corrected|i take (?:it|that|this)(?: all)? back|(?:that|it|this)(?:'s| is| was)(?: all)? (?:not right|wrong|not correct|incorrect|not quite right|not true|a mistake|a typo)|i (?:mis\p{L}+(?: (?:it|that|them))?|was wrong|was mistaken|made a (?:mistake|typo)|got (?:it|that|this|them|(?:my|the|her|his|their|our) \p{Ll}+(?:'s)?(?: \p{Ll}+)?) (?:wrong|mixed up)|had (?:it|that) wrong|mixed (?:it|that|them) up|(?:need to|have to|should|must) correct (?:that|this|myself)|(?:said|spelled|spelt|typed|wrote) (?:that|it|(?:his|her|their|the|my) \p{Ll}+) wrong)|let me (?:correct|fix|rephrase) (?:that|it|myself))(?:[,.:;!–-]+ ?|(?<=\b(?:wait|on|oops|no)) (?=(?:the|my|our|his|her|it's) )))`
const FILLING =
  '(?:(?:oh|ah|hm+|er|um|and|but|well|so|no|nope|actually|hang on|hold on)[,.:;!-]* ?)'
/** The words at the start of a sentence by which it corrects what was said before. */
export const CORRECTING = anyCase`^${FILLING}{0,2}(?:${TAKEN_BACK}${FILLING}{0,2}){1,3}(?:i (?:meant|mean)(?: to say)?,? (?:that )?(?=(?:my|our|the|i|i'm|he|she|we)\b))?`
const ONLY_CORRECTING = anyCase`^${FILLING}{0,2}${TAKEN_BACK}{1,3}$`

/** True if the sentence takes something back and does not say what is so. */
export function onlyCorrects(sentence: string): boolean {
  return sentence.length < 60 && ONLY_CORRECTING.test(withStraightApostrophes(sentence).trim())
}

const OPENING =
  /^(?:(?:(?:quick |small )?update|btw|by the way|fyi|so|ok(?:ay)?(?=[,:!]| so\b| (?:quick )?update\b| btw\b)|(?:yep|yeah|yup|nah|omg|hey)(?=[,:!]| so\b)|also|oh and|just so you know|heads up|(?:please )?(?:remind me|remember|note|be advised|be informed) that|(?:i|we) (?:hereby|would like to|wish to|can|am pleased to|am happy to|regret to) (?:confirm|inform you|let you know|announce|advise you|report) that|(?:good |bad |great |big )?news|change of plans?|new plan|ps|p\.s\.)[,:!–-]* )+(?=\S)/iu

/** "Actually, give me long answers": a request begins behind these words. */
const INTERJECTED =
  /^(?:(?:actually|honestly|anyway|oh|well|ok|okay|so|hey|btw|also)(?:[,!:]+ |(?<=^actually) ))+(?=(?:please |just )*(?:give|keep|make|use|be|stay|answer|call|send|write|speak|talk|change|set|switch|update)\b)/iu

const FINDING =
  '(?:(?:the|my|our) )?(?:doctor|doc|gp|dentist|vet|physio|specialist|allergist|optician|tests?|results?|scan|x-ray) (?:says?|said|shows?|showed|confirmed|told (?:me|us)) (?:that )?'
/** What a doctor says is no hearsay. */
export const FOUND_OUT = anyCase`(?<=^(?:[^.;!?]{0,80}, )?)${FINDING}`
const OPENS_FOUND = anyCase`^${FINDING}`

/** How much of the sentence is said before it begins: "Actually, give me ...". */
export function interjectedIn(sentence: string): number {
  return (INTERJECTED.exec(sentence) ?? OPENS_FOUND.exec(sentence))?.[0].length ?? 0
}

/** Without the words that only announce what follows: "update:", "btw". */
export function withoutOpening(sentence: string): string {
  return sentence.replace(OPENING, '')
}

/** What a chat adds behind a sentence, in front of its emojis, tells nothing: "btw", "tho". */
const CHATTED =
  /(?<=\S)(?:[,;]? (?:btw|fyi|tbh|ngl|imo|imho|rn|atm|tho|though|ugh|yay|phew|omg|smh|let'?s go+|sadly|by the way|just so you know|for the record|(?:did|didn't|have|haven't) i (?:tell|told|mention|mentioned|say|said)(?: (?:you|that|it|this))*(?: already| yet)?\?|can you believe (?:it|that)\?|you know\??)){1,4}(?=[.!]*$)/iu
const MAX_CHATTED = 40

export function withoutChat(sentence: string): string {
  const told = withoutAdornment(sentence)
  const from = Math.max(0, told.length - MAX_CHATTED)
  const plain = told.slice(0, from) + told.slice(from).replace(CHATTED, '')
  return plain === told ? sentence : plain
}

const LAUGHED = /^(?:ha(?:ha)+|lol|rofl)\b/i
const JEST =
  /\b(?:lol imagine|just kidding|only kidding|just joking|jk|imagine me|in my dreams|as if|april fools|(?:isn't|is not|wasn't) true|(?:that's|is|what|total|complete) nonsense|gossip)\b/i

/** True if the sentence itself says that it is not meant. */
export const isJest = rememberingLast((sentence) => LAUGHED.test(sentence) || JEST.test(sentence))

/** "Just kidding!" takes back the sentence before it. */
export function takesBack(sentence: string): boolean {
  return /^(?:(?:haha|lol|nah|no|just|only|i'm|i am|oh)[,!.]? )*(?:kidding|joking|jk|not really|april fools)\b/i.test(
    sentence.replaceAll('’', "'"),
  )
}

const CLAUSE_END =
  /[.,;:!?()—–]|\s(?:and|but|because|so|since|after|before|when|while|as|over (?:the|this|last)|for|last|this|next|yesterday|today|tonight|recently|now|nowadays|anymore|any|again|with|from|to|until|instead|these|ages?|years?|though|altogether|completely|entirely|forever|already|when|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4})|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:two|three|a few|a couple of|\d+) (?:days|weeks|months|years))\b/i
const EMPTY = new Set(
  `a an the my our his her their its your this that these those i we he she they it me us him them of at in on by to up
  out off away down over into about around very really quite so just all some any one every each no not be am is are was
  were been being have has had do does did own old new only ever also too with for from as and or
  me myself himself herself going go goes went things thing stuff lot lots bit using`.split(/\s+/),
)
const MAX_WORDS = 4

/** The words of a phrase, to the end of its clause, that say what it is about. */
export function contentWords(phrase: string): string[] {
  const end = phrase.search(CLAUSE_END)
  const clause = end < 0 ? phrase : phrase.slice(0, end)
  const words = clause.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter(tells)
    .map((word) => word.toLowerCase())
    .slice(0, MAX_WORDS)
}

/** A single capital does: vitamin C. */
function tells(word: string): boolean {
  if (word.length === 1) return /[B-HJ-Z]/.test(word)
  return !EMPTY.has(word.toLowerCase())
}

const JOINING = new Set(
  any`in with to and but who which that their this other now already new whole entire both ve re ll`,
)

/** The words of a whole phrase that say what it is about. */
export function topicWords(phrase: string): string[] {
  return topicsIn(phrase).slice(0, MAX_WORDS + 1)
}

const MOST_TOPICS = 12

/** The words of a whole sentence that say what it is about. */
export function topicWordsOfAll(sentence: string): string[] {
  return [...new Set(topicsIn(sentence))].slice(0, MOST_TOPICS)
}

function topicsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => word.length > 1 && !EMPTY.has(word) && !JOINING.has(word))
}

/** A day or a month tells when, and not what. */
export const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)s?$/

/** Names alone identify what is meant: "my old Honda Civic" is the Honda Civic. */
export function namesOr(phrase: string, words: readonly string[]): string[] {
  const end = phrase.search(
    /[.,;:!?()—–]|\s(?:and|but|because|so|for|to|into|with|last|this|yesterday|today)\b/i,
  )
  const names = (end < 0 ? phrase : phrase.slice(0, end))
    .match(/(?<![\p{L}\p{N}'])\p{Lu}[\p{L}\p{N}]+/gu)
    ?.map((name) => name.toLowerCase())
    .filter((name) => !EMPTY.has(name) && !CALENDAR.test(name))
  return names !== undefined && names.length > 0 ? names.slice(0, MAX_WORDS) : [...words]
}

/** Everyday kinds: a person who drinks wine drinks alcohol. */
const CLASSES: readonly (readonly [string, RegExp])[] = [
  [
    'alcohol',
    /^(?:wine|beer|whisky|whiskey|vodka|gin|rum|cocktails?|spirits|cider|champagne|booze|drinking)$/,
  ],
  ['meat', /^(?:beef|chicken|pork|steak|bacon|lamb|ham|sausages?|burgers?|turkey)$/],
  ['dairy', /^(?:milk|cheese|butter|yogh?urt|cream)$/],
  ['gluten', /^(?:bread|pasta|wheat)$/],
  ['sugar', /^(?:sweets|candy|chocolate|dessert|desserts)$/],
  ['caffeine', /^(?:coffee|espresso)$/],
  ['cigarettes', /^(?:smoke|smoking|tobacco)$/],
  ['allergic', /^allerg(?:y|ies)$/],
  ['allergy', /^allergic$/],
  ['intolerant', /^intolerances?$/],
  ['subscribed', /^subscriptions?$/],
  ['member', /^memberships?$/],
]

export function classesOf(word: string): string[] {
  return CLASSES.filter(([, kinds]) => kinds.test(word)).map(([name]) => name)
}

const KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['dairy', ['milk', 'cheese', 'butter', 'yoghurt', 'yogurt', 'cream']],
  ['alcohol', ['wine', 'beer', 'whisky', 'whiskey', 'gin', 'cocktails']],
  ['meat', ['beef', 'chicken', 'pork', 'steak', 'bacon', 'lamb', 'ham', 'sausages', 'burgers']],
  ['caffeine', ['coffee', 'espresso']],
  ['sugar', ['sweets', 'candy', 'chocolate', 'dessert']],
  ['follow', ['fan', 'support', 'supporter']],
  ['support', ['fan', 'follow', 'supporter']],
  ['fan', ['follow', 'support', 'supporter']],
  ['fear', ['afraid', 'scared', 'terrified', 'frightened']],
  ['need', ['wear', 'wearing', 'use', 'using', 'take', 'taking']],
])

/** What a person gives up with the word: with dairy, milk; who needs no glasses wears none. */
export function kindsOf(word: string): readonly string[] {
  return KINDS.get(word) ?? []
}

/** "In 2009 I quit my job" ends none that is known of today. Last year's changes are news. */
export function isOfEarlierYear(words: string, at: string): boolean {
  const year = /\b[Ii]n (?:the year )?(?<year>(?:19|20)\d\d)\b/.exec(words)?.groups?.year
  return year !== undefined && Number(year) < Number(at.slice(0, 4)) - 1
}

const ADORNMENT =
  /(?:\s{0,2}(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI}]|\u200d|\ufe0f|[:;=]-?[)(DP]|<3))+[.!]{0,3}\s{0,2}$/u
/** Characters at the end of a sentence. The work of the search grows with their square. */
const LONGEST_ADORNMENT = 60
/** What follows such a word is what it says: "My favourite food is now 🍕", "I have two 🐱". */
const AWAITS_MORE =
  /\b(?:(?:am|is|are|was)(?: (?:now|still|only|just))?|an?|the|my|our|to|from|in|of|and|or|with|for|called|named|two|three|four|five|six|\d+)$/iu

/** A sentence without the emojis and emoticons that it ends with, where they only adorn it. */
export function withoutAdornment(sentence: string): string {
  const end = sentence.slice(-LONGEST_ADORNMENT).replace(ADORNMENT, '')
  const plain = sentence.slice(0, -LONGEST_ADORNMENT) + end
  return AWAITS_MORE.test(plain) ? sentence : plain
}
