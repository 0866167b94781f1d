// The facts that extract-facts has decided on but not committed yet: the user's next write must see them all the same.
// Committed ones are in the state.
import type { ThreadEnd } from '../../../infra/ports/memory-store.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import type { CurrentFacts } from '../evolve.ts'
import type { CurrentFact } from './current-fact.ts'

/** What one resource, one of its passages, or one maintenance changes. */
type Change = {
  resourceId: string
  facts: readonly CurrentFact[]
  closed: readonly string[]
  /** Facts that held for a while and no longer stand, as it leaves them. */
  past?: readonly CurrentFact[]
  /** Facts that it reinforces or otherwise changes, and that stay. */
  changed?: readonly string[]
  /** The fact that it corrects, and the one that stands in its place. */
  corrected?: readonly [id: string, by: string] | undefined
  /** The ends of the threads in which it asserts facts. */
  ends?: readonly ThreadEnd[]
}

export type RecentFacts = {
  /** Remembers a decision. Call the returned function once it is committed and in the state. */
  remember(scope: Scope, change: Change): () => void
  /** The state's facts, corrected by the decisions that it does not hold yet. */
  overlay(scope: Scope, committed: readonly CurrentFact[]): CurrentFacts
  /** As `overlay`, of facts that held for a while and no longer stand. */
  past(scope: Scope, committed: readonly CurrentFact[]): CurrentFact[]
  /** Ids of the user's facts that the state shows out of date. */
  uncommitted(scope: Scope): ReadonlySet<string>
  /** The correction that took the place of a fact, if that is not committed yet. */
  correctedBy(scope: Scope, id: string): string | undefined
  /** The ends of the user's threads, in the order of the decisions. */
  ends(scope: Scope): readonly ThreadEnd[]
  /** Drops what was remembered of a resource whose decision was not committed: it is tried again. */
  retract(scope: Scope, resourceId: string): void
  /** The user's facts, or those of a category, have been forgotten. */
  forget(scope: Scope, category: string | null): void
}

export function createRecentFacts(): RecentFacts {
  const byUser = new Map<string, Change[]>()
  const of = (scope: Scope) => byUser.get(scopeName(scope)) ?? []
  const keep = (scope: Scope, left: Change[]) => {
    if (left.length > 0) byUser.set(scopeName(scope), left)
    else byUser.delete(scopeName(scope))
  }
  return {
    remember: (scope, decided) => {
      const change = { ...decided }
      keep(scope, [...of(scope), change])
      return () =>
        keep(
          scope,
          of(scope).filter((each) => each !== change),
        )
    },
    overlay: (scope, committed) => {
      const facts = new Map(committed.map((fact) => [fact.id, fact]))
      for (const change of of(scope)) {
        for (const fact of change.facts) facts.set(fact.id, fact)
        for (const id of change.closed) facts.delete(id)
      }
      return facts
    },
    past: (scope, committed) => {
      const facts = new Map(committed.map((fact) => [fact.id, fact]))
      for (const { past = [] } of of(scope)) for (const fact of past) facts.set(fact.id, fact)
      return [...facts.values()]
    },
    uncommitted: (scope) =>
      new Set(
        of(scope).flatMap(({ facts, closed, changed = [] }) => [
          ...facts.map(({ id }) => id),
          ...closed,
          ...changed,
        ]),
      ),
    correctedBy: (scope, id) =>
      of(scope)
        .map(({ corrected }) => corrected)
        .find((each) => each?.[0] === id)?.[1],
    ends: (scope) => of(scope).flatMap(({ ends = [] }) => ends),
    retract: (scope, resourceId) =>
      keep(
        scope,
        of(scope).filter((change) => change.resourceId !== resourceId),
      ),
    forget: (scope, category) => {
      if (category === null) byUser.delete(scopeName(scope))
      // In place: an uncommitted change is released by identity later.
      for (const change of of(scope)) {
        change.facts = without(change.facts, category)
        change.past = without(change.past ?? [], category)
      }
    },
  }
}

function without(facts: readonly CurrentFact[], category: string | null): readonly CurrentFact[] {
  return facts.filter((fact) => fact.category !== category)
}
