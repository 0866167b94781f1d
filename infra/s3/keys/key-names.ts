// How a user's data keys are named, and what a list of these names says. A generation is an object; another object's
// name says that generations up to one are destroyed. So nothing is ever changed, only created and deleted. Pure.
import type { Scope } from '../../../schemas/identifiers.ts'
import { type ObjectStore, objectKey } from '../../ports/object-store.ts'

/** What keys need of the store that holds them. */
export type KeyObjects = Pick<ObjectStore, 'putMany' | 'get' | 'deleteMany' | 'list' | 'close'> & {
  /** With the user's id where the name of a list over all users holds a pseudonym. */
  opened?(name: string): string
}

const DIGITS = 10
const GENERATION = /\/(\d{10})$/
const DESTROYED = /\/(\d{10})\.destroyed$/

export const keysPrefix = ({ appId, userId }: Scope) => `${objectKey(appId, userId)}/`

export function generationName(scope: Scope, generation: number): string {
  return `${keysPrefix(scope)}${String(generation).padStart(DIGITS, '0')}`
}

export function destroyedName(scope: Scope, generation: number): string {
  return `${generationName(scope, generation)}.destroyed`
}

/** What a name says; null if it names no generation of a user's key. */
export function keyNamed(
  name: string,
): (Scope & { generation: number; destroyed: boolean }) | null {
  const [appId, userId, last, ...more] = name.split('/')
  const [, digits, mark] = /^(\d{10})(\.destroyed)?$/.exec(last ?? '') ?? []
  if (!appId || !userId || !digits || more.length > 0) return null
  return {
    appId: decodeURIComponent(appId),
    userId: decodeURIComponent(userId),
    generation: Number(digits),
    destroyed: mark !== undefined,
  }
}

export type KeyNames = {
  /** Usable generations, the highest last. */
  live: number[]
  /** All generations up to this one are destroyed; 0: none. */
  destroyed: number
  /** The highest that was ever made or destroyed. */
  highest: number
  /** Names that no longer say anything: of destroyed generations, and of lower destructions. */
  obsolete: string[]
}

export function readKeyNames(names: readonly string[]): KeyNames {
  const numbers = (pattern: RegExp) =>
    names.flatMap((name) => pattern.exec(name)?.[1] ?? []).map(Number)
  const made = numbers(GENERATION).sort((a, b) => a - b)
  const destroyed = Math.max(0, ...numbers(DESTROYED))
  return {
    live: made.filter((generation) => generation > destroyed),
    destroyed,
    highest: Math.max(destroyed, ...made),
    obsolete: names.filter(
      (name) =>
        Number(GENERATION.exec(name)?.[1] ?? Infinity) <= destroyed ||
        Number(DESTROYED.exec(name)?.[1] ?? Infinity) < destroyed,
    ),
  }
}
