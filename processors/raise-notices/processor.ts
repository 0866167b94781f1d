// raise-notices: tells apps what happened, once the index and the graph hold it: who hears of `memory.processed` can
// retrieve it. A replay raises nothing.
import type { GraphStore } from '../../infra/ports/graph-store.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { Delivered, Emitted, Transformer } from '../../infra/runtime/processor.ts'
import { waitFor } from '../../infra/runtime/wait-for.ts'
import type { DomainEvent, FactEvent, NewDomainEvent } from '../../schemas/events/catalogue.ts'
import { factIdOf } from '../extract-facts/decide.ts'
import { conflictDetected, maintenanceCompleted, resourceProcessed } from './decide.ts'
import { topology } from './topology.ts'

export type RaiseNoticesPorts = { memory: MemoryStore; graph: GraphStore; signal: AbortSignal }

const CONCURRENCY = 8

export function createRaiseNotices(ports: RaiseNoticesPorts): Transformer {
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'user',
    concurrency: CONCURRENCY,
    handle: async function raiseNotices(group) {
      await projected(ports, group.at(-1)!)
      const events: Emitted[] = []
      for (const { event } of group) {
        const notices = await noticesOf(ports, event)
        const { keyGeneration } = event.open as { keyGeneration: number }
        events.push(...notices.map((notice) => ({ event: notice, keyGeneration })))
      }
      return { outcome: 'emit', events }
    },
  }
}

async function noticesOf(ports: RaiseNoticesPorts, event: DomainEvent): Promise<NewDomainEvent[]> {
  switch (event.type) {
    case 'FactSuperseded':
      return [conflictDetected(event)]
    case 'ResourceProcessed':
      return processedNotices(ports, event)
    case 'MaintenanceCompleted':
      return [maintenanceCompleted(event)]
    default:
      return []
  }
}

async function processedNotices(
  { graph }: RaiseNoticesPorts,
  event: Extract<FactEvent, { type: 'ResourceProcessed' }>,
): Promise<NewDomainEvent[]> {
  const { resourceId, extracted } = event.open
  const factIds = Array.from({ length: extracted }, (_, ordinal) => factIdOf(resourceId, ordinal))
  return resourceProcessed(event, await graph.firsts(event, factIds))
}

/** The graph does not read the summaries: it is waited for where the event stands among the facts. */
async function projected(
  { memory, graph, signal }: RaiseNoticesPorts,
  at: Delivered,
): Promise<void> {
  const stores = at.topic === 'memory.facts.v1' ? [memory, graph] : [memory]
  const passed = async (store: MemoryStore | GraphStore) =>
    ((await store.checkpoints(at.topic)).get(at.partition) ?? -1) >= at.position
  await waitFor(async () => (await Promise.all(stores.map(passed))).every(Boolean), signal)
}
