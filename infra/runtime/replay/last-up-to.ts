// Finds where a position of another log is in this one. Pure.

/** The last step at or before a position, by binary search: the steps are in the order of the old positions. */
import { nth } from '../certain.ts'
export function lastUpTo<Step extends { old: number }>(
  steps: readonly Step[],
  position: number,
): Step | undefined {
  let [low, high] = [0, steps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nth(steps, middle).old <= position) low = middle + 1
    else high = middle
  }
  return steps[low - 1]
}
