// What becomes of facts that clients give, change, and take back. They take their place among the user's writes. The
// language model computes their embedding only, and extracts no facts from them.
import { type Item, isCurrent } from '../../../infra/ports/memory-store.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { writeOfGiven } from '../../../infra/runtime/envelope/ids.ts'
import { quantise, toBase64 } from '../../../infra/runtime/envelope/vectors.ts'
import type { Outcome } from '../../../infra/runtime/run/processor.ts'
import { type Revision, revision } from '../../../schemas/api/reading/items.ts'
import type { NewFactEvent } from '../../../schemas/events/catalogue.ts'
import { GIVEN_ENGINE } from '../../../schemas/facts.ts'
import type { Importance } from '../../../schemas/identifiers.ts'
import { documentsOf } from '../../documents-of.ts'
import { decideOn, forgottenSince, remembered } from '../decide-on.ts'
import { asItHeld } from '../evolve.ts'
import { closed, marked, processed } from '../fact-events.ts'
import type { CurrentFact } from '../known/current-fact.ts'
import { byStart, hasEnded } from '../known/said-order.ts'
import type { Source } from '../read-fact.ts'
import { emitted, type GivenWrite, type Opening, opened, sourceOf } from '../reading/open-write.ts'
import type { Committed } from '../running/long-writes.ts'
import { addTotals, noTotals, type Totals } from '../totals.ts'
import { closedBy, contesting } from './freed-facts.ts'
import { continuedFact, correctedFact, readGiven, type Unembedded } from './given-fact.ts'
import { factOf, isCorrectionOf, mergedInto, saysOther } from './merged-facts.ts'

/** How many corrections of corrections are followed to reach the one that stands. */
const MAX_CORRECTIONS = 20

type Giving = Opening<GivenWrite>
type Revised = Extract<GivenWrite, { type: 'FactRevised' }>

export function give(work: Giving): Promise<Outcome> {
  const { event } = work
  return opened(work, ({ text }) => {
    const raw: unknown = JSON.parse(text)
    if (event.type === 'FactGiven') return assert(work, readGiven(raw, event))
    return revise({ ...work, event }, revision.parse(raw))
  })
}

async function assert(work: Giving, fact: Unembedded): Promise<Outcome> {
  const { source, decision, committed } = await decided(work, fact, noTotals)
  const events = [...decision.events, processed(source, decision.totals)]
  return outcomeOf(source, events, [committed])
}

/** `before`: what the write has led to before this fact. */
async function decided(work: Giving, { importance, ...fact }: Unembedded, before: Totals) {
  const source = givenSource(work, importance)
  const read = [{ ...fact, embedding: await embeddingOf(work, fact) }]
  const part = { before, isLast: false }
  return { source, ...(await decideOn(work, source, { read, part })) }
}

function givenSource(work: Giving, importance: Importance): Source {
  return sourceOf(work, { contentType: 'fact', importance, engine: GIVEN_ENGINE })
}

/** Includes the aliases, so that they are found by meaning as well. */
async function embeddingOf(
  { language, hand }: Pick<Giving, 'language' | 'hand'>,
  { text, given }: Pick<Unembedded, 'text' | 'given'>,
): Promise<string> {
  const words = [text, ...given.aliases].join('\n')
  const vector = firstOf(await language.embed([words], hand.signal))
  return toBase64(quantise(vector))
}

async function revise(work: Opening<Revised>, changes: Revision): Promise<Outcome> {
  const { action, factId } = work.event.open
  const fact = await standing(work, factId)
  if (!fact) return leftAlone(work, factId)
  if (action === 'corrected') return correct(work, fact, changes)
  if (action === 'marked') return mark(work, fact, changes)
  return close(work, fact, action)
}

/** A fact that has been closed, and not by a correction, is left as it is. */
async function leftAlone(work: Opening<Revised>, factId: string): Promise<Outcome> {
  const source = givenSource(work, 'medium')
  const saidIn = await categoriesOfEnded(work, factId)
  const committed = remembered(work, source, { facts: [], closed: [], events: [] })
  return outcomeOf(source, [processed(source, { ...noTotals, saidIn })], [committed])
}

async function mark(
  work: Opening<Revised>,
  fact: CurrentFact,
  changes: Revision,
): Promise<Outcome> {
  const source = givenSource(work, fact.importance)
  const events = [marked(source, fact, changes)]
  const { importance = fact.importance, pinned = fact.traits.pinned } = changes
  const facts = [{ ...fact, importance, traits: { ...fact.traits, pinned } }]
  const committed = remembered(work, source, { facts, closed: [], events })
  return outcomeOf(source, [...events, changedOne(source, fact, events)], [committed])
}

async function close(
  work: Opening<Revised>,
  fact: CurrentFact,
  reason: 'resolved' | 'retracted',
): Promise<Outcome> {
  const source = givenSource(work, fact.importance)
  const repeated = reason === 'retracted' ? await untrue(work, source, fact) : null
  const told = closed(source, fact, reason)
  const change = { facts: [], closed: [fact.id], past: [asItHeld(fact, told)], events: [told] }
  const committed = remembered(work, source, change)
  const facts = await freedBy(work, fact, reason)
  const continued = await toldAgain(work, fact, { facts, before: noTotals, next: null })
  const events = [told, ...(repeated?.events ?? []), ...continued.events]
  return outcomeOf(
    source,
    [...events, changedOne(source, fact, events)],
    [committed, repeated?.committed, ...continued.committed],
  )
}

/** The write has said something in the category of the fact that it changes. */
function changedOne(
  source: Source,
  { category }: CurrentFact,
  events: readonly NewFactEvent[],
): NewFactEvent {
  return processed(source, { ...addTotals(noTotals, [], events), saidIn: [category] })
}

function outcomeOf(
  source: Source,
  events: readonly NewFactEvent[],
  told: readonly (Committed | undefined)[],
): Outcome {
  const committed: Committed = (positions) => {
    for (const each of told) each?.(positions)
  }
  return { outcome: 'emit', events: emitted(source, events), committed }
}

/** What said the same and was merged into a fact that was never true was not true either. */
async function untrue(work: Opening<Revised>, source: Source, fact: CurrentFact) {
  const repeated = await mergedInto(work, fact.id)
  const told = repeated.map((each) => ({ each, event: closed(source, each, 'retracted') }))
  const events = told.map(({ event }) => event)
  const past = told.map(({ each, event }) => asItHeld(each, event))
  const change = { facts: [], closed: past.map(({ id }) => id), past, events }
  return { events, committed: remembered(work, source, change) }
}

/** Each without the end that `closing` gave it, or until `next` begins, which takes its place. */
async function toldAgain(
  work: Opening<Revised>,
  closing: CurrentFact,
  { facts, before, next }: { facts: readonly CurrentFact[]; before: Totals; next: string | null },
) {
  const events: NewFactEvent[] = []
  const committed: Committed[] = []
  const contradicts = namedFor(closing, next)
  let totals = before
  for (const ending of facts) {
    const fact = continuedFact(ending, { id: work.event.id, nth: totals.extracted })
    const told = await decided(work, { ...fact, contradicts }, totals)
    totals = told.decision.totals
    events.push(...told.decision.events)
    committed.push(told.committed)
  }
  return { events, committed }
}

/**
 * What holds on once a fact is closed: what it has closed, if it was never true; what was to end when it began, if that is
 * still to come; and what less trusted channels say in its place.
 */
async function freedBy(
  work: Opening<Revised>,
  fact: CurrentFact,
  reason: 'resolved' | 'retracted',
): Promise<CurrentFact[]> {
  const wasTrue = reason === 'resolved' && !isPlanned(work, fact)
  const ended = wasTrue ? [] : await endedBy(work, fact)
  return [...ended, ...(await contesting(work, fact))]
}

async function endedBy(work: Opening<Revised>, fact: CurrentFact): Promise<CurrentFact[]> {
  return [...(await endingWith(work, fact)), ...(await closedBy(work, fact))]
}

/** What ends, or has ended, when the fact begins that follows it. */
async function endingWith(
  work: Opening<Revised>,
  { id, slot }: CurrentFact,
): Promise<CurrentFact[]> {
  const { memory, recent, event } = work
  const planned = await documentsOf(memory, event, [id])
  const superseded = planned.flatMap(({ item }) => item.supersedes)
  const named = await documentsOf(memory, event, superseded)
  const slots = slot === null ? [] : [slot]
  const inPlace = await memory.matching(event, { fingerprints: [], slots })
  const committed = [...named, ...inPlace].filter(({ item }) => isCurrent(item))
  const standing = recent.overlay(event, committed.map(factOf))
  return [...standing.values()].filter(({ followed }) => followed?.by === id)
}

/** The values of a place contradict each other without being named. */
function namedFor({ slot }: CurrentFact, next: string | null): string[] {
  return slot === null && next !== null ? [next] : []
}

function isPlanned({ event }: Opening<Revised>, fact: CurrentFact): boolean {
  return byStart(fact, { validFrom: event.occurredAt }) > 0
}

/** A value that begins later than was said: what ended when it was to begin holds on until it begins now. */
async function correct(
  work: Opening<Revised>,
  fact: CurrentFact,
  changes: Revision,
): Promise<Outcome> {
  const contradicts = namedFor(fact, fact.followed?.by ?? null)
  const corrected = { ...correctedFact(fact, changes, work.event), contradicts }
  const { source, decision, committed } = await decided(work, corrected, noTotals)
  const isPutOff = byStart(fact, corrected) < 0
  const isOver = hasEnded(corrected.validTo, work.event.occurredAt)
  const facts = [
    ...(isPutOff ? await endedBy(work, fact) : []),
    ...(isOver ? await contesting(work, fact) : []),
  ]
  const next = { before: decision.totals, next: corrected.given.id }
  const continued = await toldAgain(work, fact, { facts, ...next })
  const repeated = saysOther(corrected, fact) ? await untrue(work, source, fact) : null
  const more = [...continued.events, ...(repeated?.events ?? [])]
  const totals = addTotals(decision.totals, [], more)
  const events = [...decision.events, ...more, processed(source, totals)]
  return outcomeOf(source, events, [committed, ...continued.committed, repeated?.committed])
}

/**
 * What a change of a fact that stands no more was about: the category in which the fact is kept, or if it is gone, those
 * that were forgotten since the change was written.
 */
async function categoriesOfEnded(work: Opening<Revised>, factId: string) {
  const { memory, event, delivered } = work
  const [document] = await documentsOf(memory, event, [factId])
  if (document) return [document.item.category]
  return forgottenSince(await memory.fences([event]), delivered.position).sort()
}

/** The fact itself, or the correction that has taken its place since; null if it is closed or gone. */
async function standing(work: Opening<Revised>, factId: string): Promise<CurrentFact | null> {
  const { memory, recent, event } = work
  let id = factId
  for (let n = 0; n < MAX_CORRECTIONS; n++) {
    const [document] = await documentsOf(memory, event, [id])
    const committed = document && isCurrent(document.item) ? [factOf(document)] : []
    const fact = recent.overlay(event, committed).get(id)
    if (fact) return fact
    const next = recent.correctedBy(event, id) ?? (await correctionOf(work, document?.item))
    if (next === null) return null
    id = next
  }
  return null
}

async function correctionOf(
  { memory, event }: Opening<Revised>,
  item: Item | undefined,
): Promise<string | null> {
  const id = item?.supersededBy ?? null
  if (!item || id === null || writeOfGiven(id) === null) return null
  const [next] = await documentsOf(memory, event, [id])
  return next && isCorrectionOf(item, next.item) ? id : null
}
