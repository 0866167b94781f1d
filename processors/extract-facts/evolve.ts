// What extract-facts knows of a user while it decides: the current facts that a new one could repeat or contradict.
// Pure: events in, state out.
import type { Item } from '../../infra/ports/memory-store.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'

export type CurrentFact = {
  id: string
  fingerprint: string
  slot: string | null
  value: string | null
  category: string
  validFrom: string
  text: string
}

/** By fact id. */
export type CurrentFacts = ReadonlyMap<string, CurrentFact>

export function currentFact(
  item: Pick<Item, 'id' | 'value' | 'category' | 'validFrom' | 'text'>,
  keys: { fingerprint: string; slot: string | null },
): CurrentFact {
  const { id, value, category, validFrom, text } = item
  return { id, value, category, validFrom, text, fingerprint: keys.fingerprint, slot: keys.slot }
}

/** `asserted` holds the facts that the events speak of. */
export function evolve(
  facts: CurrentFacts,
  event: NewFactEvent,
  asserted: ReadonlyMap<string, CurrentFact>,
): CurrentFacts {
  if (event.type === 'FactAsserted' && event.open.validTo === null) {
    const fact = asserted.get(event.open.factId)
    return fact ? new Map(facts).set(fact.id, fact) : facts
  }
  if (event.type === 'FactSuperseded') {
    const left = new Map(facts)
    left.delete(event.open.factId)
    return left
  }
  return facts
}
