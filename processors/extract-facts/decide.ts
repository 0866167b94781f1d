// Decides what becomes of the facts that were read: asserted, already known, or superseding what they contradict. No
// fact closes one that is trusted more (../trust.ts). Pure: time, ids and state are arguments.
import type { Place } from '../../infra/ports/memory-store.ts'
import { shortId } from '../../infra/runtime/envelope/ids.ts'
import type { Channel } from '../../schemas/channels.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import { mayClose, outranks } from '../trust.ts'
import {
  type CurrentFacts,
  createFactIndex,
  currentFact,
  type FactIndex,
  isClosing,
} from './evolve.ts'
import {
  asserted,
  confidenceOf,
  contested,
  merged,
  processed,
  reinforced,
  retracted,
  superseded,
} from './fact-events.ts'
import { contradictions, placed } from './known/contradictions.ts'
import type { CurrentFact } from './known/current-fact.ts'
import { fingerprintOf, sameValue, slotOf } from './known/fingerprint.ts'
import { areOnePlace } from './known/places-within.ts'
import {
  compareHeld,
  compareTold,
  endOf,
  hasEnded,
  outlasts,
  tellsEarlierStart,
} from './known/said-order.ts'
import { corrected, endedBy, inPlaceOf, isRetraction, retractedBy } from './known/sought/sought.ts'
import { startOf } from './known/thread.ts'
import type { ReadFact, Source } from './read-fact.ts'
import { addTotals, noTotals, type Totals } from './totals.ts'

export type Decision = {
  events: readonly NewFactEvent[]
  /** The user's current facts afterwards, as far as they were passed in. */
  facts: CurrentFacts
  /** Facts that held for a while and no longer stand, as far as that is new. */
  past: readonly CurrentFact[]
  closed: readonly string[]
  /** What the write has led to so far. */
  totals: Totals
}

/** A passage of a write. Only the last one says that the write has been processed. */
type Part = {
  before: Totals
  isLast: boolean
  /** The place of the first fact that it asserts. */
  next: Place
}

/**
 * Decides fact by fact, each seeing what the ones before it changed. `forgotten` are categories that were forgotten
 * after the write: facts in them are not asserted.
 */
export function decide(
  source: Source,
  read: readonly ReadFact[],
  {
    known,
    past,
    forgotten,
    part = { before: noTotals, isLast: true, next: startOf(source) },
  }: {
    known: CurrentFacts
    past?: readonly CurrentFact[]
    forgotten: ReadonlySet<string>
    part?: Part | undefined
  },
): Decision {
  const { before, isLast, next } = part
  const { occurredAt: saidAt, receivedAt: received } = source
  const facts = createFactIndex(known, { said: saidAt, received }, past)
  const events: NewFactEvent[] = []
  let { place } = next
  for (const [n, said] of read.entries()) {
    const ordinal = before.extracted + n
    if (forgotten.has(said.category)) continue
    const whole = corrected(said, facts)
    const ended = new Set(endedBy(whole, facts))
    const fact = placed(source, inPlaceOf(whole, ended, facts), { ended, facts })
    const id = fact.given?.id ?? factIdOf(source.resourceId, ordinal)
    const candidate = candidateOf(source, fact, id)
    const decided = decideOne(source, fact, {
      candidate,
      ended,
      facts,
      stands: { ordinal, ...next, place },
    })
    place += decided.filter(({ type }) => type === 'FactAsserted').length
    for (const event of decided) facts.evolve(event, candidate)
    events.push(...decided)
  }
  const totals = addTotals(before, read, events)
  if (isLast) events.push(processed(source, totals))
  const ended = events.filter(isClosing).map(({ open }) => open.factId)
  const closed = ended.filter((id) => !facts.byId.has(id))
  return { events, facts: facts.byId, past: facts.changedPast(), closed, totals }
}

/** The id of the fact at a place in a resource: the same however often the resource is read. */
export function factIdOf(resourceId: string, ordinal: number): string {
  return shortId(`${resourceId} ${ordinal}`)
}

export function candidateOf(source: Source, fact: ReadFact, id: string): CurrentFact {
  const { contentType, resourceId, importance } = source
  const confidence = confidenceOf(fact.confidence, importance)
  const { given } = fact
  const seen = { ...fact, contentType, scopes: given?.scopes }
  const createdAt = given?.corrects?.createdAt ?? source.occurredAt
  const said = { importance, confidence, createdAt, reinforcedBy: [] }
  // Where it stands is known when it is asserted.
  const item = { ...fact, ...given, id, resourceId, ...said, ordinal: 0, ...startOf(source) }
  return currentFact(item, { fingerprint: fingerprintOf(seen), slot: slotOf(seen) })
}

function decideOne(
  source: Source,
  fact: ReadFact,
  {
    candidate,
    ended,
    facts,
    stands,
  }: {
    candidate: CurrentFact
    /** What the words of the fact end. */
    ended: ReadonlySet<CurrentFact>
    facts: FactIndex
    stands: Place & { ordinal: number }
  },
): NewFactEvent[] {
  const { ordinal } = stands
  if (isRetraction(fact)) return retract(source, fact, { candidate, facts })
  const over = toldOver(fact, ended, facts)
  // What a fact ends itself, it does not say again: the trainee at Siemens is an engineer there now.
  const repeated = repeatedBy(fact, candidate, facts).filter(
    (each) => !ended.has(each) || each.fingerprint === candidate.fingerprint,
  )
  const known = repeated.find((each) => isEnough(fact, { candidate, known: each, over, source }))
  const refuted = known ? refutedBy(source, over, { candidate, known, facts }) : []
  if (known && !wasClaim(known, refuted, { by: fact.channel, source })) {
    const again = reinforced(source, candidate, { known, ordinal })
    return [
      // A line that a document repeats a thousand times reinforces once.
      ...(facts.isTold(again) ? [] : [again]),
      ...refuted.map((other) => superseded(source, other, { by: known.id, said: candidate })),
    ]
  }
  // A fact that only less trusted channels have said is not corroborated but replaced: the new fact has its own words
  // and its own provenance. So is one that was a claim against what the new fact refutes, since the app trusts its channel.
  const { newer, older, contests } = contradictions(source, fact, {
    candidate,
    ended,
    facts,
    repeated,
  })
  // What is corrected was never true, so it ends where it began.
  const ending = (other: CurrentFact) => (fact.given?.corrects?.id === other.id ? other : candidate)
  return [
    asserted(source, fact, { candidate, ...stands, newer, repeated }),
    ...repeated.map((other) => replaced(source, other, { by: candidate, said: ending(other) })),
    ...older.map((other) => superseded(source, other, { by: candidate.id, said: ending(other) })),
    ...contests.map(([claim, other]) => contested(source, claim, other)),
  ]
}

/**
 * True if the known fact stays and is only said again. A given fact has an id that its client knows, so it takes the
 * known one's place; so does one that tells of an earlier start, and one that ends what was to take that place: the known
 * one would end all the same.
 */
function isEnough(
  { given, channel }: ReadFact,
  {
    candidate,
    known,
    over,
    source,
  }: {
    candidate: CurrentFact
    known: CurrentFact
    over: readonly CurrentFact[]
    source: Source
  },
): boolean {
  if (given !== undefined || takesPlaceOf(channel, known.channel, source)) return false
  const closes = (of: CurrentFact) => mayClose({ by: channel, of: of.channel }, source.trusted)
  const endsNext = over.some((other) => other.id === known.followed?.by && closes(other))
  return !(endsNext || tellsEarlierStart(candidate, known)) || !closes(known)
}

/** True if the known fact was a claim against what is refuted now: its own app did not trust its channel then. */
function wasClaim(
  { channel }: CurrentFact,
  refuted: readonly CurrentFact[],
  { by, source }: { by: Channel; source: Source },
): boolean {
  const isReplaced = mayClose({ by, of: channel }, source.trusted)
  return isReplaced && refuted.some((other) => outranks(other.channel, channel))
}

/** Uses the default order as well: a channel that an app trusts for a while as its user is still not the user. */
function takesPlaceOf(by: Channel, of: Channel, { trusted }: Source): boolean {
  const isTrustedMore = !mayClose({ by: of, of: by }, trusted)
  return isTrustedMore || (outranks(by, of) && mayClose({ by, of }, trusted))
}

/**
 * Merged within a category; otherwise superseded, so that forgetting one of two categories leaves the other as it is.
 */
function replaced(
  source: Source,
  old: CurrentFact,
  { by, said }: { by: CurrentFact; said: CurrentFact },
): NewFactEvent {
  return old.category === by.category
    ? merged(source, old, { into: by.id, at: endOf(old, said) })
    : superseded(source, old, { by: by.id, said })
}

/** A retraction is no fact: it closes what it names, and asserts nothing. */
function retract(
  source: Source,
  fact: ReadFact,
  { candidate, facts }: { candidate: CurrentFact; facts: FactIndex },
): NewFactEvent[] {
  const { trusted } = source
  return (
    retractedBy(fact, facts)
      .filter((known) => mayClose({ by: candidate.channel, of: known.channel }, trusted))
      // What was said later stands.
      .filter((known) => compareTold(known, candidate) <= 0)
      .flatMap((known) => retracted(source, known) ?? [])
  )
}

/** Facts that say the same: those that the engine names first, then by the words, then by the value. */
function repeatedBy(fact: ReadFact, candidate: CurrentFact, facts: FactIndex): CurrentFact[] {
  const named = fact.duplicateOf === null ? undefined : facts.byId.get(fact.duplicateOf)
  const sameWords = facts.withFingerprint(candidate.fingerprint)
  const sameValued = facts
    .withSlot(candidate.slot)
    .filter((other) => sameValue(other.value, candidate.value))
  return [...new Set([named ?? [], sameWords ?? [], sameValued].flat())]
}

/** What the words themselves end: named by the engine, or found by what they say is over. */
function toldOver(
  { contradicts }: ReadFact,
  ended: ReadonlySet<CurrentFact>,
  facts: FactIndex,
): CurrentFact[] {
  const named = contradicts.flatMap((id) => facts.byId.get(id) ?? [])
  return [...new Set([...named, ...ended])]
}

/** Other values that stand beside a known one. The new fact says the known one again and puts an end to them. */
function refutedBy(
  { trusted }: Source,
  over: readonly CurrentFact[],
  { candidate, known, facts }: { candidate: CurrentFact; known: CurrentFact; facts: FactIndex },
): CurrentFact[] {
  // A given fact has words alone: what it is about is told by who says it again.
  const isPlaced = known.slot !== null
  const saysTheSame = isPlaced
    ? known.slot === candidate.slot && sameValue(known.value, candidate.value)
    : known.fingerprint === candidate.fingerprint
  const inPlace = facts.withSlot(saysTheSame ? candidate.slot : null)
  return [...new Set([...inPlace, ...over])]
    .filter((other) => other !== known && !(saysTheSame && sameValue(other.value, candidate.value)))
    .filter((other) => !areOnePlace(other, candidate))
    .filter(
      (other) =>
        (over.includes(other) ? compareTold : compareHeld)(other, candidate) <= 0 &&
        !hasEnded(other.validTo, candidate.validFrom) &&
        !outlasts(other, candidate) &&
        mayClose({ by: candidate.channel, of: other.channel }, trusted),
    )
}
