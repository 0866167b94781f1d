// What becomes of facts that clients give, change, and take back. They take their place among the user's writes. The
// language model computes their embedding only, and extracts no facts from them.
import type { LanguageModel } from '../../infra/ports/language-model.ts'
import { type Item, isCurrent, type MemoryStore } from '../../infra/ports/memory-store.ts'
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
import { correctedFact, readGiven, type Unembedded } from './given-fact.ts'
import type { CurrentFact } from './known/current-fact.ts'
import type { Source } from './read-fact.ts'
import { emitted, type GivenWrite, type Opening, opened, sourceOf } from './reading/open-write.ts'
import { addTotals, noTotals } from './totals.ts'

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

async function assert(work: Giving, { importance, ...fact }: Unembedded): Promise<Outcome> {
  const source = givenSource(work, importance)
  const read = [{ ...fact, embedding: await embeddingOf(work.language, fact) }]
  const part = { before: noTotals, isLast: true }
  const { decision, committed } = await decideOn(work, source, { read, part })
  return { outcome: 'emit', events: emitted(source, decision.events), committed }
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
  if (fact && action === 'corrected') return assert(work, correctedFact(fact, changes, work.event))
  const source = givenSource(work, fact?.importance ?? 'medium')
  const told = fact ? [toldOf(source, fact, { action, changes })] : []
  const saidIn = fact ? [fact.category] : await categoriesOfEnded(work, factId)
  const events = [...told, processed(source, { ...addTotals(noTotals, [], told), saidIn })]
  const committed = remembered(work, source, {
    facts: fact ? [{ ...fact, ...weighed(fact, changes) }] : [],
    closed: told.filter(isClosing).map(({ open }) => open.factId),
    events,
  })
  return { outcome: 'emit', events: emitted(source, events), committed }
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

/**
 * The correction that took the place of an item. Of two facts that clients gave, the later one is a correction if both
 * were said at the same time (those of earlier versions: if both hold since the same time); otherwise it says something
 * else.
 */
async function correctionOf(
  memory: Pick<MemoryStore, 'itemDocuments'>,
  { appId, userId }: Scope,
  item: Item | undefined,
): Promise<string | null> {
  const id = item?.supersededBy ?? null
  if (!item || id === null || writeOfGiven(id) === null) return null
  const [next] = await memory.itemDocuments([{ appId, userId, id }])
  const { createdAt, validFrom } = next?.item ?? {}
  return createdAt === item.createdAt || validFrom === item.validFrom ? id : null
}
