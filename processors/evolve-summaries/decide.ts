// Decides which facts a summary rests on and when it is a new version. Pure.
import type { Saying, SummaryRequest } from '../../infra/ports/language-model.ts'
import { type Item, placeOf, type Summary } from '../../infra/ports/memory-store.ts'
import { asWritten } from '../../infra/ports/rules/entity-name.ts'
import { byPlace } from '../../infra/ports/rules/place-order.ts'
import { millis } from '../../infra/ports/rules/time.ts'
import type { FactEvent, NewDomainEvent } from '../../schemas/events/catalogue.ts'
import { GIVEN_ENGINE } from '../../schemas/facts.ts'
import { importance as importances, type Scope } from '../../schemas/identifiers.ts'
import { eventFrom } from '../event-from.ts'

/** The most facts that a summary rests on, if the engine does not say how many it wants. */
export const FACTS_PER_SUMMARY = 12
const MAX_TOKENS = 160
const MIN_CONFIDENCE = 0.65
const USER = 'user'
/** A sentence, with or without a speaker's label, that asks and says nothing. */
const QUESTION = /^[^.!…。！\n]*[?？؟]["'”’)\]\s]*$/u

/** A fact that ends sooner after it was said is no part of a summary. */
const LASTS_MS = 30 * 86_400_000

/**
 * True for facts that a summary may rest on at an instant: sure enough, visible in every scope, and no question. No event
 * comes when a fact begins or ends by itself, and maintenance, which runs daily, finds the summary stale then. So facts
 * that end soon ("this week") do not qualify; others stand from the day on which they begin to that on which they end.
 */
export function restsOn(item: Item, at: string): boolean {
  const { confidence, text, scopes = [] } = item
  const isSeen = scopes.length === 0
  return confidence >= MIN_CONFIDENCE && isSeen && stands(item, at) && !QUESTION.test(text)
}

function stands(item: Item, at: string): boolean {
  const { createdAt, engine, exclusive, validFrom, validTo, followedBy } = item
  // The words of any other fact say that it is a plan.
  const saysNoDay = exclusive || engine === GIVEN_ENGINE
  if (saysNoDay && millis(validFrom) > millis(at)) return false
  if (validTo === null) return true
  const lasts = followedBy !== undefined || millis(validTo) - millis(createdAt) >= LASTS_MS
  return lasts && millis(validTo) > millis(at)
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
