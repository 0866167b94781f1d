// By when the bytes of erased records are gone, and what has the broker keep it. A broker compacts closed files only,
// and closes a file when something is appended to it after its time. So in a partition to which nothing more is
// written, erased records would stay for ever: one more tombstone is written there, after that time.
import {
  type AnyTopicName,
  deadLetterTopic,
  type Topic,
  topicNames,
  topics,
} from '../../../schemas/topics.ts'
import type { Remainder } from '../../ports/remainder.ts'

const HOUR_MS = 60 * 60 * 1000
/** For the append that closes the file, the compaction itself, and the file's deletion a minute after it. */
const COMPACTING_MS = 20 * 60 * 1000
/** What a topic promises by default: an hour at most. */
export const MAX_COMPACTION_LAG_MS = HOUR_MS - COMPACTING_MS

/** What a topic in use is set to. */
export type Pace = { name: AnyTopicName; segmentMs: number; lagMs: number }

/** A longer time than this is none: a broker that is told no lag has the longest there is. */
const LONGEST_MS = 365 * 24 * HOUR_MS

/** What a receipt may promise, from the settings that the topics have. */
export function remaindersOf(paces: readonly Pace[]): Remainder[] {
  const of = (onForget: 'erased' | 'expires') =>
    paces.flatMap((pace) => {
      const topic = topics.find(({ name }) => name === pace.name)
      return topic?.onForget === onForget ? [{ ...pace, ...topic }] : []
    })
  const lagMs = Math.max(0, ...of('erased').map((topic) => topic.lagMs))
  return [
    {
      what: 'records under their tombstones, until compaction',
      goneWithinMs: bounded(lagMs + COMPACTING_MS),
    },
    ...of('expires').map(({ name, retentionMs, segmentMs }) => ({
      what: `records of ${name}, until they expire; those sealed under a destroyed key are unreadable already`,
      goneWithinMs: bounded((retentionMs ?? Infinity) + segmentMs + HOUR_MS),
    })),
  ]
}

function onForgetOf(name: AnyTopicName): Topic['onForget'] | undefined {
  return topics.find((topic) => topic.name === name)?.onForget
}

function bounded(ms: number): number | null {
  return ms > LONGEST_MS ? null : ms
}

type Place = { topic: AnyTopicName; partition: number }
export type Closing = {
  /** Something was erased there, or may have been by a process that is gone. */
  mayHoldErased(place: Place): void
  stop(): void
}

/** The broker's clock counts, and the time must be over. */
const SLACK_MS = 1_000
/** A timer holds no longer time. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** Of the twenty minutes that are promised beyond `lagMs`. */
const AGAIN_MS = 60_000

/**
 * Calls `append` for a partition once its files may be closed: `lagMs` after the last erasure. What fails is told and
 * tried again after a minute.
 */
export function createClosing(
  paces: readonly Pace[],
  append: (place: Place) => Promise<unknown>,
  failed: (place: Place, error: unknown) => void,
): Closing {
  const erasable = paces.filter(({ name }) => onForgetOf(name) === 'erased')
  const lags = new Map(erasable.map(({ name, lagMs }) => [name, lagMs]))
  const timers = new Map<string, NodeJS.Timeout>()
  const closeIn = (ms: number, { topic, partition }: Place) => {
    const id = `${topic}/${partition}`
    clearTimeout(timers.get(id))
    const close = () => {
      timers.delete(id)
      append({ topic, partition }).catch((error: unknown) => {
        if (!lags.has(topic)) return
        failed({ topic, partition }, error)
        // Something may have been erased since.
        if (!timers.has(id)) closeIn(AGAIN_MS, { topic, partition })
      })
    }
    timers.set(id, setTimeout(close, ms).unref())
  }
  const mayHoldErased = (place: Place) => {
    const lagMs = lags.get(place.topic)
    if (lagMs === undefined || lagMs + SLACK_MS > LONGEST_TIMER_MS) return
    closeIn(lagMs + SLACK_MS, place)
  }
  return {
    mayHoldErased,
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
      lags.clear()
    },
  }
}

/** The places that a process answers for that is given a partition: nothing reads the dead letters as a member. */
export function placesOf({ topic, partition }: Place): Place[] {
  const name = topicNames.find((each) => each === topic)
  const own = [{ topic, partition }]
  return partition === 0 && name ? [...own, { topic: deadLetterTopic(name), partition }] : own
}
