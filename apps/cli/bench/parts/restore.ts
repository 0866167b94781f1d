// The restore part of the bench: how long a worker takes to restore a partition without local state, from the log alone
// and from a snapshot. The log, keys and object store are files of this process: otherwise it would measure the
// servers.
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { offlineQueryLanguage } from '../../../../infra/language/offline/query-language.ts'
import { type StateName, stateNames } from '../../../../infra/ports/states.ts'
import { firstOf, nth } from '../../../../infra/runtime/certain.ts'
import { encode } from '../../../../infra/runtime/envelope/codec.ts'
import { quantise, toBase64 } from '../../../../infra/runtime/envelope/vectors.ts'
import { createLogger } from '../../../../infra/runtime/logger.ts'
import type { PartitionStates, Transformer } from '../../../../infra/runtime/run/processor.ts'
import type { RuntimeParts } from '../../../../infra/runtime/run/runtime-parts.ts'
import { createStateFeed } from '../../../../infra/runtime/run/state-feed.ts'
import { defaultPace } from '../../../../infra/runtime/snapshots/due.ts'
import { newestManifest } from '../../../../infra/runtime/snapshots/kept-snapshots.ts'
import { createTelemetry } from '../../../../infra/runtime/telemetry.ts'
import { waitFor } from '../../../../infra/runtime/wait/wait-for.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { createSqliteStates } from '../../../../infra/sqlite/states.ts'
import { graphStates, memoryStates } from '../../../../processors/states.ts'
import type { NewDomainEvent } from '../../../../schemas/events/catalogue.ts'
import { threadBegunBy } from '../../../../schemas/threads.ts'
import { CommandFailed } from '../../command/command.ts'
import { createTexts, userOf } from '../load/texts.ts'
import { type Measured, windowOfCalls } from '../measure/windows.ts'

const USERS = 100
const FACTS_A_WRITE = 10
const WRITES = 'memory.writes.v1'
const AT = '2026-06-01T08:00:00.000Z'
const BY = { recordedAt: AT, causationId: null, traceparent: null }
/** The targets for 100,000 facts. */
const TARGET_MS = 15_000
const LOOK_MS = 50
const POLLING = { firstMs: LOOK_MS, longestMs: LOOK_MS }

export async function measureRestore(facts: number, signal: AbortSignal): Promise<Measured[]> {
  const directory = mkdtempSync(join(tmpdir(), 'palimpsest-restore-'))
  const stopping = new AbortController()
  const log = createSqliteEventLog({ directory: join(directory, 'log') })
  const keys = createSqliteKeyStore({
    path: join(directory, 'keys.db'),
    masterKey: randomBytes(32),
  })
  const objects = createSqliteObjectStore({ path: join(directory, 'objects.db') })
  const parts: RuntimeParts = {
    log,
    keys,
    telemetry: createTelemetry(createLogger('error', 'stderr')),
    now: () => new Date(),
    signal: AbortSignal.any([signal, stopping.signal]),
    failed: (processor) => {
      throw new CommandFailed(`${processor} cannot go on`)
    },
    snapshotPace: { ...defaultPace, leastChanges: 1, lookMs: LOOK_MS },
  }
  const worker = (name: string) => {
    const kept = { ...objects, close: async () => undefined }
    return createSqliteStates({ directory: join(directory, name), snapshots: kept })
  }
  const [first, second] = [worker('first'), worker('second')]
  try {
    await fill(parts, facts)
    const of = `${facts.toLocaleString('en')} facts, a memory and a graph`
    const fromLogMs = await timed(() => assign(parts, first))
    const takenMs = await timed(() => taken(parts, objects))
    const fromSnapshotMs = await timed(() => assign(parts, second))
    const targets = { p99Ms: facts === 100_000 ? TARGET_MS : undefined }
    return [
      restored(`state restored from the log, ${of}`, facts, fromLogMs),
      restored(`snapshot taken beside other work, ${of}`, facts, takenMs),
      { ...restored(`state restored from its snapshot, ${of}`, facts, fromSnapshotMs), targets },
    ]
  } finally {
    stopping.abort(new Error('measured'))
    for (const each of [first, second, log, keys, objects]) await each.close()
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

function restored(call: string, facts: number, elapsedMs: number): Measured {
  const window = { ...windowOfCalls(facts, elapsedMs), latenciesMs: [elapsedMs] }
  return { call, windows: [window], tells: ['rate', 'latency'] }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** As in an assignment of a partition: the memory, then the graph. */
async function assign(parts: RuntimeParts, states: ReturnType<typeof createSqliteStates>) {
  const made: Record<StateName, PartitionStates> = {
    memory: memoryStates({ states, language: offlineQueryLanguage }),
    graph: graphStates({ states }),
  }
  for (const name of stateNames) {
    const feed = createStateFeed(parts, deciding(made[name]), {
      partition: 0,
      topic: WRITES,
      position: undefined,
    })
    await feed.deliver({ topic: 'memory.inbox.v1', partition: 0, records: [] })
  }
}

function deciding(states: PartitionStates): Transformer {
  return {
    kind: 'transformer',
    name: 'bench',
    reads: [WRITES],
    handles: [],
    writes: ['memory.facts.v1', 'memory.summaries.v1'],
    stores: [],
    replayed: false,
    concurrency: 1,
    grouping: 'event',
    states,
    handle: async () => ({ outcome: 'emit', events: [] }),
  }
}

async function taken(
  { keys, signal }: RuntimeParts,
  objects: Parameters<typeof newestManifest>[0]['objects'],
) {
  for (const name of stateNames) {
    const look = () => newestManifest({ objects, keys }, { name, partition: 0 })
    await waitFor(async () => (await look()).manifest, signal, POLLING)
  }
}

/** Writes of ten facts each, for the users in turn, with the events that extraction would append. */
async function fill({ log, keys, signal }: RuntimeParts, facts: number): Promise<void> {
  const texts = createTexts(facts)
  for (let n = 0; n * FACTS_A_WRITE < facts; n++) {
    signal.throwIfAborted()
    const scope = { appId: 'bench', userId: userOf(n, USERS) }
    const current = firstOf(await keys.current([scope]))
    const key = { generation: current.generation, key: createSecretKey(current.key) }
    const said = Array.from({ length: FACTS_A_WRITE }, () => texts.sentence())
    const write = { ...scope, occurredAt: AT, resourceId: randomUUID() }
    const at = firstOf(await log.append([encode(stored(write), BY, key)]))
    const told = [...(await asserted(write, at.position, said)), processed(write, at.position)]
    await log.append(told.map((event) => encode(event, BY, key)))
  }
}

type Write = { appId: string; userId: string; occurredAt: string; resourceId: string }

function stored({ resourceId, ...about }: Write): NewDomainEvent {
  return {
    ...about,
    id: resourceId,
    type: 'ContentStored',
    open: { ...resource, objectKey: 'bench', language: null, entry: 'api' },
    sealed: { contentHash: '0'.repeat(64), metadata: {} },
  }
}

const resource = {
  contentType: 'document',
  threadId: null,
  contentBytes: 1_000,
  keyGeneration: 1,
} as const

async function asserted(
  { resourceId, ...about }: Write,
  source: number,
  said: readonly string[],
): Promise<NewDomainEvent[]> {
  const vectors = await offlineQueryLanguage.embed(said)
  return said.map((text, ordinal) => ({
    ...about,
    id: randomUUID(),
    type: 'FactAsserted',
    open: {
      factId: randomUUID(),
      source,
      resourceId,
      ordinal,
      threadId: threadBegunBy(resourceId, 'document'),
      place: ordinal,
      span: { start: 0, end: text.length },
      category: 'work',
      confidence: 0.8,
      importance: 'medium',
      contentType: 'document',
      validFrom: AT,
      validTo: null,
      supersededBy: null,
      engine: 'bench',
      channel: 'user',
      factType: 'fact',
      pinned: false,
    },
    sealed: {
      text,
      aliases: [],
      scopes: [],
      saidBy: null,
      subject: null,
      attribute: null,
      value: null,
      exclusive: false,
      entities: [...text.matchAll(/[A-Z]\w+ [A-Z]\w+/g)].map(([name]) => ({
        name,
        type: 'person',
      })),
      relationships: [],
      embedding: toBase64(quantise(nth(vectors, ordinal))),
    },
  }))
}

function processed({ resourceId, ...about }: Write, source: number): NewDomainEvent {
  const { contentType, threadId, contentBytes, keyGeneration } = resource
  const found = { extracted: FACTS_A_WRITE, asserted: FACTS_A_WRITE, reinforced: 0, superseded: 0 }
  return {
    ...about,
    id: randomUUID(),
    type: 'ResourceProcessed',
    open: {
      ...{ source, resourceId, contentType, threadId, contentBytes, keyGeneration, ...found },
      receivedAt: AT,
      engine: 'bench',
      categories: ['work'],
      saidIn: ['work'],
    },
    sealed: null,
  }
}
