// The port to the engine that understands language: it finds facts in text, turns text into vectors and terms,
// and writes summaries. It does not decide what is stored: `decide` of extract-facts does.
//
// Contract:
// - `extract` gives facts whose `span` lies inside `request.text`; spans are UTF-16 offsets, end exclusive.
// - `embed` gives one vector per text, in order, each of `dimensions` numbers and of length 1 (or all zeros).
// - `terms` is pure and fast (it runs on every query and every fact) and works for every script.
// - A failure that may pass (time-out, rate limit, outage) throws LanguageModelUnavailable;
//   one that will not pass (the input is refused) throws LanguageModelRefused. Messages hold no user text.

/** What one speaker said in one piece. Offsets are UTF-16, relative to the passage text, end exclusive. */
export type Utterance = {
  /** As written in the content, or null where the text names no speaker. */
  speaker: string | null
  /** When it was said, ISO 8601. */
  at: string
  /** Where the words are (without the speaker's label). */
  start: number
  end: number
}

/** A fact of the same user that is already known and current. */
export type KnownFact = {
  id: string
  text: string
  category: string
  /** ISO 8601. */
  validFrom: string
}

export type EntityMention = { name: string; type: string }
export type RelationshipMention = { source: string; type: string; target: string }

export type ExtractionRequest = {
  contentType: 'conversation' | 'document' | 'event'
  /** The passage. At most `maxPassageChars` UTF-16 units. */
  text: string
  utterances: readonly Utterance[]
  /** When the content was said or happened, ISO 8601. */
  at: string
  /** Who speaks anywhere in the content, in order of appearance: everyone, or the first thousand. */
  speakers: readonly string[]
  /** At most `relatedFacts` facts, the most related first. */
  known: readonly KnownFact[]
  categories: readonly { name: string; description: string }[]
  hints: { category?: string; entities?: readonly EntityMention[] }
}

/**
 * What the words end where the engine cannot name the fact: `decide` looks it up among what is known of the user.
 * - `ends`: what held before holds no more ("I sold the Civic").
 * - `corrects`: the newest such fact was said wrongly; this one takes its subject and attribute ("I meant Porto").
 * - `replaces`: the thing has another value of the same shape now ("the door code is 9035 now").
 * - `updates`: the sentence tells of a change; it takes the place of the fact that says the same but for one thing.
 * - `retracts`: the user wants it forgotten; the words are no fact themselves.
 */
export type Sought = {
  kind: 'ends' | 'corrects' | 'replaces' | 'updates' | 'retracts'
  /** Whom the known fact is about; null: anyone. */
  subject: string | null
  /** Of each group one word, in lower case, stands in the known fact. */
  words: readonly (readonly string[])[]
  /** The attribute of the known fact; missing: any. */
  attribute?: string
  /** The value of the known fact ('no': it says that something is not so); null: any value but 'no'. */
  value: 'no' | null
  /** The value that took the place of the former one. */
  by?: { shape: string; value: string }
  /** Of what updates: the sentence, and its clauses. */
  told?: readonly Told[]
  /** Of these one is gone: a known fact that counts several of them holds. */
  one?: string
}

/** `replaced`: it says that something took another's place, and not only what is so now. */
export type Told = { text: string; subject: string | null; change: 'replaced' | 'now' }

export type ExtractedFact = {
  /** A self-contained sentence or two. */
  text: string
  /** One of the request's category names. */
  category: string
  /** 0 to 1. */
  confidence: number
  /** From when it holds, ISO 8601. */
  validFrom: string
  /** Until when it holds, where the text says so. */
  validTo: string | null
  /** Who or what the fact is about; 'user' for the user. */
  subject: string | null
  /** What it says about the subject, as a short stable key: `home`, `employer`, `favourite colour`. */
  attribute: string | null
  value: string | null
  /** True where a subject can have one value of this attribute at a time, so that a newer one supersedes. */
  exclusive: boolean
  entities: readonly EntityMention[]
  relationships: readonly RelationshipMention[]
  /** Where in `request.text` it was read. */
  span: { start: number; end: number }
  /** Ids from `request.known`. */
  duplicateOf: string | null
  contradicts: readonly string[]
  /** Missing where the engine names what is contradicted by its id, or nothing is. */
  seeks?: readonly Sought[]
  /** It tells of a year long past, and not that it holds since: "In 2015 I moved to Genoa". */
  isOfEarlierYear?: true
}

export type Extraction = { facts: readonly ExtractedFact[] }

/** What a fact says, where that is one thing: its attribute of its subject, as the engine that read it named them. */
export type Saying = {
  /** 'user' for the user; a name as it was written. */
  subject: string
  attribute: string
  value: string
  /** Since when, ISO 8601, where that is known: the text says so, or something else held before. */
  since: string | null
}

export type SummaryRequest = {
  category: { name: string; description: string }
  /** Empty where there is none yet. */
  previous: string
  /** The facts that the summary rests on, the weightiest first. */
  facts: readonly { text: string; flagged: boolean; validFrom: string; says?: Saying }[]
  /** An upper bound for the summary's length. */
  maxTokens: number
}

/** What turns texts into vectors. Vectors of two models cannot be compared. */
export type Embedding = {
  /** Names the model and the length, because a log holds vectors of one model; null where no vectors are made. */
  readonly model: string | null
  /** `lexical`: it sees the same words as the text index. `trained`: it knows synonyms. */
  readonly kind: 'lexical' | 'trained'
  /** Raised where another model takes the place of the one in use, so that vectors are kept apart. Missing: the first. */
  readonly generation?: number
}

/** Facts' own events hold the vectors of this one. */
export const FIRST_GENERATION = 1

/** Names the vectors that are searched, in a text that another service can compare; null where none are made. */
export function vectorsNameOf(embedding: Embedding): string | null {
  const { model } = embedding
  const generation = generationOf(embedding)
  // The events of a later one hold vectors of the first as well.
  const suffix = generation === FIRST_GENERATION ? '' : ` of generation ${generation}`
  return model === null ? null : `${model}${suffix}`
}

export function generationOf(embedding: Pick<Embedding, 'generation'> | undefined): number {
  return embedding?.generation ?? FIRST_GENERATION
}

export interface LanguageModel {
  /** Names the engine that reads, and its version; written beside every answer, for audit. */
  readonly name: string
  readonly embedding: Embedding
  readonly dimensions: number
  /** How long a passage may be, in UTF-16 units. */
  readonly maxPassageChars: number
  /** How many related facts `extract` wants to see; 0: none. */
  readonly relatedFacts: number
  /** How many facts `summarize` wants to choose from; a dozen where it does not say. */
  readonly factsPerSummary?: number
  /** How many `extract` calls may usefully run at a time. */
  readonly concurrency: number
  /** When `signal` aborts, a waiting call of any kind fails with LanguageModelUnavailable, and nothing more is sent. */
  extract(request: ExtractionRequest, signal?: AbortSignal): Promise<Extraction>
  /** Does ahead of time what `extract` does once, where that takes long; else the first `extract` does. */
  prepareToExtract?(): Promise<void>
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
  /** At most `maxTokens` long, on one line. */
  summarize(request: SummaryRequest, signal?: AbortSignal): Promise<string>
  /** The words of a text as the search index holds them: folded, stemmed, without stop words, in order. */
  terms(text: string): string[]
  /**
   * How alike a query and each text are in meaning, 0 to 2; only numbers of one query compare. Pure and fast. Each text
   * is read once, so it must not change.
   */
  likeness(query: string, texts: readonly { text: string }[]): number[]
  /** How near the likest word of a text is to each of some words, on average, 0 to 1. Pure and fast. */
  nearness(words: string, text: { text: string }): number
}

export type ToldShare = (text: string) => number

/** What a query is understood by. */
export type QueryLanguage = Pick<
  LanguageModel,
  'embedding' | 'dimensions' | 'embed' | 'terms' | 'likeness' | 'nearness'
> & {
  /** The share of a speaker's words that tell something, and do not only react or ask, 0 to 1. Missing: all of them. */
  toldShare?: ToldShare
}

/** The model cannot be reached or is overloaded: try again later. */
export class LanguageModelUnavailable extends Error {
  override readonly name = 'LanguageModelUnavailable'
}

/** The model will not answer this input, however often it is asked. */
export class LanguageModelRefused extends Error {
  override readonly name = 'LanguageModelRefused'
}
