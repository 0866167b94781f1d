// Decides which facts a summary rests on and when it is a new version. Pure.
import type { Saying, SummaryRequest } from '../../infra/ports/language-model.ts'
import { type Item, placeOf, type Summary } from '../../infra/ports/memory-store.ts'
import { asWritten } from '../../infra/ports/rules/entity-name.ts'
import { isFollowed } from '../../infra/ports/rules/item-times.ts'
import { byPlace } from '../../infra/ports/rules/place-order.ts'
import { millis } from '../../infra/ports/rules/time.ts'
import type { FactEvent, NewDomainEvent } from '../../schemas/events/catalogue.ts'
import { importance as importances, type Scope } from '../../schemas/identifiers.ts'
import { eventFrom } from '../event-from.ts'

/** The most facts that a summary rests on, if the engine does not say how many it wants. */
export const FACTS_PER_SUMMARY = 12
const MAX_TOKENS = 160
const MIN_CONFIDENCE = 0.65
const USER = 'user'
/** A sentence, with or without a speaker's label, that asks and says nothing. */
const QUESTION = /^[^.!…。！\n]*[?？؟]["'”’)\]\s]*$/u

/**
 * True for facts that a summary may rest on at an instant: sure enough, visible in every scope, and no question. Facts
 * that end by themselves ("this week") do not qualify: no event would rewrite the summary when they end. A value that
 * another takes the place of on a later day stands until then, and that other one from then on: maintenance finds the
 * summary stale.
 */
export function restsOn(item: Item, at: string): boolean {
  const { confidence, text, scopes = [] } = item
  const isSeen = scopes.length === 0
  return confidence >= MIN_CONFIDENCE && isSeen && stands(item, at) && !QUESTION.test(text)
}

function stands(item: Item, at: string): boolean {
  const { exclusive, validFrom, validTo, followedBy } = item
  const isPlanned = exclusive && millis(validFrom) > millis(at)
  const isUntilFollowed = followedBy !== undefined && !isFollowed(item, at)
  return !isPlanned && (validTo === null || isUntilFollowed)
}

/**
 * The most important first; among equals the facts that hold now, then the surest, then the newest, then as they were
 * said.
 */
export function weightiestFirst(items: readonly Item[]): Item[] {
  return [...items].sort(
    (a, b) =>
      importances.options.indexOf(b.importance) - importances.options.indexOf(a.importance) ||
      Number(b.exclusive) - Number(a.exclusive) ||
      b.confidence - a.confidence ||
      compare(b.createdAt, a.createdAt) ||
      byPlace(placeOf(a), placeOf(b)) ||
      compare(a.id, b.id),
  )
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Leaves out what contradicts a more trusted fact. `standing`: contested facts that are current. */
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
      ...saysOf(item),
    })),
  }
}

function saysOf({ text, subject, attribute, value, ...item }: Item): { says?: Saying } {
  if (!subject || !attribute || !value) return {}
  const isTold = item.validFrom !== item.createdAt || item.supersedes.length > 0
  const since = isTold ? item.validFrom : null
  return { says: { subject: subjectAsWritten(subject, text), attribute, value, since } }
}

/** "anna's wife" is Anna's wife. */
function subjectAsWritten(subject: string, text: string): string {
  const [name = ''] = subject.split("'s ")
  return name === USER ? subject : `${asWritten(name, text)}${subject.slice(name.length)}`
}

/**
 * Null if the text has not changed, unless it is `refreshed`: then the new version says when it was checked. `cause` is
 * the event that led to it.
 */
export function decide(
  scope: Scope,
  cause: { id: string; occurredAt: string; source: number },
  {
    summary,
    previous,
  }: {
    summary: { category: string; text: string; engine: string; refreshed: boolean }
    previous: Summary | undefined
  },
): NewDomainEvent | null {
  if (summary.text === (previous?.text ?? '') && !summary.refreshed) return null
  return {
    ...eventFrom({ ...scope, ...cause }, `summary ${summary.category}`),
    type: 'SummaryEvolved',
    open: { category: summary.category, source: cause.source, engine: summary.engine },
    sealed: { text: summary.text },
  }
}

/** What a maintenance did, once every summary that it made stale is rewritten. */
export function maintenanceCompleted(
  event: Extract<FactEvent, { type: 'FactsMaintained' }>,
  refreshed: number,
): NewDomainEvent {
  const { source, keyGeneration, pruned, merged } = event.open
  return {
    ...eventFrom(event, 'completed'),
    type: 'MaintenanceCompleted',
    open: { source, keyGeneration, pruned, merged, refreshed },
    sealed: null,
  }
}
