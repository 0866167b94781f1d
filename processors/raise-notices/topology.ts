// What raise-notices reads and writes.
import type { Topology } from '../../infra/runtime/run/processor.ts'

export const topology = {
  name: 'raise-notices',
  // The writes for their forgets alone, which its state obeys.
  reads: ['memory.writes.v1', 'memory.facts.v1', 'memory.summaries.v1'],
  handles: ['ResourceProcessed', 'FactSuperseded', 'FactContested', 'MaintenanceCompleted'],
  awaitedPast: ['MemoryForgotten'],
  writes: ['memory.notices.v1'],
  stores: [],
  state: 'graph',
  awaits: ['memory', 'graph'],
  replayed: false,
} as const satisfies Topology
