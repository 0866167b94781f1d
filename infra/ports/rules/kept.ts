// The place that an object brings for what is made of it as long as it lives: to find it in a WeakMap costs more than
// much of it.
export const KEPT = Symbol('kept')
export type Keeping = { readonly [KEPT]: unknown[] }

/** Not enumerable, so that copies of the object do not share it. */
export function keeping<T extends object>(of: T): T {
  return Object.defineProperty(of, KEPT, { value: [] })
}
