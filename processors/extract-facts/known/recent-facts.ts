// The facts that extract-facts has decided on and that are not committed yet: the next write of the same user must see
// them all the same. What is committed is in the state.
import type { ThreadEnd } from '../../../infra/ports/memory-store.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import type { CurrentFacts } from '../evolve.ts'
import type { CurrentFact } from './current-fact.ts'

/** What one resource, one passage of it, or one maintenance, changes. */
type Change = {
  resourceId: string
  facts: readonly CurrentFact[]
  closed: readonly string[]
  /** Facts that it reinforces or otherwise changes, and that stay. */
  changed?: readonly string[]
  /** What took the place of facts that it closes. */
  replaced?: readonly (readonly [closed: string, by: string])[]
  /** Where the threads end in which it asserts facts. */
  ends?: readonly ThreadEnd[]
}

export type RecentFacts = {
  /** Remembers a decision; the answer is to be called when it is committed, and is in the state. */
  remember(scope: Scope, change: Change): () => void
  /** What the state says, put right by what it does not know yet. */
  overlay(scope: Scope, committed: readonly CurrentFact[]): CurrentFacts
  /** Ids of the user's facts that the state does not show as they are. */
  uncommitted(scope: Scope): ReadonlySet<string>
  /** What took the place of a fact, where that is not committed yet. */
  replacedBy(scope: Scope, id: string): string | undefined
  /** Where the user's threads end, in the order in which that was decided. */
  ends(scope: Scope): readonly ThreadEnd[]
  /** Takes back what was remembered of a resource whose decision was not committed: it is tried again. */
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
    uncommitted: (scope) =>
      new Set(
        of(scope).flatMap(({ facts, closed, changed = [] }) => [
          ...facts.map(({ id }) => id),
          ...closed,
          ...changed,
        ]),
      ),
    replacedBy: (scope, id) =>
      of(scope)
        .flatMap(({ replaced = [] }) => replaced)
        .find(([closed]) => closed === id)?.[1],
    ends: (scope) => of(scope).flatMap(({ ends = [] }) => ends),
    retract: (scope, resourceId) =>
      keep(
        scope,
        of(scope).filter((change) => change.resourceId !== resourceId),
      ),
    forget: (scope, category) => {
      if (category === null) byUser.delete(scopeName(scope))
      // In place: a change that is not committed yet is told later that it is.
      for (const change of of(scope)) change.facts = without(change.facts, category)
    },
  }
}

function without(facts: readonly CurrentFact[], category: string | null): readonly CurrentFact[] {
  return facts.filter((fact) => fact.category !== category)
}
