// How a batch of the log becomes one step of the audit store.
import { expect, test } from 'vitest'
import type { AuditStore } from '../../../infra/ports/audit-store.ts'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { auditEntry, generationsIn } from '../../../processors/keep-audit/evolve.ts'
import { createKeepAudit } from '../../../processors/keep-audit/processor.ts'
import { delivered, opens, RESOURCE, USER } from '../given.ts'

test('given a batch, when taken in, then its entries, removals and fences are one step under its checkpoint', async () => {
  const audit = createSqliteAuditStore({ path: ':memory:' })
  const steps: Parameters<AuditStore['apply']>[0][] = []
  const remembering: AuditStore = {
    ...audit,
    apply: async (step) => {
      steps.push(step)
      return audit.apply(step)
    },
  }
  const batch = [
    delivered('ContentStored', { open: opens.contentStored }),
    delivered('MemoryForgotten', { open: { category: null, keyGeneration: 2 }, position: 20 }),
    delivered('ResourceErased', {
      open: { source: 4, resourceId: RESOURCE, forgottenId: RESOURCE },
    }),
  ]
  const projector = createKeepAudit({ audit: remembering })
  const checkpoint = { topic: 'memory.facts.v1', partition: 0, position: 30 } as const
  await projector.apply(batch, checkpoint)
  expect(steps).toEqual([
    {
      checkpoint,
      fences: [{ ...USER, category: null, before: 20, keyGeneration: 2 }],
      entries: batch.map(auditEntry),
      removed: [
        { ...USER, id: RESOURCE },
        { ...USER, id: derivedUuid(RESOURCE, 'processed') },
      ],
      generations: generationsIn(batch),
    },
  ])
  expect(await projector.checkpoints('memory.facts.v1')).toEqual(new Map([[0, 30]]))
  expect(projector.kind).toBe('projector')
  await audit.close()
})

test('given forgets among other events, when taken in, then the places of each are listed before the store obeys', async () => {
  const done: unknown[] = []
  const audit = createSqliteAuditStore({ path: ':memory:' })
  const projector = createKeepAudit({
    audit: { ...audit, apply: async () => void done.push('obeyed') },
    listPlaces: async ({ appId, userId, id, position, category }) => {
      done.push({ appId, userId, id, position, category })
    },
  })
  const forgets = [
    delivered('MemoryForgotten', { open: { category: null, keyGeneration: 2 }, position: 20 }),
    delivered('MemoryForgotten', { open: { category: 'work', keyGeneration: 0 }, position: 21 }),
  ]
  const stored = delivered('ContentStored', { open: opens.contentStored })
  const checkpoint = { topic: 'memory.writes.v1', partition: 0, position: 30 } as const
  await projector.apply([stored, ...forgets], checkpoint)
  expect(done).toEqual([
    { ...USER, id: forgets[0]!.event.id, position: 20, category: null },
    { ...USER, id: forgets[1]!.event.id, position: 21, category: 'work' },
    'obeyed',
  ])
  await audit.close()
})
