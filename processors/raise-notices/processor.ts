// raise-notices: tells apps what happened, once the index and the graph hold it: who hears of `memory.processed` can
// retrieve it. A replay raises nothing.
import type { GraphStore } from '../../infra/ports/graph-store.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { Delivered, Emitted, Transformer } from '../../infra/runtime/processor.ts'
import { waitFor } from '../../infra/runtime/wait-for.ts'
import type { FactEvent, NewDomainEvent } from '../../schemas/events/catalogue.ts'
import { factIdOf } from '../extract-facts/decide.ts'
import { conflictDetected, resourceProcessed } from './decide.ts'
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
        const notices =
          event.type === 'FactSuperseded'
            ? [conflictDetected(event)]
            : event.type === 'ResourceProcessed'
              ? await processedNotices(ports, event)
              : []
        const { keyGeneration } = event.open as { keyGeneration: number }
        events.push(...notices.map((notice) => ({ event: notice, keyGeneration })))
      }
      return { outcome: 'emit', events }
    },
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

async function projected(
  { memory, graph, signal }: RaiseNoticesPorts,
  at: Delivered,
): Promise<void> {
  const passed = async (store: MemoryStore | GraphStore) =>
    ((await store.checkpoints('memory.facts.v1')).get(at.partition) ?? -1) >= at.position
  await waitFor(async () => (await passed(memory)) && (await passed(graph)), signal)
}
