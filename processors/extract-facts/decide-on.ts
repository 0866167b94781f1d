// Decides on facts that were read or given, with everything that the state and the uncommitted decisions say of the
// user.
import type { Position } from '../../infra/ports/event-log.ts'
import type { Place } from '../../infra/ports/memory-store.ts'
import type { Fence } from '../../infra/ports/projection.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import { candidateOf, type Decision, decide, factIdOf } from './decide.ts'
import { isClosing } from './evolve.ts'
import { changedBy } from './fact-events.ts'
import type { CurrentFact } from './known/current-fact.ts'
import { knownFacts, pastFacts } from './known/known-facts.ts'
import { endsOf, nextPlace } from './known/thread.ts'
import type { ReadFact, Source } from './read-fact.ts'
import type { Committed } from './running/long-writes.ts'
import type { PartitionState } from './running/partition-state.ts'
import type { ReadSoFar } from './totals.ts'

export async function decideOn(
  work: PartitionState,
  source: Source,
  {
    read,
    part,
  }: { read: readonly ReadFact[]; part: { before: ReadSoFar['totals']; isLast: boolean } },
): Promise<{ decision: Decision; committed: Committed }> {
  const { memory } = work
  const candidates = read.map((fact, n) => {
    const id = fact.given?.id ?? factIdOf(source.resourceId, part.before.extracted + n)
    return candidateOf(source, fact, id)
  })
  const [known, fences, next] = await Promise.all([
    knownFacts(work, source, { read, candidates }),
    memory.fences([source]),
    correctionIn(read)?.stands ?? nextPlace(work, source),
  ])
  const past = await pastFacts(work, source, { candidates, known })
  const forgotten = forgottenSince(fences, source.position)
  const decision = decide(source, read, {
    known,
    past,
    forgotten: new Set(forgotten),
    part: { ...part, next },
  })
  const committed = remembered(work, source, {
    facts: [
      ...candidates.map(({ id }) => id),
      ...decision.events.filter(isClosing).map(idOfClosed),
    ].flatMap((id) => decision.facts.get(id) ?? []),
    closed: decision.closed,
    past: decision.past,
    events: decision.events,
    correction: correctionIn(read),
  })
  return { decision, committed }
}

/** Of a fact that ends at a later date, the state does not know that yet. */
const idOfClosed = ({ open }: { open: { factId: string } }) => open.factId

type Correction = { id: string; by: string; stands: Place }

function correctionIn([fact]: readonly ReadFact[]): Correction | undefined {
  const { given } = fact ?? {}
  return given?.corrects ? { ...given.corrects, by: given.id } : undefined
}

export function forgottenSince(fences: readonly Fence[], position: Position): string[] {
  return fences.flatMap(({ category, before }) =>
    category !== null && position < before ? [category] : [],
  )
}

/** A decision counts for the user's next write until it is committed and the state holds it. */
export function remembered(
  { recent, lead }: Pick<PartitionState, 'recent' | 'lead'>,
  source: Source,
  {
    events,
    correction,
    ...change
  }: {
    facts: readonly CurrentFact[]
    closed: readonly string[]
    past?: readonly CurrentFact[]
    events: readonly NewFactEvent[]
    correction?: Correction | undefined
  },
): Committed {
  const drop = recent.remember(source, {
    ...change,
    resourceId: source.resourceId,
    changed: events.flatMap(changedBy),
    // A correction stands where the corrected fact does, and takes no further place.
    ...(correction
      ? { corrected: [correction.id, correction.by] as const }
      : { ends: endsOf(events) }),
  })
  return (positions) => {
    drop()
    lead.published(source.appId, positions)
  }
}
