// What evolve-summaries reads and writes.
import type { Topology } from '../../infra/runtime/processor.ts'

export const topology = {
  name: 'evolve-summaries',
  // The writes for their forgets alone.
  reads: ['memory.writes.v1', 'memory.facts.v1'],
  handles: ['ResourceProcessed', 'FactsMaintained'],
  writes: ['memory.summaries.v1'],
  stores: [],
  state: 'memory',
  replayed: false,
} as const satisfies Topology
