// What a processor has not read yet of a partition: how much, and since when. Looks into the log only where needed:
// where a processor stands still, because the rest may hold no record (the mark of a transaction), and now and then
// where it works off what is older than this process. All processors share what a look found.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, EventLog, Position } from '../../ports/event-log.ts'
import { orNull } from '../wait/within.ts'

type Unread = { records: number; since: Date | null }

type Asked = {
  processor: string
  topic: AnyTopicName
  partition: number
  checkpoint: Position | undefined
  end: Position | undefined
  exact: boolean
}
/** Between `after` and `upTo`, `first` is the first record; null: there is none. */
type Found = { after: Position; upTo: Position; first: { position: Position; since: Date } | null }
type Place = { checkpoint: Position; found: Found | null; lookedAt: number; looking: boolean }

const NONE: Unread = { records: 0, since: null }
/** Before every position that a log gives. */
const BEGINNING = -1
const LOOK_AGAIN_MS = 10_000
const MAX_REACHED = 256
/** For one partition: about as many processors read it. */
const MAX_FOUND = 8

export function createUnread(
  log: Pick<EventLog, 'read' | 'begins'>,
  now: () => Date,
  limitMs: number,
) {
  const places = new Map<string, Place>()
  /** When the log was first seen to reach each end, the oldest first. */
  const reached = new Map<string, { end: Position; at: Date }[]>()
  const reachedOf = (topic: string, partition: number) => reached.get(`${topic}/${partition}`) ?? []

  /** What the last looks found in each partition, and the looks under way. */
  const founds = new Map<string, Found[]>()
  const looking = new Map<string, Promise<Found>>()
  const foundsOf = ({ topic, partition }: Asked) => founds.get(`${topic}/${partition}`) ?? []

  const lookFor = async (asked: Asked, after: Position, upTo: Position): Promise<Found> => {
    const { topic, partition } = asked
    const first = await firstRecord(log, { topic, partition, after, upTo }, now)
    const found = { after, upTo, first }
    founds.set(`${topic}/${partition}`, [...foundsOf(asked).slice(1 - MAX_FOUND), found])
    return found
  }
  const look = async (asked: Asked, place: Place, end: Position): Promise<void> => {
    const { topic, partition } = asked
    const { checkpoint } = place
    const nothingUpTo = [...foundsOf(asked), place.found].map((found) =>
      found?.first === null && found.after <= checkpoint ? found.upTo : BEGINNING,
    )
    const after = Math.max(checkpoint, ...nothingUpTo)
    const name = `${topic}/${partition}/${after}`
    place.looking = true
    place.lookedAt = now().getTime()
    const found = looking.get(name) ?? lookFor(asked, after, end)
    looking.set(name, found)
    const ended = found.finally(() => {
      place.looking = false
      looking.delete(name)
    })
    const told = await orNull(ended, limitMs)
    if (told) place.found = { ...told, after: checkpoint }
  }
  /** Null where it is not known, and takes a look. */
  const known = (asked: Asked, place: Place, end: Position): Unread | null => {
    for (const found of [place.found, ...foundsOf(asked)]) {
      const told = toldBy(found, place, end)
      if (told) return told
    }
    return null
  }
  /** True where the records being read are older than this process's first look. */
  const isOld = ({ topic, partition }: Asked, checkpoint: Position) =>
    checkpoint < (reachedOf(topic, partition)[0]?.end ?? BEGINNING)
  const estimated = (asked: Asked, { checkpoint, found }: Place, end: Position): Unread => {
    const records = end - Math.max(checkpoint, log.begins - 1)
    if (isOld(asked, checkpoint) && found?.first) return { records, since: found.first.since }
    const seen = reachedOf(asked.topic, asked.partition).find((each) => each.end > checkpoint)
    return { records, since: seen?.at ?? now() }
  }
  return {
    reached: (topic: AnyTopicName, ends: Checkpoints) => {
      for (const [partition, end] of ends) {
        const all = reachedOf(topic, partition)
        if (all.at(-1)?.end === end) continue
        reached.set(`${topic}/${partition}`, [...all.slice(1 - MAX_REACHED), { end, at: now() }])
      }
    },
    of: async (asked: Asked): Promise<Unread> => {
      const { end, topic, partition } = asked
      const key = `${asked.processor}/${topic}/${partition}`
      const before = places.get(key)
      const checkpoint = asked.checkpoint ?? BEGINNING
      const place = before ?? { checkpoint, found: null, lookedAt: 0, looking: false }
      const moved = place.checkpoint !== checkpoint
      place.checkpoint = checkpoint
      places.set(key, place)
      if (end === undefined || checkpoint >= end) return NONE
      const told = known(asked, place, end)
      if (told) return told
      const isDue = now().getTime() - place.lookedAt >= LOOK_AGAIN_MS
      const isWanted = !moved || asked.exact || (isDue && isOld(asked, checkpoint))
      if (isWanted && !place.looking) await look(asked, place, end)
      return known(asked, place, end) ?? estimated(asked, place, end)
    },
  }
}

function toldBy(found: Found | null, { checkpoint }: Place, end: Position): Unread | null {
  if (!found || found.after > checkpoint) return null
  if (!found.first) return found.upTo >= end ? NONE : null
  if (found.first.position <= checkpoint) return null
  return { records: end - found.first.position + 1, since: found.first.since }
}

async function firstRecord(
  log: Pick<EventLog, 'read'>,
  stretch: { topic: AnyTopicName; partition: number; after: Position; upTo: Position },
  now: () => Date,
): Promise<{ position: Position; since: Date } | null> {
  const after = stretch.after === BEGINNING ? undefined : stretch.after
  for await (const [record] of log.read({ ...stretch, after, maxRecords: 1 })) {
    if (!record) continue
    const { position, event } = record
    return { position, since: event ? new Date(event.recordedAt) : now() }
  }
  return null
}
