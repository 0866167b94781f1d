// What extract-facts reads and writes.
import type { Topology } from '../../infra/runtime/run/processor.ts'

export const topology = {
  name: 'extract-facts',
  reads: ['memory.writes.v1'],
  handles: [
    'ContentStored',
    'ActivityRecorded',
    'FactGiven',
    'FactRevised',
    'FactsReread',
    'MemoryForgotten',
    'MaintenanceRequested',
  ],
  writes: ['memory.facts.v1'],
  stores: [],
  state: 'memory',
  awaits: ['memory', 'graph'],
  replayed: false,
} as const satisfies Topology
