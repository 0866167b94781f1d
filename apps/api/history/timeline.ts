// The timeline of a memory: for each entry of the audit that changed what is known, what happened and to which item.
// Pure.
import type { z } from 'zod'
import type { AuditEntry } from '../../../infra/ports/audit-store.ts'
import type { timelineResponse } from '../../../schemas/api/reading/history.ts'

/** By the name of the event. */
const TOLD = {
  FactAsserted: 'asserted',
  FactReinforced: 'reinforced',
  FactSuperseded: 'superseded',
  FactContested: 'contested',
  FactPruned: 'pruned',
  FactMerged: 'merged',
  FactClosed: 'closed',
  FactMarked: 'marked',
  MemoryForgotten: 'forgotten',
} as const

/** The words of its items are added to it. */
export type Happening = Omit<
  z.infer<typeof timelineResponse>['data'][number],
  'content' | 'otherContent'
>

/** Null if the entry is nothing that a timeline shows. */
export function happeningOf({ id, at, type, category, details }: AuditEntry): Happening | null {
  if (!isTold(type)) return null
  const otherId = details.supersededBy ?? details.mergedInto ?? details.contests
  return {
    id,
    at,
    what: TOLD[type],
    category,
    itemId: textOrNull(details.factId),
    otherId: textOrNull(otherId),
  }
}

function isTold(type: string): type is keyof typeof TOLD {
  return Object.hasOwn(TOLD, type)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
