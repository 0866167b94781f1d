// The people of a text, looked up by name: there may be thousands of speakers, and every name of every sentence is
// looked up.
import { nth } from '../../../runtime/certain.ts'
import { speakerOf } from './speakers.ts'

export type People = {
  /** True if a lower-case name is a person's whole name, one of its words, or its beginning (three letters or more). */
  has(name: string): boolean
}

const SHORTEST_BEGINNING = 3

/** The named speakers; the user and the assistant are no names. Sorts them once. */
export function peopleAmong(speakers: readonly string[]): People {
  const names = speakers
    .filter((speaker) => speakerOf(speaker).role === 'named')
    .map((name) => name.toLowerCase())
    .sort()
  const known = new Set(names.flatMap((name) => [name, ...name.split(' ')]))
  return {
    has: (name) =>
      known.has(name) ||
      (name.length >= SHORTEST_BEGINNING && !name.includes(' ') && beginsOne(names, name)),
  }
}

/**
 * Among sorted names, those that begin with `name` are adjacent; the first of them is where `name` would be inserted.
 */
function beginsOne(sorted: readonly string[], name: string): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (nth(sorted, middle) < name) low = middle + 1
    else high = middle
  }
  return sorted[low]?.startsWith(name) ?? false
}
