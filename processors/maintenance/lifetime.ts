// When a fact has decayed to nothing. Pure. Losing a fact that still answers a question is worse than keeping one that
// does not, so everything that speaks for a fact keeps it (why the numbers are what they are: ../README.md).
import type { Item } from '../../infra/ports/memory-store.ts'
import { latest } from '../../infra/ports/rules/time.ts'
import {
  DEFAULT_MIN_CONFIDENCE,
  DEFAULT_TIME_DECAY_DAYS,
} from '../../schemas/api/reading/retrieve.ts'
import type { Importance } from '../../schemas/identifiers.ts'
import { halfLivesPassed } from './age.ts'

/**
 * After this many half-lives of the service's time decay (30 days each) a fact that was said once counts as nothing:
 * about a year, ten years, twenty years. A critical fact never does (spec 6.4), so it has no lifetime.
 */
const LIFETIME_HALF_LIVES: Readonly<Record<Exclude<Importance, 'critical'>, number>> = {
  low: 12,
  medium: 122,
  high: 244,
}

/** The part of its lifetime that is left if a fact has ended, or is less sure than the default of /retrieve. */
const WEAK_PART = 0.5

export type PruneReason = Extract<NonNullable<Item['pruned']>['reason'], 'faded' | 'ended'>

/** Why a current fact is to be pruned, as of an instant; null if it stays. */
export function pruneReason(item: Item, asOf: string): PruneReason | null {
  if (item.importance === 'critical' || item.pinned || isCorroborated(item)) return null
  // Its age counts from its end, so an end that is still to come keeps it.
  const ended = item.validTo !== null
  // The only answer to where a user lives or what a name is, however long ago it was said.
  if (item.exclusive && !ended) return null
  const weak = ended || item.confidence < DEFAULT_MIN_CONFIDENCE
  const lifetime = LIFETIME_HALF_LIVES[item.importance] * (weak ? WEAK_PART : 1)
  const at = latest(item.createdAt, item.validFrom, item.validTo ?? item.validFrom)
  const age = halfLivesPassed({ at, now: asOf, halfLifeDays: DEFAULT_TIME_DECAY_DAYS })
  if (age < lifetime) return null
  return ended ? 'ended' : 'faded'
}

/** Said again, or replacing others: more than one write speaks for it. */
function isCorroborated({ reinforcedBy, supersedes }: Item): boolean {
  return reinforcedBy.length > 0 || supersedes.length > 0
}
