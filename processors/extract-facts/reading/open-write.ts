// Opens the raw content of a write of any type, unless the write is done or forgotten, and reports a write that cannot
// be read.
import { LanguageModelRefused } from '../../../infra/ports/language-model.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { unseal } from '../../../infra/runtime/envelope/seal.ts'
import {
  type Delivered,
  type Emitted,
  nothing,
  type Outcome,
  type Work,
} from '../../../infra/runtime/run/processor.ts'
import type { NewFactEvent, WriteEvent } from '../../../schemas/events/catalogue.ts'
import { GIVEN_ENGINE } from '../../../schemas/facts.ts'
import { reject } from '../fact-events.ts'
import type { Source } from '../read-fact.ts'
import { isDone, isForgotten } from '../running/may-begin.ts'
import type { PartitionState } from '../running/partition-state.ts'
import { ReadingFailed } from './reading.ts'

/** What was said or happened, in words of whatever kind. */
export type Write = Extract<WriteEvent, { type: 'ContentStored' | 'ActivityRecorded' }>
/** What a client knows already. */
export type GivenWrite = Extract<WriteEvent, { type: 'FactGiven' | 'FactRevised' }>
/** A write of any type that is being read, and what reading it needs. */
export type Opening<Event = Write | GivenWrite> = PartitionState & {
  hand: Work
  event: Event
  delivered: Delivered
}

/**
 * Applies the given work to the raw content of a write, unless that is done or the write forgotten. `ahead`: the
 * content, if the object store has been asked for it before.
 */
export async function opened(
  work: Opening,
  read: (raw: { text: string }) => Promise<Outcome>,
  ahead?: Promise<Uint8Array | null | undefined>,
): Promise<Outcome> {
  const { event } = work
  // Side by side, because a user's writes come one after another and each waits for the questions of the one before.
  const [done, forgotten, sealed] = await Promise.all([
    isDone(work),
    isForgotten(work, work.delivered, event),
    storedOf(work, ahead),
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
    return await read(raw)
  } catch (error) {
    if (error instanceof ReadingFailed) return failed(work, error.errorClass, error.message)
    if (error instanceof LanguageModelRefused) return failed(work, error.name, error.message)
    throw error
  }
}

async function storedOf(
  { objects, event }: Opening,
  ahead: Promise<Uint8Array | null | undefined> | undefined,
): Promise<Uint8Array | null> {
  return (await ahead?.catch(() => undefined)) ?? objects.get(event.open.objectKey)
}

export async function openRaw(
  { keys, event }: Pick<Opening, 'keys' | 'event'>,
  sealed: Uint8Array | null,
): Promise<{ text: string } | 'forgotten' | 'missing'> {
  const key = await keys.get(event, event.open.keyGeneration)
  if (event.erased || !key) return 'forgotten'
  if (!sealed) return 'missing'
  return { text: Buffer.from(unseal(key, event, sealed)).toString('utf8') }
}

export function sourceOf(
  { event, delivered, language, settings }: Opening,
  { contentType, importance, engine = language.name }: About,
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
    threadId: 'threadId' in event.open ? event.open.threadId : null,
    contentBytes: event.open.contentBytes,
    importance,
    engine,
    trusted: settings.trustOf(event.appId),
  }
}

/** `engine`: set if something other than the language engine reads. */
type About = Pick<Source, 'contentType' | 'importance'> & { engine?: string }

/** The write has failed, and readers are told so; it can be tried again from the dead letters. */
function failed(work: Opening, errorClass: string, reason: string): Outcome {
  return { outcome: 'dead-letter', errorClass, reason, events: [rejected(work, reason)] }
}

function rejected(work: Opening, reason: string): Emitted {
  const { event } = work
  const contentType = typeOf(event)
  const engine = contentType === 'fact' ? GIVEN_ENGINE : work.language.name
  const source = sourceOf(work, { contentType, importance: 'medium', engine })
  return firstOf(emitted(source, [reject(source, reason)]))
}

function typeOf({ type, open }: Write | GivenWrite): Source['contentType'] {
  if (type === 'ContentStored') return open.contentType
  return type === 'ActivityRecorded' ? 'event' : 'fact'
}

export function emitted({ keyGeneration }: Source, events: readonly NewFactEvent[]): Emitted[] {
  return events.map((event) => ({ event, keyGeneration }))
}
