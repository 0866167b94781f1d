// The start of the tests of states: a log and a state in memory, a transformer that owns it, and a second writer.
import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { EventLog, NewRecord } from '../../../infra/ports/event-log.ts'
import { encode } from '../../../infra/runtime/envelope/codec.ts'
import type {
  PartitionStates,
  Projector,
  Transformer,
} from '../../../infra/runtime/run/processor.ts'
import { createStateFeed } from '../../../infra/runtime/run/state-feed.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createIndexMemory } from '../../../processors/index-memory/processor.ts'
import { topology as indexMemory } from '../../../processors/index-memory/topology.ts'
import type { NewDomainEvent } from '../../../schemas/events/catalogue.ts'
import type { TopicName } from '../../../schemas/topics.ts'
import { opens, USER } from '../../processors/given.ts'
import { appendAll, contentStored, createRuntime, recordsOf, transformer } from './given.ts'

export const WRITES = 'memory.writes.v1'
export const FACTS = 'memory.facts.v1'
const BY = { recordedAt: '2026-06-01T08:00:00.000Z', causationId: null, traceparent: null }

type More = {
  /** The parts of the log that differ from the real one. */
  log?: (log: EventLog) => Partial<EventLog>
  /** False where others read from the state. */
  mayDiscard?: boolean
}

export function givenState({ log: change = () => ({}), mayDiscard = false }: More = {}) {
  const log = createSqliteEventLog({ directory: null })
  const runtime = createRuntime({ ...log, ...change(log) })
  const stopping = new AbortController()
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const telemetry = createTelemetry(pino({ base: null, timestamp: false }, { write }))
  const parts = { ...runtime, telemetry, signal: stopping.signal }
  const told: string[] = []
  const applied: string[] = []
  const open = () => {
    const memory = createSqliteMemoryStore({ path: ':memory:' })
    const projector = createIndexMemory({ memory, language: { terms: () => [] } })
    const apply: Projector['apply'] = (batch, at) => {
      applied.push(...batch.map(({ topic, position }) => `${topic} ${position}`))
      return projector.apply(batch, at)
    }
    return { memory, projector: { ...projector, apply } }
  }
  let state = open()
  /** The state is lost, or thrown away. */
  const empty = async () => {
    await state.memory.close()
    state = open()
  }
  const states: PartitionStates = {
    reads: indexMemory.reads,
    of: () => state.projector,
    assigned: (partition) => void told.push(`assigned ${partition}`),
    released: (partition) => void told.push(`released ${partition}`),
    inTurn: (_, restore) => restore(),
    kept: null,
    discard: mayDiscard
      ? async (partition) => {
          told.push(`discarded ${partition}`)
          await empty()
        }
      : null,
  }
  onTestFinished(async () => {
    stopping.abort(new Error('stopping'))
    await runtime.stop()
    await state.memory.close()
  })
  const subject = (more: Partial<Transformer> = {}) =>
    transformer({ handle: async () => ({ outcome: 'emit', events: [] }), states, ...more })
  return {
    log,
    runtime,
    parts,
    stopping,
    /** The notifications to the states. */
    told,
    /** The warnings to operators. */
    warnings: () => lines.filter(({ level }) => Number(level) >= 40),
    /** The lines that only inform operators. */
    infos: () => lines.filter(({ level }) => Number(level) < 40),
    /** The topic and place of each event that the state has taken in, as often as it has. */
    applied,
    empty,
    state: () => state.projector,
    subject,
    feed: (position?: number) =>
      createStateFeed(parts, subject(), { topic: WRITES, partition: 0, position }),
    /** Appends writes; returns their ids. */
    write: (count: number) =>
      appendAll(
        { ...runtime, log },
        Array.from({ length: count }, () => contentStored(USER)),
      ),
    /** Commits as the transformer's group does: that writes were processed, or other events. */
    commit: async (...some: (string | NewDomainEvent)[]) => {
      const records = some.map((each) => encoded(typeof each === 'string' ? processed(each) : each))
      const positions = await log.commit({ group: 'subject', records, checkpoints: [] })
      return [records, positions] as const
    },
    /** Another writer appends that a write was processed. */
    append: (id: string) => log.append([encoded(processed(id))]),
    /** The log's delivery of a topic: from one record to another, counted from 1. */
    delivery: async (topic: TopicName, from: number, to: number) => {
      const records = (await recordsOf(log, topic)).slice(from - 1, to)
      return { topic, partition: 0, records }
    },
    stands: async (topic: TopicName) => (await state.projector.checkpoints(topic)).get(0),
    end: async (topic: TopicName) => (await log.ends(topic)).get(0),
    statusOf: async (id: string) => (await state.memory.resource(USER, id))?.status,
  }
}

/** An event for a state that includes the summaries. */
export function summary(): NewDomainEvent {
  const open = { category: 'work', source: 1, engine: 'test' }
  return { ...processed(randomUUID()), type: 'SummaryEvolved', open, sealed: { text: 'words' } }
}

function encoded(event: NewDomainEvent): NewRecord {
  return encode(event, BY, event.sealed && { generation: 1, key: randomBytes(32) })
}

export function processed(resourceId: string): NewDomainEvent {
  const { occurredAt } = contentStored(USER)
  const open = { ...opens.resourceProcessed, resourceId }
  return { id: randomUUID(), type: 'ResourceProcessed', ...USER, occurredAt, open, sealed: null }
}
