// Decides on facts that were read or given, with everything that the state and the uncommitted decisions say of the
// user.
import type { Position } from '../../infra/ports/event-log.ts'
import type { Fence } from '../../infra/ports/projection.ts'
import type { NewFactEvent } from '../../schemas/events/catalogue.ts'
import { candidateOf, type Decision, decide, factIdOf } from './decide.ts'
import { changedBy } from './fact-events.ts'
import type { CurrentFact } from './known/current-fact.ts'
import { knownFacts } from './known/known-facts.ts'
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
    nextPlace(work, source),
  ])
  const forgotten = forgottenSince(fences, source.position)
  const decision = decide(source, read, {
    known,
    forgotten: new Set(forgotten),
    part: {
      ...part,
      next,
    },
  })
  const committed = remembered(work, source, {
    facts: candidates.flatMap(({ id }) => decision.facts.get(id) ?? []),
    closed: decision.closed,
    events: decision.events,
    corrected: correctionIn(read),
  })
  return { decision, committed }
}

function correctionIn([fact]: readonly ReadFact[]): readonly [string, string] | undefined {
  const { given } = fact ?? {}
  return given?.corrects ? [given.corrects.id, given.id] : undefined
}

/** The categories that were forgotten after a write at `position`. */
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
    ...change
  }: {
    facts: readonly CurrentFact[]
    closed: readonly string[]
    events: readonly NewFactEvent[]
    corrected?: readonly [id: string, by: string] | undefined
  },
): Committed {
  const drop = recent.remember(source, {
    ...change,
    resourceId: source.resourceId,
    changed: events.flatMap(changedBy),
    ends: endsOf(events),
  })
  return (positions) => {
    drop()
    lead.published(source.appId, positions)
  }
}
