// Handles a MaintenanceRequested: examines the user's memory, and publishes what is decided. It takes its place among
// the user's writes, so the next write sees what it closes as closed.
import { nothing, type Outcome } from '../../infra/runtime/run/processor.ts'
import type { WriteEvent } from '../../schemas/events/catalogue.ts'
import { decide, isNothing, plan } from '../maintenance/decide.ts'
import { survey } from '../maintenance/survey.ts'
import type { PartitionState } from './running/partition-state.ts'

type Requested = Extract<WriteEvent, { type: 'MaintenanceRequested' }>

/** `position` is the event's, and the source of every event that follows from it. A repeated request does nothing. */
export async function maintain(
  { memory, summaries, recent }: Pick<PartitionState, 'memory' | 'summaries' | 'recent'>,
  position: number,
  event: Requested,
): Promise<Outcome> {
  const { id, appId, userId, occurredAt, open } = event
  recent.retract(event, id)
  // Before the state is read: facts that it takes in meanwhile have just changed as well.
  const busy = recent.uncommitted(event)
  const planned = plan(await survey({ ...memory, summaries }, event, open.asOf), busy)
  if (isNothing(planned) && open.requestedBy === 'schedule') return nothing
  const events = decide({ id, appId, userId, occurredAt, position, ...open }, planned)
  const committed = recent.remember(event, {
    resourceId: id,
    facts: [],
    closed: [...planned.pruned, ...planned.merged].map(({ item }) => item.id),
    changed: planned.merged.map(({ into }) => into),
  })
  const { keyGeneration } = open
  return {
    outcome: 'emit',
    events: events.map((each) => ({ event: each, keyGeneration })),
    committed,
  }
}
