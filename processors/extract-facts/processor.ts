// extract-facts: reads raw content, asks the language engine for facts, and publishes what was decided about them.
// The only caller of the language model for facts; its answers are events, so a replay never asks again.
import { firstOf, getOrMake } from '../../infra/runtime/certain.ts'
import {
  type Delivered,
  nothing,
  type Outcome,
  type Transformer,
} from '../../infra/runtime/run/processor.ts'
import type { NewFactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import { eventFrom } from '../event-from.ts'
import { promote } from '../reprocess/promote.ts'
import { memoryStates } from '../states.ts'
import { extract } from './extract.ts'
import { give } from './giving/given.ts'
import { maintain } from './maintain.ts'
import { isForgotten } from './running/may-begin.ts'
import {
  type ExtractFactsPorts,
  type PartitionState,
  sharedOf,
  stateOf,
} from './running/partition-state.ts'
import { vectorsBeside } from './running/vectors-beside.ts'
import { topology } from './topology.ts'

export function createExtractFacts(ports: ExtractFactsPorts): Transformer {
  const partitions = new Map<number, PartitionState>()
  const shared = sharedOf(ports)
  const of = (partition: number) =>
    getOrMake(partitions, partition, () => stateOf(ports, partition, shared))
  const transformer: Transformer = {
    ...topology,
    kind: 'transformer',
    grouping: 'event',
    concurrency: ports.language.concurrency,
    urgent: ['MemoryForgotten'],
    // What the user wrote earlier is behind the fence.
    voids: ({ type, open }) => type === 'MemoryForgotten' && open.category === null,
    assigned: (partition) => void partitions.delete(partition),
    states: memoryStates(ports),
    handle: async function extractFacts(group, hand) {
      const delivered = firstOf(group)
      const state = of(delivered.partition)
      const { event } = delivered
      if (event.type === 'MemoryForgotten') return fence(state, delivered, event)
      if (event.type === 'MaintenanceRequested') {
        if (await isForgotten(state, delivered, event)) return nothing
        return maintain(state, delivered.position, event)
      }
      if (event.type === 'ContentStored' || event.type === 'ActivityRecorded') {
        return extract({ ...state, hand, event, delivered })
      }
      if (event.type === 'FactGiven' || event.type === 'FactRevised') {
        return give({ ...state, hand, event, delivered })
      }
      if (event.type === 'FactsReread') return promote({ ...state, hand, event, delivered })
      return nothing
    },
  }
  return vectorsBeside(transformer, ports.language)
}

/** The state has obeyed the fence already: what follows sees nothing of what was forgotten. */
function fence(
  { recent, readAhead }: PartitionState,
  { position }: Delivered,
  event: Extract<WriteEvent, { type: 'MemoryForgotten' }>,
): Outcome {
  recent.forget(event, event.open.category)
  readAhead.forget(event)
  const fenced: NewFactEvent = {
    ...eventFrom(event, 'fenced'),
    type: 'ExtractionFenced',
    open: { source: position, category: event.open.category },
    sealed: null,
  }
  return { outcome: 'emit', events: [{ event: fenced, keyGeneration: null }] }
}
