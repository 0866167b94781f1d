// What extract-facts knows of a user while it decides: the current facts that a new one could repeat or contradict.
// Pure: events in, state out.
import { type Item, placeOf } from '../../infra/ports/memory-store.ts'
import { endsLater, ownEndOf } from '../../infra/ports/rules/item-times.ts'
import { traitsOf } from '../../infra/ports/rules/traits.ts'
import { getFrom } from '../../infra/runtime/certain.ts'
import { channelOf } from '../../schemas/channels.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import type { Traits } from '../../schemas/facts.ts'
import type { CurrentFact } from './known/current-fact.ts'
import { createPastFacts } from './known/past-facts.ts'
import { endOf, hasEnded } from './known/said-order.ts'
import { createSoughtFacts, type SoughtFacts } from './known/sought/sought-facts.ts'

/** By fact id. */
export type CurrentFacts = ReadonlyMap<string, CurrentFact>

type NotOfItem =
  | ('fingerprint' | 'slot' | 'traits' | 'stands')
  | ('followed' | 'endedItself' | 'mergedInto')

export function currentFact(
  item: Pick<Item, Exclude<keyof CurrentFact, NotOfItem>> &
    Parameters<typeof placeOf>[0] &
    Partial<Traits & Pick<Item, 'followedBy' | 'changes'>>,
  { fingerprint, slot }: { fingerprint: string; slot: string | null },
): CurrentFact {
  const { id, subject, attribute, value, category, validFrom, createdAt, text } = item
  const { resourceId, confidence, importance, reinforcedBy, validTo, entities } = item
  const speaker = { channel: channelOf(item), saidBy: item.saidBy ?? null }
  const said = { resourceId, confidence, importance, ...speaker, reinforcedBy }
  const related = { entities, relationships: item.relationships ?? [] }
  const given = { validTo, ...related, stands: placeOf(item), traits: traitsOf(item) }
  const place = { subject, attribute, value, category }
  const fact = { id, ...place, validFrom, createdAt, text, fingerprint, slot, ...said, ...given }
  const by = item.followedBy
  return by === undefined ? fact : { ...fact, followed: { by, ownEnd: ownEndOf(item) } }
}

/** The current facts with the look-ups that a decision needs. A copy: the source it was made from stays unchanged. */
export type FactIndex = {
  byId: ReadonlyMap<string, CurrentFact>
  /** Of the facts with these words the last one. */
  withFingerprint(fingerprint: string): CurrentFact | undefined
  withSlot(slot: string | null): readonly CurrentFact[]
  /** Those that held in that place for a while and no longer stand: until their `validTo`. */
  held(slot: string | null): readonly CurrentFact[]
  /** Of those, what has changed. */
  changedPast(): readonly CurrentFact[]
  /** What a statement finds that ends or corrects others. */
  sought: Omit<SoughtFacts, 'add'>
  /** True if the resource has already said the fact again, as surely: one more reinforcement adds nothing. */
  isTold(reinforced: Reinforced): boolean
  /** Applies an event; `asserted` is the fact that it asserts, if any. */
  evolve(event: NewFactEvent, asserted: CurrentFact): void
}

type Asserted = Extract<NewFactEvent, { type: 'FactAsserted' }>

/** `said`: when the write was said, also where it corrects what was said earlier. `received`: when it came. */
type Moments = { said: string; received: string }

/** True if it asserts what is so at that time, or will be so for a while. */
function isOpen({ open }: Asserted, { said, received }: Moments): boolean {
  return open.supersededBy === null ? !hasEnded(open.validTo, said) : endsLater(open, received)
}

/** With what it has from facts that say the same, and where it stands. */
function assertedAs(fact: CurrentFact, { open, sealed }: Asserted): CurrentFact {
  const { importance, pinned, validTo, threadId, place, supersededBy: by } = open
  const stands = { threadId, place }
  return {
    ...fact,
    ...(by === null ? {} : { followed: { by, ownEnd: fact.validTo } }),
    importance,
    validTo,
    stands,
    traits: { ...fact.traits, pinned, aliases: sealed.aliases },
  }
}

type Closing = Extract<
  NewFactEvent,
  { type: 'FactSuperseded' | 'FactMerged' | 'FactPruned' | 'FactClosed' }
>

/** True for the events after which a fact is no longer current, at once or from a later date on. */
export function isClosing(event: NewFactEvent): event is Closing {
  return ['FactSuperseded', 'FactMerged', 'FactPruned', 'FactClosed'].includes(event.type)
}

/** The fact as it held once it is closed: no longer than by itself, and at no time if it was taken back. */
export function asItHeld(
  { mergedInto: _, ...fact }: CurrentFact,
  event: Closing,
): CurrentFact & { validTo: string } {
  const validTo = endOf(fact, { validFrom: endIn(event, fact) })
  const held = { ...fact, validTo, endedItself: false }
  return event.type === 'FactMerged' ? { ...held, mergedInto: event.open.mergedInto } : held
}

function endIn(event: Closing, { validFrom }: CurrentFact): string {
  if (event.type === 'FactSuperseded') return event.open.validTo
  if (event.type === 'FactMerged') return event.open.mergedAt
  if (event.type === 'FactPruned') return event.open.prunedAt
  return event.open.reason === 'retracted' ? validFrom : event.open.closedAt
}

type Reinforced = Extract<NewFactEvent, { type: 'FactReinforced' }>

export function createFactIndex(
  facts: CurrentFacts,
  at: Moments,
  before: readonly CurrentFact[] = [],
): FactIndex {
  const byId = new Map<string, CurrentFact>()
  const byFingerprint = new Map<string, readonly CurrentFact[]>()
  const bySlot = new Map<string | null, readonly CurrentFact[]>()
  const told = new Map<string, Reinforced['open']>()
  const sought = createSoughtFacts(byId)
  const add = (fact: CurrentFact) => {
    byId.set(fact.id, fact)
    sought.add(fact)
    addTo(byFingerprint, fact.fingerprint, fact)
    if (fact.slot) addTo(bySlot, fact.slot, fact)
  }
  const remove = (id: string) => {
    const fact = byId.get(id)
    if (!fact) return
    byId.delete(id)
    removeFrom(byFingerprint, fact.fingerprint, fact)
    if (fact.slot) removeFrom(bySlot, fact.slot, fact)
  }
  const past = createPastFacts(before)
  const end = (event: Closing) => {
    const { factId } = event.open
    const known = byId.get(factId)
    const fact = known ?? past.byId.get(factId)
    remove(factId)
    if (!fact) return
    const ended = asItHeld(fact, event)
    if (event.type !== 'FactSuperseded') return past.put(ended)
    const ownEnd = fact.followed ? fact.followed.ownEnd : fact.validTo
    const followed = { ...ended, followed: { by: event.open.supersededBy, ownEnd } }
    if (known && endsLater(followed, at.received)) add(followed)
    else past.put(followed)
  }
  for (const fact of facts.values()) add(fact)
  return {
    byId,
    withFingerprint: (fingerprint) => byFingerprint.get(fingerprint)?.at(-1),
    withSlot: (slot) => bySlot.get(slot) ?? [],
    held: past.withSlot,
    changedPast: past.changed,
    sought,
    isTold: ({ open }) => {
      const known = byId.get(open.factId)
      const before = known?.reinforcedBy.includes(open.resourceId) ? known : told.get(open.factId)
      return before !== undefined && open.confidence <= before.confidence
    },
    evolve: (event, asserted) => {
      if (event.type === 'FactAsserted') {
        const fact = assertedAs(asserted, event)
        if (isOpen(event, at)) add(fact)
        else past.put({ ...fact, endedItself: event.open.supersededBy === null })
      }
      if (event.type === 'FactReinforced') told.set(event.open.factId, event.open)
      if (isClosing(event)) end(event)
    },
  }
}

type Groups<Key> = Map<Key, readonly CurrentFact[]>

function addTo<Key>(groups: Groups<Key>, key: Key, fact: CurrentFact): void {
  groups.set(key, [...(groups.get(key) ?? []), fact])
}

function removeFrom<Key>(groups: Groups<Key>, key: Key, fact: CurrentFact): void {
  const left = getFrom(groups, key).filter((each) => each !== fact)
  groups.set(key, left)
}
