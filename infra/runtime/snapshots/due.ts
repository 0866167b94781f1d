// Whether a snapshot is due, and of what: all rows, or those that changed since the last one. Pure.
import { type Manifest, rowsIn } from './manifest.ts'

export type Pace = {
  /** So many changes are due at once: as many are replayed from the log at most where a partition moves. */
  leastChanges: number
  /** Fewer are due after this. */
  afterMs: number
  /** All rows are taken no more often, whatever was forgotten meanwhile. */
  allEveryMs: number
  /** How often it is looked whether anything is due. */
  lookMs: number
}

export const defaultPace: Pace = {
  leastChanges: 5_000,
  afterMs: 300_000,
  allEveryMs: 300_000,
  lookMs: 10_000,
}

/** More segments of changes are compacted: each is a request where a partition moves. */
const MOST_CHANGED = 100
/** Who has taken no snapshot for so many times `afterMs` has gone, or has lost the partition. */
const GONE_AFTER = 3

/** Comes before every time. */
export const NEVER = Number.NEGATIVE_INFINITY

export type Due = 'nothing' | 'changed' | 'all'

export type Situation = {
  /** Of the state: the snapshot since which changes are known, and how many there are. */
  basedOn: string | null
  sinceBase: number
  /** The newest that there is; null: none, or one that nobody can read any more. */
  newest: Manifest | null
  nowMs: number
  /** When this process began to look after the state, and when it took all rows last (NEVER: it did not yet). */
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

/** What has changed since takes more to restore than all rows do. */
function outweighs({ segments }: Manifest): boolean {
  const all = segments.filter(({ of }) => of === 'all')
  const changed = segments.filter(({ of }) => of === 'changed')
  return changed.length >= MOST_CHANGED || rowsIn(changed) > rowsIn(all)
}
