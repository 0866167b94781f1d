// What index-memory reads and writes.
import type { Topology } from '../../infra/runtime/run/processor.ts'

export const topology = {
  name: 'index-memory',
  reads: ['memory.writes.v1', 'memory.facts.v1', 'memory.summaries.v1'],
  handles: [
    'ContentStored',
    'ActivityRecorded',
    'FactGiven',
    'FactRevised',
    'MemoryForgotten',
    'FactAsserted',
    'FactReinforced',
    'FactSuperseded',
    'ResourceProcessed',
    'ExtractionRejected',
    // Raises a fence in a state beside a process. In the readers' store it changes nothing: a forget waits until the
    // memory has come so far.
    'ExtractionFenced',
    'ResourceErased',
    'MemoryErased',
    'ReceiptIssued',
    'FactPruned',
    'FactMerged',
    'FactContested',
    'FactMarked',
    'FactClosed',
    'FactsEmbedded',
    'SummaryEvolved',
    // Changes nothing: who is told of it finds the summaries before it.
    'MaintenanceCompleted',
  ],
  writes: [],
  // They make a resource queued; processed and failed have a higher version. A forget is in their topic.
  inAnyOrder: ['ContentStored', 'ActivityRecorded', 'FactGiven', 'FactRevised'],
  stores: ['memory'],
  replayed: true,
} as const satisfies Topology
