// keep-audit: writes down what happened to each user's memory. The only writer of the audit store.
import type { AuditStore } from '../../infra/ports/audit-store.ts'
import type { Position } from '../../infra/ports/event-log.ts'
import type { Projector } from '../../infra/runtime/run/processor.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { fencesOf } from '../fences.ts'
import { auditEntries, entriesRemovedBy, generationsIn } from './evolve.ts'
import { topology } from './topology.ts'

export type ForgetPlace = Scope & { id: string; position: Position; category: string | null }

type KeepAuditPorts = {
  audit: AuditStore
  /** Called for each forget before the store obeys it, while the entries still say where the user's events are. */
  listPlaces?: ((forget: ForgetPlace) => Promise<void>) | undefined
}

export function createKeepAudit({ audit, listPlaces }: KeepAuditPorts): Projector {
  return {
    ...topology,
    kind: 'projector',
    checkpoints: (topic) => audit.checkpoints(topic),
    apply: async function keepAudit(batch, checkpoint) {
      for (const { event, position } of batch) {
        if (event.type !== 'MemoryForgotten') continue
        const { category } = event.open
        await listPlaces?.({ ...event, position, category })
      }
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
