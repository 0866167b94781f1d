// All events about a user that still count, opened: what another service needs to hold the same memory. What was
// forgotten is left out, whether or not its records are removed already.
import type { EventLog, Position } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { type Fence, isFenced } from '../../infra/ports/projection.ts'
import { createDecoder } from '../../infra/runtime/envelope/codec.ts'
import type { DomainEvent } from '../../schemas/events/catalogue.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { WRITES } from '../../schemas/topics.ts'
import { topology as evolveSummaries } from '../evolve-summaries/topology.ts'
import { extracted, isUntaken, PART } from '../reprocess/untaken-parts.ts'
import { createUnsummarised } from './unsummarised.ts'

const FACTS = 'memory.facts.v1'
/** In the order in which they are taken over: facts and summaries name the positions of writes. */
export const CARRIED_TOPICS = [WRITES, FACTS, 'memory.summaries.v1'] as const
type CarriedTopic = (typeof CARRIED_TOPICS)[number]

/** A forget is the service's own that carried it out, and so is its receipt. */
export const LEFT_BEHIND: ReadonlySet<string> = new Set<DomainEvent['type']>([
  'MemoryForgotten',
  'ExtractionFenced',
  'ExtractionResumed',
  'ResourceErased',
  'MemoryErased',
  'ReceiptIssued',
])

type Placed = { source?: unknown; category?: string | null; [other: string]: unknown }
type CarriedEvent = { topic: CarriedTopic; position: Position; event: DomainEvent }

/** Writes without content: the other service could not carry them out, so until it is done here they stay behind. */
const WORK: ReadonlySet<string> = new Set<DomainEvent['type']>([PART, 'MaintenanceRequested'])

const RECORDS_A_READ = 500

/** `fencesNow` is asked again for each batch, because a forget may come meanwhile. */
export async function* carriedEvents(
  { log, keys }: { log: EventLog; keys: KeyStore },
  scope: Scope,
  fencesNow: () => Promise<readonly Fence[]>,
): AsyncGenerator<CarriedEvent> {
  // What follows from a later write would come without it.
  const upTo = (await log.ends(WRITES)).get(log.partitionOf(WRITES, scope)) ?? -1
  const stood = await extracted(log)
  const unsummarised = createUnsummarised(await summarised(log, scope))
  const untaken = new Set<string | null>()
  let firstPart = Number.POSITIVE_INFINITY
  for (const topic of CARRIED_TOPICS) {
    const partition = log.partitionOf(topic, scope)
    const stretch = { topic, partition, scope, maxRecords: RECORDS_A_READ }
    for await (const records of log.read(stretch)) {
      const fences = await fencesNow()
      const decode = createDecoder(keys)
      for (const record of records) {
        const decoded = await decode(record)
        if (!decoded.ok || decoded.event.erased || LEFT_BEHIND.has(decoded.event.type)) continue
        const { id, type, causationId } = decoded.event
        const carried = { topic, position: record.position, event: decoded.event }
        const place = placeOf(carried)
        const isWaiting = topic === WRITES && WORK.has(type) && isUntaken(stood, record)
        if (isWaiting && type === PART) firstPart = Math.min(firstPart, record.position)
        // Nor what it led to meanwhile, and what that led to: half of it would come without the other half. A summary
        // of later writes may rest on it too.
        const isSummaryOfIt = type === 'SummaryEvolved' && place.source >= firstPart
        if (isWaiting || untaken.has(causationId) || isSummaryOfIt) {
          untaken.add(id)
          if (isSummaryOfIt) unsummarised.leftBehind(decoded.event)
          continue
        }
        if (place.source > upTo || isFenced(fences, { ...scope, ...place })) continue
        unsummarised.carried(carried)
        yield carried
      }
    }
  }
  const fences = await fencesNow()
  const maintained = unsummarised.maintained((place) => isFenced(fences, { ...scope, ...place }))
  if (maintained) yield { topic: FACTS, ...maintained }
}

/** How far summaries follow the facts of the user's partition. */
async function summarised(log: EventLog, scope: Scope): Promise<Position> {
  const stood = await log.standing(evolveSummaries.name, [FACTS])
  return stood.get(FACTS)?.get(log.partitionOf(FACTS, scope))?.position ?? -1
}

/** What fences decide by: the write that led to the event, and the category of what it says. A write leads to itself. */
function placeOf({ position, event }: CarriedEvent) {
  const { source, category = null }: Placed = event.open
  return typeof source === 'number' ? { source, category } : { source: position }
}
