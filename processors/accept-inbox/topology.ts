// What accept-inbox reads and writes.
import type { Topology } from '../../infra/runtime/run/processor.ts'

export const topology = {
  name: 'accept-inbox',
  reads: ['memory.inbox.v1'],
  handles: ['InboxReceived'],
  writes: ['memory.writes.v1'],
  stores: ['objects', 'keys'],
  replayed: false,
} as const satisfies Topology
