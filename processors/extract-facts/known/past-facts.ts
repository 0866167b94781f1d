// Facts that held in a place for a while and no longer stand: what is told later of that time must not hold beside them.
// Pure.
import { getOrMake } from '../../../infra/runtime/certain.ts'
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
  const byId = new Map<string, CurrentFact>()
  const changed = new Map<string, CurrentFact>()
  // Only those that held: most facts that one write replaces one after another held at no time, and each is asked about.
  const bySlot = new Map<string | null, Map<string, CurrentFact>>()
  const add = (fact: CurrentFact) => {
    byId.set(fact.id, fact)
    if (fact.slot === null) return
    const ofSlot = getOrMake(bySlot, fact.slot, () => new Map<string, CurrentFact>())
    if (held(fact)) ofSlot.set(fact.id, fact)
    else ofSlot.delete(fact.id)
  }
  for (const fact of facts) add(fact)
  return {
    byId,
    withSlot: (slot) => [...(bySlot.get(slot)?.values() ?? [])],
    put: (fact) => {
      add(fact)
      changed.set(fact.id, fact)
    },
    changed: () => [...changed.values()],
  }
}

function held({ validFrom, validTo }: CurrentFact): boolean {
  return validTo !== null && byStart({ validFrom }, { validFrom: validTo }) < 0
}
