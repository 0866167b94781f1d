// Facts that held in a place for a while and no longer stand: what is told later of that time must not hold beside them.
// Pure.
import type { CurrentFact } from './current-fact.ts'
import { byStart } from './said-order.ts'

type PastFacts = {
  byId: ReadonlyMap<string, CurrentFact>
  withSlot(slot: string | null): readonly CurrentFact[]
  /** Replaces what is known of the fact. One that held at no time is left out. */
  put(fact: CurrentFact): void
  /** What was put. */
  changed(): readonly CurrentFact[]
}

export function createPastFacts(facts: readonly CurrentFact[]): PastFacts {
  const byId = new Map(facts.map((fact) => [fact.id, fact]))
  const changed = new Map<string, CurrentFact>()
  return {
    byId,
    withSlot: (slot) =>
      slot === null ? [] : [...byId.values()].filter((fact) => fact.slot === slot && held(fact)),
    put: (fact) => {
      byId.set(fact.id, fact)
      changed.set(fact.id, fact)
    },
    changed: () => [...changed.values()],
  }
}

function held({ validFrom, validTo }: CurrentFact): boolean {
  return validTo !== null && byStart({ validFrom }, { validFrom: validTo }) < 0
}
