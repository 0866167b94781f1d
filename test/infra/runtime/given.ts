// The start of the tests of the runtime: real stores in memory, processors written by hand, and events that a client
// could have caused.
import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { EventLog, LogPosition, LogRecord } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { encode } from '../../../infra/runtime/envelope/codec.ts'
import type {
  Delivered,
  Emitted,
  Projector,
  Transformer,
} from '../../../infra/runtime/run/processor.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import type { NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { type AnyTopicName, WRITES } from '../../../schemas/topics.ts'
import { AT } from '../../contracts/given.ts'

export type Runtime = RuntimeParts & { failures: [string, Error][]; stop(): Promise<void> }

export function createRuntime(log: EventLog = createSqliteEventLog({ directory: null })): Runtime {
  const stopping = new AbortController()
  const failures: [string, Error][] = []
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  return {
    log,
    keys,
    telemetry: createTelemetry(pino({ level: 'silent' })),
    now: () => new Date(),
    signal: stopping.signal,
    closePatienceMs: 50,
    failed: (processor, error) => {
      if (!stopping.signal.aborted) failures.push([processor, error])
    },
    failures,
    stop: async () => {
      stopping.abort(new Error('stopping'))
      await log.close()
      await keys.close()
    },
  }
}

/** A runtime at one moment, with what its logger has been told, what stops it, and what its metrics count. */
export function createToldRuntime(now: Date) {
  const lines: Record<string, unknown>[] = []
  const stopping = new AbortController()
  const write = (line: string) => void lines.push(JSON.parse(line))
  const runtime: Runtime = {
    ...createRuntime(),
    telemetry: createTelemetry(pino({ base: null, timestamp: false }, { write })),
    now: () => now,
    signal: stopping.signal,
  }
  const counted = async (name: 'retries' | 'events' | 'inFlight' | 'batch') => {
    const { values } = await runtime.telemetry[name].get()
    return values
      .filter((each) => !('metricName' in each) || String(each.metricName).endsWith('_count'))
      .map(({ labels, value }) => [labels, value])
  }
  return { ...runtime, lines, stopping, counted }
}

export function contentStored(scope: Scope): NewDomainEvent {
  return {
    id: randomUUID(),
    type: 'ContentStored',
    ...scope,
    occurredAt: AT,
    open: {
      objectKey: 'a/b/1/c',
      contentBytes: 1,
      keyGeneration: 1,
      contentType: 'document',
      threadId: null,
      language: null,
      entry: 'api',
    },
    sealed: { contentHash: 'a'.repeat(64), metadata: { words: 'xylophone-canary' } },
  }
}

/** Appends events as the API would; returns their ids. */
export async function appendAll(
  { log, keys }: { log: EventLog; keys: KeyStore },
  events: readonly NewDomainEvent[],
): Promise<string[]> {
  const held = await keys.current(events)
  const by = { recordedAt: new Date().toISOString(), causationId: null, traceparent: null }
  await log.append(events.map((event, n) => encode(event, by, held[n]!)))
  return events.map(({ id }) => id)
}

export async function recordsOf(log: EventLog, topic: AnyTopicName): Promise<LogRecord[]> {
  const read = (partition: number) => Array.fromAsync(log.read({ topic, partition }))
  return (await Promise.all(log.partitions(topic).map(read))).flat(2)
}

export function transformer(more: Partial<Transformer> & Pick<Transformer, 'handle'>): Transformer {
  return {
    kind: 'transformer',
    name: 'subject',
    reads: ['memory.writes.v1'],
    handles: ['ContentStored'],
    writes: ['memory.facts.v1'],
    stores: [],
    replayed: false,
    concurrency: 4,
    grouping: 'event',
    ...more,
  }
}

export function projector(
  more: Partial<Projector> & Pick<Projector, 'apply' | 'checkpoints'>,
): Projector {
  return {
    kind: 'projector',
    name: 'subject',
    reads: ['memory.writes.v1'],
    handles: ['ContentStored'],
    writes: [],
    stores: ['memory'],
    replayed: true,
    ...more,
  }
}

/** An example of a transformer's output: an event that names its input. */
export function answerTo({ event }: Delivered): Emitted {
  const answer: NewDomainEvent = {
    id: event.id.replace(/^.{8}/, 'ffffffff'),
    type: 'ExtractionFenced',
    appId: event.appId,
    userId: event.userId,
    occurredAt: event.occurredAt,
    open: { source: 1, category: event.id },
    sealed: null,
  }
  return { event: answer, keyGeneration: null }
}

/** A place among the writes. */
export function at(position: number, partition = 0): LogPosition {
  return { topic: WRITES, partition, position }
}
