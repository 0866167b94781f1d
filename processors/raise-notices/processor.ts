// raise-notices: tells apps what happened, once the index and the graph hold it: who hears of `memory.processed` can
// retrieve it. A replay raises nothing.
import type { GraphStore } from '../../infra/ports/graph-store.ts'
import type { MemoryStore } from '../../infra/ports/memory-store.ts'
import type { Emitted, Transformer } from '../../infra/runtime/processor.ts'
import { createReached } from '../../infra/runtime/reached.ts'
import type { FactEvent, NewDomainEvent } from '../../schemas/events/catalogue.ts'
import { factIdOf } from '../extract-facts/decide.ts'
import { conflictDetected, resourceProcessed } from './decide.ts'
import { topology } from './topology.ts'

export type RaiseNoticesPorts = { memory: MemoryStore; graph: GraphStore; signal: AbortSignal }

const CONCURRENCY = 8

export function createRaiseNotices(ports: RaiseNoticesPorts): Transformer {
  const [indexed, drawn] = [ports.memory, ports.graph].map((store) =>
    createReached(store, 'memory.facts.v1', ports.signal),
  )
  return {
    ...topology,
    kind: 'transformer',
    grouping: 'user',
    concurrency: CONCURRENCY,
    handle: async function raiseNotices(group) {
      await Promise.all([indexed!(group.at(-1)!), drawn!(group.at(-1)!)])
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
