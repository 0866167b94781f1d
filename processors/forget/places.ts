// Where the log holds what a user has: a list that keep-audit writes for a forget just before its store drops the
// user's entries. It is kept as objects until the forget is complete, so that a forget reads what the user has, and not
// the user's whole partition.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuditPlace, AuditStore } from '../../infra/ports/audit-store.ts'
import type { EventLog } from '../../infra/ports/event-log.ts'
import { type ObjectStore, objectKey } from '../../infra/ports/object-store.ts'
import { pagesOf } from '../../infra/runtime/pages.ts'
import { type Scope, scopeOf } from '../../schemas/identifiers.ts'
import { type TopicName, topicNames, WRITES } from '../../schemas/topics.ts'

/** No app can be called this: identifiers never begin with ~. */
const FOLDER = '~erasing'
const A_PAGE = 5_000
const OBJECTS_A_PAGE = 1_000

const stands = z.partialRecord(z.enum(topicNames), z.int())
/** By topic, the position up to which the audit holds every event of the partition. */
type Stands = z.infer<typeof stands>

const place = z.object({
  id: z.string(),
  type: z.string(),
  topic: z.enum(topicNames),
  position: z.int(),
  source: z.int(),
  category: z.string().nullable(),
})
/** An event of a user in the log, by its open part. */
export type Place = z.infer<typeof place>

const list = z.object({ pages: z.array(z.string()), stands })

type ListPorts = {
  objects: Pick<ObjectStore, 'putMany' | 'get' | 'list' | 'deleteMany'>
  audit: Pick<AuditStore, 'checkpoints' | 'places' | 'fences'>
  log: Pick<EventLog, 'partitionOf'>
}
/** A forget of the user, by the id of its event. */
type Asked = Scope & { id: string }

/** What a forget may rely on. `pages`: places of all events up to where the audit stood. */
export type Places = { stands: Stands; pages: () => AsyncIterable<readonly Place[]> }

/** Up to where the audit holds every event, for topics that it reads. */
async function standsOf(
  { audit, log }: Pick<ListPorts, 'audit' | 'log'>,
  topics: readonly TopicName[],
  scope: Scope,
): Promise<Stands> {
  const found = await Promise.all(
    topics.map(async (topic): Promise<[TopicName, number | undefined]> => {
      return [topic, (await audit.checkpoints(topic)).get(log.partitionOf(topic, scope))]
    }),
  )
  return Object.fromEntries(found)
}

/**
 * For keep-audit, before its store obeys the forget: where that has begun, entries may be gone, and only the list that
 * was completed before counts.
 */
export async function listPlaces(
  { objects, audit, log }: ListPorts,
  topics: readonly TopicName[],
  forget: NewForget,
): Promise<void> {
  const [begun, stands] = await Promise.all([
    isBegun(audit, forget),
    standsOf({ audit, log }, topics, forget),
  ])
  if (begun) return
  const pages: string[] = []
  const attempt = randomUUID()
  const earlier: AuditPlace[] = []
  const ask = (cursor?: string) => audit.places(scopeOf(forget), { limit: A_PAGE, cursor })
  for await (const entries of pagesOf(ask)) {
    if (entries.length === 0) continue
    earlier.push(...entries.filter((entry) => isEarlier(entry, forget)))
    const page = nameIn(forget, 'pages', attempt, String(pages.length))
    const places = z.array(place).parse(entries.filter(({ permanent }) => !permanent))
    await objects.putMany([{ key: page, body: bodyOf(places) }])
    pages.push(page)
  }
  const counted = countedUpTo(stands, earlier)
  if (!counted) return
  const body = bodyOf({ pages, stands: counted })
  await objects.putMany([{ key: nameIn(forget, 'list'), body }])
}

async function isBegun(
  audit: Pick<AuditStore, 'fences'>,
  { appId, userId, category, position }: NewForget,
): Promise<boolean> {
  const fences = await audit.fences([{ appId, userId }])
  return fences.some((fence) => fence.category === category && fence.before >= position)
}

type NewForget = Asked & Pick<AuditPlace, 'position' | 'category'>

/** An earlier forget of the user that this one is to complete. */
function isEarlier({ type, position, category }: AuditPlace, forget: NewForget): boolean {
  if (type !== 'MemoryForgotten' || position >= forget.position) return false
  return forget.category === null || category === null
}

/**
 * What earlier forgets leave in the log has no entry: of a category, the events that closed facts; of the user, writes
 * that were in flight and came behind it. Null: such records may lie anywhere.
 */
function countedUpTo(stands: Stands, earlier: readonly AuditPlace[]): Stands | null {
  if (earlier.some(({ category }) => category !== null)) return null
  const last = Math.max(...earlier.map(({ position }) => position))
  if (earlier.length === 0 || stands[WRITES] === undefined) return stands
  return { ...stands, [WRITES]: Math.min(stands[WRITES], last) }
}

/**
 * For the forget, before it destroys the keys: from then on the audit misses events that it has not read yet. What was
 * noted first counts.
 */
export async function noteStands(
  { objects, audit, log }: ListPorts,
  topics: readonly TopicName[],
  asked: Asked,
): Promise<void> {
  const name = nameIn(asked, 'stands')
  const stands = await standsOf({ audit, log }, topics, asked)
  await objects.putMany([{ key: name, body: bodyOf(stands) }])
}

/** What was noted before the keys were destroyed. Null: nothing was. */
export async function notedStands(
  { objects }: Pick<ListPorts, 'objects'>,
  asked: Asked,
): Promise<Stands | null> {
  const noted = await objects.get(nameIn(asked, 'stands'))
  return noted && stands.parse(contentOf(noted))
}

/** Null where there is no list, so that the partition must be read. */
export async function openPlaces(
  { objects }: Pick<ListPorts, 'objects'>,
  asked: Asked,
): Promise<Places | null> {
  const [noted, body] = await Promise.all([
    notedStands({ objects }, asked),
    objects.get(nameIn(asked, 'list')),
  ])
  if (!noted || !body) return null
  const { pages, stands } = list.parse(contentOf(body))
  const read = async function* () {
    for (const name of pages) yield pageOf(await objects.get(name))
  }
  return { stands: earlier(noted, stands), pages: read }
}

function pageOf(body: Uint8Array | null): Place[] {
  if (!body) throw new Error('a page of the list of a forget is missing')
  return z.array(place).parse(contentOf(body))
}

function earlier(one: Stands, other: Stands): Stands {
  return Object.fromEntries(
    topicNames.flatMap((topic) => {
      const [a, b] = [one[topic], other[topic]]
      return a === undefined || b === undefined ? [] : [[topic, Math.min(a, b)]]
    }),
  )
}

export async function dropPlaces(
  { objects }: Pick<ListPorts, 'objects'>,
  asked: Asked,
): Promise<void> {
  const prefix = `${nameIn(asked)}/`
  for (;;) {
    const some = await objects.list({ prefix, limit: OBJECTS_A_PAGE })
    if (some.length === 0) return
    await objects.deleteMany(some)
  }
}

function nameIn({ appId, userId, id }: Asked, ...segments: readonly string[]): string {
  return objectKey(FOLDER, appId, userId, id, ...segments)
}

function bodyOf(content: unknown): Buffer {
  return Buffer.from(JSON.stringify(content))
}

function contentOf(body: Uint8Array): unknown {
  return JSON.parse(Buffer.from(body).toString('utf8'))
}
