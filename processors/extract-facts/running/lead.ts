// How far extraction runs ahead of what readers are shown. In the readers' stores, where everything is taken in order,
// forgets and other apps' writes wait behind that lead; here apps take turns. So readers are a moment behind, and no
// more. A store that takes in nothing is not waited for: it delays only what it serves itself.
import type { Checkpoints, LogPosition, Position } from '../../../infra/ports/event-log.ts'
import { getFrom } from '../../../infra/runtime/certain.ts'
import { type Pacing, realPacing } from '../../../infra/runtime/wait/wait-for.ts'
import { orNull } from '../../../infra/runtime/wait/within.ts'

export type Lead = {
  /** An app's write is about to be read. */
  wrote(appId: string): void
  /** What has been committed of an app's write, in the order of the log. */
  published(appId: string, at: readonly LogPosition[]): void
  /**
   * True if readers are shown what was committed a moment ago, if all that they are not shown is other apps' (one more
   * write behind it delays no other app, and waiting for it would), or if a store takes in nothing.
   */
  hasRoom(partition: number, appId: string): boolean
  /** Resolves when there is room, or the service stops. */
  room(partition: number, appId: string): Promise<void>
}

/** How far a reader's store has read the facts. */
export type Stands = () => Promise<Checkpoints>

/** While several apps write: about as long as a step of a store takes, because what comes next waits that long. */
export const MAX_BEHIND_MS = 250
/** While one app writes, it delays only itself, and large steps cost the stores less. */
export const MAX_BEHIND_ALONE_MS = 1_000
/** How long an app counts as writing after a write. */
export const WRITING_MS = 5_000
/** A store that has taken in nothing for this long is down; a busy one takes seconds for a large step. */
export const PATIENCE_MS = 15_000
const SHORTEST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 50
/** Asking takes at most about a fifth of the time. */
const PAUSE_PER_ANSWER = 4
/** If more wait to be shown, new ones count with the last one kept: a store may be down for hours. */
export const MAX_KEPT = 1_000

const FACTS = 'memory.facts.v1'
/** Stands before the first place of every log. */
const BEFORE_ALL: Position = -1

/** What was committed together and is not shown yet. */
type Unshown = { position: Position; at: number; apps: Set<string> }
type Partition = { unshown: Unshown[]; progressedAt: number }

export function createLead(
  { stores, signal }: { stores: readonly Stands[]; signal: AbortSignal },
  { now, pause }: Pacing = realPacing,
): Lead {
  const partitions = new Map<number, Partition>()
  const waiting = new Set<{ partition: number; appId: string; resolve: () => void }>()
  let isLooking = false
  let lastWriter: string | undefined
  /** Since when no other app has written. */
  let aloneSince = Number.NEGATIVE_INFINITY

  const add = (partition: number, appId: string, position: Position) => {
    const { unshown } = of(partition)
    const last = unshown.at(-1)
    if (last && unshown.length >= MAX_KEPT) {
      last.position = position
      last.apps.add(appId)
    } else unshown.push({ position, at: now(), apps: new Set([appId]) })
  }
  const of = (partition: number): Partition => {
    const known = partitions.get(partition)
    if (known && known.unshown.length > 0) return known
    const begun = { unshown: [], progressedAt: now() }
    partitions.set(partition, begun)
    return begun
  }
  const hasRoom = (partition: number, appId: string) => {
    const { unshown = [] } = partitions.get(partition) ?? {}
    const [first] = unshown
    if (!first || signal.aborted || !unshown.some(({ apps }) => apps.has(appId))) return true
    const isDown = now() - getFrom(partitions, partition).progressedAt > PATIENCE_MS
    const isAlone = now() - aloneSince > WRITING_MS
    return isDown || now() - first.at < (isAlone ? MAX_BEHIND_ALONE_MS : MAX_BEHIND_MS)
  }

  async function look(): Promise<void> {
    isLooking = true
    while (!signal.aborted && [...partitions.values()].some(({ unshown }) => unshown.length > 0)) {
      const began = now()
      const answers = await Promise.all(
        stores.map((stands) => orNull(stands(), PATIENCE_MS, signal)),
      )
      for (const [partition, known] of partitions) drop(known, shownBy(answers, partition))
      settle()
      const pauseMs = (now() - began) * PAUSE_PER_ANSWER
      await pause(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs)), signal)
    }
    isLooking = false
    settle()
  }
  const drop = (known: Partition, shown: Position) => {
    const left = known.unshown.filter(({ position }) => position > shown)
    if (left.length === known.unshown.length) return
    known.unshown = left
    known.progressedAt = now()
  }
  const settle = () => {
    for (const each of waiting) {
      if (!hasRoom(each.partition, each.appId)) continue
      waiting.delete(each)
      each.resolve()
    }
  }

  return {
    wrote: (appId) => {
      if (appId === lastWriter) return
      lastWriter = appId
      aloneSince = now()
    },
    published: (appId, at) => {
      if (stores.length === 0) return
      const last = new Map<number, Position>()
      for (const { topic, partition, position } of at) {
        if (topic === FACTS) last.set(partition, position)
      }
      for (const [partition, position] of last) add(partition, appId, position)
      if (!isLooking) void look()
    },
    hasRoom,
    room: (partition, appId) => {
      if (hasRoom(partition, appId)) return Promise.resolve()
      return new Promise((resolve) => {
        waiting.add({ partition, appId, resolve })
      })
    },
  }
}

/** What all of the stores have taken in. */
function shownBy(answers: readonly (Checkpoints | null)[], partition: number): Position {
  return Math.min(...answers.map((answer) => answer?.get(partition) ?? BEFORE_ALL))
}
