// Which summaries of a user the other service has to write: those that a carried write changes, and that were not
// written yet, or stay behind. It is told as a maintenance that has not ended, which rewrites them there. Pure.
import type { Position } from '../../infra/ports/event-log.ts'
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import type { DomainEvent } from '../../schemas/events/catalogue.ts'
import { factsMaintained } from '../../schemas/events/facts.ts'

type Processed = Extract<DomainEvent, { type: 'ResourceProcessed' }>
type Maintained = Extract<DomainEvent, { type: 'FactsMaintained' }>

type Unsummarised = {
  /** What is carried, in the order of the topics. */
  carried(at: { position: Position; event: DomainEvent }): void
  leftBehind(summary: DomainEvent): void
  /** Null where every summary is carried. */
  maintained(isForgotten: IsForgotten): { position: Position; event: Maintained } | null
}
type IsForgotten = (place: { source: Position; category: string }) => boolean

/** @param stood - how far the facts were summarised when they began to be read. */
export function createUnsummarised(stood: Position): Unsummarised {
  /** The last write that changed a category whose summary does not tell it. */
  const sources = new Map<string, Position>()
  let last: { position: Position; event: Processed } | undefined
  return {
    carried: ({ position, event }) => {
      if (event.type === 'ResourceProcessed') {
        last = { position, event }
        if (position <= stood) return
        for (const category of event.open.categories) sources.set(category, event.open.source)
      }
      if (event.type !== 'SummaryEvolved') return
      const { category, source } = event.open
      if (source >= (sources.get(category) ?? source)) sources.delete(category)
    },
    leftBehind: (event) => {
      if (event.type === 'SummaryEvolved') sources.set(event.open.category, event.open.source)
    },
    maintained: (isForgotten) => {
      const categories = [...sources]
        .filter(([category, source]) => !isForgotten({ category, source }))
        .map(([category]) => category)
        .sort()
      if (!last || categories.length === 0) return null
      return { position: last.position, event: maintainedAfter(last.event, categories) }
    },
  }
}

function maintainedAfter(
  { open: { source, keyGeneration }, id, recordedAt, ...event }: Processed,
  categories: string[],
): Maintained {
  const open = { source, keyGeneration, asOf: recordedAt, pruned: 0, merged: 0, categories }
  const { appId, userId, occurredAt, traceparent, erased } = event
  const cause = { appId, userId, occurredAt, recordedAt, causationId: id, traceparent, erased }
  const { type, version } = factsMaintained
  return { id: derivedUuid(id, 'unsummarised'), type, version, ...cause, open, sealed: null }
}
