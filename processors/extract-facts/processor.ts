// extract-facts: reads raw content, asks the language engine for facts, and publishes what was decided about them.
// The only caller of the language model for facts; its answers are events, so a replay never asks again.
import { encode } from '../../infra/runtime/codec.ts'
import { derivedUuid, uuidV7 } from '../../infra/runtime/ids.ts'
import {
  type Delivered,
  nothing,
  type Outcome,
  type Transformer,
} from '../../infra/runtime/processor.ts'
import { waitFor } from '../../infra/runtime/wait-for.ts'
import type { NewFactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import { NO_APP, NO_USER } from '../../schemas/events/envelope.ts'
import { extract } from './extract.ts'
import { maintain } from './maintain.ts'
import { isForgotten, makeRoom } from './may-begin.ts'
import { type ExtractFactsPorts, type PartitionState, stateOf } from './partition-state.ts'
import { topology } from './topology.ts'

export function createExtractFacts(ports: ExtractFactsPorts): Transformer {
  const partitions = new Map<number, { state: PartitionState; caughtUp: Promise<void> }>()
  const of = (partition: number) => {
    const known = partitions.get(partition)
    if (known) return known
    const state = stateOf(ports, partition)
    const resumed = { state, caughtUp: indexCaughtUp(state) }
    // A failure is met by whoever awaits it; the next event tries again.
    resumed.caughtUp.catch(() => partitions.delete(partition))
    partitions.set(partition, resumed)
    return resumed
  }
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    concurrency: ports.language.concurrency,
    urgent: ['MemoryForgotten'],
    // What the user wrote before would lie behind the fence.
    voids: ({ type, open }) => type === 'MemoryForgotten' && open.category === null,
    assigned: (partition) => void partitions.delete(partition),
    handle: async function extractFacts([delivered], hand) {
      const { state, caughtUp } = of(delivered!.partition)
      await caughtUp
      const { event } = delivered!
      if (event.type === 'MemoryForgotten') return fence(state, delivered!, event)
      if (event.type === 'MaintenanceRequested') {
        if (await isForgotten(state, delivered!, event)) return nothing
        await makeRoom(state)
        return maintain(state, delivered!.position, event)
      }
      if (event.type === 'ContentStored' || event.type === 'ActivityRecorded') {
        return extract({ ...state, hand, event, delivered: delivered! })
      }
      return nothing
    },
  }
}

/**
 * What was decided before this process came must be in the index before anything new is decided. So a mark is written
 * behind it, and the index is waited for until it has passed the mark.
 */
async function indexCaughtUp({ log, language, partition, indexed }: PartitionState): Promise<void> {
  const now = new Date()
  const mark: NewFactEvent = {
    id: uuidV7(now.getTime()),
    type: 'ExtractionResumed',
    appId: NO_APP,
    userId: NO_USER,
    occurredAt: now.toISOString(),
    open: { partition, engine: language.name },
    sealed: null,
  }
  const provenance = { recordedAt: now.toISOString(), causationId: null, traceparent: null }
  const [at] = await log.append([{ ...encode(mark, provenance, null), partition }])
  await indexed(at!)
}

/** Once the index obeys the fence, what follows can see nothing of what was forgotten. */
async function fence(
  { memory, recent, signal }: PartitionState,
  { position }: Delivered,
  event: Extract<WriteEvent, { type: 'MemoryForgotten' }>,
): Promise<Outcome> {
  await waitFor(() => memory.receipt(event, position), signal)
  recent.forget(event, event.open.category)
  const fenced: NewFactEvent = {
    id: derivedUuid(event.id, 'fenced'),
    type: 'ExtractionFenced',
    appId: event.appId,
    userId: event.userId,
    occurredAt: event.occurredAt,
    open: { source: position, category: event.open.category },
    sealed: null,
  }
  return { outcome: 'emit', events: [{ event: fenced, keyGeneration: null }] }
}
