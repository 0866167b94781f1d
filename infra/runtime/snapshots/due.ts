// Decides whether a snapshot is due, and whether it takes all rows or those that changed since the last one. Pure.
import { type Manifest, rowsIn } from './manifest.ts'

export type Pace = {
  /** So many changes make a snapshot due at once, so that a partition that moves replays no more from the log. */
  leastChanges: number
  /** Fewer changes make one due after this time. */
  afterMs: number
  /** All rows are taken no more often than this, whatever was forgotten meanwhile. */
  allEveryMs: number
  /** How often to look whether a snapshot is due. */
  lookMs: number
}

export const defaultPace: Pace = {
  leastChanges: 5_000,
  afterMs: 300_000,
  allEveryMs: 300_000,
  lookMs: 10_000,
}

/** More segments of changes than this are compacted: each costs a request when a partition moves. */
const MOST_CHANGED = 100
/** A process that has taken no snapshot for so many times `afterMs` is gone, or has lost the partition. */
const GONE_AFTER = 3

/** Before every time. */
export const NEVER = Number.NEGATIVE_INFINITY

export type Due = 'nothing' | 'changed' | 'all'

export type Situation = {
  /** The snapshot since which the state's changes are known, and how many there are. */
  basedOn: string | null
  sinceBase: number
  /** The newest manifest; null: none, or one that can no longer be read. */
  newest: Manifest | null
  nowMs: number
  /** When this process began to look after the state, and when it last took all rows (NEVER: not yet). */
  beganMs: number
  allTakenMs: number
}

export function dueOf(situation: Situation, pace: Pace): Due {
  const { basedOn, newest, nowMs, allTakenMs } = situation
  if (newest && newest.id === basedOn) {
    if (!isEnough(situation, Date.parse(newest.takenAt), pace)) return 'nothing'
    return outweighs(newest) ? 'all' : 'changed'
  }
  // Another process has this state too, and takes its snapshots.
  const isGone = (at: string) => nowMs - Date.parse(at) > GONE_AFTER * pace.afterMs
  if (newest && !isGone(newest.takenAt)) return 'nothing'
  if (nowMs - allTakenMs < pace.allEveryMs) return 'nothing'
  return isEnough(situation, situation.beganMs, pace) ? 'all' : 'nothing'
}

function isEnough({ sinceBase, nowMs }: Situation, sinceMs: number, pace: Pace): boolean {
  if (sinceBase === 0) return false
  return sinceBase >= pace.leastChanges || nowMs - sinceMs >= pace.afterMs
}

/** True where restoring the changes since takes more than restoring all rows. */
function outweighs({ segments }: Manifest): boolean {
  const all = segments.filter(({ of }) => of === 'all')
  const changed = segments.filter(({ of }) => of === 'changed')
  return changed.length >= MOST_CHANGED || rowsIn(changed) > rowsIn(all)
}
