// Which of the known facts a new one ends, which end it, and which stand against it because neither may end the other.
// Pure. Facts of its place that no longer stand count too: one that is told later may have held before them, or between
// two of them, and no two values of a place hold at once.
import { endsLater } from '../../../infra/ports/rules/item-times.ts'
import { mayClose } from '../../trust.ts'
import type { FactIndex } from '../evolve.ts'
import type { ReadFact, Source } from '../read-fact.ts'
import type { CurrentFact } from './current-fact.ts'
import { sameValue, slotOf } from './fingerprint.ts'
import { areOnePlace } from './places-within.ts'
import {
  byStart,
  compareHeld,
  compareTold,
  endOf,
  hasEnded,
  isOutlived,
  outlasts,
} from './said-order.ts'

type Contradictions = {
  /** The nearest fact that puts an end to this one. */
  newer: CurrentFact | undefined
  /** Facts that this one puts an end to. */
  older: readonly CurrentFact[]
  /** Pairs in which neither may end the other: the less trusted one first. */
  contests: readonly (readonly [claim: CurrentFact, other: CurrentFact])[]
}

/** The slot of the fact, as far as only the known facts can tell it. "No longer in Berlin" ends no home in Madrid. */
export function placed(
  { trusted }: Source,
  fact: ReadFact,
  { ended, facts }: { ended: ReadonlySet<CurrentFact>; facts: FactIndex },
): ReadFact {
  const ofItsPlace = facts.withSlot(slotOf(fact))
  // What is trusted more stands whatever the words end, and so tells nothing about the others.
  const closable = ofItsPlace.filter((known) =>
    mayClose({ by: fact.channel, of: known.channel }, trusted),
  )
  const isAside = endsSomethingElse(fact, ended, closable) || isOutlived(fact, ofItsPlace)
  return isAside ? { ...fact, exclusive: false } : fact
}

function endsSomethingElse(
  fact: ReadFact,
  ended: ReadonlySet<CurrentFact>,
  ofItsPlace: readonly CurrentFact[],
): boolean {
  // What also ends, under another attribute, tells nothing about this one.
  const isSaidOver = fact.seeks?.some(({ kind, attribute }) => kind !== 'updates' && !attribute)
  if (fact.value !== 'none' || !isSaidOver) return false
  const holding = ofItsPlace.filter(({ value }) => value !== 'none')
  return holding.length > 0 && !holding.some((known) => ended.has(known))
}

/** A fact supersedes only older ones (said-order.ts); if a newer one stands, the fact itself is out of date. */
export function contradictions(
  { trusted, occurredAt, receivedAt }: Source,
  fact: ReadFact,
  {
    candidate,
    ended: endedByWords,
    facts,
    repeated,
  }: {
    candidate: CurrentFact
    ended: ReadonlySet<CurrentFact>
    facts: FactIndex
    repeated: readonly CurrentFact[]
  },
): Contradictions {
  const named = fact.contradicts.flatMap((id) => facts.byId.get(id) ?? [])
  const replaced = (fact.given?.supersedes ?? [])
    .flatMap((id) => facts.byId.get(id) ?? [])
    .filter((other) => !repeated.includes(other))
  const isOther = (other: CurrentFact) =>
    !repeated.includes(other) && !replaced.includes(other) && !areOnePlace(other, candidate)
  const all = [...new Set([...named, ...facts.withSlot(candidate.slot)])].filter(
    (other) => isOther(other) && overlaps(other, candidate),
  )
  const ended = [...endedByWords].filter(isOther)
  // What the words themselves end is over, also where it would only have begun later.
  const isTold = (other: CurrentFact) => named.includes(other) || ended.includes(other)
  const compare = (other: CurrentFact) =>
    (isTold(other) ? compareTold : compareHeld)(other, candidate)
  const later = all.filter((other) => compare(other) > 0)
  const past = facts
    .held(candidate.slot)
    .filter((other) => isOther(other) && overlaps(other, candidate))
  const isEarlier = (other: CurrentFact) => compare(other) <= 0 && !outlasts(other, candidate)
  const earlier = [...new Set([...all, ...ended])].filter(isEarlier)
  const closes = (by: CurrentFact, of: CurrentFact) =>
    mayClose({ by: by.channel, of: of.channel }, trusted)
  const isNewer = (other: CurrentFact) =>
    compareHeld(other, candidate) > 0 && !(later.length === 0 && isStayWithin(candidate, other))
  const newer = [...later, ...past.filter(isNewer)]
    .filter((other) => closes(other, candidate))
    .sort(byStart)[0]
  const isYielding =
    newer && !endsLater({ ...candidate, validTo: endOf(candidate, newer) }, receivedAt)
  const isClosed = isYielding || hasEnded(fact.validTo, occurredAt)
  const contests = isClosed
    ? []
    : [
        ...earlier.filter((other) => !closes(candidate, other)).map((o) => [candidate, o] as const),
        ...later.filter((other) => !closes(other, candidate)).map((o) => [o, candidate] as const),
      ]
  // One of the same value was right to hold as long as it did.
  const before = past.filter(
    (other) =>
      compareHeld(other, candidate) <= 0 &&
      !outlasts(other, candidate) &&
      !sameValue(other.value, candidate.value),
  )
  const older = [...earlier, ...before].filter((other) => closes(candidate, other))
  return { newer, older: [...replaced, ...older], contests }
}

function isStayWithin(fact: CurrentFact, past: CurrentFact): boolean {
  return past.endedItself === true && outlasts(fact, past)
}

/** What had ended when the other began has nothing to do with it. */
function overlaps(a: CurrentFact, b: CurrentFact): boolean {
  return !hasEnded(a.validTo, b.validFrom) && !hasEnded(b.validTo, a.validFrom)
}
