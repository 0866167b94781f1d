// How old a memory is, in the unit in which memories fade. Pure; retrieval and maintenance share it.

const DAY_MS = 86_400_000

/**
 * Half-lives between two instants. 0 for now and for the future; also 0, so that age does not count, if the half-life
 * is not positive or a time cannot be read.
 */
export function halfLivesPassed(age: { at: string; now: string; halfLifeDays: number }): number {
  return halfLivesBetween(Date.parse(age.at), Date.parse(age.now), age.halfLifeDays)
}

/** The same, where both instants have been read: milliseconds. */
export function halfLivesBetween(at: number, now: number, halfLifeDays: number): number {
  const days = (now - at) / DAY_MS
  return halfLifeDays > 0 && days > 0 ? days / halfLifeDays : 0
}
