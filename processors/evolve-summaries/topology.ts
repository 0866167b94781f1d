// What evolve-summaries reads and writes.
import type { Topology } from '../../infra/runtime/run/processor.ts'

export const topology = {
  name: 'evolve-summaries',
  // The writes for their forgets alone, which its state obeys.
  reads: ['memory.writes.v1', 'memory.facts.v1'],
  handles: ['ResourceProcessed', 'FactsMaintained'],
  awaitedPast: ['MemoryForgotten'],
  writes: ['memory.summaries.v1'],
  stores: [],
  state: 'memory',
  replayed: false,
} as const satisfies Topology
