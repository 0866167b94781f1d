// What keep-audit reads and writes.
import type { Topology } from '../../infra/runtime/processor.ts'

export const topology = {
  name: 'keep-audit',
  reads: ['memory.writes.v1', 'memory.facts.v1', 'memory.summaries.v1', 'memory.audit.v1'],
  handles: [
    'ContentStored',
    'ActivityRecorded',
    'MemoryForgotten',
    'WebhookIgnored',
    'MaintenanceRequested',
    'FactAsserted',
    'FactReinforced',
    'FactSuperseded',
    'ResourceProcessed',
    'ExtractionRejected',
    'ExtractionFenced',
    'ResourceErased',
    'MemoryErased',
    'ReceiptIssued',
    'FactPruned',
    'FactMerged',
    'FactsMaintained',
    'FactContested',
    'SummaryEvolved',
    'MaintenanceCompleted',
    'AuditRooted',
  ],
  writes: [],
  stores: ['audit'],
  replayed: true,
} as const satisfies Topology
