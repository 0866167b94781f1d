// How old a memory is, in the unit in which memories fade. Pure; retrieval and maintenance share it.

const DAY_MS = 86_400_000

/**
 * Half-lives between two instants. 0 for now and for the future; also 0, so that age does not count, if the half-life
 * is not positive or a time cannot be read.
 */
export function halfLivesPassed(age: { at: string; now: string; halfLifeDays: number }): number {
  const days = (Date.parse(age.now) - Date.parse(age.at)) / DAY_MS
  return age.halfLifeDays > 0 && days > 0 ? days / age.halfLifeDays : 0
}
