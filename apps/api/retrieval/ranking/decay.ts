// How much a memory's age weighs on its relevance.
import { halfLivesBetween } from '../../../../processors/maintenance/age.ts'

/**
 * What is left of the relevance of an answer however old it is. Measured on questions about months
 * of talk: at 0.8 the newest of two equal facts comes first, while 99 % of the old answers are
 * still found; at 0.5 it is 97 %, at 0 half.
 */
export const DECAY_FLOOR = 0.8

/**
 * `floor + (1 - floor) * 2^(-age / half-life)`: 1 for now and for the future, falling towards the
 * floor. A half-life of zero or less, or a time that cannot be read, means that age does not count.
 */
export function decay(age: { at: string; now: string; halfLifeDays: number }): number {
  return decayBetween(Date.parse(age.at), Date.parse(age.now), age.halfLifeDays)
}

/** The same, where both instants have been read: milliseconds. */
export function decayBetween(at: number, now: number, halfLifeDays: number): number {
  return DECAY_FLOOR + (1 - DECAY_FLOOR) * 2 ** -halfLivesBetween(at, now, halfLifeDays)
}
