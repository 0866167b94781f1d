// Handles a MaintenanceRequested: examines the user's memory, and publishes what is decided. It takes its place among
// the user's writes, so the next write sees what it closes as closed.
import type { Item } from '../../infra/ports/memory-store.ts'
import { getFrom } from '../../infra/runtime/certain.ts'
import { nothing, type Outcome } from '../../infra/runtime/run/processor.ts'
import type { NewFactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import { decide, isNothing, plan } from '../maintenance/decide.ts'
import { survey } from '../maintenance/survey.ts'
import { asItHeld, currentFact, isClosing } from './evolve.ts'
import type { CurrentFact } from './known/current-fact.ts'
import { slotOf } from './known/fingerprint.ts'
import type { PartitionState } from './running/partition-state.ts'

/** `position` is the event's, and the source of every event that follows from it. A repeated request does nothing. */
export async function maintain(
  { memory, summaries, recent }: Pick<PartitionState, 'memory' | 'summaries' | 'recent'>,
  position: number,
  event: Extract<WriteEvent, { type: 'MaintenanceRequested' }>,
): Promise<Outcome> {
  const { id, appId, userId, occurredAt, open } = event
  recent.retract(event, id)
  // Before the state is read: facts that it takes in meanwhile have just changed as well.
  const busy = recent.uncommitted(event)
  const planned = plan(await survey({ ...memory, summaries }, event, open.asOf), busy)
  if (isNothing(planned) && open.requestedBy === 'schedule') return nothing
  const events = decide({ id, appId, userId, occurredAt, position, ...open }, planned)
  const closed = [...planned.merged, ...planned.pruned].map(({ item }) => item)
  const committed = recent.remember(event, {
    resourceId: id,
    facts: [],
    closed: closed.map((item) => item.id),
    past: asTheyHeld(closed, events),
    changed: planned.merged.map(({ into }) => into),
  })
  const { keyGeneration } = open
  return {
    outcome: 'emit',
    events: events.map((each) => ({ event: each, keyGeneration })),
    committed,
  }
}

/** Facts that no longer stand are looked up by their place alone. */
function asTheyHeld(closed: readonly Item[], events: readonly NewFactEvent[]): CurrentFact[] {
  const items = new Map(closed.map((item) => [item.id, item]))
  return events.filter(isClosing).map((event) => {
    const item = getFrom(items, event.open.factId)
    return asItHeld(currentFact(item, { fingerprint: '', slot: slotOf(item) }), event)
  })
}
