// What deliver-webhooks reads and writes.
import type { Topology } from '../../infra/runtime/run/processor.ts'

export const topology = {
  name: 'deliver-webhooks',
  reads: ['memory.notices.v1', 'memory.writes.v1'],
  handles: ['NoticeRaised', 'MemoryForgotten'],
  writes: ['memory.settings.v1'],
  stores: ['deliveries'],
  replayed: false,
} as const satisfies Topology
