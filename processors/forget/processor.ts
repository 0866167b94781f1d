// forget: carries out a MemoryForgotten everywhere. It destroys the keys first, so that every remaining copy is
// unreadable; then it removes raw content and records, waits until every store has let go, and says so.
import type { AuditStore } from '../../infra/ports/audit-store.ts'
import type { Candidate } from '../../infra/ports/candidate.ts'
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { ObjectStore } from '../../infra/ports/object-store.ts'
import type { ProjectionStore, Receipt } from '../../infra/ports/projection.ts'
import type { Remainder } from '../../infra/ports/remainder.ts'
import { MOST_STANDBYS, type States, stateNames } from '../../infra/ports/states.ts'
import { firstOf, getFrom } from '../../infra/runtime/certain.ts'
import type { Delivered, Outcome, Transformer } from '../../infra/runtime/run/processor.ts'
import { nothing } from '../../infra/runtime/run/processor.ts'
import { standbyGroup } from '../../infra/runtime/run/run-standby.ts'
import { createSigner, type Signer } from '../../infra/runtime/signing/signer.ts'
import { destroySnapshots } from '../../infra/runtime/snapshots/kept-snapshots.ts'
import { isPassed } from '../../infra/runtime/turns/progress.ts'
import { createAwaitCheckpoint } from '../../infra/runtime/wait/await-checkpoint.ts'
import { type Pacing, realPacing, waitFor } from '../../infra/runtime/wait/wait-for.ts'
import type { NewFactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import { WRITES } from '../../schemas/topics.ts'
import type { SettingsView } from '../settings/settings-view.ts'
import { decide, type Forgetting } from './decide.ts'
import { eraseLate } from './erase-late.ts'
import {
  eraseObjects,
  eraseRecords,
  placesFor,
  sumOf,
  sweepErased,
  sweepPassed,
} from './erase-log.ts'
import { noteStands } from './places.ts'
import type { AwaitedStore, Reach } from './reach.ts'
import { type LetGo, receiptIssued, statementOf, unsignedReceipt } from './receipt.ts'
import { eraseFromMaps } from './source-maps.ts'
import { topology } from './topology.ts'

export type ForgetPorts = {
  log: EventLog
  objects: ObjectStore
  keys: KeyStore
  settings: Pick<SettingsView, 'current' | 'caughtUp'>
  /** What another engine has read; undefined: no candidate can be here. */
  candidate?: Pick<Candidate, 'forget'> | undefined
  states: Pick<States, 'shared'> & { snapshots: { objects: ObjectStore } | null }
  signal: AbortSignal
  now?: () => Date
  /** How it waits between two questions to a store. */
  pause?: Pacing['pause']
} & Readonly<Record<AwaitedStore, Pick<ProjectionStore, 'receipt' | 'remainders'>>> & {
    audit: Pick<AuditStore, 'checkpoints' | 'places' | 'fences'>
    memory: Pick<MemoryStore, 'checkpoints' | 'emptied'>
  }

/** By the id of a forget whose receipt is still to come: the records that went beside it, once extraction had passed. */
type Swept = Map<string, Promise<number>>

type Parts = {
  ports: ForgetPorts
  swept: Swept
  reach: Reach
  signer: Signer
  now: () => string
  pause: Pacing['pause']
}

const CONCURRENCY = 4
/** The stores are at work meanwhile: asking takes from what they have. */
const POLLING = { firstMs: 10, longestMs: 100 }

export function createForget(ports: ForgetPorts, reach: Reach): Transformer {
  const { now = () => new Date(), pause = realPacing.pause } = ports
  const signer = createSigner(ports.keys)
  const swept: Swept = new Map()
  const told = new Set<string>()
  const parts: Parts = { ports, swept, reach, signer, now: () => now().toISOString(), pause }
  const { memory, signal } = ports
  const indexed = createAwaitCheckpoint(memory, { topic: 'memory.facts.v1', signal })
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    concurrency: CONCURRENCY,
    urgent: ['MemoryForgotten'],
    handle: async function forget(group, work) {
      const delivered = firstOf(group)
      const { event } = delivered
      if (event.type === 'MemoryForgotten') {
        const outcome = await whileTried(parts, work.signal, (attempt) =>
          erase(attempt, forgettingOf(delivered, event)),
        )
        if (!swept.delete(event.id) && ports.log.findsUsers) told.add(event.id)
        return outcome
      }
      if (event.type === 'ExtractionFenced') {
        const sweeping = sweepPassed(ports, reach, event)
        // The forget may be under way: its receipt tells of these records too.
        const forget = event.causationId
        if (forget !== null && ports.log.findsUsers && !told.delete(forget)) {
          // An earlier attempt may have removed some; one that failed has told of none.
          const counts = [swept.get(forget) ?? 0, sweeping.catch(() => 0)]
          swept.set(forget, Promise.all(counts).then(sumOf))
        }
        await sweeping
        if (event.open.category === null) return nothing
        await indexed(delivered)
        return { outcome: 'emit', events: await eraseLate(ports, event) }
      }
      if (event.type === 'MemoryErased') await sweepErased(ports, reach, event)
      return nothing
    },
  }
}

/** What an attempt waits for side by side is asked no more once one part has failed, or another process goes on. */
async function whileTried<T>(
  parts: Parts,
  given: AbortSignal,
  attempt: (parts: Parts) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const signal = AbortSignal.any([parts.ports.signal, given, ended.signal])
  try {
    return await attempt({ ...parts, ports: { ...parts.ports, signal } })
  } finally {
    ended.abort()
  }
}

function forgettingOf(
  { position, partition }: Delivered,
  event: Extract<WriteEvent, { type: 'MemoryForgotten' }>,
): Forgetting {
  const { id, appId, userId, occurredAt, recordedAt, open } = event
  return { id, appId, userId, occurredAt, recordedAt, before: position, partition, ...open }
}

async function erase(parts: Parts, forgetting: Forgetting): Promise<Outcome> {
  const { ports, reach, now } = parts
  const letGo = async (store: string, work: Promise<unknown>): Promise<LetGo> => {
    await work
    return { store, letGoAt: now(), removed: {} }
  }
  if (!ports.log.findsUsers) await noteStands(ports, reach.listed.topics, forgetting)
  const keys = await letGo('keys', destroyKeys(ports, forgetting))
  const [told, states] = await Promise.all([
    receiptsOf(parts, forgetting),
    letGo('states', Promise.all([passed(parts, forgetting), destroyCategory(ports, forgetting)])),
    forgetting.category === null && eraseFromMaps({ ...ports, now }, forgetting),
  ])
  const receipts = told.map(({ receipt }) => receipt)
  const resourceIds = new Set(receipts.flatMap((receipt) => receipt.resourceIds))
  const places = await placesFor(ports, reach, forgetting)
  const erasing = { ports, reach, forgetting, resourceIds, places }
  const objects = await eraseObjects(erasing)
  const objectsAt = now()
  const isInCandidate = (await ports.candidate?.forget(forgetting)) === true
  const candidate = { store: 'candidate', letGoAt: now(), removed: {} }
  const events = (await eraseRecords(erasing)) + ((await parts.swept.get(forgetting.id)) ?? 0)
  const stores = [
    ...(forgetting.category === null ? [keys] : []),
    ...told.map(({ store, letGoAt, receipt: { removed } }) => ({ store, letGoAt, removed })),
    states,
    ...(isInCandidate ? [candidate] : []),
    { store: 'objects', letGoAt: objectsAt, removed: { objects } },
    { store: 'log', letGoAt: now(), removed: { records: events } },
  ]
  const removed = {
    items: countOf(receipts, 'items'),
    resources: countOf(receipts, 'resources'),
    entities: countOf(receipts, 'entities'),
    resourceIds: [...resourceIds],
    objects,
    events,
  }
  const receipt = await signedReceipt(parts, forgetting, stores)
  return {
    outcome: 'emit',
    events: decide(forgetting, removed, receipt).map((event) => ({ event, keyGeneration: null })),
  }
}

async function destroyKeys({ keys }: ForgetPorts, forgetting: Forgetting): Promise<void> {
  if (forgetting.category === null) await keys.destroy(forgetting, forgetting.keyGeneration)
}

async function signedReceipt(
  { ports, reach, signer, now }: Parts,
  forgetting: Forgetting,
  stores: readonly LetGo[],
): Promise<NewFactEvent> {
  const of = (store: string, remainders: readonly Remainder[]) =>
    remainders.map((remainder) => ({ store, ...remainder }))
  const unsigned = unsignedReceipt(forgetting, {
    pseudonym: await signer.pseudonymOf(forgetting),
    completedAt: now(),
    stores,
    remainders: [
      ...of('log', ports.log.remainders),
      ...reach.awaited.flatMap((store) => of(store, ports[store].remainders)),
    ],
  })
  const signature = await signer.sign(statementOf(forgetting.appId, unsigned))
  return receiptIssued(forgetting, unsigned, signature)
}

type Told = { store: AwaitedStore; letGoAt: string; receipt: Receipt }

/** Each store obeys the fence by itself, as soon as it reads it; a store that is down is waited for. */
function receiptsOf({ ports, reach, now, pause }: Parts, forgetting: Forgetting): Promise<Told[]> {
  return Promise.all(
    reach.awaited.map(async (store) => {
      const ask = () => ports[store].receipt(forgetting, forgetting.before)
      const receipt = await waitFor(ask, ports.signal, { ...POLLING, pause })
      return { store, letGoAt: now(), receipt }
    }),
  )
}

/**
 * A state beside a process obeys before the processor passes the forget. States that readers share have sent their
 * receipts already.
 */
async function passed({ ports, reach }: Parts, forgetting: Forgetting): Promise<void> {
  const { log, states, signal } = ports
  if (states.shared) return
  const partition = log.partitionOf(WRITES, forgetting)
  const hasPassed = async (processor: string) => {
    const stand = getFrom(await log.standing(processor, [WRITES]), WRITES).get(partition)
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
 * So have the standby copies, whichever processes keep them now and however many this process is told to keep. Asked
 * once the processor has passed, because most of them have by then.
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
 * For a whole user, the keys are destroyed, so nothing of that user opens in any snapshot. For a category, the user's
 * other content keeps its key: so the snapshots that hold it are removed, and taken again.
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
