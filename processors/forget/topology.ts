// What forget reads and writes.
import type { Topology } from '../../infra/runtime/run/processor.ts'

export const topology = {
  name: 'forget',
  reads: ['memory.writes.v1', 'memory.facts.v1'],
  handles: ['MemoryForgotten', 'ExtractionFenced', 'MemoryErased'],
  writes: ['memory.facts.v1'],
  stores: ['objects', 'keys'],
  awaits: ['memory', 'graph', 'audit', 'deliveries'],
  replayed: false,
} as const satisfies Topology
