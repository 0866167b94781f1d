// Who a recognised phrase is about: reads backwards from the phrase ("... I now | live in") over helping verbs and
// adverbs to a subject or an owner. Words that it does not recognise give no subject, and so no slot.
import { firstOf } from '../../../runtime/certain.ts'
import { groupOf } from '../../match-groups.ts'
import { anyCase, asWritten } from '../../patterns.ts'
import { type Gender, genderOf, isFirstName, kindOfName } from '../names/lexicon.ts'
import { toKey } from '../words.ts'

/** What the words that depend on the speaker refer to. */
export type Persons = {
  /** True if words without a subject are about the speaker: "Lives in Berlin". */
  bare: boolean
  /** 'user', or the key of the speaker's name. */
  first: string
  /** Whom "he", "she" or "they" means, if that is clear. */
  third: string | null
  /** Whether that is "he" or "she", if the name says so. */
  thirdGender?: Gender | null
}

export type Subject = {
  key: string
  /** The words before deny the phrase: "no longer", "don't". */
  negated: boolean
  /** "no longer": it was so, and is not now. */
  ended: boolean
  /** "I have lived": needs a span of time to mean now. */
  perfect: boolean
  /** False if several people may have the key ("my friend"). */
  unique: boolean
}

const UNIQUE_KIN =
  'wife|husband|hubby|gf|bf|stepmother|stepmum|stepmom|stepfather|stepdad|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|mother|mom|mum|mama|father|dad|papa|mother-in-law|father-in-law|boss|kids|children|twins|parents|grandparents|in-laws|ex|ex-wife|ex-husband|company|firm|dog|cat|puppy|kitten|parrot|hamster|rabbit|bunny|horse|tortoise|turtle|baby|toddler|newborn'
const OTHER_KIN =
  'half-sister|half-brother|half sister|half brother|stepsister|stepbrother|stepson|stepdaughter|grandson|granddaughter|godson|goddaughter|godmother|godfather|housemate|teammate|classmate|best mate|bestie|mate|sister-in-law|brother-in-law|son-in-law|daughter-in-law|sister|brother|son|daughter|best friend|friend|cousin|aunt|uncle|grandma|grandmother|grandpa|grandad|granddad|granny|gran|nana|nan|grandfather|colleague|coworker|co-worker|roommate|flatmate|neighbou?r|niece|nephew|child|kid|manager|teacher|doctor'
export const PLURAL_KIN = /(?:^| )(?:kids|children|twins|parents|grandparents|in-laws)$/i
/** Which of several, or how one feels about him. */
const WHICH =
  '(?:little|big|younger|older|elder|youngest|eldest|oldest|baby|kid|twin|middle|dear|lovely|dear old|old|good)'
const KIN = `(?:(?:${WHICH} )?(?:${UNIQUE_KIN}|${OTHER_KIN}))`
const NAME = String.raw`(?:(?:Mr|Mrs|Ms|Dr|Prof)\. )?(?:\p{Lu}\.){0,3}\p{Lu}(?:\.|[\p{L}\p{M}'-]*\p{L})(?: \p{Lu}[\p{L}\p{M}-]+){0,2}`
const OWNER = '(?:my|[Mm]y|[Oo]ur)'
/** Of whom something is told: by a relation, as the user, by a name. */
export const RELATED = `(?:${OWNER} ${KIN}(?:,? ${NAME},?)?|(?:[Tt]he |[Mm]y )?[Uu]ser)`
/** "Sister Nora's visit" is Nora's. */
export const KIN_OF = new RegExp(`^${KIN} (?=\\p{Lu})`, 'u')
export const NAMED = String.raw`${NAME}(?: \(the user\))?`
const ADVERB =
  '(?:now|currently|just|recently|finally|actually|still|also|both|really|already|officially|only|always|absolutely|totally|truly|temporarily|permanently|happily|eventually|presently|mainly|mostly|usually|strictly|fully|completely|entirely|so|even|definitely|kinda|in fact|then|since)'
const HELPER =
  "(?:'m|'s|'re|'ve|am|is|are|have|has|been|do|does|did|got|gotten|don't|doesn't|didn't|isn't|aren't|'m not|not|no longer|never|haven't|hasn't)"

const CHAIN = anyCase`(?:(?:^|\s+|(?<=[\p{L}])(?='))(?:${ADVERB}|${HELPER}),?)+$`
const PARENTS =
  '(?:(?:[Mm]y )?(?:[Mm](?:u|o)m|[Mm]other) and (?:my )?(?:[Dd]ad|[Ff]ather)|(?:[Mm]y )?(?:[Dd]ad|[Ff]ather) and (?:my )?(?:[Mm](?:u|o)m|[Mm]other)|[Mm]y folks)'
/** Who may be "they" later in a sentence that begins with them. */
const THEY = '(?:parents|grandparents|in-laws|kids|children|twins)'
/** Of whom a document tells. */
const ROLE =
  '(?:client|customer|patient|guest|employee|tenant|applicant|candidate|student|member|subscriber|caller|resident|buyer|seller|supplier)'
/** "My other friend Mike" is not the Mike that is known. */
const ANOTHER = String.raw`(?<!\b(?:[Oo]ther|[Aa]nother|[Ss]econd) ${KIN} )`
const BEFORE_SUBJECT = String.raw`(?:^|[\s,;:("“—–-])`
const SUBJECT = asWritten`${BEFORE_SUBJECT}(?:(?<first>I|i|[Ww]e|(?:[Tt]he|[Oo]ur|[Mm]y) (?:whole )?family)|(?<third>[Hh]e|[Ss]he)|(?<user>(?:[Tt]he |[Mm]y )?[Uu]ser)|[Tt]he (?<role>${ROLE})|(?<=^(?:[Ss]o |[Aa]nd |[Bb]ut )?${OWNER} (?<plural>${THEY})(?: (?!(?:and|with|met|visited|saw)\b)\p{Ll}[\p{L}'-]*){1,8}(?:,|,? and|,? so|,? but) )they|(?<parents>${PARENTS})|${OWNER} (?<kin>${KIN})(?:,? (?<kinName>${NAME}),?)?|${ANOTHER}(?<name>${NAME})(?: \(the user\))?)$`
const INHERIT_BREAK =
  /\b(?:who|which|that|he|she|they|you|we|it|people|someone|everyone|whose|where|I|i)\b/
const CLAUSE_END = /(?:^|[,;—–-]|\band|\bbut|\bthen)$/i
const ORDINARY =
  /^(?:The|This|That|These|Those|It|There|Here|You|They|We|Who|What|Which|Where|When|How|Why|And|But|So|Or|If|Hey|Hi|Hello|Thanks|Yes|No|Yeah|Wow|Well|Also|Now|Then|People|Everyone|Someone|Somebody|Nobody|My|Your|His|Her|Our|Their|Its|A|An|In|On|At|For|With|To|From|As|Is|Are|Was|Not|All|Some|Many|Most|Both|Each|One|Two|Today|Yesterday|Tomorrow|Kids|Friends|Finally|Maybe|Just|Great|Good|Oh|Ok|Okay|Sure|Cool|Nice|Once|After|Before|While|Because|Since|Though|Although|God|Mom|Dad)(?!\p{L})/u

/** The subject of the verb that begins right after `before`, the sentence's words up to there. */
export function subjectOf(before: string, verb: string, persons: Persons): Subject | null {
  const trimmed = before.trimEnd()
  const chain = CHAIN.exec(trimmed)?.[0] ?? ''
  const head = trimmed.slice(0, trimmed.length - chain.length).trimEnd()
  const flags = flagsOf(chain)
  const subject = named(SUBJECT.exec(head), persons)
  if (subject) return agrees(subject, verb, chain) ? { ...subject, ...flags } : null
  const uncapitalised = lowerName(head)
  if (uncapitalised)
    return agrees(uncapitalised, verb, chain) ? { ...uncapitalised, ...flags } : null
  if (!CLAUSE_END.test(head)) return null
  const inherited = inherit(head, verb, persons)
  return inherited && agrees(inherited, verb, chain) ? { ...inherited, ...flags } : null
}

/** Null for "she" if the third person's name is a man's. */
function thirdBy(pronoun: string, { third, thirdGender }: Persons): string | null {
  const gender = /^(?:she|her)$/i.test(pronoun) ? 'female' : 'male'
  return (thirdGender ?? gender) === gender ? third : null
}

/** `base`: its verbs have no s ("I live", "my parents live"). */
type Found = { key: string; unique: boolean; base: boolean }

function named(match: RegExpExecArray | null, persons: Persons): Found | null {
  const groups = match?.groups
  if (!groups) return null
  if (groups.first) return { key: persons.first, unique: true, base: true }
  if (groups.third) {
    const key = thirdBy(groups.third, persons)
    return key === null ? null : { key, unique: true, base: false }
  }
  if (groups.user) return { key: 'user', unique: true, base: false }
  if (groups.role) return { key: groups.role.toLowerCase(), unique: true, base: false }
  if (groups.plural) return kinSubject(groups.plural, undefined, persons)
  if (groups.parents) return kinSubject('parents', undefined, persons)
  if (groups.kin) return kinSubject(groups.kin, groups.kinName, persons)
  return nameSubject(groupOf(groups, 'name'), persons)
}

function kinSubject(kin: string, name: string | undefined, persons: Persons): Found {
  const unique = new RegExp(`^(?:${WHICH} )?(?:${UNIQUE_KIN})$`, 'i').test(kin)
  if (name) return { key: toKey(name), unique: true, base: false }
  return { key: `${persons.first}'s ${foldKin(kin)}`, unique, base: PLURAL_KIN.test(kin) }
}

/** "Dad's number": as a name he is the speaker's own. */
const KIN_NAME =
  /^(?:Mom|Mum|Mama|Mommy|Mummy|Dad|Papa|Daddy|Grandma|Grandpa|Grandad|Granddad|Granny|Gran|Nana|Nan)$/

export function isKinName(name: string): boolean {
  return KIN_NAME.test(name)
}

function nameSubject(name: string, persons: Persons): Found | null {
  if (isKinName(name)) return { ...kinSubject(name, undefined, persons), unique: true }
  if (ORDINARY.test(name)) return null
  const kind = kindOfName(name)
  if (kind === 'place' || kind === 'demonym' || kind === 'verb') return null
  return { key: toKey(name.replace(TITLED, '')), unique: true, base: false }
}

/** "Uncle Joe" is the uncle who is called Joe. */
const TITLED = /^(?:Uncle|Aunt|Auntie|Aunty|Cousin|Grandma|Grandpa|Granny) (?=\p{Lu})/u

/** "anna lives in berlin": a known first name, by itself at the start. */
function lowerName(head: string): Found | null {
  if (!/^\p{Ll}{3,20}$/u.test(head) || kindOfName(head) !== 'person') return null
  return { key: toKey(head), unique: true, base: false }
}

/** One word for one relation, so that two phrasings meet. */
function foldKin(kin: string): string {
  const lower = kin.toLowerCase().replace(FELT, '').replace(RANK, rankOf)
  if (lower.startsWith('fianc')) return 'fiance'
  return SAME_KIN.get(lower) ?? lower
}

const FELT = /^(?:dear old|dear|lovely|old|good) /
const RANK =
  /^(?:little|youngest|baby|kid|big|elder|eldest|oldest) (?=\p{L}*(?:brother|sister|son|daughter|cousin))/u
/** "My little brother" is the younger one. */
function rankOf(which: string): string {
  return /^(?:little|youngest|baby|kid)/.test(which) ? 'younger ' : 'older '
}
const SAME_KIN: ReadonlyMap<string, string> = new Map([
  ['mom', 'mother'],
  ['mum', 'mother'],
  ['dad', 'father'],
  ['gf', 'girlfriend'],
  ['bf', 'boyfriend'],
  ['hubby', 'husband'],
  ['stepmum', 'stepmother'],
  ['stepmom', 'stepmother'],
  ['stepdad', 'stepfather'],
])

/** "I work" but not "I works": a verb in the wrong person belongs to another subject. */
function agrees(subject: Found, verb: string, chain: string): boolean {
  const word = firstOf(verb.trim().split(/\s/)).toLowerCase()
  if (subject.base)
    return !/^(?:lives|works|resides|likes|loves|hates|enjoys|prefers|studies|attends|drives|plays|speaks|owns|earns|makes|weighs)$/.test(
      word,
    )
  if (chain.trim() !== '' && !/^(?:\s*(?:now|currently|still|also|just|recently))+$/i.test(chain))
    return true
  return !/^(?:live|work|reside|like|love|hate|enjoy|prefer|study|attend|drive|play|speak|own|earn|make|weigh)$/.test(
    word,
  )
}

/** "Finally got my own place, | living in Potsdam now": a clause without a subject follows another. */
const BARE_HEAD =
  /^(?:(?:finally|just|already) )?(?:has|have|moved|lives|works|quit|left|is|was|got|sold|bought|found|gave|packed|finished|signed|switched|changed|started|joined|retired|graduated)\b/i

/** The subject of the sentence's first clause, for "Anna has moved, now lives in Madrid". */
function inherit(head: string, verb: string, persons: Persons): Found | null {
  if (head === '' || BARE_HEAD.test(head)) return bare(verb, persons)
  const start =
    asWritten`^(?:(?:yes|yeah|hi|hello|hey|oh|well|so|update|actually|and|but)[,:!]? )*(?<all>I|i|[Ww]e|[Hh]e|[Ss]he|[Tt]he user|[Uu]ser|${PARENTS}|${OWNER} ${KIN}(?: ${NAME})?|${NAME})(?=['\s])`.exec(
      head,
    )
  const text = start?.groups?.all
  if (!start || text === undefined) return null
  const between = head.slice(start[0].length)
  if (INHERIT_BREAK.test(between)) return null
  return named(SUBJECT.exec(text), persons)
}

/** A clause with no subject at all is about the speaker: "Lives in Berlin", "Moved to Oslo". */
function bare(verb: string, persons: Persons): Found | null {
  if (!persons.bare) return null
  const thirdOrPast =
    /^(?:\w+s|\w+ed|\w+ing|quit|left|got|bought|found|sold|went|began|took|born|unemployed|single|married|vegan|vegetarian)\b/i
  return thirdOrPast.test(verb.trim()) ? { key: persons.first, unique: true, base: false } : null
}

function flagsOf(chain: string): { negated: boolean; ended: boolean; perfect: boolean } {
  return {
    ended: /\bno longer\b/i.test(chain),
    negated: /\b(?:not|no longer|never)\b|n't/i.test(chain),
    perfect: /'ve\b|\b(?:have|has)\b/i.test(chain),
  }
}

const POSSESSOR = asWritten`${BEFORE_SUBJECT}(?:(?<my>[Mm]y|[Oo]ur)|(?<third>[Hh]is|[Hh]er)|(?<user>(?:(?:[Tt]he|[Mm]y) )?[Uu]ser(?:'s)?)|[Tt]he (?<role>${ROLE})'s|${OWNER} (?<kin>${KIN})(?:,? (?<kinName>${NAME}))?(?:'s|(?<=s)')|(?<name>${NAME})(?: \(the user\))?(?:'s|(?<=s)'))$`

/** Whose thing it is: "my |", "Anna's new |", "my wife's |". With no words before it, the user's. */
export function ownerOf(before: string, persons: Persons): Subject | null {
  const plain = before
    .trimEnd()
    .replace(
      /(?:(?:^|\s)(?:new|current|own|personal|updated|all[- ]time|absolute|present|very|latest|main|full|actual|legal|first|ultimate))+$/i,
      '',
    )
  const flags = { negated: false, ended: false, perfect: false }
  // "The new address is": the thing that it replaces is the speaker's.
  if (/\bthe new$/i.test(before.trimEnd())) return { key: persons.first, unique: true, ...flags }
  if (persons.bare && plain === '') return { key: persons.first, unique: true, ...flags }
  const groups = POSSESSOR.exec(plain)?.groups
  if (!groups) return null
  if (groups.my) return { key: persons.first, unique: true, ...flags }
  if (groups.third) {
    const key = thirdBy(groups.third, persons)
    return key === null ? null : { key, unique: true, ...flags }
  }
  if (groups.user) return { key: 'user', unique: true, ...flags }
  if (groups.role) return { key: groups.role.toLowerCase(), unique: true, ...flags }
  const found = groups.kin
    ? kinSubject(groups.kin, groups.kinName, persons)
    : nameSubject(groupOf(groups, 'name'), persons)
  return found ? { key: found.key, unique: found.unique, ...flags } : null
}

/** Whose thing it is, or the one that is meant: "the |" belongs to the speaker's world. */
export function thingOf(before: string, persons: Persons): Subject | null {
  const owner = ownerOf(before, persons)
  if (owner) return owner
  const isThe =
    /(?:^|[,;:.!] ?|\b(?:and|but|so|wait|actually) )(?:the|our)(?: new| current)?$/iu.test(
      before.trimEnd(),
    )
  const flags = { negated: false, ended: false, perfect: false }
  return isThe ? { key: persons.first, unique: true, ...flags } : null
}

/** Remembers the person that a sentence begins with: a later "she" or "he" may mean that person. */
export function withThird(sentence: string, persons: Persons): Persons {
  const groups = LEADING.exec(sentence)?.groups
  if (!groups) return persons
  if (groups.other) return { ...persons, third: null }
  if (groups.kin) {
    return {
      ...persons,
      third: kinSubject(groups.kin, groups.kinName, persons).key,
      thirdGender: null,
    }
  }
  const name = groupOf(groups, 'name').replace(/'s$/, '')
  const named = nameSubject(name, persons)
  if (named === null || isNobody(name, sentence.slice(name.length))) return persons
  return { ...persons, third: named.key, thirdGender: genderOf(name) }
}

const SAID_OF = /^(?:'s\b|,? (?:who|is|was|has|had|will|can|does|did|just|\p{Ll}+(?:s|ed))\b)/u

/**
 * "Long time no see": an unknown name counts only if something is said about it, and a family name alone may be any
 * word.
 */
function isNobody(name: string, rest: string): boolean {
  const kind = kindOfName(name)
  if (kind === 'unknown') return !SAID_OF.test(rest)
  return kind === 'organization' || (kind === 'person' && !isFirstName(name))
}

const LEADING = asWritten`^(?:${OWNER} (?<kin>${KIN})(?: (?<kinName>${NAME}))?|(?<name>${NAME}))(?=[\s']|$)(?<other> and )?`
