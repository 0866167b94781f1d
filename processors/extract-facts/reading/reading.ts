// The parts of reading a write that cost CPU time: raw content into passages, and a passage into facts. Both depend on
// their arguments only, so they can run on a thread that is ended if they take too long.
import type {
  ExtractedFact,
  ExtractionRequest,
  LanguageModel,
  Sought,
} from '../../../infra/ports/language-model.ts'
import { nth } from '../../../infra/runtime/certain.ts'
import { quantise, toBase64 } from '../../../infra/runtime/envelope/vectors.ts'
import type { Work } from '../../../infra/runtime/run/processor.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { paidOnce } from '../../paid-once.ts'
import { foldedWords } from '../known/fingerprint.ts'
import type { ReadFact } from '../read-fact.ts'
import { type Content, readContent, type Stated, type Write } from './content.ts'
import { type Passage, splitPassages } from './passages.ts'
import { saidBy } from './said.ts'

export type OpenRequest = {
  write: Write
  raw: string
  /** The app's own template for the event's type. */
  template: string | undefined
  maxPassageChars: number
  /** What reads the first passage in the same step; null if it is read by itself. */
  first: Pick<ExtractionRequest, 'at' | 'categories'> | null
}

type Opened = 'contentType' | 'importance' | 'hints' | 'entry' | 'reporter' | 'stated'
export type OpenedContent = Pick<Content, Opened> & {
  speakers: readonly string[]
  /** Each as JSON: most pass through the calling thread, which need not parse them. */
  passages: readonly string[]
  /** The facts of the first passage, if they were asked for. */
  first: readonly ReadFact[] | null
}

export type PassageRequest = Omit<ExtractionRequest, 'text' | 'utterances'> &
  Pick<Content, 'entry' | 'reporter' | 'stated'> & { passage: string }

/** An answer with the milliseconds of CPU time that it took, if those are known. */
export type Costed<T> = { answer: T; cpuMs: number }

/**
 * Whose turn it is, how much CPU time it may take, in milliseconds, and what earlier attempts were answered.
 */
export type ReadingOptions = { scope: Scope; cpuBudgetMs: number } & Asking
type Asking = Pick<Work, 'signal'> & Partial<Pick<Work, 'paid'>>

export type Reading = {
  /** Both throw ReadingFailed if they take more than their budget, or more memory than there is. */
  open(request: OpenRequest, options: ReadingOptions): Promise<Costed<OpenedContent>>
  /** The facts of a passage, in order; their spans count from the start of the whole text. */
  readPassage(request: PassageRequest, options: ReadingOptions): Promise<Costed<ReadFact[]>>
}

/** This write cannot be read, however often it is tried. The message tells why, and quotes nothing of the write. */
export class ReadingFailed extends Error {
  override readonly name = 'ReadingFailed'
  readonly errorClass: string
  constructor(errorClass: string, reason: string) {
    super(reason)
    this.errorClass = errorClass
  }
}

/** Reads on the calling thread, without a limit. */
export function readHere(language: LanguageModel): Reading {
  return {
    open: async (request) => ({ answer: await openContent(language, request), cpuMs: 0 }),
    readPassage: async (request, asking) => ({
      answer: await readPassage(language, request, asking),
      cpuMs: 0,
    }),
  }
}

export async function openContent(
  language: LanguageModel,
  { write, raw, template, maxPassageChars, first }: OpenRequest,
): Promise<OpenedContent> {
  const { transcript, ...content } = readContent(write, raw, () => template)
  const { speakers } = transcript
  const passages = splitPassages(transcript, maxPassageChars).map((each) => JSON.stringify(each))
  const [passage] = passages
  const read = first && passage ? { ...content, ...first, speakers, known: [], passage } : null
  return { ...content, speakers, passages, first: read && (await readPassage(language, read)) }
}

/** As `openContent` wrote it. */
function passageIn(json: string): Passage {
  return JSON.parse(json)
}

/** The text of a passage, for look-ups before it is read. */
export function textOf(passage: string): string {
  return passageIn(passage).text
}

export async function readPassage(
  language: LanguageModel,
  { passage, entry, reporter, stated, ...request }: PassageRequest,
  { signal, paid }: Partial<Asking> = {},
): Promise<ReadFact[]> {
  const { text, utterances, start } = passageIn(passage)
  const { facts } = await paidOnce(paid, passage, () =>
    language.extract({ ...request, text, utterances }, signal),
  )
  const vectors = await language.embed(
    facts.map((fact) => fact.text),
    signal,
  )
  // A long write has hundreds of passages.
  paid?.delete(passage)
  const read = facts.map((fact, index) => ({
    ...fact,
    ...saidBy({ transcript: { utterances }, entry, reporter }, fact.span),
    span: shifted(fact, start),
    embedding: toBase64(quantise(nth(vectors, index))),
  }))
  return withStated(read, stated)
}

/** The first fact of what an event states gets its place, whatever an engine reads into the words. */
function withStated(facts: ReadFact[], stated: readonly Stated[]): ReadFact[] {
  for (const { attribute, value, status, start, end } of stated) {
    const n = facts.findIndex(({ span }) => span.start >= start && span.start < end)
    if (n < 0) continue
    const { seeks: _, ...fact } = nth(facts, n)
    const seeks = status === undefined ? {} : { seeks: [ended(status)] }
    facts[n] = { ...fact, ...seeks, subject: 'user', attribute, value, exclusive: true }
  }
  return facts
}

/** What another event told of an entity that has ended. Any word of it finds that; the attribute tells which it is. */
function ended(attribute: string): Sought {
  const words = [foldedWords(attribute).split(' ')]
  return { kind: 'ends', subject: 'user', attribute, words, value: null }
}

function shifted({ span }: ExtractedFact, by: number): ExtractedFact['span'] {
  return { start: span.start + by, end: span.end + by }
}
