// The facts that extract-facts has decided on and that the search index may not hold yet. The index follows within
// milliseconds; until then the next write of the same user must see them all the same.
import type { Checkpoints, LogPosition } from '../../infra/ports/event-log.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { CurrentFact, CurrentFacts } from './evolve.ts'

/**
 * What one resource, one passage of it, or one maintenance, changed. `at`, its last event's place, is null until its
 * events are durable.
 */
type Change = {
  resourceId: string
  /** True for a passage that others follow. */
  isPart?: boolean
  facts: readonly CurrentFact[]
  closed: readonly string[]
  /** Facts that it reinforced or otherwise changed, and that stay. */
  changed?: readonly string[]
  at: LogPosition | null
}

export type RecentFacts = {
  /** Remembers a decision; the answer is to be called with where its events went. */
  remember(scope: Scope, change: Omit<Change, 'at'>): (positions: readonly LogPosition[]) => void
  /** What the index says, put right by what it does not know yet. */
  overlay(scope: Scope, indexed: readonly CurrentFact[]): CurrentFacts
  /** Ids of the user's facts that the index does not show as they are. */
  unindexed(scope: Scope): ReadonlySet<string>
  /** Takes back what was remembered of a resource whose decision did not become durable: it is tried again. */
  retract(scope: Scope, resourceId: string): void
  /** True where what was decided on this resource is durable and may not be indexed yet. */
  holds(scope: Scope, resourceId: string): boolean
  /** The user's facts, or those of a category, have been forgotten. */
  forget(scope: Scope, category: string | null): void
  /** The index now holds everything up to these positions. */
  indexed(upTo: Checkpoints): void
  /** True where so much was decided since `indexed` was last told that it is worth asking the index again. */
  isLookDue(): boolean
  /** How many changes are remembered; one of many facts counts as several. */
  size(): number
}

/** Asking costs a request, and what is remembered meanwhile costs a little memory. */
const LOOK_EVERY = 100
/** A change of so many facts counts as one, one of many as several: facts are what takes the memory. */
const FACTS_A_CHANGE = 10

export function createRecentFacts(): RecentFacts {
  const byUser = new Map<string, Change[]>()
  let sinceLook = 0
  const of = (scope: Scope) => byUser.get(keyOf(scope)) ?? []
  return {
    remember: (scope, decided) => {
      if (saysNothing(decided)) return () => undefined
      const change: Change = { ...decided, at: null }
      sinceLook += weightOf(change)
      byUser.set(keyOf(scope), [...of(scope), change])
      return (positions) => {
        change.at = positions.at(-1) ?? null
      }
    },
    overlay: (scope, indexed) => {
      const facts = new Map(indexed.map((fact) => [fact.id, fact]))
      for (const change of of(scope)) {
        for (const fact of change.facts) facts.set(fact.id, fact)
        for (const id of change.closed) facts.delete(id)
      }
      return facts
    },
    unindexed: (scope) =>
      new Set(
        of(scope).flatMap(({ facts, closed, changed = [] }) => [
          ...facts.map(({ id }) => id),
          ...closed,
          ...changed,
        ]),
      ),
    retract: (scope, resourceId) => {
      const left = of(scope).filter(
        (change) => change.resourceId !== resourceId || (change.isPart && change.at !== null),
      )
      if (left.length < of(scope).length) byUser.set(keyOf(scope), left)
    },
    holds: (scope, resourceId) =>
      of(scope).some(
        ({ resourceId: of, isPart, at }) => of === resourceId && !isPart && at !== null,
      ),
    forget: (scope, category) => {
      if (category === null) byUser.delete(keyOf(scope))
      // In place: a change that is not durable yet is told later where its events went.
      for (const change of of(scope)) change.facts = without(change.facts, category)
    },
    indexed: (upTo) => {
      sinceLook = 0
      for (const [user, changes] of byUser) {
        const left = changes.filter(({ at }) => !at || at.position > (upTo.get(at.partition) ?? -1))
        if (left.length === 0) byUser.delete(user)
        else if (left.length < changes.length) byUser.set(user, left)
      }
    },
    isLookDue: () => sinceLook >= LOOK_EVERY,
    size: () => [...byUser.values()].flat().reduce((sum, change) => sum + weightOf(change), 0),
  }
}

/** A part of a write that changes nothing; nothing is appended for it, so it would be remembered for ever. */
function saysNothing({ isPart, facts, closed, changed = [] }: Omit<Change, 'at'>): boolean {
  return isPart === true && facts.length + closed.length + changed.length === 0
}

function weightOf({ facts, closed }: Pick<Change, 'facts' | 'closed'>): number {
  return Math.max(1, Math.ceil((facts.length + closed.length) / FACTS_A_CHANGE))
}

function keyOf({ appId, userId }: Scope): string {
  return `${appId}/${userId}`
}

function without(facts: readonly CurrentFact[], category: string | null): readonly CurrentFact[] {
  return facts.filter((fact) => fact.category !== category)
}
