// What a person has entered on a page, for when they come back to it: kept in memory until they sign out or leave the
// console.
import { effect } from '@preact/signals'
import { useState } from 'preact/hooks'
import { apiKey } from '../session.ts'

/** A hook as `useState`, whose value outlives its component. Each place, such as a user, has a value of its own. */
export function keptState<T>(initial: T) {
  const kept = new Map<string, T>()
  effect(() => {
    if (apiKey.value === null) kept.clear()
  })
  return function useKept(place: string) {
    const [value, setValue] = useState(kept.get(place) ?? initial)
    const keep = (value: T) => {
      kept.set(place, value)
      setValue(value)
    }
    return [value, keep] as const
  }
}
