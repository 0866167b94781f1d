// Checks whether anything is left of what a receipt says is gone: asks the keys, the log, the objects and every store,
// and changes nothing. What came after the forget is not checked.
import type { DeliveryStore } from '../../infra/ports/delivery-store.ts'
import type { EventLog, LogRecord } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import type { Page, Paged } from '../../infra/ports/memory-store.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import type { ProjectionName, ProjectionStores } from '../../infra/ports/ports.ts'
import type { ProjectionStore } from '../../infra/ports/projection.ts'
import { present } from '../../infra/runtime/certain.ts'
import { allOf, keyPages } from '../../infra/runtime/pages.ts'
import { isStoredAs } from '../../schemas/events/catalogue.ts'
import type { StoredEvent } from '../../schemas/events/envelope.ts'
import { type Scope, scopeOf } from '../../schemas/identifiers.ts'
import { WRITES } from '../../schemas/topics.ts'
import { documentsOf } from '../documents-of.ts'
import { type Forgetting, isForgotten, isForgottenObject } from './decide.ts'
import type { AwaitedStore, Reach } from './reach.ts'

export type SearchPorts = ProjectionStores & {
  log: EventLog
  keys: KeyStore
  objects: ObjectStore
  deliveries: Pick<DeliveryStore, 'countForbidden'>
} & Readonly<Record<AwaitedStore, Pick<ProjectionStore, 'fences'>>>

/** Where something was found, and what: an id or a name, never a word of it. */
export type Found = { store: string; what: string }

const A_PAGE = 200

/** The forget, or the one that repeated it after a restore. Null if the log has neither of the user. */
export async function findForget(
  log: EventLog,
  scope: Scope,
  forgottenId: string,
): Promise<Forgetting | null> {
  for (const { event, partition, position: before } of await recordsOf(log, WRITES, scope)) {
    if (!isStoredAs(event, 'MemoryForgotten')) continue
    const { id, causationId, appId, userId, occurredAt, recordedAt, open } = event
    if (id !== forgottenId && causationId !== forgottenId) continue
    const { category, keyGeneration } = open
    return { id, appId, userId, occurredAt, recordedAt, partition, before, category, keyGeneration }
  }
  return null
}

export async function findLeft(
  ports: SearchPorts,
  reach: Reach,
  forgetting: Forgetting,
): Promise<Found[]> {
  const erased = await erasedResources(ports.log, forgetting)
  return [
    ...(await inKeys(ports.keys, forgetting)),
    ...(await inLog(ports.log, reach, { forgetting, erased })),
    ...(await inObjects(ports.objects, forgetting, erased)),
    ...(await inFences(ports, reach, forgetting)),
    ...(await inProjections(ports, forgetting)),
    ...(await inDeliveries(ports, forgetting)),
  ]
}

type Search = (ports: SearchPorts, forgetting: Forgetting) => Promise<Found[]>

/** How each projection is searched. One that is missing here does not compile: its words would go unnoticed. */
const searches: { readonly [Name in ProjectionName]: Search } = {
  memory: inMemory,
  graph: inGraph,
  audit: inAudit,
}

async function inProjections(ports: SearchPorts, forgetting: Forgetting): Promise<Found[]> {
  const found: Found[] = []
  for (const search of Object.values(searches)) found.push(...(await search(ports, forgetting)))
  return found
}

/** Resources of which the forget of a category left nothing. */
async function erasedResources(log: EventLog, { id, ...scope }: Forgetting): Promise<Set<string>> {
  const erased = new Set<string>()
  for (const { event } of await recordsOf(log, 'memory.facts.v1', scope)) {
    if (isStoredAs(event, 'ResourceErased') && event.open.forgottenId === id) {
      erased.add(event.open.resourceId)
    }
  }
  return erased
}

async function inKeys(
  keys: KeyStore,
  { keyGeneration, appId, userId }: Forgetting,
): Promise<Found[]> {
  const found: Found[] = []
  for (let generation = 1; generation <= keyGeneration; generation++) {
    if (await keys.get({ appId, userId }, generation)) {
      found.push({ store: 'keys', what: `generation ${generation}` })
    }
  }
  return found
}

async function inLog(
  log: EventLog,
  reach: Reach,
  { forgetting, erased }: { forgetting: Forgetting; erased: ReadonlySet<string> },
): Promise<Found[]> {
  const found: Found[] = []
  for (const topic of reach.cleaned) {
    const records = await recordsOf(log, topic, forgetting)
    const left = records.filter((record) => isForgotten(record, forgetting, erased))
    found.push(...left.map(({ event }) => ({ store: 'log', what: `${topic} ${event.id}` })))
  }
  return found
}

async function inObjects(
  objects: ObjectStore,
  forgetting: Forgetting,
  erased: ReadonlySet<string>,
): Promise<Found[]> {
  const found: Found[] = []
  const prefix = `${objectKey(forgetting.appId, forgetting.userId)}/`
  for await (const keys of keyPages(objects, { prefix, limit: A_PAGE })) {
    const left = keys.filter((key) => isForgottenObject(key, forgetting, erased))
    found.push(...left.map((key) => ({ store: 'objects', what: key.slice(prefix.length) })))
  }
  return found
}

/** A store that knows the fence returns nothing from before it, whatever it still holds. */
async function inFences(
  ports: SearchPorts,
  reach: Reach,
  forgetting: Forgetting,
): Promise<Found[]> {
  const { category, before } = forgetting
  const found: Found[] = []
  for (const store of reach.awaited) {
    const fences = await ports[store].fences([scopeOf(forgetting)])
    // A store may not hold text of clients that has half of a surrogate pair.
    const obeys = fences.some(
      (fence) =>
        fence.category?.toWellFormed() === category?.toWellFormed() && fence.before >= before,
    )
    if (!obeys) found.push({ store, what: 'it does not know of the forget' })
  }
  return found
}

/** Summaries do not say from when their facts are, so they are only checked if the user has not come back. */
async function inMemory({ memory, log }: SearchPorts, forgetting: Forgetting): Promise<Found[]> {
  const { category, before } = forgetting
  const scope = scopeOf(forgetting)
  const items = await everything((page) =>
    memory.listItems(scope, { ...page, category: category ?? undefined }),
  )
  const documents = await documentsOf(
    memory,
    scope,
    items.map(({ id }) => id),
  )
  const old = documents.filter(({ source }) => source < before)
  // Before the log is asked for writes: what led to a summary that is there now is there as well.
  const summaries = await memory.summaries(scope)
  const later = await writesAfter(log, forgetting)
  const found = [
    ...old.map(({ item }) => ({ store: 'memory', what: `item ${item.id}` })),
    ...(later.length > 0 ? [] : summaries)
      .filter((summary) => category === null || summary.category === category)
      .map((summary) => ({ store: 'memory', what: `summary ${summary.category}` })),
  ]
  if (category !== null) return found
  const newer = new Set(later.map(({ event }) => event.id))
  const resources = await everything((page) => memory.listResources(scope, page))
  const left = resources.filter(({ id }) => !newer.has(id))
  return [...found, ...left.map(({ id }) => ({ store: 'memory', what: `resource ${id}` }))]
}

/** Entities do not say when they were written, so they are only checked if the user has not come back. */
async function inGraph({ graph, log }: SearchPorts, forgetting: Forgetting): Promise<Found[]> {
  if (forgetting.category !== null || (await writesAfter(log, forgetting)).length > 0) return []
  const count = await graph.entityCount(scopeOf(forgetting))
  const told = Math.min(count, A_PAGE)
  return Array.from({ length: told }, (_, n) => ({ store: 'graph', what: `entity ${n + 1}` }))
}

async function inAudit({ audit }: SearchPorts, forgetting: Forgetting): Promise<Found[]> {
  const { category, before } = forgetting
  const entries = await everything((page) => audit.list(scopeOf(forgetting), page))
  return entries
    .filter(({ permanent, source }) => !permanent && source < before)
    .filter((entry) => category === null || entry.category === category)
    .map(({ id }) => ({ store: 'audit', what: `entry ${id}` }))
}

/** By their number alone: a delivery's id is known to its receiver. */
async function inDeliveries(
  { deliveries }: SearchPorts,
  { appId, userId, category, before, keyGeneration }: Forgetting,
): Promise<Found[]> {
  const fence = { appId, userId, category, before, keyGeneration }
  const count = await deliveries.countForbidden(fence)
  return count === 0 ? [] : [{ store: 'deliveries', what: `${count} of webhooks` }]
}

async function writesAfter(log: EventLog, forgetting: Forgetting): Promise<OwnRecord[]> {
  const written = await recordsOf(log, WRITES, forgetting)
  return written.filter(({ position }) => position > forgetting.before)
}

type OwnRecord = LogRecord & { event: StoredEvent }

async function recordsOf(
  log: EventLog,
  topic: LogRecord['topic'],
  user: Scope,
): Promise<OwnRecord[]> {
  const scope = scopeOf(user)
  const partition = log.partitionOf(topic, scope)
  const records: OwnRecord[] = []
  for await (const some of log.read({ topic, partition, scope })) {
    records.push(...some.map((record) => ({ ...record, event: present(record.event, 'event') })))
  }
  return records
}

function everything<T>(list: (page: Page) => Promise<Paged<T>>): Promise<T[]> {
  return allOf((cursor) => list({ limit: A_PAGE, cursor }))
}
