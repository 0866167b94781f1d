// The processors as a watch sees them from outside: how far each has come, what it waits for, and what it needs to
// progress. Derived from the flow, except for what only a processor's code says.
import type { Checkpoints } from '../infra/ports/event-log.ts'
import type { Ports } from '../infra/ports/ports.ts'
import type { Topology } from '../infra/runtime/run/processor.ts'
import type { Telemetry } from '../infra/runtime/telemetry.ts'
import { type Components, watchComponents } from '../infra/runtime/watch/components.ts'
import type { Watched } from '../infra/runtime/watch/lag-meter.ts'
import {
  PATIENCE_MS,
  type PipelineWatch,
  type ProcessingSigns,
  watchPipeline,
} from '../infra/runtime/watch/pipeline-watch.ts'
import type { AnyTopicName } from '../schemas/topics.ts'
import { flow } from './flow.ts'

/** What may be down, by the neutral names of the specification; the audit is not a part of its health report. */
export type Component =
  | 'relational_store'
  | 'graph_store'
  | 'object_store'
  | 'audit_store'
  | 'queue'

const componentOf: Readonly<Record<Topology['stores'][number], Component>> = {
  memory: 'relational_store',
  deliveries: 'relational_store',
  graph: 'graph_store',
  audit: 'audit_store',
  objects: 'object_store',
  keys: 'object_store',
}

/** Stores that keep the checkpoints of the processors that write to them. */
const keepers = ['memory', 'graph', 'audit', 'deliveries'] as const
/** Processors that ask the language engine. A model's answer may take long; our own engine has a budget. */
export const asksEngine = ['extract-facts', 'evolve-summaries']
const MODEL_PATIENCE_MS = 120_000
const OFFLINE = 'offline@'

/** All processors, or those named. */
export function watchedProcessors(ports: Ports, only?: readonly string[]): Watched[] {
  return flow
    .filter(({ name }) => only === undefined || only.includes(name))
    .map(({ name, reads, stores }) => {
      const keeper = keepers.find((store) => stores.includes(store))
      if (!keeper) return { name, reads }
      const checkpoints = (topic: AnyTopicName): Promise<Checkpoints> =>
        ports[keeper].checkpoints(topic)
      return { name, reads, checkpoints }
    })
}

/** `forget` waits for the extraction as well, which reports when it has passed the forget. */
export function waitsFor(processor: string): string[] {
  const awaited = flow.find(({ name }) => name === processor)?.awaits
  return flow
    .filter(({ name }) => name !== processor)
    .filter(
      (each) => processor === 'forget' || awaited?.some((store) => each.stores.includes(store)),
    )
    .map(({ name }) => name)
}

/** Opening an event takes a key, and keys are stored beside the objects. */
export function needs(processor: string): Component[] {
  const stores = [processor, ...waitsFor(processor)].flatMap(
    (name) => flow.find((each) => each.name === name)?.stores ?? [],
  )
  return [...new Set<Component>(['queue', 'object_store', ...stores.map((s) => componentOf[s])])]
}

export function patienceMs({ language }: Pick<Ports, 'language'>, processor: string): number {
  const isSlow = !language.name.startsWith(OFFLINE) && asksEngine.includes(processor)
  return isSlow ? MODEL_PATIENCE_MS : PATIENCE_MS
}

/** Watches all processors, or those named, until it is stopped. */
export function watchFlow(parts: {
  ports: Ports
  registry: Telemetry['registry']
  now: () => Date
  only?: readonly string[] | undefined
  processing?: ProcessingSigns | undefined
}): PipelineWatch<Component> {
  const { ports, registry, now, only, processing } = parts
  return watchPipeline<Component>({
    log: ports.log,
    processors: watchedProcessors(ports, only),
    components: componentsOf(ports),
    patienceMs: (processor) => patienceMs(ports, processor),
    waitsFor,
    needs,
    processing,
    registry,
    now,
  })
}

function componentsOf(ports: Ports): Components<Component> {
  return watchComponents({
    probes: {
      relational_store: () => ports.memory.ping(),
      graph_store: () => ports.graph.ping(),
      object_store: () => ports.objects.ping(),
      audit_store: () => ports.audit.ping(),
      // One topic of each file that the embedded log has.
      queue: () =>
        Promise.all([ports.log.ends('memory.writes.v1'), ports.log.ends('memory.facts.v1')]),
    },
  })
}
