// Reads what the words of a sentence put an end to: "I sold the Civic", "I stopped volunteering at the shelter", "Rex
// passed away". The engine does not know the facts that end, so it returns only the words to look for. A false end
// hides a fact: questions, wishes, conditions and quotes end nothing.
import type { Sought } from '../../../ports/language-model.ts'
import { IRREGULAR_FORMS } from '../../irregular-forms.ts'
import { kindOfName } from '../names/lexicon.ts'
import {
  classesOf,
  contentWords,
  insideQuotes,
  isUnreal,
  kindsOf,
  namesOr,
} from '../sentences/sentence-sense.ts'
import { type Persons, subjectOf } from './slot-subjects.ts'

const MAX_SENTENCE = 1000
const ING = '(?=\\p{Ll}+ing\\b)'
// Capitals count here, unlike in the rest of a rule.
const DETERMINER = "(?:(?:my|the|our|his|her|that|this) |(?=(?-i:\\p{Lu})|\\p{L}+'s ))"

type EndRule = {
  /** Global; ends right before the words of what has ended. */
  head: RegExp
  /** verb: its subject precedes it; 'anybody': the fact that ends may be about any subject. */
  by: 'verb' | 'first' | 'anybody'
  /** names: if there are names among the words, they are enough. */
  take: 'all' | 'names'
  /** The words name a dwelling, which the known fact may not: "my parents' house", "with my parents". */
  dwelling?: boolean
  /** What the known fact says: that it is so, or that it is not. */
  value?: 'no'
}

const rule = (source: string) => new RegExp(source, 'giu')

const VERB_RULES: readonly EndRule[] = [
  {
    by: 'verb',
    take: 'all',
    head: rule(
      `\\b(?:stopped|quit|gave up|given up|given up on|gave up on|ceased|dropped|cut out|retired from|done with|done|finished|finished with|through with) ${ING}`,
    ),
  },
  {
    by: 'verb',
    take: 'names',
    head: rule(
      `\\b(?:finished|completed|sold|gave away|given away|got rid of|gotten rid of|returned|donated|threw away|thrown away|threw out|scrapped|traded in|traded|crashed|totall?ed|lost|ditched|dumped|dropped|cancell?ed|called off|deleted|uninstalled|got over|recovered from|broke up with|split up with|came off|am off|'m off|unsubscribed from|dropped out of|resigned from|stepped down as|got out of|done with|finished with|through with|swapped|replaced|exchanged|rehomed|ended|wrapped up|shut down|closed|closed down|outgrew|outgrown|grew out of|grown out of) ${DETERMINER}`,
    ),
  },
  {
    by: 'verb',
    take: 'names',
    head: rule(
      `\\b(?:gave|given|threw|thrown|had to (?:give|throw)) (?=[^.,;!?]{1,40} away\\b)${DETERMINER}`,
    ),
  },
  { by: 'verb', take: 'names', dwelling: true, head: rule(`\\bmoved out of ${DETERMINER}`) },
  {
    by: 'verb',
    take: 'names',
    head: rule(
      '\\b(?:changed|moved|switched) (?:my|our|the) [\\p{L} -]{2,40}? from (?=[^.,;!?]{2,60} to )',
    ),
  },
  {
    by: 'verb',
    take: 'names',
    head: rule(
      '\\b(?:gave|given|passed|handed)(?: away)? (?=(?-i:\\p{Lu})[\\p{L}-]+ (?:away )?to (?:my|our|his|her|a|an|the|some|(?-i:\\p{Lu})))',
    ),
  },
  {
    by: 'anybody',
    take: 'names',
    head: rule(`\\b(?:had to )?put (?=[^.,;!?]{1,40} (?:down|to sleep)\\b)${DETERMINER}`),
  },
  {
    by: 'verb',
    take: 'names',
    head: rule(
      `\\bhad to (?:sell|cancel|return|scrap|drop|quit|rehome|give up|give away|get rid of|close down|shut down) ${DETERMINER}`,
    ),
  },
  { by: 'verb', take: 'all', head: rule(`\\bhad to (?:stop|quit|give up|drop) ${ING}`) },
  {
    by: 'verb',
    take: 'names',
    head: rule(
      '\\b(?:gave up|given up|gave up on|given up on|quit|cut out|kicked) (?!(?:my|the|his|her) job|it\\b|\\p{Ll}+ing\\b)',
    ),
  },
  {
    by: 'verb',
    take: 'names',
    head: rule(
      '\\b(?:left|quit) (?=(?:the|my|our) (?:[\\p{L}-]+ ){0,2}(?:band|team|club|choir|gym|group|board|committee|army|navy|church|class|course|society|orchestra|league|union|party|programme|program)\\b)',
    ),
  },
  {
    by: 'verb',
    take: 'all',
    head: rule("(?<!\\b(?:am|is|are|get|got|getting|'m|'s|'re|not) )\\bused to (?=\\p{Ll})"),
  },
  { by: 'verb', take: 'all', head: rule('\\bno longer (?=\\p{L})') },
  {
    by: 'verb',
    take: 'all',
    head: rule(
      "(?:\\b(?:don't|doesn't|do not|does not|am not|isn't|is not|aren't|are not|can't|cannot)|(?<=['\\p{L}]) not) (?=[^.,;!?]{1,60}\\b(?:any ?(?:more|longer)|after all)\\b)",
    ),
  },
  { by: 'first', take: 'names', head: rule('\\b(?:took|taken|taking|weaned|got) me off (?:of )?') },
  {
    by: 'verb',
    take: 'names',
    head: rule(
      '\\b(?:switched|changed|migrated|converted|upgraded|downgraded|transitioned)(?: over)?(?: back)? from ',
    ),
  },
  {
    by: 'verb',
    take: 'all',
    value: 'no',
    head: rule(`\\b(?:started|began|begun|resumed|took up|taken up|back to|went back to) ${ING}`),
  },
]

/** A thing that is over, before the words that say so. */
const OVER =
  /^(?:sadly|unfortunately|so|well|ok|okay|oh no|ugh|update|news)?[,:]? ?(?<what>(?:(?:my|our|the) )[\p{L}' -]{2,60}?|\p{Lu}[\p{L}-]+)(?: has| have| had| just| sadly| recently| finally|'s)* (?:passed away|died|passed on|(?:was|been|is|got|were|are|to be)(?: just| now| unfortunately| been)* (?:put down|put to sleep|dead|cancelled|canceled|called off|scrapped|over|sold|stolen|written off|gone|no more)|ran away|healed|fell through)(?=\s*(?:[.,;!)]|$|last|yesterday|today|this|on|in|because|due|and|for|from))/iu
const PARTED =
  /\b(?<name>\p{Lu}[\p{L}-]+) and I (?:have |just |recently |finally )*(?:broke up|broken up|split up|split|separated|divorced|got divorced|called it quits|are done|are no longer together|are not together any ?more)/u
const REPLACED_THING =
  /\b(?:switched|changed|moved|migrated|upgraded|downgraded|went|converted|transferred)(?: over)?(?: back)? to (?:the |a |an |my )?(?<what>\p{Ll}[\p{L}-]* (?:\p{Ll}[\p{L}-]* )?(?<noun>\p{Ll}[\p{L}-]+))(?=\s*(?:[.,;!)]|$|(?:now|instead|last|yesterday|today|because|and|everywhere|for|in|on|with|at|this|these)\b))/u
const DENIED =
  /(?:\b(?:don't|doesn't|do not|does not)|\bnever) (?:really |actually |currently )?(?<what>(?!(?:know|think|want|mind|see|get|remember|care|understand|believe|feel|need|say|mean|have|let|seem|look|worry|even|do|be|forget|like|love|enjoy|hate|expect|agree|tell|ask|hear|give|make|recall|miss|blame|trust|find|come|go)\b)\p{Ll}+(?: [^.,;!?]{1,60})?)/iu
const AGAIN =
  /^(?:[^.,;!?]{0,20}[,;] )?(?:and |but |so |now |well )*(?:I|we)(?:'m| am| are)? (?:now |actually |also )?(?<what>\p{Ll}+[^.,;!?]{0,60}?) again\b/iu
const INSTEAD =
  /\b(?:now|these days|nowadays)\b.*\b(?:instead of|rather than) (?<what>[^.,;!?]{2,60})|\b(?:instead of|rather than) (?<other>[^.,;!?]{2,60}?) (?:now|these days|nowadays)\b/iu
const CUE =
  /\b(?:stopp|quit|g[ai]ve|given|ceas|drop|cut|retire|done|finish|through|complet|sold|got|return|donat|thr[eo]w|scrap|trad|crash|total|lost|ditch|dump|cancel|call|delet|uninstall|recover|broke|split|came|off|unsub|resign|step|moved|swap|replac|exchang|rehom|end|wrap|shut|clos|left|used|longer|not|n't|any ?more|took|taken|wean|switch|chang|migrat|convert|upgrad|downgrad|transit|start|beg[au]n|resum|back|pass|died|dead|put|over|gone|stolen|written|ran|heal|had to|fell|separat|divorc|after all|outgr|gr[eo]wn? out|transferr|handed|never|do|does|again|instead|rather|up to|down to|is (?:now )?my ex)|n't\b/i

const EX = /\b(?<name>\p{Lu}[\p{L}-]+) is (?:now )?my ex\b/u

/** "I used to play drums when I was younger" is about another time: a fact about today may still hold. */
const BYGONE =
  /^[^.;!?]{0,60}\b(?:when (?:i|we|he|she) (?:was|were)|as (?:a|an) (?:kid|child|teen|teenager|student|boy|girl)|in (?:high school|college|my (?:youth|teens|twenties))|growing up|back then|back in)\b/i

const LEFT_FOR =
  /\b(?:have |has |just |recently |finally )*left (?<from>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?) for (?:good\b|(?<to>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?))(?<rest>[^.;!?]*)/u
const JOURNEY =
  /\b(?:train|plane|flight|fl[ye]|flew|drive|drove|ferry|bus|trip|holiday|vacation|tour|conference|for (?:the|a) |this (?:morning|afternoon|evening)|tonight|today|at \d|o'clock|early|back)\b/i
const LIVING = 'live lives living lived based home flat apartment house moved resident'.split(' ')

/** "We left Utrecht for Eindhoven" ends that the home is in Utrecht, and nothing else of there. */
function leftFor(text: string, persons: Persons): Sought[] {
  const found = LEFT_FOR.exec(text)
  const { from = '', to, rest = '' } = found?.groups ?? {}
  if (!found || JOURNEY.test(text.slice(0, found.index)) || JOURNEY.test(rest)) return []
  if (kindOfName(from) !== 'place' || (to && !/^(?:place|unknown)$/.test(kindOfName(to)))) return []
  const before = text.slice(0, found.index).replace(/^.*: /u, '')
  const subject = subjectBefore(before, found[0], persons)
  if (subject === null) return []
  const words = [...contentWords(from).map((word) => [word]), LIVING]
  return [{ kind: 'ends', subject, words, value: null }]
}

const MEASURED =
  /\b(?:am|is|are|'m|'s|'re) (?:now |already |currently )?(?:up|down) to (?:about |around |almost )?(?:\d[\d.,]*) ?(?!(?:hours?|minutes?|days?)\b)(?<unit>\p{Ll}[\p{L}-]*) (?:an?|per|every|each) (?<period>day|night|week|month)\b/u

/** "I'm up to 8 km a day" ends "I run 5 km a day". */
function measured(text: string, persons: Persons): Sought[] {
  const found = MEASURED.exec(text)
  if (!found) return []
  const subject = subjectBefore(text.slice(0, found.index), found[0], persons)
  return subject === null ? [] : [ends(subject, [found.groups!.unit!, found.groups!.period!])]
}

/** What the sentence puts an end to; empty for most sentences. */
export function readEnds(sentence: string, persons: Persons): Sought[] {
  const text = sentence.slice(0, MAX_SENTENCE).replaceAll(/[’‘]/gu, "'")
  if (!CUE.test(text) || /[?？]["')\s]*$/u.test(text)) return []
  const found = VERB_RULES.flatMap((each) => byRule(each, text, persons))
  return [...found, ...byShape(text, persons)].filter(({ words }) => words.length > 0)
}

function byRule(
  { head, by, take, value, dwelling = false }: EndRule,
  text: string,
  persons: Persons,
): Sought[] {
  if (text.search(head) < 0) return []
  return [...text.matchAll(head)].flatMap((match) => {
    const before = text.slice(0, match.index)
    if (insideQuotes(before) || isUnreal(before)) return []
    const rest = text.slice(match.index + match[0].length)
    if (BYGONE.test(rest)) return []
    const actor = by === 'first' ? persons.first : subjectBefore(before, match[0], persons)
    if (actor === null) return []
    const subject = by === 'anybody' ? null : actor
    const words = soughtWords(rest, take)
    return [{ ...ends(subject, [], value), words: dwelling ? withoutDwelling(words) : words }]
  })
}

const DWELLING = /^(?:house|place|flat|apartment|home)$/

function withoutDwelling(words: string[][]): string[][] {
  const others = words.filter(([word = '']) => !DWELLING.test(word))
  return others.length > 0 ? others : words
}

const GOING = /^going (?:to|for) (?:the |a |my )?(?=\p{Ll})/u
const TRIP = /^(?:\p{Ll}+ )?(?:trip|flight|journey|visit|holiday|vacation) (?:to|in) (?=\p{Lu})/u
const TRAVEL = ['trip', 'flight', 'flying', 'travelling', 'journey', 'visiting', 'holiday']

/** Where a thing was lost does not tell which one it is; where a dwelling is does. */
const SOMEWHERE =
  /(?<=^(?!(?:\p{L}+ ){0,2}(?:flat|apartment|house|place|office|shop|studio|land|room|garden|job|position)\b)[^.,;!?]+) (?:in|at|on|near|from) .*$/isu

/** Where a person no longer goes is said only together with that they go. */
function soughtWords(rest: string, take: EndRule['take']): string[][] {
  const [trip] = TRIP.exec(rest) ?? []
  if (trip) return [TRAVEL, ...namesOr(rest.slice(trip.length), []).map(alike)]
  const [going] = GOING.exec(rest) ?? []
  if (going) return ['going', ...contentWords(rest.slice(going.length))].map(alike)
  if (take === 'all') return contentWords(rest).map(alike)
  const thing = rest.replace(SOMEWHERE, '')
  return namesOr(thing, contentWords(thing)).map(alike)
}

/** With no subject before the verb, it is the speaker if the text is bare: "Sold the Civic". */
function subjectBefore(before: string, verb: string, persons: Persons): string | null {
  const isBare = /^(?:(?:and|so|ok|well|yes|just|finally|update:?)[,]? )*$/i.test(before)
  if (isBare) return persons.bare ? persons.first : null
  const subject = subjectOf(before, verb, persons)
  return subject === null || subject.negated ? null : subject.key
}

function byShape(text: string, persons: Persons): Sought[] {
  if (insideQuotes(text) || isUnreal(text)) return []
  const over = OVER.exec(text)?.groups?.what
  const parted = (PARTED.exec(text) ?? EX.exec(text))?.groups?.name
  const replaced = REPLACED_THING.exec(text)?.groups
  const denied = DENIED.exec(text)
  const again = AGAIN.exec(text)?.groups?.what
  const instead = INSTEAD.exec(text)?.groups
  const insteadOf = instead?.what ?? instead?.other
  const deniedBy = denied && subjectBefore(text.slice(0, denied.index), denied[0], persons)
  return [
    over ? ends(null, namesOr(over, contentWords(over))) : [],
    parted ? ends(null, [parted.toLowerCase()]) : [],
    replaced ? ends(persons.first, [replaced.noun!]) : [],
    denied && deniedBy ? ends(deniedBy, contentWords(denied.groups!.what!)) : [],
    again ? ends(persons.first, contentWords(again), 'no') : [],
    insteadOf ? ends(persons.first, contentWords(insteadOf)) : [],
    leftFor(text, persons),
    measured(text, persons),
  ].flat()
}

function ends(subject: string | null, words: readonly string[], value?: 'no'): Sought {
  return { kind: 'ends', subject, words: words.map(alike), value: value ?? null }
}

/** The word, its base form if it is irregular, and its kind. */
function alike(word: string): string[] {
  const base = IRREGULAR_FORMS.get(word)
  return [word, ...(base ? [base] : []), ...classesOf(word), ...kindsOf(word)]
}
