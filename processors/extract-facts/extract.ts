// Reads one write: opens its raw content, and decides and publishes passage by passage, so that a long write gives its
// turn back between its passages, goes on where it stood after a restart, and ends where it takes too much CPU time.
import { LanguageModelRefused } from '../../infra/ports/language-model.ts'
import {
  type Delivered,
  type Emitted,
  nothing,
  type Outcome,
  type Work,
} from '../../infra/runtime/processor.ts'
import { unseal } from '../../infra/runtime/seal.ts'
import type { NewFactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import { candidateOf, type Decision, decide, factIdOf, reject } from './decide.ts'
import { changedBy } from './fact-events.ts'
import { knownFacts, relatedFacts } from './known-facts.ts'
import { type Committed, entered, passOver, publishPassage } from './long-writes.ts'
import { isDone, isForgotten } from './may-begin.ts'
import type { PartitionState } from './partition-state.ts'
import type { ReadFact, Source } from './read-fact.ts'
import { type OpenedContent, type OpenRequest, ReadingFailed, textOf } from './reading.ts'
import { endsOf, nextPlace } from './thread.ts'
import { noteOf, type ReadSoFar, readSoFar } from './totals.ts'

type Write = Extract<WriteEvent, { type: 'ContentStored' | 'ActivityRecorded' }>
type Extracting = PartitionState & { hand: Work; event: Write; delivered: Delivered }

/** Reading that takes longer is noted, so that a write which ends the process is not read for ever. */
const NOTE_AFTER_MS = 1_000
/** How often reading may begin without publishing a passage. */
const MAX_BEGUN = 3

export async function extract(work: Extracting): Promise<Outcome> {
  const { event } = work
  // Side by side, because a user's writes come one after another and wait for each other's questions.
  const [done, forgotten, sealed] = await Promise.all([
    isDone(work),
    isForgotten(work, work.delivered, event),
    work.objects.get(event.open.objectKey),
  ])
  if (done || forgotten) return nothing
  const { lead, partition } = work
  lead.wrote(event.appId)
  if (!lead.hasRoom(partition, event.appId)) {
    await work.hand.turn.aside(() => lead.room(partition, event.appId))
  }
  work.recent.retract(event, event.id)
  const raw = await openRaw(work, sealed)
  if (raw === 'forgotten') return nothing
  if (raw === 'missing') {
    return failed(work, 'ObjectMissing', 'the raw content is not in the object store')
  }
  try {
    return await readAll(work, raw)
  } catch (error) {
    if (error instanceof ReadingFailed) return failed(work, error.errorClass, error.message)
    if (!(error instanceof LanguageModelRefused)) throw error
    return { outcome: 'emit', events: [rejected(work, error.message)] }
  }
}

async function openRaw(
  { keys, event }: Extracting,
  sealed: Uint8Array | null,
): Promise<{ text: string } | 'forgotten' | 'missing'> {
  const key = await keys.get(event, event.open.keyGeneration)
  if (event.erased || !key) return 'forgotten'
  if (!sealed) return 'missing'
  return { text: Buffer.from(unseal(key, event, sealed)).toString('utf8') }
}

async function readAll(work: Extracting, { text }: { text: string }): Promise<Outcome> {
  const { event, hand, settings } = work
  const names = settings.categoriesOf(event.appId).map(({ name }) => name)
  const noted = readSoFar(hand.note, names)
  if (noted.begun >= MAX_BEGUN) {
    throw new ReadingFailed(
      'ProcessEnded',
      `the process ended ${MAX_BEGUN} times while it was read`,
    )
  }
  let soFar: ReadSoFar = { ...noted, begun: noted.begun + 1 }
  const noteBegun = setTimeout(() => hand.keep(noteOf(soFar)), NOTE_AFTER_MS)
  let leave: () => void = () => undefined
  try {
    const content = await spending(work, soFar, (options) =>
      work.reading.open(openRequest(work, text, soFar), options),
    )
    soFar = { ...soFar, cpuMs: content.cpuMs }
    const isLong = content.answer.passages.length - soFar.passages > 1
    if (isLong) leave = await hand.turn.aside(() => entered(work))
    else work.others.wroteAt = performance.now()
    for (;;) {
      const { outcome, next } = await readNext(work, content.answer, soFar)
      if (outcome) return outcome
      soFar = next
    }
  } finally {
    leave()
    clearTimeout(noteBegun)
  }
}

/** The first passage is read in the same step where the engine asks for no related facts. */
function openRequest(
  { event, settings, language }: Extracting,
  raw: string,
  { passages }: ReadSoFar,
): OpenRequest {
  const { type, open, occurredAt } = event
  const template =
    type === 'ActivityRecorded' ? settings.templateOf(event.appId, eventTypeOf(raw)) : undefined
  const write = { type, open, occurredAt } as Write
  const first =
    passages === 0 && language.relatedFacts === 0
      ? { at: occurredAt, categories: settings.categoriesOf(event.appId) }
      : null
  return { write, raw, template, maxPassageChars: language.maxPassageChars, first }
}

function eventTypeOf(raw: string): string {
  return String((JSON.parse(raw) as { eventType?: unknown }).eventType)
}

/** Runs a part of the reading on what is left of the write's budget; `cpuMs` is what all parts have taken. */
async function spending<T>(
  { event, hand, cpuBudgetMs }: Extracting,
  { cpuMs }: ReadSoFar,
  part: (options: {
    scope: Write
    cpuBudgetMs: number
    signal: AbortSignal
  }) => Promise<{ answer: T; cpuMs: number }>,
): Promise<{ answer: T; cpuMs: number }> {
  const left = cpuBudgetMs - cpuMs
  if (left <= 0) {
    throw new ReadingFailed(
      'OverBudget',
      `reading it takes more than ${cpuBudgetMs} ms of CPU time`,
    )
  }
  const spent = await part({ scope: event, cpuBudgetMs: left, signal: hand.signal })
  return { answer: spent.answer, cpuMs: cpuMs + spent.cpuMs }
}

type Step = { outcome: Outcome; next?: never } | { outcome?: never; next: ReadSoFar }

/** Reads the next passage. The outcome comes with the last one; the others are published by themselves. */
async function readNext(work: Extracting, content: OpenedContent, soFar: ReadSoFar): Promise<Step> {
  const began = performance.now()
  const source = sourceOf(work, content)
  const isLast = soFar.passages >= content.passages.length - 1
  const read = await readPassage(work, content, soFar)
  const before = soFar.totals
  const { decision, committed } = await decideOn(work, source, read.answer, {
    before,
    isLast,
  })
  const events = emitted(source, decision.events)
  if (isLast) return { outcome: { outcome: 'emit', events, committed } }
  const next: ReadSoFar = {
    passages: soFar.passages + 1,
    totals: decision.totals,
    cpuMs: read.cpuMs,
    begun: 0,
  }
  if (events.length > 0) await publishPassage(work, { events, next, committed })
  else await passOver(work, { next, tookMs: performance.now() - began })
  return { next }
}

async function readPassage(
  work: Extracting,
  content: OpenedContent,
  soFar: ReadSoFar,
): Promise<{ answer: readonly ReadFact[]; cpuMs: number }> {
  const passage = content.passages[soFar.passages]
  if (passage === undefined) return { answer: [], cpuMs: soFar.cpuMs }
  if (content.first && soFar.passages === 0) return { answer: content.first, cpuMs: soFar.cpuMs }
  const { language, settings, event } = work
  const source = sourceOf(work, content)
  const known = language.relatedFacts > 0 ? await relatedFacts(work, source, textOf(passage)) : []
  return spending(work, soFar, (options) =>
    work.reading.readPassage(
      {
        passage,
        contentType: source.contentType,
        at: source.occurredAt,
        speakers: content.speakers,
        known,
        categories: settings.categoriesOf(event.appId),
        hints: content.hints,
        stated: content.stated,
        entry: content.entry,
        reporter: content.reporter,
      },
      options,
    ),
  )
}

async function decideOn(
  work: Extracting,
  source: Source,
  read: readonly ReadFact[],
  part: { before: ReadSoFar['totals']; isLast: boolean },
): Promise<{ decision: Decision; committed: Committed }> {
  const { memory, recent, lead } = work
  const candidates = read.map((fact, n) =>
    candidateOf(source, fact, factIdOf(source.resourceId, part.before.extracted + n)),
  )
  const [known, fences, next] = await Promise.all([
    knownFacts(work, source, read, candidates),
    memory.fences([source]),
    nextPlace(work, source),
  ])
  const forgotten = fences.flatMap(({ category, before }) =>
    category !== null && source.position < before ? [category] : [],
  )
  const decision = decide(source, read, known, new Set(forgotten), {
    ...part,
    next,
  })
  const drop = recent.remember(source, {
    resourceId: source.resourceId,
    facts: candidates.filter((fact) => decision.facts.has(fact.id)),
    closed: decision.closed,
    changed: decision.events.flatMap(changedBy),
    ends: endsOf(decision.events),
  })
  const committed: Committed = (positions) => {
    drop()
    lead.published(source.appId, positions)
  }
  return { decision, committed }
}

function sourceOf(
  { event, delivered, language, settings }: Extracting,
  { contentType, importance }: Pick<OpenedContent, 'contentType' | 'importance'>,
): Source {
  return {
    appId: event.appId,
    userId: event.userId,
    resourceId: event.id,
    position: delivered.position,
    keyGeneration: event.open.keyGeneration,
    occurredAt: event.occurredAt,
    receivedAt: event.recordedAt,
    contentType,
    threadId: event.type === 'ContentStored' ? event.open.threadId : null,
    contentBytes: event.open.contentBytes,
    importance,
    engine: language.name,
    trusted: settings.trustOf(event.appId),
  }
}

/** The write has failed, and readers are told so; it can be tried again from the dead letters. */
function failed(work: Extracting, errorClass: string, reason: string): Outcome {
  return { outcome: 'park', errorClass, reason, events: [rejected(work, reason)] }
}

function rejected(work: Extracting, reason: string): Emitted {
  const { event } = work
  const contentType = event.type === 'ContentStored' ? event.open.contentType : 'event'
  const source = sourceOf(work, { contentType, importance: 'medium' })
  return emitted(source, [reject(source, reason)])[0]!
}

function emitted({ keyGeneration }: Source, events: readonly NewFactEvent[]): Emitted[] {
  return events.map((event) => ({ event, keyGeneration }))
}
