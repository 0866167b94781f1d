// Reads one write: opens its raw content, then decides and publishes passage by passage. So a long write yields between
// its passages, resumes where it stood after a restart, and ends when it takes too much CPU time.
import { memberOf } from '../../infra/runtime/certain.ts'
import type { Delivered, Outcome } from '../../infra/runtime/run/processor.ts'
import { decideOn } from './decide-on.ts'
import { relatedFacts } from './known/known-facts.ts'
import type { ReadFact } from './read-fact.ts'
import {
  emitted,
  type Opening,
  opened,
  openRaw,
  sourceOf,
  type Write,
} from './reading/open-write.ts'
import {
  type OpenedContent,
  type OpenRequest,
  ReadingFailed,
  type ReadingOptions,
  textOf,
} from './reading/reading.ts'
import { entered, passOver, publishPassage } from './running/long-writes.ts'
import { MOST_AHEAD } from './running/read-ahead.ts'
import { noteOf, type ReadSoFar, readSoFar } from './totals.ts'

type Extracting = Opening<Write>

/** Reading that takes longer is noted, so that a write which kills the process is not read again for ever. */
const NOTE_AFTER_MS = 1_000
/** Longer writes take several turns, and a note says how far each is. */
const MOST_BYTES_AHEAD = 16 * 1024
/** How often reading may begin without publishing a passage. */
const MAX_BEGUN = 3

export function extract(work: Extracting): Promise<Outcome> {
  const ahead = work.readAhead.take(work.event)
  const sealed = ahead.then((taken) => taken?.sealed)
  return opened(work, ({ text }) => readAll(work, { text, ahead }), sealed)
}

type Raw = { text: string; ahead: ReturnType<Extracting['readAhead']['take']> }

async function readAll(work: Extracting, { text, ahead }: Raw): Promise<Outcome> {
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
  let published = noted
  let isNoted = false
  const noteBegun = setTimeout(() => {
    isNoted = true
    hand.keep(noteOf(soFar))
  }, NOTE_AFTER_MS)
  let leave: () => void = () => undefined
  try {
    beginNext(work)
    const content =
      (await (await ahead)?.read) ??
      (await spending(work, soFar, (options) =>
        work.reading.open(openRequest(work, text, soFar), options),
      ))
    soFar = { ...soFar, cpuMs: content.cpuMs }
    const isLong = content.answer.passages.length - soFar.passages > 1
    const { begun } = noted
    if (isLong) leave = await hand.turn.aside(() => entered(work, { ...soFar, begun }))
    else work.others.wroteAt = performance.now()
    for (;;) {
      const { outcome, next } = await readNext(work, content.answer, soFar)
      if (outcome) return outcome
      soFar = next
      published = next
    }
  } catch (error) {
    // The process has not ended: however often a model is down, the write waits for it.
    if (isNoted) hand.keep(noteOf(published))
    throw error
  } finally {
    leave()
    clearTimeout(noteBegun)
  }
}

/** Not for an engine that is shown related facts: those of the writes before are not decided yet. */
function beginNext(work: Extracting): void {
  if (work.language.relatedFacts > 0) return
  const read = async (next: Extracting, sealed: Promise<Uint8Array | null>) => {
    const { event } = next
    const raw = await openRaw(next, await sealed)
    if (typeof raw === 'string') return undefined
    const options = { scope: event, cpuBudgetMs: work.cpuBudgetMs, signal: work.hand.signal }
    return work.reading.open(openRequest(next, raw.text, { passages: 0 }), options)
  }
  const begin = (delivered: Delivered & { event: Write }) => {
    const { event } = delivered
    const sealed = work.objects.get(event.open.objectKey)
    return { sealed, read: read({ ...work, event, delivered }, sealed) }
  }
  work.readAhead.start(work.event, async () => {
    const next = await work.hand.following(MOST_AHEAD)
    return new Map(next.filter(isShortWrite).map((each) => [each.event.id, begin(each)]))
  })
}

function isShortWrite(next: Delivered): next is Delivered & { event: Write } {
  const { event } = next
  const isWrite = event.type === 'ContentStored' || event.type === 'ActivityRecorded'
  return isWrite && event.open.contentBytes <= MOST_BYTES_AHEAD
}

/** The first passage is read in the same step if the engine asks for no related facts. */
function openRequest(
  { event, settings, language }: Extracting,
  raw: string,
  { passages }: Pick<ReadSoFar, 'passages'>,
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
  return String(memberOf(JSON.parse(raw), 'eventType'))
}

/** Runs a part of the reading on the rest of the write's budget; `cpuMs` is what all parts have taken. */
async function spending<T>(
  { event, hand, cpuBudgetMs }: Extracting,
  { cpuMs }: ReadSoFar,
  part: (options: ReadingOptions) => Promise<{ answer: T; cpuMs: number }>,
): Promise<{ answer: T; cpuMs: number }> {
  const left = cpuBudgetMs - cpuMs
  if (left <= 0) {
    throw new ReadingFailed(
      'OverBudget',
      `reading it takes more than ${cpuBudgetMs} ms of CPU time`,
    )
  }
  const { signal, paid } = hand
  const spent = await part({ scope: event, cpuBudgetMs: left, signal, paid })
  return { answer: spent.answer, cpuMs: cpuMs + spent.cpuMs }
}

type Step = { outcome: Outcome; next?: never } | { outcome?: never; next: ReadSoFar }

/** Reads the next passage. The last one returns the outcome; the others are published one by one. */
async function readNext(work: Extracting, content: OpenedContent, soFar: ReadSoFar): Promise<Step> {
  const began = performance.now()
  const source = sourceOf(work, content)
  const isLast = soFar.passages >= content.passages.length - 1
  const read = await readPassage(work, content, soFar)
  const before = soFar.totals
  const { decision, committed } = await decideOn(work, source, {
    read: read.answer,
    part: { before, isLast },
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
        contentType: content.contentType,
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
