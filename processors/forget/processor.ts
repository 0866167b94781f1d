// forget: makes a MemoryForgotten true everywhere. It destroys the keys first, so that whatever copy is left anywhere
// says nothing; then it removes raw content and records, waits until every store has let go, and says so.
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import type { ProjectionStore, Receipt } from '../../infra/ports/projection.ts'
import { MOST_STANDBYS, type States, stateNames } from '../../infra/ports/states.ts'
import type { Delivered, Outcome, Transformer } from '../../infra/runtime/processor.ts'
import { nothing } from '../../infra/runtime/processor.ts'
import { isPassed } from '../../infra/runtime/progress.ts'
import { standbyGroup } from '../../infra/runtime/run-standby.ts'
import { destroySnapshots } from '../../infra/runtime/snapshots/kept-snapshots.ts'
import { waitFor } from '../../infra/runtime/wait-for.ts'
import type { FactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import { WRITES } from '../../schemas/topics.ts'
import {
  decide,
  type Forgetting,
  forgottenObject,
  isForgotten,
  isForgottenObject,
} from './decide.ts'
import type { AwaitedStore, Reach } from './reach.ts'
import { topology } from './topology.ts'

export type ForgetPorts = {
  log: EventLog
  objects: ObjectStore
  keys: KeyStore
  states: Pick<States, 'shared'> & { snapshots: { objects: ObjectStore } | null }
  signal: AbortSignal
} & Readonly<Record<AwaitedStore, Pick<ProjectionStore, 'receipt'>>>

type Parts = { ports: ForgetPorts; reach: Reach }

const CONCURRENCY = 4
const OBJECTS_A_PAGE = 1000
const NO_RESOURCES: ReadonlySet<string> = new Set()

export function createForget(ports: ForgetPorts, reach: Reach): Transformer {
  const parts = { ports, reach }
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    concurrency: CONCURRENCY,
    urgent: ['MemoryForgotten'],
    handle: async function forget([delivered]) {
      const { event } = delivered!
      if (event.type === 'MemoryForgotten') return erase(parts, forgettingOf(delivered!, event))
      if (event.type === 'ExtractionFenced') return sweep(parts, event)
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

async function erase(parts: Parts, forgetting: Forgetting): Promise<Outcome> {
  const { ports } = parts
  if (forgetting.category === null) await ports.keys.destroy(forgetting, forgetting.keyGeneration)
  const [receipts] = await Promise.all([
    receiptsOf(parts, forgetting),
    passed(parts, forgetting),
    destroyCategory(ports, forgetting),
  ])
  const resourceIds = new Set(receipts.flatMap((receipt) => receipt.resourceIds))
  const objects = await eraseObjects(ports, forgetting, resourceIds)
  const events = await eraseRecords(parts, forgetting, resourceIds)
  const removed = {
    items: countOf(receipts, 'items'),
    resources: countOf(receipts, 'resources'),
    entities: countOf(receipts, 'entities'),
    resourceIds: [...resourceIds],
    objects,
    events,
  }
  return {
    outcome: 'emit',
    events: decide(forgetting, removed).map((event) => ({ event, keyGeneration: null })),
  }
}

/** Every store obeys the fence by itself, as soon as it reads of it; a store that is down is waited for. */
function receiptsOf({ ports, reach }: Parts, forgetting: Forgetting): Promise<Receipt[]> {
  return Promise.all(
    reach.awaited.map((store) =>
      waitFor(() => ports[store].receipt(forgetting, forgetting.before), ports.signal),
    ),
  )
}

/** A state beside a process obeys before the processor passes the forget. Those that readers share have told already. */
async function passed({ ports, reach }: Parts, forgetting: Forgetting): Promise<void> {
  const { log, states, signal } = ports
  if (states.shared) return
  const partition = log.partitionOf(WRITES, forgetting)
  const hasPassed = async (processor: string) => {
    const stand = (await log.standing(processor, [WRITES])).get(WRITES)!.get(partition)
    return stand !== undefined && isPassed(stand, forgetting.before)
  }
  await Promise.all(
    reach.deciding.map(async (processor) => {
      await waitFor(() => hasPassed(processor), signal)
      await standbysPassed(ports, forgetting, processor)
    }),
  )
}

/**
 * So have the copies that stand by, whoever keeps them now and however many this process is told to keep. Asked when the
 * processor has passed, because most of them have by then.
 */
async function standbysPassed(
  { log, signal }: ForgetPorts,
  forgetting: Forgetting,
  processor: string,
): Promise<void> {
  const partition = log.partitionOf(WRITES, forgetting)
  for (let nth = 1; nth <= MOST_STANDBYS; nth++) {
    await waitFor(async () => {
      const standbys = await log.standbys(standbyGroup(processor, nth), WRITES)
      if (standbys === null) return false
      const stands = standbys.get(partition)
      return stands === undefined || (stands ?? -1) >= forgetting.before
    }, signal)
  }
}

/**
 * The keys of a whole user are destroyed, so that nothing of theirs opens in any snapshot. What else a user of whom a
 * category is forgotten has keeps its key: so the snapshots that hold it go, and are taken anew.
 */
async function destroyCategory(
  { log, keys, states }: ForgetPorts,
  forgetting: Forgetting,
): Promise<void> {
  if (forgetting.category === null || !states.snapshots) return
  const { objects } = states.snapshots
  const partition = log.partitionOf(WRITES, forgetting)
  await Promise.all(
    stateNames.map((name) => destroySnapshots({ objects, keys }, { name, partition })),
  )
}

/** Each thing is counted by the one store that holds it. */
function countOf(receipts: readonly Receipt[], what: string): number {
  return receipts.reduce((sum, { removed }) => sum + (removed[what] ?? 0), 0)
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
  const topic = WRITES
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
  { ports, reach }: Parts,
  forgetting: Forgetting,
  resourceIds: ReadonlySet<string>,
): Promise<number> {
  let erased = 0
  for (const topic of reach.cleaned) {
    erased += await ports.log.erase({
      topic,
      scope: forgetting,
      matches: (record) => isForgotten(record, forgetting, resourceIds),
    })
  }
  return erased
}

/** What was in flight when the forget came has landed by now, and no more will follow. */
async function sweep(
  { ports, reach }: Parts,
  event: Extract<FactEvent, { type: 'ExtractionFenced' }>,
): Promise<Outcome> {
  const { source, category } = event.open
  const fence = { before: source, category, recordedAt: event.recordedAt }
  for (const topic of reach.swept) {
    await ports.log.erase({
      topic,
      scope: event,
      matches: (record) => isForgotten(record, fence, NO_RESOURCES),
    })
  }
  return nothing
}
