// keep-audit: writes down what happened to each user's memory. The only writer of the audit store.
import type { AuditStore } from '../../infra/ports/audit-store.ts'
import type { Projector } from '../../infra/runtime/run/processor.ts'
import { fencesOf } from '../fences.ts'
import { auditEntries, entriesRemovedBy, generationsIn } from './evolve.ts'
import { topology } from './topology.ts'

export function createKeepAudit({ audit }: { audit: AuditStore }): Projector {
  return {
    ...topology,
    kind: 'projector',
    checkpoints: (topic) => audit.checkpoints(topic),
    apply: async function keepAudit(batch, checkpoint) {
      await audit.apply({
        checkpoint,
        fences: fencesOf(batch),
        entries: batch.flatMap(auditEntries),
        removed: batch.flatMap(entriesRemovedBy),
        generations: generationsIn(batch),
      })
    },
  }
}
