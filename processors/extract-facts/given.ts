// What becomes of facts that clients give, change, and take back. They take their place among the user's writes. The
// language model computes their embedding only, and extracts no facts from them.
import type { LanguageModel } from '../../infra/ports/language-model.ts'
import {
  type Item,
  type ItemDocument,
  isCurrent,
  type MemoryStore,
} from '../../infra/ports/memory-store.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { writeOfGiven } from '../../infra/runtime/envelope/ids.ts'
import { quantise, toBase64 } from '../../infra/runtime/envelope/vectors.ts'
import type { Outcome } from '../../infra/runtime/run/processor.ts'
import { type Revision, revision } from '../../schemas/api/reading/items.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import { GIVEN_ENGINE } from '../../schemas/facts.ts'
import type { Importance, Scope } from '../../schemas/identifiers.ts'
import { decideOn, forgottenSince, remembered } from './decide-on.ts'
import { currentFact, isClosing } from './evolve.ts'
import { closed, marked, processed } from './fact-events.ts'
import { continuedFact, correctedFact, readGiven, type Unembedded } from './given-fact.ts'
import type { CurrentFact } from './known/current-fact.ts'
import { foldedWords } from './known/fingerprint.ts'
import { byStart } from './known/said-order.ts'
import type { Source } from './read-fact.ts'
import { emitted, type GivenWrite, type Opening, opened, sourceOf } from './reading/open-write.ts'
import type { Committed } from './running/long-writes.ts'
import { addTotals, noTotals, type Totals } from './totals.ts'

/** How many corrections of corrections are followed to reach the one that stands. */
const MAX_CORRECTIONS = 20

/** How many facts that say the same are taken back with one. */
const MAX_MERGED = 200

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
  const read = [{ ...fact, embedding: await embeddingOf(work.language, fact) }]
  const part = { before, isLast: false }
  return { source, ...(await decideOn(work, source, { read, part })) }
}

function givenSource(work: Giving, importance: Importance): Source {
  return sourceOf(work, { contentType: 'fact', importance, engine: GIVEN_ENGINE })
}

/** Includes the aliases, so that they are found by meaning as well. */
async function embeddingOf(
  language: LanguageModel,
  { text, given }: Pick<Unembedded, 'text' | 'given'>,
): Promise<string> {
  const vector = firstOf(await language.embed([[text, ...(given?.aliases ?? [])].join('\n')]))
  return toBase64(quantise(vector))
}

/** A fact that has been closed, and not by a correction, is left as it is. */
async function revise(work: Opening<Revised>, changes: Revision): Promise<Outcome> {
  const { action, factId } = work.event.open
  const fact = await standing(work, factId)
  if (fact && action === 'corrected') return correct(work, fact, changes)
  const source = givenSource(work, fact?.importance ?? 'medium')
  const repeated = fact && action === 'retracted' ? await untrue(work, source, fact) : null
  const told = fact ? [toldOf(source, fact, { action, changes })] : []
  const saidIn = fact ? [fact.category] : await categoriesOfEnded(work, factId)
  const committed = remembered(work, source, {
    facts: fact ? [{ ...fact, ...weighed(fact, changes) }] : [],
    closed: told.filter(isClosing).map(({ open }) => open.factId),
    past: fact && told.some(isClosing) ? [asItHeld(source, fact, action)] : [],
    events: told,
  })
  const continued = fact && told.some(isClosing) ? await heldOn(work, fact, noTotals) : null
  const all = [...told, ...(repeated?.events ?? []), ...(continued?.events ?? [])]
  const events = [...all, processed(source, { ...addTotals(noTotals, [], all), saidIn })]
  return outcomeOf(source, events, [committed, repeated?.committed, continued?.committed])
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
  const repeated = await mergedInto(work.memory, work.event, fact.id)
  const events = repeated.map(({ item }) => closed(source, item, 'retracted'))
  const past = repeated.map((document) =>
    asItHeld(source, currentFact(document.item, document), 'retracted'),
  )
  const change = { facts: [], closed: past.map(({ id }) => id), past, events }
  return { events, committed: remembered(work, source, change) }
}

type Store = Pick<MemoryStore, 'itemDocuments' | 'matching'>

/** What was merged into a fact, also into those that it corrects: the client sees one fact. The nearest first. */
async function mergedInto(
  memory: Store,
  { appId, userId }: Scope,
  id: string,
): Promise<ItemDocument[]> {
  const read = (ids: readonly string[]) =>
    memory.itemDocuments(ids.map((each) => ({ appId, userId, id: each })))
  const found: ItemDocument[] = []
  const seen = new Set([id])
  for (let into = await read([id]); into.length > 0 && found.length < MAX_MERGED; ) {
    const ids = new Set(into.map(({ item }) => item.id))
    const older = await read([...new Set(into.flatMap(({ item }) => item.supersedes))])
    const merged = older.filter(
      ({ item }) => item.merged && !item.pruned && ids.has(item.supersededBy ?? ''),
    )
    found.push(...merged)
    const next = [...merged, ...(await filedOtherwise(memory, { appId, userId }, into))]
    into = next.filter(({ item }) => !seen.has(item.id))
    for (const { item } of into) seen.add(item.id)
  }
  return found
}

/** What was filed under another category, and stands under that one as the given facts: they do not name it. */
async function filedOtherwise(
  memory: Store,
  owner: Scope,
  facts: readonly ItemDocument[],
): Promise<ItemDocument[]> {
  const given = facts.filter(({ item }) => writeOfGiven(item.id) !== null)
  const byId = new Map(given.map(({ item }) => [item.id, item]))
  const fingerprints = [...new Set(given.map(({ fingerprint }) => fingerprint))]
  const slots = [...new Set(given.flatMap(({ slot }) => slot ?? []))]
  const query = { fingerprints, slots, closed: true, most: MAX_MERGED } as const
  const alike = given.length > 0 ? await memory.matching(owner, query) : []
  return alike.filter(({ item }) => {
    const by = byId.get(item.supersededBy ?? '')
    return by && !item.merged && isCorrectionOf(item, by) && !saysOther(by, item)
  })
}

/**
 * Of two facts that clients gave, the later one is a correction if both were said at the same time (those of earlier
 * versions: if both hold since the same time); otherwise it says something else.
 */
function isCorrectionOf(item: Item, { createdAt, validFrom }: Item): boolean {
  return createdAt === item.createdAt || validFrom === item.validFrom
}

type Said = { text: string; value: string | null }

function saysOther(one: Said, other: Said): boolean {
  const isSame = (a: string | null, b: string | null) =>
    foldedWords(a ?? '') === foldedWords(b ?? '')
  return !isSame(one.text, other.text) || !isSame(one.value, other.value)
}

/** The fact as it held: what is taken back held at no time. */
function asItHeld(source: Source, fact: CurrentFact, action: Revised['open']['action']) {
  return { ...fact, validTo: action === 'retracted' ? fact.validFrom : source.occurredAt }
}

/**
 * What is closed before it begins takes the place of nothing: the value that was to end then is told again, without
 * that end. Null where there is none.
 */
async function heldOn(work: Opening<Revised>, planned: CurrentFact, before: Totals) {
  if (planned.slot === null || !isPlanned(work, planned)) return null
  const { memory, recent, event } = work
  const inPlace = await memory.matching(event, { fingerprints: [], slots: [planned.slot] })
  const standing = recent.overlay(
    event,
    inPlace.map((document) => currentFact(document.item, document)),
  )
  const ending = [...standing.values()].find(({ followed }) => followed?.by === planned.id)
  if (!ending) return null
  const fact = continuedFact(ending, { id: event.id, nth: before.extracted })
  const { decision, committed } = await decided(work, fact, before)
  return { events: decision.events, committed }
}

function isPlanned({ event }: Opening<Revised>, fact: CurrentFact): boolean {
  return byStart(fact, { validFrom: event.occurredAt }) > 0
}

/** A planned value that is put off: what was to end when it began holds on until it begins now. */
async function correct(
  work: Opening<Revised>,
  fact: CurrentFact,
  changes: Revision,
): Promise<Outcome> {
  const corrected = correctedFact(fact, changes, work.event)
  const { source, decision, committed } = await decided(work, corrected, noTotals)
  const isPutOff = isPlanned(work, fact) && byStart(fact, corrected) < 0
  const continued = isPutOff ? await heldOn(work, fact, decision.totals) : null
  const repeated = saysOther(corrected, fact) ? await untrue(work, source, fact) : null
  const more = [...(continued?.events ?? []), ...(repeated?.events ?? [])]
  const totals = addTotals(decision.totals, [], more)
  const events = [...decision.events, ...more, processed(source, totals)]
  return outcomeOf(source, events, [committed, continued?.committed, repeated?.committed])
}

function toldOf(
  source: Source,
  fact: CurrentFact,
  { action, changes }: { action: Revised['open']['action']; changes: Revision },
): NewFactEvent {
  if (action === 'resolved' || action === 'retracted') return closed(source, fact, action)
  return marked(source, fact, changes)
}

/**
 * What a change of a fact that stands no more was about: the category in which the fact is kept, or if it is gone, those
 * that were forgotten since the change was written.
 */
async function categoriesOfEnded({ memory, event, delivered }: Opening<Revised>, factId: string) {
  const { appId, userId } = event
  const [document] = await memory.itemDocuments([{ appId, userId, id: factId }])
  if (document) return [document.item.category]
  return forgottenSince(await memory.fences([{ appId, userId }]), delivered.position).sort()
}

function weighed({ traits, importance }: CurrentFact, changes: Revision) {
  return {
    importance: changes.importance ?? importance,
    traits: { ...traits, pinned: changes.pinned ?? traits.pinned },
  }
}

/** The fact itself, or the correction that has taken its place since; null if it is closed or gone. */
async function standing(
  { memory, recent, event }: Opening<Revised>,
  factId: string,
): Promise<CurrentFact | null> {
  const { appId, userId } = event
  let id = factId
  for (let n = 0; n < MAX_CORRECTIONS; n++) {
    const [document] = await memory.itemDocuments([{ appId, userId, id }])
    const isOpen = document && isCurrent(document.item)
    const committed = isOpen ? [currentFact(document.item, document)] : []
    const fact = recent.overlay(event, committed).get(id)
    if (fact) return fact
    const next =
      recent.correctedBy(event, id) ?? (await correctionOf(memory, event, document?.item))
    if (next === null) return null
    id = next
  }
  return null
}

/** The correction that took the place of an item. */
async function correctionOf(
  memory: Pick<MemoryStore, 'itemDocuments'>,
  { appId, userId }: Scope,
  item: Item | undefined,
): Promise<string | null> {
  const id = item?.supersededBy ?? null
  if (!item || id === null || writeOfGiven(id) === null) return null
  const [next] = await memory.itemDocuments([{ appId, userId, id }])
  return next && isCorrectionOf(item, next.item) ? id : null
}
