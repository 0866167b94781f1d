// Removes a user's records from the log and the raw objects that they point at: by the list of places where there is
// one, and otherwise by reading the user's partition. What follows the answer is here too.
import type { EventLog, LogRecord } from '../../infra/ports/event-log.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import { keyPages, piecesOf } from '../../infra/runtime/pages.ts'
import type { FactEvent } from '../../schemas/events/catalogue.ts'
import { scopeOf } from '../../schemas/identifiers.ts'
import { type AnyTopicName, deadLetterTopic, WRITES } from '../../schemas/topics.ts'
import {
  eventsAbout,
  type Forgetting,
  forgottenObject,
  isForgotten,
  isForgottenAt,
  isForgottenObject,
  pointsAtObject,
} from './decide.ts'
import { dropPlaces, notedStands, openPlaces, type Places } from './places.ts'
import type { Reach } from './reach.ts'

type ErasePorts = { log: EventLog; objects: ObjectStore }
export type Erasing = {
  ports: ErasePorts
  reach: Reach
  forgetting: Forgetting
  /** Resources of which nothing is left. */
  resourceIds: ReadonlySet<string>
  /** Null: the partition must be read. */
  places: Places | null
}

const OBJECTS_A_PAGE = 1000
const NO_RESOURCES: ReadonlySet<string> = new Set()

/** Null where no list is needed, or none is complete. */
export async function placesFor(
  { log, objects }: ErasePorts,
  { listed }: Reach,
  forgetting: Forgetting,
): Promise<Places | null> {
  if (log.findsUsers) return null
  const places = await openPlaces({ objects }, forgetting)
  return places && (await missesSome(log, listed, forgetting)) ? null : places
}

/** An event that the lister could not handle is in no list. */
async function missesSome(
  log: EventLog,
  { by, topics }: Reach['listed'],
  forgetting: Forgetting,
): Promise<boolean> {
  const scope = scopeOf(forgetting)
  const missesOne = async (topic: AnyTopicName) => {
    const partition = log.partitionOf(topic, scope)
    for await (const letters of log.read({ topic, partition, scope })) {
      if (letters.some(({ event }) => event?.open.processor === by)) return true
    }
    return false
  }
  return (await Promise.all(topics.map(deadLetterTopic).map(missesOne))).includes(true)
}

/** Before the records, because the records say where the objects are. */
export async function eraseObjects(erasing: Erasing): Promise<number> {
  const { forgetting, resourceIds } = erasing
  if (forgetting.category !== null && resourceIds.size === 0) return 0
  return (await eraseRecorded(erasing)) + (await eraseUnrecorded(erasing))
}

async function eraseRecorded(erasing: Erasing): Promise<number> {
  const { ports, forgetting, resourceIds } = erasing
  let deleted = 0
  for await (const records of writesOf(erasing)) {
    const keys = records.flatMap((record) => forgottenObject(record, forgetting, resourceIds) ?? [])
    if (keys.length > 0) deleted += await ports.objects.deleteMany(keys)
  }
  return deleted
}

async function* writesOf({
  ports: { log },
  forgetting,
  places,
}: Erasing): AsyncIterable<readonly LogRecord[]> {
  const partition = log.partitionOf(WRITES, forgetting)
  const pages = { maxRecords: OBJECTS_A_PAGE, openOnly: true }
  const all = { topic: WRITES, partition, scope: forgetting, ...pages } as const
  if (places) {
    for await (const page of places.pages()) {
      const stored = page.filter(({ topic, type }) => topic === WRITES && pointsAtObject(type))
      const at = stored.map(({ position }) => position).sort((a, b) => a - b)
      for (const some of piecesOf(at, OBJECTS_A_PAGE)) yield* log.read({ ...all, at: some })
    }
  }
  yield* log.read({ ...all, after: places?.stands[WRITES] })
}

/** Objects that no record points at: the process that stored them died before it wrote the record. */
async function eraseUnrecorded({
  ports: { objects },
  forgetting,
  resourceIds,
}: Erasing): Promise<number> {
  const prefix = `${objectKey(forgetting.appId, forgetting.userId)}/`
  let deleted = 0
  for await (const keys of keyPages(objects, { prefix, limit: OBJECTS_A_PAGE })) {
    const gone = keys.filter((key) => isForgottenObject(key, forgetting, resourceIds))
    if (gone.length > 0) deleted += await objects.deleteMany(gone)
  }
  return deleted
}

/** With a list, records that only their whole topic tells of are left for `sweepErased`. */
export async function eraseRecords(erasing: Erasing): Promise<number> {
  const { ports, reach, forgetting, resourceIds, places } = erasing
  const topics = reach.cleaned.filter((topic) => !places || !reach.late.includes(topic))
  const erased = await Promise.all([
    places ? eraseListed(erasing, places) : 0,
    ...topics.map((topic) =>
      ports.log.erase({
        topic,
        scope: forgetting,
        after: after(topic, reach, places?.stands),
        matches: (record) => isForgotten(record, forgetting, resourceIds),
      }),
    ),
  ])
  return sumOf(erased)
}

async function eraseListed(
  { ports: { log }, reach, forgetting, resourceIds }: Erasing,
  places: Places,
): Promise<number> {
  const eventIds = eventsAbout(resourceIds)
  let erased = 0
  for await (const page of places.pages()) {
    const gone = page.filter((place) => isForgottenAt(place, forgetting, eventIds))
    for (const topic of reach.listed.topics) {
      const ids = gone.filter((place) => place.topic === topic).map(({ id }) => id)
      if (ids.length > 0) erased += await log.eraseKnown(topic, forgetting, ids)
    }
  }
  return erased
}

/** Where the reading begins: behind what a list tells of. */
function after(topic: AnyTopicName, { listed }: Reach, stands: Places['stands'] | undefined) {
  const known = listed.topics.find((each) => each === topic)
  return known && stands?.[known]
}

/** What was in flight when the forget came has landed by now, and no more will follow. Returns how many records went. */
export async function sweepPassed(
  { log }: ErasePorts,
  reach: Reach,
  event: Extract<FactEvent, { type: 'ExtractionFenced' }>,
): Promise<number> {
  // Otherwise what follows the answer does it, once every other processor has passed the forget as well.
  return log.findsUsers ? sweep({ log, reach }, event) : 0
}

/** Follows the answer. A forget that was begun by an earlier version noted nothing: then everything is read. */
export async function sweepErased(
  { log, objects }: ErasePorts,
  reach: Reach,
  event: Extract<FactEvent, { type: 'MemoryErased' }>,
): Promise<void> {
  if (log.findsUsers) return
  const asked = { ...scopeOf(event), id: event.open.forgottenId }
  const stands = await notedStands({ objects }, asked)
  await sweep({ log, reach, stands: stands ?? undefined }, event)
  await dropPlaces({ objects }, asked)
}

async function sweep(
  { log, reach, stands }: { log: EventLog; reach: Reach; stands?: Places['stands'] | undefined },
  event: Extract<FactEvent, { type: 'ExtractionFenced' | 'MemoryErased' }>,
): Promise<number> {
  const { recordedAt, open } = event
  const fence = { before: open.source, category: open.category, recordedAt }
  const erased = await Promise.all(
    reach.swept.map((topic) =>
      log.erase({
        topic,
        scope: scopeOf(event),
        after: after(topic, reach, stands),
        matches: (record) => isForgotten(record, fence, NO_RESOURCES),
      }),
    ),
  )
  return sumOf(erased)
}

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
