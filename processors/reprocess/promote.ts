// Handles a FactsReread: promotes what another engine has read in the user's raw content. It takes its place among the
// user's writes, so that what clients have corrected or forgotten by then counts.
import type { ItemDocument } from '../../infra/ports/memory-store.ts'
import { isFenced } from '../../infra/ports/projection.ts'
import { nth } from '../../infra/runtime/certain.ts'
import { unseal } from '../../infra/runtime/envelope/seal.ts'
import { quantise, toBase64 } from '../../infra/runtime/envelope/vectors.ts'
import {
  type Delivered,
  nothing,
  type Outcome,
  type Work,
} from '../../infra/runtime/run/processor.ts'
import { waitFor } from '../../infra/runtime/wait/wait-for.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import { type RereadPart, rereadPart } from '../../schemas/events/reread-part.ts'
import { scopeOf } from '../../schemas/identifiers.ts'
import { documentsOf } from '../documents-of.ts'
import { currentFact, isClosing } from '../extract-facts/evolve.ts'
import type { CurrentFact } from '../extract-facts/known/current-fact.ts'
import { hasEnded } from '../extract-facts/known/said-order.ts'
import { endsOf } from '../extract-facts/known/thread.ts'
import { isForgotten } from '../extract-facts/running/may-begin.ts'
import type { PartitionState } from '../extract-facts/running/partition-state.ts'
import { decide, type Now, type Reread, sayingOf } from './decide.ts'
import { forgottenWords } from './remaining-words.ts'

type Asserted = Extract<NewFactEvent, { type: 'FactAsserted' }>
type Rereading = PartitionState & { hand: Work; event: Reread; delivered: Delivered }

/** A resource has fewer facts that another reading could touch. */
const MOST_OF_RESOURCE = 10_000

/** Without its key or its object, the part was forgotten or promoted before. */
export async function promote(work: Rereading): Promise<Outcome> {
  const { event, hand, recent, objects } = work
  recent.retract(event, event.id)
  // It decides on facts as they stand, so what precedes it must be in the state.
  await hand.turn.aside(() =>
    waitFor(async () => recent.uncommitted(event).size === 0, hand.signal),
  )
  if (await isForgotten(work, work.delivered, event)) return nothing
  const part = await openPart(work)
  if (!part) return nothing
  const came = await withVectors(work, part)
  const events = decide(event, { ...part, came }, await stateNow(work, part))
  const { keyGeneration, objectKey } = event.open
  const drop = rememberedBy(work, events)
  return {
    outcome: 'emit',
    events: events.map((each) => ({ event: each, keyGeneration })),
    committed: (positions) => {
      drop()
      work.lead.published(event.appId, positions)
      // What was promoted lies in the log now. What fails here is removed by the command that promotes.
      objects.deleteMany([objectKey]).catch(() => undefined)
    },
  }
}

async function openPart({ objects, keys, event }: Rereading): Promise<RereadPart | null> {
  const { objectKey, keyGeneration } = event.open
  const [sealed, key] = await Promise.all([objects.get(objectKey), keys.get(event, keyGeneration)])
  if (!sealed || !key) return null
  return rereadPart.parse(JSON.parse(Buffer.from(unseal(key, event, sealed)).toString('utf8')))
}

/** Vectors of another model cannot be compared with those in use, so they are made again; missing ones are made. */
async function withVectors(
  { language }: Pick<Rereading, 'language'>,
  { came, embedding }: RereadPart,
): Promise<RereadPart['came']> {
  const isOurs = embedding === language.embedding.model
  const others = came.filter(({ sealed }) => !isOurs || sealed.embedding === '')
  if (others.length === 0) return came
  const vectors = await language.embed(others.map(({ sealed }) => sealed.text))
  const made = new Map(others.map((each, n) => [each, toBase64(quantise(nth(vectors, n)))]))
  return came.map((each) => {
    const embedding = made.get(each) ?? each.sealed.embedding
    return { ...each, sealed: { ...each.sealed, embedding } }
  })
}

async function stateNow(work: Rereading, { went, came, embedded }: RereadPart): Promise<Now> {
  const { memory, event, delivered } = work
  const near = await factsNear(work, came)
  const ids = [
    ...[...went, ...(embedded?.vectors ?? [])].map(({ factId }) => factId),
    ...went.flatMap(({ by }) => by ?? []),
    ...came.map(({ open }) => open.factId),
  ]
  const asked = await documentsOf(memory, event, ids)
  const byId = new Map(asked.map((document) => [document.item.id, document]))
  const fences = await memory.fences([event])
  const isHidden = forgottenWords(fences, near)
  const since = fences.filter(
    ({ category, before }) => category !== null && before > event.open.upTo,
  )
  return {
    forgottenBefore: Math.max(0, ...since.map(({ before }) => before)),
    position: delivered.position,
    upTo: event.open.upTo,
    of: (id) => byId.get(id),
    near,
    isForgotten: ({ open }) => {
      const { source, category } = open
      return (
        isFenced(fences, { ...scopeOf(event), source, category }) ||
        isHidden({ source, item: open })
      )
    },
  }
}

async function factsNear(
  work: Rereading,
  came: RereadPart['came'],
): Promise<readonly ItemDocument[]> {
  const { memory, event } = work
  const sayings = came.map(sayingOf)
  const matching = await memory.matching(event, {
    fingerprints: [...new Set(sayings.map(({ fingerprint }) => fingerprint))],
    slots: [...new Set(sayings.flatMap(({ slot }) => slot ?? []))],
    closed: true,
  })
  const resources = new Set(sayings.map(({ item }) => item.resourceId))
  const ids: string[] = []
  for (const id of resources) {
    const items = await memory.itemsOfResource(event, id, MOST_OF_RESOURCE)
    ids.push(...items.map((item) => item.id))
  }
  return [...matching, ...(await documentsOf(memory, event, ids))]
}

/** The user's next write may be handled before this is committed. */
function rememberedBy({ recent, event }: Rereading, events: readonly NewFactEvent[]): () => void {
  const closed = events.filter(isClosing).map(({ open }) => open.factId)
  const facts = events.flatMap((each) =>
    each.type === 'FactAsserted' ? openFact(each, event.occurredAt) : [],
  )
  return recent.remember(event, { resourceId: event.id, facts, closed, ends: endsOf(events) })
}

/** `at`: when it is promoted. */
function openFact({ occurredAt, open, sealed }: Asserted, at: string): CurrentFact[] {
  if (open.supersededBy !== null || hasEnded(open.validTo, at)) return []
  const { factId: id, factType: type, ...said } = open
  const item = { ...sealed, ...said, id, type, createdAt: occurredAt, reinforcedBy: [] }
  return [currentFact(item, sayingOf({ open, sealed }))]
}
