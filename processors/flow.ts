// All processors, in the order in which a write passes them. Read this first.
import type { Ports } from '../infra/ports/ports.ts'
import type { Processor, Topology } from '../infra/runtime/run/processor.ts'
import {
  createLocalStands,
  type LocalStands,
  seenFromHere,
} from '../infra/runtime/wait/local-stands.ts'
import { topics } from '../schemas/topics.ts'
import { createAcceptInbox } from './accept-inbox/processor.ts'
import { topology as acceptInbox } from './accept-inbox/topology.ts'
import { createDeliverWebhooks } from './deliver-webhooks/processor.ts'
import { topology as deliverWebhooks } from './deliver-webhooks/topology.ts'
import { createEvolveSummaries } from './evolve-summaries/processor.ts'
import { topology as evolveSummaries } from './evolve-summaries/topology.ts'
import { createExtractFacts } from './extract-facts/processor.ts'
import type { Reading } from './extract-facts/reading/reading.ts'
import type { WaitingCount } from './extract-facts/running/partition-state.ts'
import { topology as extractFacts } from './extract-facts/topology.ts'
import { listPlaces } from './forget/places.ts'
import { createForget } from './forget/processor.ts'
import { type Reach, reachOf } from './forget/reach.ts'
import { topology as forget } from './forget/topology.ts'
import { createIndexMemory } from './index-memory/processor.ts'
import { topology as indexMemory } from './index-memory/topology.ts'
import { createKeepAudit, type ForgetPlace } from './keep-audit/processor.ts'
import { topology as keepAudit } from './keep-audit/topology.ts'
import { createRaiseNotices } from './raise-notices/processor.ts'
import { topology as raiseNotices } from './raise-notices/topology.ts'
import type { SettingsView } from './settings/settings-view.ts'
import { createUpdateGraph } from './update-graph/processor.ts'
import { topology as updateGraph } from './update-graph/topology.ts'

export const flow: readonly Topology[] = [
  acceptInbox,
  extractFacts,
  indexMemory,
  updateGraph,
  evolveSummaries,
  raiseNotices,
  deliverWebhooks,
  keepAudit,
  forget,
]

export function createProcessors(
  ports: Ports & {
    settings: SettingsView
    signal: AbortSignal
    /** How far the projectors of this process are; undefined: none runs here. */
    stands?: LocalStands | undefined
    reading?: Reading | undefined
    cpuBudgetMs?: number | undefined
    longWaiting?: WaitingCount | undefined
  },
): Processor[] {
  const { states, memory, stands = createLocalStands() } = ports
  const { shared } = states
  const reach = reachOf(flow, topics)
  const indexed = seenFromHere(memory, indexMemory.name, stands)
  const drawn = seenFromHere(ports.graph, updateGraph.name, stands)
  return [
    createAcceptInbox(ports),
    createExtractFacts({
      ...ports,
      memory: { ...indexed, summaries: memory.summaries },
      graph: drawn,
    }),
    { ...createIndexMemory(ports), shared },
    { ...createUpdateGraph(ports), shared },
    createEvolveSummaries(ports),
    createRaiseNotices({ ...ports, memory: indexed, graph: drawn }),
    createDeliverWebhooks(ports),
    createKeepAudit({ ...ports, listPlaces: placesLister(ports, reach) }),
    createForget(ports, reach),
  ]
}

/** Undefined where the log finds a user's records by itself. */
function placesLister(ports: Pick<Ports, 'audit' | 'objects' | 'log'>, { listed }: Reach) {
  if (ports.log.findsUsers) return undefined
  return (forget: ForgetPlace) => listPlaces(ports, listed.topics, forget)
}
