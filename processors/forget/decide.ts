// Decides which records of the log a forget removes, and which events say that it is complete. Pure.
import type { LogRecord } from '../../infra/ports/event-log.ts'
import { derivedUuid } from '../../infra/runtime/envelope/ids.ts'
import { isStoredAs, lastingEvents, type NewFactEvent } from '../../schemas/events/catalogue.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { WRITES } from '../../schemas/topics.ts'
import { eventFrom } from '../event-from.ts'
import type { Place } from './places.ts'

export type Forgetting = Scope & {
  /** The id of the MemoryForgotten, and its position in memory.writes.v1: the fence. */
  id: string
  before: number
  partition: number
  occurredAt: string
  recordedAt: string
  category: string | null
  keyGeneration: number
}

/** Events about a resource as a whole. */
const STORED = [
  'ContentStored',
  'ActivityRecorded',
  'FactGiven',
  'FactRevised',
  'FactsReread',
] as const
const POINTING: ReadonlySet<string> = new Set(STORED)
const ABOUT_RESOURCES: ReadonlySet<string> = new Set([...STORED, 'ResourceProcessed'])

type Scoped = Pick<Forgetting, 'category' | 'before' | 'recordedAt'>

/** True for records that the forget removes. `resourceIds`: resources of which nothing is left. */
export function isForgotten(
  record: LogRecord,
  forgetting: Scoped,
  resourceIds: ReadonlySet<string>,
): boolean {
  const { event, topic, position } = record
  if (!event) return false
  // A dead letter holds no words, only a pointer; forgetting a whole user removes those that point at removed content.
  if (event.type === 'RecordParked') {
    return forgetting.category === null && event.recordedAt <= forgetting.recordedAt
  }
  const { source, category, resourceId } = event.open
  const isWrite = topic === WRITES
  return isGone(
    {
      type: event.type,
      source: isWrite ? position : Number(source),
      category,
      about: isWrite ? event.id : String(resourceId),
    },
    forgetting,
    resourceIds,
  )
}

export function eventsAbout(resourceIds: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...resourceIds].flatMap((id) => [id, processedId(id)]))
}

/** The id of the event that says that the resource has been read. */
export function processedId(resourceId: string): string {
  return derivedUuid(resourceId, 'processed')
}

/** The same as `isForgotten` of an event that is known by its place. `eventIds`: `eventsAbout` the resources. */
export function isForgottenAt(
  { topic, position, source, ...place }: Place,
  forgetting: Scoped,
  eventIds: ReadonlySet<string>,
): boolean {
  const at = topic === WRITES ? position : source
  return isGone({ ...place, source: at, about: place.id }, forgetting, eventIds)
}

function isGone(
  told: { type: string; source: number; category: unknown; about: string },
  { category, before }: Pick<Scoped, 'category' | 'before'>,
  resourceIds: ReadonlySet<string>,
): boolean {
  // Records that say that something was forgotten stay; they name nothing that was.
  if (lastingEvents.has(told.type) || told.source >= before) return false
  if (category === null) return true
  // The event that closed a fact stays: it holds ids only, and the fact of another category that closed the fact names
  // it as well.
  if (told.category === category) return told.type !== 'FactSuperseded'
  // A fact of another category that an erased resource said again stays as it is, and so does the event that it was
  // said.
  return ABOUT_RESOURCES.has(told.type) && resourceIds.has(told.about)
}

export function pointsAtObject(type: string): boolean {
  return POINTING.has(type)
}

/** The key of the raw object that a record of memory.writes.v1 points at, if the forget removes it. */
export function forgottenObject(
  { event, position }: LogRecord,
  { category, before, keyGeneration }: Pick<Forgetting, 'category' | 'before' | 'keyGeneration'>,
  resourceIds: ReadonlySet<string>,
): string | null {
  if (!isStoredAs(event, ...STORED)) return null
  const { open } = event
  const gone =
    category === null
      ? position < before || open.keyGeneration <= keyGeneration
      : resourceIds.has(event.id)
  return gone ? open.objectKey : null
}

/**
 * Listed keys end in the resource's id; forgetting a whole user removes every object under a forgotten key generation.
 */
export function isForgottenObject(
  key: string,
  { category, keyGeneration }: Pick<Forgetting, 'category' | 'keyGeneration'>,
  resourceIds: ReadonlySet<string>,
): boolean {
  const [, , generation, resourceId] = key.split('/')
  return category === null ? Number(generation) <= keyGeneration : resourceIds.has(resourceId ?? '')
}

type Removed = {
  items: number
  entities: number
  resources: number
  objects: number
  events: number
  resourceIds: readonly string[]
}

/**
 * The receipt comes before the event that the answer waits for, so that a client with the answer can fetch the receipt.
 */
export function decide(
  forgetting: Forgetting,
  removed: Removed,
  receipt: NewFactEvent,
): NewFactEvent[] {
  const { id, before: source } = forgetting
  return [
    ...removed.resourceIds.map((resourceId) => resourceErased(forgetting, resourceId)),
    receipt,
    {
      ...eventFrom(forgetting, 'erased'),
      type: 'MemoryErased',
      open: {
        source,
        forgottenId: id,
        category: forgetting.category,
        deletedItems: removed.items,
        deletedEntities: removed.entities,
        deletedResources: removed.resources,
        deletedObjects: removed.objects,
        deletedEvents: removed.events,
      },
      sealed: null,
    },
  ]
}

export function resourceErased(
  forgetting: Pick<Forgetting, 'appId' | 'userId' | 'occurredAt' | 'id' | 'before'>,
  resourceId: string,
): NewFactEvent {
  const { id, before: source } = forgetting
  return {
    ...eventFrom(forgetting, `resource ${resourceId}`),
    type: 'ResourceErased',
    open: { source, resourceId, forgottenId: id },
    sealed: null,
  }
}
