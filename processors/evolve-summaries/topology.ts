// What evolve-summaries reads and writes.
import type { Topology } from '../../infra/runtime/processor.ts'

export const topology = {
  name: 'evolve-summaries',
  reads: ['memory.facts.v1'],
  handles: ['ResourceProcessed', 'FactsMaintained'],
  writes: ['memory.summaries.v1'],
  stores: [],
  replayed: false,
} as const satisfies Topology
