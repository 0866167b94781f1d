// extract-facts: reads raw content, asks the language engine for facts, and publishes what was decided about them.
// The only caller of the language model for facts; its answers are events, so a replay never asks again.
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import {
  type ExtractedFact,
  type LanguageModel,
  LanguageModelRefused,
} from '../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { ObjectStore } from '../../infra/ports/object-store.ts'
import { isFenced } from '../../infra/ports/projection.ts'
import { encode } from '../../infra/runtime/codec.ts'
import { derivedUuid, uuidV7 } from '../../infra/runtime/ids.ts'
import {
  type Delivered,
  nothing,
  type Outcome,
  type Transformer,
} from '../../infra/runtime/processor.ts'
import { createReached } from '../../infra/runtime/reached.ts'
import { Outage } from '../../infra/runtime/retry.ts'
import { unseal } from '../../infra/runtime/seal.ts'
import { quantise, toBase64 } from '../../infra/runtime/vectors.ts'
import { waitFor } from '../../infra/runtime/wait-for.ts'
import type { Category } from '../../schemas/categories.ts'
import type { Trustable } from '../../schemas/channels.ts'
import type { NewFactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import { NO_APP, NO_USER } from '../../schemas/events/envelope.ts'
import { type Content, readContent } from './content.ts'
import { candidateOf, decide, factIdOf, type ReadFact, reject, type Source } from './decide.ts'
import { knownFacts, relatedFacts } from './known-facts.ts'
import { maintain } from './maintain.ts'
import { splitPassages } from './passages.ts'
import { createRecentFacts, type RecentFacts } from './recent-facts.ts'
import { saidBy } from './said.ts'
import { topology } from './topology.ts'

export type ExtractFactsPorts = {
  log: EventLog
  memory: MemoryStore
  objects: ObjectStore
  keys: KeyStore
  language: LanguageModel
  settings: {
    categoriesOf: (appId: string) => readonly Category[]
    templateOf: (appId: string, eventType: string) => string | undefined
    trustOf: (appId: string) => readonly Trustable[]
  }
  signal: AbortSignal
}

/** What is remembered of a partition, from when it was assigned to this process. */
type Work = ExtractFactsPorts & { recent: RecentFacts; partition: number }
type Write = Extract<WriteEvent, { type: 'ContentStored' | 'ActivityRecorded' }>

/** Beyond this many decisions that the index has not taken in, extraction waits for it. */
const MAX_UNINDEXED = 20_000

export function createExtractFacts(ports: ExtractFactsPorts): Transformer {
  const partitions = new Map<number, { work: Work; caughtUp: Promise<void> }>()
  const of = (partition: number) => {
    const known = partitions.get(partition)
    if (known) return known
    const work: Work = { ...ports, partition, recent: createRecentFacts() }
    const resumed = { work, caughtUp: indexCaughtUp(work) }
    // A failure is met by whoever awaits it; the next event tries again.
    resumed.caughtUp.catch(() => partitions.delete(partition))
    partitions.set(partition, resumed)
    return resumed
  }
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    concurrency: ports.language.concurrency,
    urgent: ['MemoryForgotten'],
    // What the user wrote before would lie behind the fence.
    voids: ({ type, open }) => type === 'MemoryForgotten' && open.category === null,
    assigned: (partition) => void partitions.delete(partition),
    handle: async function extractFacts([delivered]) {
      const { work, caughtUp } = of(delivered!.partition)
      await caughtUp
      const { event } = delivered!
      if (event.type === 'MemoryForgotten') return fence(work, delivered!, event)
      if (event.type === 'MaintenanceRequested') {
        if (await isForgotten(work, delivered!, event)) return nothing
        await makeRoom(work)
        return maintain(work, delivered!.position, event)
      }
      if (event.type === 'ContentStored' || event.type === 'ActivityRecorded') {
        return extract(work, delivered!, event)
      }
      return nothing
    },
  }
}

/**
 * What was decided before this process came must be in the index before anything new is decided. So a mark is written
 * behind it, and the index is waited for until it has passed the mark.
 */
async function indexCaughtUp({ log, memory, language, partition, signal }: Work): Promise<void> {
  const now = new Date()
  const mark: NewFactEvent = {
    id: uuidV7(now.getTime()),
    type: 'ExtractionResumed',
    appId: NO_APP,
    userId: NO_USER,
    occurredAt: now.toISOString(),
    open: { partition, engine: language.name },
    sealed: null,
  }
  const provenance = { recordedAt: now.toISOString(), causationId: null, traceparent: null }
  const [at] = await log.append([{ ...encode(mark, provenance, null), partition }])
  await createReached(memory, 'memory.facts.v1', signal)(at!)
}

/** Once the index obeys the fence, what follows can see nothing of what was forgotten. */
async function fence(
  { memory, recent, signal }: Work,
  { position }: Delivered,
  event: Extract<WriteEvent, { type: 'MemoryForgotten' }>,
): Promise<Outcome> {
  await waitFor(() => memory.receipt(event, position), signal)
  recent.forget(event, event.open.category)
  const fenced: NewFactEvent = {
    id: derivedUuid(event.id, 'fenced'),
    type: 'ExtractionFenced',
    appId: event.appId,
    userId: event.userId,
    occurredAt: event.occurredAt,
    open: { source: position, category: event.open.category },
    sealed: null,
  }
  return { outcome: 'emit', events: [{ event: fenced, keyGeneration: null }] }
}

async function extract(work: Work, delivered: Delivered, event: Write): Promise<Outcome> {
  // Side by side, because a user's writes come one after another and wait for each other's questions.
  const [done, forgotten, sealed] = await Promise.all([
    isDone(work, event),
    isForgotten(work, delivered, event),
    work.objects.get(event.open.objectKey),
  ])
  if (done || forgotten) return nothing
  work.recent.retract(event, event.id)
  await makeRoom(work)
  const content = await openContent(work, event, sealed)
  if (content === 'forgotten') return nothing
  if (content === 'missing') {
    return {
      outcome: 'park',
      errorClass: 'ObjectMissing',
      reason: 'the raw content is not in the object store',
    }
  }
  const source = sourceOf(work, delivered, event, content)
  try {
    const read = await readFacts(work, source, content)
    return await publish(work, source, read)
  } catch (error) {
    if (!(error instanceof LanguageModelRefused)) throw error
    return emit(source, [reject(source, error.message)])
  }
}

/** A write that the log holds twice is read once. */
async function isDone({ memory, recent }: Work, event: Write): Promise<boolean> {
  if (recent.holds(event, event.id)) return true
  const resource = await memory.resource(event, event.id)
  return resource !== null && resource.status !== 'queued'
}

/**
 * A write that was under way when its user was forgotten can lie behind the fence, sealed under a key that is about
 * to be destroyed: nothing may be read from it, even while the key still opens it.
 */
async function isForgotten(
  { memory }: Work,
  { position }: Delivered,
  event: Extract<WriteEvent, { open: { keyGeneration: number } }>,
): Promise<boolean> {
  const { appId, userId, open } = event
  const what = { appId, userId, source: position, keyGeneration: open.keyGeneration }
  return isFenced(await memory.fences([event]), what)
}

async function openContent(
  { keys, settings }: Work,
  event: Write,
  sealed: Uint8Array | null,
): Promise<Content | 'forgotten' | 'missing'> {
  const key = await keys.get(event, event.open.keyGeneration)
  if (event.erased || !key) return 'forgotten'
  if (!sealed) return 'missing'
  const raw = Buffer.from(unseal(key, event, sealed)).toString('utf8')
  return readContent(event, raw, (eventType) => settings.templateOf(event.appId, eventType))
}

function sourceOf(work: Work, { position }: Delivered, event: Write, content: Content): Source {
  return {
    appId: event.appId,
    userId: event.userId,
    resourceId: event.id,
    position,
    keyGeneration: event.open.keyGeneration,
    occurredAt: event.occurredAt,
    receivedAt: event.recordedAt,
    contentType: content.contentType,
    threadId: event.type === 'ContentStored' ? event.open.threadId : null,
    contentBytes: event.open.contentBytes,
    importance: content.importance,
    engine: work.language.name,
    trusted: work.settings.trustOf(event.appId),
  }
}

/** Passage after passage, so that facts keep their order and their spans count from the start of the text. */
async function readFacts(work: Work, source: Source, content: Content): Promise<ReadFact[]> {
  const { language, settings } = work
  const facts: ExtractedFact[] = []
  for (const passage of splitPassages(content.transcript, language.maxPassageChars)) {
    const extraction = await language.extract({
      contentType: source.contentType,
      text: passage.text,
      utterances: passage.utterances,
      at: source.occurredAt,
      speakers: content.transcript.speakers,
      known: await relatedFacts(work, source, passage.text),
      categories: settings.categoriesOf(source.appId),
      hints: content.hints,
    })
    for (const fact of extraction.facts) {
      const span = { start: fact.span.start + passage.start, end: fact.span.end + passage.start }
      facts.push({ ...fact, span })
    }
  }
  const vectors = await language.embed(facts.map((fact) => fact.text))
  return facts.map((fact, index) => ({
    ...fact,
    ...saidBy(content, fact.span),
    embedding: toBase64(quantise(vectors[index]!)),
  }))
}

async function publish(work: Work, source: Source, read: readonly ReadFact[]): Promise<Outcome> {
  const { memory, recent } = work
  const candidates = read.map((fact, ordinal) =>
    candidateOf(source, fact, factIdOf(source.resourceId, ordinal)),
  )
  const [known, fences] = await Promise.all([
    knownFacts(work, source, read, candidates),
    memory.fences([source]),
  ])
  const forgotten = fences.flatMap(({ category, before }) =>
    category !== null && source.position < before ? [category] : [],
  )
  const decision = decide(source, read, known, new Set(forgotten))
  const committed = recent.remember(source, {
    resourceId: source.resourceId,
    facts: candidates.filter((fact) => decision.facts.has(fact.id)),
    closed: decision.closed,
    changed: decision.events.flatMap(changedBy),
  })
  return { ...emit(source, decision.events), committed }
}

/** Facts that stay and are no longer as the index shows them. */
function changedBy(event: NewFactEvent): string[] {
  if (event.type === 'FactReinforced' || event.type === 'FactContested') return [event.open.factId]
  return event.type === 'FactAsserted' && event.open.supersededBy ? [event.open.supersededBy] : []
}

/** What the index holds by now need not be remembered. Asked now and then, because the index is another's. */
async function makeRoom({ memory, recent }: Work): Promise<void> {
  if (!recent.isLookDue()) return
  recent.indexed(await memory.checkpoints('memory.facts.v1'))
  if (recent.size() > MAX_UNINDEXED) throw new Outage('index-memory is too far behind')
}

function emit(source: Source, events: readonly NewFactEvent[]): Outcome & { outcome: 'emit' } {
  return {
    outcome: 'emit',
    events: events.map((event) => ({ event, keyGeneration: source.keyGeneration })),
  }
}
