// What update-graph reads and writes.
import type { Topology } from '../../infra/runtime/run/processor.ts'

export const topology = {
  name: 'update-graph',
  reads: ['memory.writes.v1', 'memory.facts.v1'],
  handles: [
    'MemoryForgotten',
    'FactAsserted',
    'FactSuperseded',
    'FactPruned',
    'FactMerged',
    'FactContested',
    'FactClosed',
  ],
  writes: [],
  stores: ['graph'],
  replayed: true,
} as const satisfies Topology
