// A record that cannot be handled goes to the dead-letter topic of its topic, with the reason, so that
// everything behind it continues. A dead letter points at its record; it holds no copy that an erasure would have to
// find.
import { recordParked } from '../../../schemas/events/dead-letters.ts'
import { NO_APP, NO_USER } from '../../../schemas/events/envelope.ts'
import { deadLetterTopic, type TopicName, topicNames } from '../../../schemas/topics.ts'
import type { LogRecord, NewRecord } from '../../ports/event-log.ts'
import { LanguageModelUnavailable } from '../../ports/language-model.ts'
import { memberOf, present } from '../certain.ts'
import { derivedUuid } from '../envelope/ids.ts'
import { toldDamage } from './damaged-file.ts'
import { GaveUp } from './retry.ts'
import { sqliteNameOf } from './sqlite-name.ts'
import { StoreError } from './store-error.ts'

const NO_EVENT = '00000000-0000-0000-0000-000000000000'
const MAX_REASON = 1000
/** The error class of a record whose bytes or type cannot be understood. */
export const UNDECODABLE = 'Undecodable'

/** Why a record cannot be handled. */
export type Why = { errorClass: string; reason: string; attempts: number }

/** The dead letter of a record. The same record again gives the same id. */
export function deadLetterOf(
  record: LogRecord,
  why: Why & { processor: string; recordedAt: string },
): NewRecord {
  const cause = record.event?.id ?? NO_EVENT
  const place = `${record.topic}/${record.partition}/${record.position}`
  return {
    topic: deadLetterTopic(topicOf(record)),
    event: {
      id: derivedUuid(NO_EVENT, `${why.processor} ${place}`),
      type: recordParked.type,
      version: recordParked.version,
      appId: record.event?.appId ?? NO_APP,
      userId: record.event?.userId ?? NO_USER,
      occurredAt: record.event?.occurredAt ?? why.recordedAt,
      recordedAt: why.recordedAt,
      causationId: record.event?.id ?? null,
      traceparent: record.event?.traceparent ?? null,
      open: recordParked.open.parse({
        processor: why.processor,
        topic: record.topic,
        partition: record.partition,
        position: record.position,
        eventId: cause,
        eventType: record.event?.type ?? 'unknown',
        errorClass: why.errorClass,
        reason: why.reason.slice(0, MAX_REASON),
        attempts: why.attempts,
      }),
      sealed: null,
    },
  }
}

/** Processors read no dead letters, so these have none of their own. */
function topicOf({ topic }: LogRecord): TopicName {
  return present(
    topicNames.find((name) => name === topic),
    'topic with dead letters',
  )
}

/** Why a record cannot be handled that was tried until its work was given up. */
export function whyOf(gaveUp: GaveUp): Why {
  return { ...describeError(gaveUp), attempts: gaveUp.attempts }
}

const ANY = /^[A-Z0-9_]{1,40}$/
/** As servers write them: `SlowDown`, `Neo.TransientError.Transaction.LockAcquisitionTimeout`. */
const OF_A_STORE = /^[\w.]{1,100}$/

/**
 * What may be told of an unexpected error, or of the one after which work was given up: its class and code only. Its
 * message may quote what was being handled; those of a damaged file and of a model, which quote nothing, say what to do.
 */
export function describeError(thrown: unknown): { errorClass: string; reason: string } {
  const error = thrown instanceof GaveUp ? thrown.cause : thrown
  const errorClass = error instanceof Error ? error.name : typeof error
  const damage = toldDamage(error)
  if (damage !== null) return { errorClass, reason: damage }
  if (error instanceof LanguageModelUnavailable) return { errorClass, reason: error.message }
  const code = sqliteNameOf(error) ?? memberOf(error, 'code')
  const isCode = error instanceof StoreError ? OF_A_STORE : ANY
  const known = typeof code === 'string' && isCode.test(code) ? ` (${code})` : ''
  return { errorClass, reason: `${errorClass}${known} while handling the event` }
}
