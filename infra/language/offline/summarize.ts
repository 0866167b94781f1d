// Summaries without a model: flagged facts first, then the facts that hold as plain sentences (phrases.ts), then the
// weightiest facts in their own words without their questions and small talk; as many as fit. Pure.
import type { SummaryRequest } from '../../ports/language-model.ts'
import { present } from '../../runtime/certain.ts'
import { countTokens } from '../../tokens/count-tokens.ts'
import { capitalised, type Phrase, phraseOf } from './phrases.ts'
import { splitSentences } from './sentences/sentences.ts'
import { endsAsking, isFiller, onlyReacts } from './sentences/small-talk.ts'
import { foldSpaces } from './words.ts'

const FLAG = 'Important: '
/** The most words of a fact in its own words: a longer one leaves no room for others. */
const MAX_OWN_WORDS = 40
/** Few facts need fewer tokens. */
const SHORTEST_TOKENS = 4
const USER = 'user'

type Fact = SummaryRequest['facts'][number]
/** A fact as the summary states it, in its `own` words or not; `about` is null if a label says who speaks. */
type Told = {
  flagged: boolean
  own: boolean
  /** It only answers another speaker, or an assistant says it. */
  reacts: boolean
  about: string | null
  words: string
  link: Phrase['link']
}

export function summarizeOffline({ facts, maxTokens }: SummaryRequest): string {
  const telling = withinTokens(facts, maxTokens, (told) => told.flagged || !told.reacts)
  return textOf(inOrder(telling.length > 0 ? telling : withinTokens(facts, maxTokens, () => true)))
}

/** Null if nothing is left of it. */
function toldOf({ text: told, flagged, says }: Fact): Told | null {
  const text = told.replace(ANNOUNCING, '')
  const label = LABEL.exec(text)?.[0] ?? ''
  const sentences = tellingSentences(text.slice(label.length))
  // Of several sentences the attribute says one.
  const phrase = says && sentences.length < 2 ? phraseOf(says, text) : null
  if (says && phrase) return { flagged, own: false, reacts: false, about: says.subject, ...phrase }
  const isAssistants = ASSISTANT.test(text)
  const telling = sentences.filter(
    (sentence) => !isAssistants || sentence.split(' ').length >= LEAST_WORDS_OF_ASSISTANTS,
  )
  const own = telling.filter((sentence) => !onlyReacts(sentence))
  const words = `${label}${firstOf(own.length === 0 ? telling : own)}`
  const reacts = own.length === 0 || isAssistants
  const about = label === '' ? USER : null
  return telling.length === 0 ? null : { flagged, own: true, reacts, about, words, link: ' ' }
}

/** "Update: ..." names no speaker. */
const ANNOUNCING = /^(?:update|news|fyi|note|(?:one|another) (?:more )?thing|change of plans?): +/iu
/** What is in quotes is told with the words that quote it. */
const LABEL = /^[^\n:]{1,60}: (?!["“])/
const ASSISTANT = /^Assistant: /
/** "Noted!", "Let me check." */
const LEAST_WORDS_OF_ASSISTANTS = 4
/** Words that join a sentence to the one before it, or answer it. */
const JOINING =
  /^(?:(?:hi|hey|hello|oh|ah|well|right|yes|yeah|no|ok|okay|sure|anyway|lol|haha|ha)(?: again)?[,.!]+ +|(?:by the way|btw|just so you know|heads up)[,:.!]* +|(?:update|news|fyi|note|(?:one|another) (?:more )?thing|change of plans?|good idea)[:,.!]+ +|(?:oh and|and|also|but),? +|(?:i|it|he|she|we|they) (?:do|does|did|am|is|are|was|were|have|has|will|would|can)(?:n't| not)?[,.!]+ +)+(?=\p{L})/iu

/** "I did.", "She is!": what it means is said in a sentence that the summary does not have. */
const REMNANT =
  /^(?:i|it|he|she|we|they|you|that|this)(?:'[\p{L}]+)?(?: (?:do|does|did|am|is|are|was|were|have|has|will|would|can|could))?(?:n't| not)?(?: too)?[.!,]*$/iu

function tellingSentences(body: string): string[] {
  return splitSentences(body, 0, { end: body.length, maxWords: MAX_OWN_WORDS })
    .map(({ start, end }) => foldSpaces(body.slice(start, end)))
    .filter((sentence) => !endsAsking(sentence) && !isFiller(sentence) && !REMNANT.test(sentence))
    .map((sentence) => capitalised(sentence.replace(JOINING, '')))
}

/** As many as leave room for others, and at least one. */
function firstOf(sentences: readonly string[]): string {
  let words = sentences[0] ?? ''
  for (const sentence of sentences.slice(1)) {
    const longer = `${words} ${sentence}`
    if (longer.split(' ').length > MAX_OWN_WORDS) break
    words = longer
  }
  return words
}

/** The weightiest that fit, counted with everything that may surround them. */
function withinTokens(
  facts: readonly Fact[],
  maxTokens: number,
  isWanted: (told: Told) => boolean,
): Told[] {
  const chosen: Told[] = []
  let left = maxTokens
  for (const fact of facts) {
    if (left < SHORTEST_TOKENS) break
    const told = toldOf(fact)
    if (told === null || !isWanted(told)) continue
    const cost = countTokens(sentenceOf(told, null)) + 1
    if (cost > left) continue
    left -= cost
    chosen.push(told)
  }
  return chosen
}

/** Flagged ones, then those that hold, grouped by subject, then those in their own words. */
function inOrder(told: readonly Told[]): Told[] {
  const flagged = told.filter((each) => each.flagged)
  const holding = told.filter(({ flagged, own }) => !flagged && !own)
  const ofEach = [...Map.groupBy(holding, ({ about }) => about).values()]
  const others = told.filter(({ flagged, own }) => !flagged && own)
  const userFirst = ofEach.sort(
    ([a], [b]) => Number(present(b, 'b').about === USER) - Number(present(a, 'a').about === USER),
  )
  return [...flagged, ...userFirst.flat(), ...others]
}

/** Each subject is named once in a row; before any name, it is the user. */
function textOf(told: readonly Told[]): string {
  let about: string | null = USER
  const sentences = told.map((each) => {
    const sentence = sentenceOf(each, about)
    about = each.about
    return sentence
  })
  return sentences.join(' ')
}

/** `before` is the subject of the previous sentence. */
function sentenceOf({ flagged, own, about, words, link }: Told, before: string | null): string {
  const isNamed = !own && about !== null && about !== before
  const sentence = isNamed ? `${named(about)}${link}${words}` : words.replace(/^'s /, '')
  return `${flagged ? FLAG : ''}${ended(capitalised(sentence))}`
}

function named(about: string): string {
  return /^user(?:'s .+)?$/.test(about) ? `the ${about}` : about
}

function ended(text: string): string {
  return /[\p{P}\p{S}]$/u.test(text) ? text : `${text}.`
}
