// The start of the tests of snapshots: a log, keys and an object store that several processes share, and states in
// files of its own for each process.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { EventLog, Position } from '../../../../infra/ports/event-log.ts'
import type { ObjectStore } from '../../../../infra/ports/object-store.ts'
import { type StateName, stateNames } from '../../../../infra/ports/states.ts'
import { encode } from '../../../../infra/runtime/envelope/codec.ts'
import type { PartitionStates } from '../../../../infra/runtime/run/processor.ts'
import { createStateFeed } from '../../../../infra/runtime/run/state-feed.ts'
import { NEVER as NOT_YET, type Pace } from '../../../../infra/runtime/snapshots/due.ts'
import { newestManifest } from '../../../../infra/runtime/snapshots/kept-snapshots.ts'
import { type Taking, takeSnapshot } from '../../../../infra/runtime/snapshots/take-snapshot.ts'
import { createTelemetry } from '../../../../infra/runtime/telemetry.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { createSqliteStates } from '../../../../infra/sqlite/states.ts'
import { graphStates, memoryStates } from '../../../../processors/states.ts'
import type { NewDomainEvent } from '../../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import type { TopicName } from '../../../../schemas/topics.ts'
import { opens } from '../../../processors/given.ts'
import { createRuntime, recordsOf, transformer } from '../given.ts'

export const WRITES = 'memory.writes.v1'
export const FACTS = 'memory.facts.v1'
export const PARTITION = 0
const AT = '2026-06-01T08:00:00.000Z'
const BY = { recordedAt: AT, causationId: null, traceparent: null }
const language = { terms: (text: string) => text.toLowerCase().split(/\W+/).filter(Boolean) }

/** Everything is due at once, and no snapshot is taken by itself. */
export const atOnce: Pace = {
  leastChanges: 1,
  afterMs: 3_600_000,
  allEveryMs: 0,
  lookMs: 3_600_000,
}
export const NEVER = { beganMs: 0, allTakenMs: NOT_YET }

type More = { objects?: Partial<ObjectStore>; log?: Partial<EventLog> }

/** `directory`: where the files lie; the caller removes it. */
export function givenSnapshots(directory: string, { pace = atOnce } = {}) {
  const runtime = createRuntime(createSqliteEventLog({ directory: null }))
  const { log, keys } = runtime
  const objects = createSqliteObjectStore({ path: join(directory, 'objects.db') })
  const stopping = new AbortController()
  const lines: Record<string, unknown>[] = []
  const logger = pino(
    { level: 'debug', base: null, timestamp: false },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const telemetry = createTelemetry(logger)
  const parts = { ...runtime, telemetry, signal: stopping.signal, snapshotPace: pace }
  const closing: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    stopping.abort(new Error('stopping'))
    for (const close of closing) await close()
    await runtime.stop()
    await objects.close()
  })

  async function append(topic: TopicName, events: readonly NewDomainEvent[], generation?: number) {
    const [current] = await keys.current([events[0]!])
    const used = generation ?? current!.generation
    const key = { generation: used, key: (await keys.get(events[0]!, used))! }
    return log.append(
      events.map((event) => ({ ...encode(event, BY, event.sealed ? key : null), topic })),
    )
  }

  /** A write of so many facts, each with these words; returns their ids. */
  async function write(scope: Scope, words: readonly string[], more: { generation?: number } = {}) {
    const { generation } = more
    const resourceId = randomUUID()
    const about = { ...scope, occurredAt: AT }
    const [at] = await append(
      WRITES,
      [
        {
          ...about,
          id: resourceId,
          type: 'ContentStored',
          open: { ...opens.contentStored, keyGeneration: generation ?? 1 },
          sealed: { contentHash: 'a'.repeat(64), metadata: {} },
        },
      ],
      generation,
    )
    const source = at!.position
    const ids = words.map(() => randomUUID())
    const facts = words.map(
      (text, ordinal): NewDomainEvent => ({
        ...about,
        id: randomUUID(),
        type: 'FactAsserted',
        open: {
          ...opens.factAsserted,
          ...{ factId: ids[ordinal]!, source, resourceId, ordinal },
          ...{ threadId: resourceId, place: ordinal },
        },
        sealed: {
          text,
          aliases: [],
          scopes: [],
          saidBy: null,
          subject: 'user',
          attribute: 'home',
          value: text,
          exclusive: true,
          entities: [{ name: `${text} Hall`, type: 'place' }],
          relationships: [],
          embedding: Buffer.alloc(8, 7).toString('base64'),
        },
      }),
    )
    const processed: NewDomainEvent = {
      ...about,
      id: randomUUID(),
      type: 'ResourceProcessed',
      open: { ...opens.resourceProcessed, source, resourceId, keyGeneration: generation ?? 1 },
      sealed: null,
    }
    await append(FACTS, [...facts, processed], generation)
    return ids
  }

  /** A process with states of its own. `folder`: of its files. */
  function process(folder: string, more: More = {}) {
    const kept = { ...objects, close: async () => undefined, ...more.objects }
    const states = createSqliteStates({ directory: join(directory, folder), snapshots: kept })
    closing.push(() => states.close())
    const partitionStates: Record<StateName, PartitionStates> = {
      memory: memoryStates({ states, language }),
      graph: graphStates({ states }),
    }
    const own = { ...parts, log: { ...log, ...more.log } }
    const stands = async (name: StateName) => {
      const projector = partitionStates[name].of(PARTITION)
      const found = new Map<TopicName, Position>()
      for (const topic of projector.reads) {
        const position = (await projector.checkpoints(topic)).get(PARTITION)
        if (position !== undefined) found.set(topic, position)
      }
      return found
    }
    return {
      states,
      partitionStates,
      stands,
      /** Brings the states to the end of the log, as an assignment does. Returns the function that ends it. */
      assign: async () => {
        const feeds = stateNames.map((name) => {
          const at = { topic: WRITES, partition: PARTITION, position: undefined } as const
          const subject = transformer({
            handle: async () => ({ outcome: 'emit', events: [] }),
            states: partitionStates[name],
          })
          return createStateFeed(own, subject, at)
        })
        const records = await recordsOf(log, WRITES)
        for (const feed of records.length > 0 ? feeds : []) {
          await feed.deliver({ topic: WRITES, partition: PARTITION, records })
        }
        return () => {
          for (const feed of feeds) feed.close()
        }
      },
      take: (name: StateName, changed: Partial<Taking> = {}, since = NEVER) =>
        takeSnapshot(
          {
            ...own,
            rows: states.snapshots!.rows,
            objects: kept,
            of: { name, partition: PARTITION },
            pace: atOnce,
            checkpoints: () => stands(name),
            ...changed,
          },
          since,
        ),
      digests: async () => {
        const { memory, graph } = states.of(PARTITION)
        return [await memory.digest(), await graph.digest()]
      },
      close: () => states.close(),
    }
  }

  return {
    ...parts,
    parts,
    objects,
    lines,
    write,
    /** The newer fact takes the place of the older one. */
    supersede: (scope: Scope, factId: string, supersededBy: string) =>
      append(FACTS, [
        {
          ...scope,
          id: randomUUID(),
          type: 'FactSuperseded',
          occurredAt: AT,
          open: { ...opens.factSuperseded, source: 1, factId, supersededBy },
          sealed: null,
        },
      ]),
    /** As the API does: for a whole user it rotates the key first. Destroys no key. */
    forget: async (scope: Scope, category: string | null = null) => {
      const keyGeneration = category === null ? await keys.rotate(scope) : 0
      await append(WRITES, [
        {
          ...scope,
          id: randomUUID(),
          type: 'MemoryForgotten',
          occurredAt: AT,
          open: { category, keyGeneration },
          sealed: null,
        },
      ])
      return keyGeneration
    },
    process,
    /** A process whose states are at the end of the log. */
    assigned: async (folder: string, more?: More) => {
      const made = process(folder, more)
      await made.assign()
      return made
    },
    newest: async (name: StateName) =>
      (await newestManifest({ objects, keys }, { name, partition: PARTITION })).manifest,
    keysOf: (prefix: string) => objects.list({ prefix, limit: 1_000 }),
    /** The last line of this message. */
    told: (message: string) => lines.filter(({ msg }) => msg === message),
  }
}
