// forget: makes a MemoryForgotten true everywhere. It destroys the keys first, so that whatever copy is left anywhere
// says nothing; then it removes raw content and records, waits until every store has let go, and says so.
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import type { ProjectionStore, Receipt } from '../../infra/ports/projection.ts'
import type { Delivered, Outcome, Transformer } from '../../infra/runtime/processor.ts'
import { nothing } from '../../infra/runtime/processor.ts'
import { waitFor } from '../../infra/runtime/wait-for.ts'
import type { FactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import { type AnyTopicName, deadLetterTopic } from '../../schemas/topics.ts'
import {
  decide,
  type Forgetting,
  forgottenObject,
  isForgotten,
  isForgottenObject,
} from './decide.ts'
import { topology } from './topology.ts'

export type ForgetPorts = {
  log: EventLog
  objects: ObjectStore
  keys: KeyStore
  memory: ProjectionStore
  graph: ProjectionStore
  audit: ProjectionStore
  deliveries: ProjectionStore
  signal: AbortSignal
}

const CONCURRENCY = 4
const OBJECTS_A_PAGE = 1000
const NO_RESOURCES: ReadonlySet<string> = new Set()

const cleaned: readonly AnyTopicName[] = [
  'memory.writes.v1',
  'memory.facts.v1',
  'memory.summaries.v1',
  'memory.notices.v1',
  deadLetterTopic('memory.inbox.v1'),
  deadLetterTopic('memory.writes.v1'),
  deadLetterTopic('memory.facts.v1'),
  deadLetterTopic('memory.summaries.v1'),
  deadLetterTopic('memory.notices.v1'),
]

export function createForget(ports: ForgetPorts): Transformer {
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    concurrency: CONCURRENCY,
    handle: async function forget([delivered]) {
      const { event } = delivered!
      if (event.type === 'MemoryForgotten') return erase(ports, forgettingOf(delivered!, event))
      if (event.type === 'ExtractionFenced') return sweep(ports, event)
      return nothing
    },
  }
}

function forgettingOf(
  { position }: Delivered,
  event: Extract<WriteEvent, { type: 'MemoryForgotten' }>,
): Forgetting {
  const { id, appId, userId, occurredAt, recordedAt, open } = event
  return { id, appId, userId, occurredAt, recordedAt, before: position, ...open }
}

async function erase(ports: ForgetPorts, forgetting: Forgetting): Promise<Outcome> {
  if (forgetting.category === null) await ports.keys.destroy(forgetting, forgetting.keyGeneration)
  const [memory, graph] = await receipts(ports, forgetting)
  const resourceIds = new Set(memory.resourceIds)
  const objects = await eraseObjects(ports, forgetting, resourceIds)
  const events = await eraseRecords(ports, forgetting, resourceIds)
  const removed = {
    items: memory.removed.items ?? 0,
    resources: memory.removed.resources ?? 0,
    entities: graph.removed.entities ?? 0,
    resourceIds: memory.resourceIds,
    objects,
    events,
  }
  return {
    outcome: 'emit',
    events: decide(forgetting, removed).map((event) => ({ event, keyGeneration: null })),
  }
}

/** Every store obeys the fence by itself, as soon as it reads of it; a store that is down is waited for. */
async function receipts(ports: ForgetPorts, forgetting: Forgetting): Promise<[Receipt, Receipt]> {
  const receiptOf = (store: ProjectionStore) =>
    waitFor(() => store.receipt(forgetting, forgetting.before), ports.signal)
  const stores = [ports.memory, ports.graph, ports.audit, ports.deliveries]
  const [memory, graph] = await Promise.all(stores.map(receiptOf))
  return [memory!, graph!]
}

/** Before the records, because these say where the objects are. */
async function eraseObjects(
  ports: ForgetPorts,
  forgetting: Forgetting,
  resourceIds: ReadonlySet<string>,
): Promise<number> {
  if (forgetting.category !== null && resourceIds.size === 0) return 0
  return (
    (await eraseRecorded(ports, forgetting, resourceIds)) +
    (await eraseListed(ports, forgetting, resourceIds))
  )
}

async function eraseRecorded(
  { log, objects }: ForgetPorts,
  forgetting: Forgetting,
  resourceIds: ReadonlySet<string>,
): Promise<number> {
  const topic = 'memory.writes.v1'
  const partition = log.partitionOf(topic, forgetting)
  let deleted = 0
  const stretch = { topic, partition, scope: forgetting, maxRecords: OBJECTS_A_PAGE } as const
  for await (const records of log.read(stretch)) {
    const keys = records.flatMap((record) => forgottenObject(record, forgetting, resourceIds) ?? [])
    if (keys.length > 0) deleted += await objects.deleteMany(keys)
  }
  return deleted
}

/** What no record speaks of: the process that stored it died before it had written of it. */
async function eraseListed(
  { objects }: ForgetPorts,
  forgetting: Forgetting,
  resourceIds: ReadonlySet<string>,
): Promise<number> {
  const prefix = `${objectKey(forgetting.appId, forgetting.userId)}/`
  let deleted = 0
  let after: string | undefined
  for (;;) {
    const page = await objects.list({ prefix, limit: OBJECTS_A_PAGE, ...(after ? { after } : {}) })
    if (page.length === 0) return deleted
    const gone = page.filter((key) => isForgottenObject(key, forgetting, resourceIds))
    if (gone.length > 0) deleted += await objects.deleteMany(gone)
    after = page.at(-1)!
  }
}

async function eraseRecords(
  { log }: ForgetPorts,
  forgetting: Forgetting,
  resourceIds: ReadonlySet<string>,
): Promise<number> {
  let erased = 0
  for (const topic of cleaned) {
    erased += await log.erase({
      topic,
      scope: forgetting,
      matches: (record) => isForgotten(record, forgetting, resourceIds),
    })
  }
  return erased
}

/** What was in flight when the forget came has landed by now, and no more will follow. */
async function sweep(
  { log }: ForgetPorts,
  event: Extract<FactEvent, { type: 'ExtractionFenced' }>,
): Promise<Outcome> {
  const { source, category } = event.open
  const fence = { before: source, category, recordedAt: event.recordedAt }
  for (const topic of ['memory.facts.v1', 'memory.summaries.v1', 'memory.notices.v1'] as const) {
    await log.erase({
      topic,
      scope: event,
      matches: (record) => isForgotten(record, fence, NO_RESOURCES),
    })
  }
  return nothing
}
