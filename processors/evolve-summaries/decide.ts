// Decides what a summary rests on and when it is a new one. Pure.
import type { SummaryRequest } from '../../infra/ports/language-model.ts'
import type { Item, Summary } from '../../infra/ports/memory-store.ts'
import { derivedUuid } from '../../infra/runtime/ids.ts'
import type { FactEvent, NewDomainEvent } from '../../schemas/events/catalogue.ts'
import type { Scope } from '../../schemas/identifiers.ts'

/** A summary rests on at most so many facts: the weightiest, then the newest. */
export const FACTS_PER_SUMMARY = 12
const MAX_TOKENS = 160
const MIN_CONFIDENCE = 0.6

/** True for facts that are sure enough for a summary. */
export function restsOn({ confidence }: Item): boolean {
  return confidence >= MIN_CONFIDENCE
}

/** A summary says nothing that contradicts what is trusted more. `standing`: contested facts that are current. */
export function uncontested(
  items: readonly Item[],
  standing: ReadonlySet<string>,
): readonly Item[] {
  return items.filter(({ contests }) => !contests?.some((id) => standing.has(id)))
}

export function summaryRequest(
  category: SummaryRequest['category'],
  items: readonly Item[],
  previous: Summary | undefined,
): SummaryRequest {
  return {
    category,
    previous: previous?.text ?? '',
    maxTokens: MAX_TOKENS,
    facts: items.map((item) => ({
      text: item.text,
      flagged: item.importance === 'high' || item.importance === 'critical',
      validFrom: item.validFrom,
    })),
  }
}

/**
 * Null where the text is what it was, unless it is `refreshed`: then the new version says when it was looked at. `cause` is
 * the event that led to it.
 */
export function decide(
  scope: Scope,
  cause: { id: string; occurredAt: string; source: number },
  summary: { category: string; text: string; engine: string; refreshed: boolean },
  previous: Summary | undefined,
): NewDomainEvent | null {
  if (summary.text === (previous?.text ?? '') && !summary.refreshed) return null
  return {
    id: derivedUuid(cause.id, `summary ${summary.category}`),
    type: 'SummaryEvolved',
    appId: scope.appId,
    userId: scope.userId,
    occurredAt: cause.occurredAt,
    open: { category: summary.category, source: cause.source, engine: summary.engine },
    sealed: { text: summary.text },
  }
}

/** What a maintenance did, once every summary that it made stale is written anew. */
export function maintenanceCompleted(
  event: Extract<FactEvent, { type: 'FactsMaintained' }>,
  refreshed: number,
): NewDomainEvent {
  const { source, keyGeneration, pruned, merged } = event.open
  return {
    id: derivedUuid(event.id, 'completed'),
    type: 'MaintenanceCompleted',
    appId: event.appId,
    userId: event.userId,
    occurredAt: event.occurredAt,
    open: { source, keyGeneration, pruned, merged, refreshed },
    sealed: null,
  }
}
