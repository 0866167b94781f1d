// How far processors are behind the log: its end minus their checkpoints, seen from outside, so that it also holds for
// a processor that is stuck, has ended, or has never run. Where a store cannot be asked, its last known checkpoint
// counts.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, EventLog, Position, Standing } from '../../ports/event-log.ts'
import { orNull } from '../wait/within.ts'
import { createUnread } from './unread.ts'

/** A processor as it is seen from outside. */
export type Watched = {
  name: string
  reads: readonly AnyTopicName[]
  /** Reads its checkpoints from its store; undefined where the log keeps them. */
  checkpoints?: ((topic: AnyTopicName) => Promise<Checkpoints>) | undefined
}

export type PartitionLag = {
  processor: string
  topic: AnyTopicName
  partition: number
  /** Undefined where it has not done anything yet. */
  checkpoint: Position | undefined
  /** The newest position of the log there; undefined where it is empty, or could not be asked yet. */
  end: Position | undefined
  /** Its note on what it has done beyond its checkpoint. */
  note: string | null
  /** Records that it has not done. Places between them that hold no record may be counted. */
  records: number
  /** Since when the oldest of them is in the log; null where there is none. */
  since: Date | null
}

export type Lag = readonly PartitionLag[]

type LagMeter = {
  /** `exact`: looks into the log even where a processor moves, so that places without a record are not counted. */
  measure(options?: { exact?: boolean; only?: string }): Promise<Lag>
}

export type LagMeterParts = {
  log: Pick<EventLog, 'ends' | 'standing' | 'read' | 'begins' | 'partitions'>
  processors: readonly Watched[]
  now: () => Date
  /** How long each question may take. */
  limitMs?: number
}

const LIMIT_MS = 2_000

export function createLagMeter({
  log,
  processors,
  now,
  limitMs = LIMIT_MS,
}: LagMeterParts): LagMeter {
  const ends = new Map<AnyTopicName, Checkpoints>()
  const stands = new Map<string, Stands>()
  const unread = createUnread(log, now, limitMs)

  const lookAtEnd = async (topic: AnyTopicName) => {
    const found = await orNull(log.ends(topic), limitMs)
    if (!found) return
    ends.set(topic, found)
    unread.reached(topic, found)
  }
  const lookAt = async ({ name, reads, checkpoints }: Watched) => {
    const told = await Promise.all(
      reads.map(async (topic) => {
        if (!checkpoints) return false
        const found = await orNull(checkpoints(topic), limitMs)
        if (found) stands.set(`${name}/${topic}`, withoutNotes(found))
        return found !== null
      }),
    )
    const silent = reads.filter((_, index) => !told[index])
    if (silent.length === 0) return
    const seen = await orNull(log.standing(name, silent), limitMs)
    for (const topic of silent) {
      if (!seen) continue
      // A store that cannot be asked may have moved on since, and have told the log. Where the log itself keeps the
      // checkpoints, an operator may have set them back.
      const known = checkpoints ? stands.get(`${name}/${topic}`) : undefined
      stands.set(`${name}/${topic}`, furthest(known, seen.get(topic)))
    }
  }
  return {
    measure: async ({ exact = false, only } = {}) => {
      const measured = processors.filter(({ name }) => only === undefined || name === only)
      // Checkpoints first: an end that is older than a checkpoint would hide newer records.
      await Promise.all(measured.map(lookAt))
      await Promise.all([...new Set(measured.flatMap(({ reads }) => reads))].map(lookAtEnd))
      const places = measured.flatMap(({ name, reads }) =>
        reads.flatMap((topic) =>
          log.partitions(topic).map((partition) => ({ processor: name, topic, partition })),
        ),
      )
      return Promise.all(
        places.map(async (place) => {
          const { processor, topic, partition } = place
          const stand = stands.get(`${processor}/${topic}`)?.get(partition)
          const checkpoint = stand?.position
          const end = ends.get(topic)?.get(partition)
          const note = stand?.note ?? null
          return {
            ...place,
            checkpoint,
            end,
            note,
            ...(await unread.of({ ...place, checkpoint, end, exact })),
          }
        }),
      )
    },
  }
}

type Stands = ReadonlyMap<number, Standing>

function withoutNotes(checkpoints: Checkpoints): Stands {
  return new Map([...checkpoints].map(([at, position]) => [at, { position, note: null }]))
}

function furthest(one: Stands = new Map(), other: Stands = new Map()): Stands {
  const merged = new Map(one)
  for (const [partition, stand] of other) {
    if (stand.position >= (merged.get(partition)?.position ?? stand.position)) {
      merged.set(partition, stand)
    }
  }
  return merged
}

/** For one processor, or for all. */
export function recordsBehind(lag: Lag, processor?: string): number {
  return lag
    .filter((each) => processor === undefined || each.processor === processor)
    .reduce((sum, { records }) => sum + records, 0)
}
