// What the code around is certain to find. Where it is wrong, these throw and say what is missing; a `!` lets an
// undefined value go on.

/** Throws if there is no value; `what` names it. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new TypeError(`there is no ${what}`)
  return value
}

export function firstOf<T>(list: readonly T[]): T {
  return nth(list, 0)
}

export function lastOf<T>(list: readonly T[]): T {
  return nth(list, list.length - 1)
}

/** The element at `n`, from 0. */
export function nth<T>(list: readonly T[], n: number): T {
  if (n < 0 || n >= list.length) throw new TypeError(`of ${list.length} elements none is at ${n}`)
  return list[n] as T
}

/** What the map has under the key. The error names no key, because keys may be personal. */
export function getFrom<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  if (!map.has(key)) throw new TypeError(`of ${map.size} entries none has the key`)
  return map.get(key) as V
}

/** What the map has under the key; if it has nothing there, what is made and then kept there. */
export function getOrMake<K, V extends {}>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** The names of an object's own members, in order; for objects that have no members beyond those of their type. */
export function memberNamesOf<T extends object>(object: T): (keyof T & string)[] {
  return Object.keys(object) as (keyof T & string)[]
}

/** A member of what may be anything, such as what was thrown; undefined if it has none of that name. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Drops what was put in first, where a map or a set is a bounded memory. */
export function dropOldest<K>(kept: { keys(): Iterable<K>; delete(key: K): unknown }): void {
  for (const key of kept.keys()) {
    kept.delete(key)
    return
  }
}

/** An object of JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The code of an error of Node or of the system; undefined if it has none. */
export function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined
  return typeof thrown.code === 'string' ? thrown.code : undefined
}
