// What every store writes: a document ready to be stored, and what a fence asks about it.
import type { Fenced } from './fences/fences.ts'

/** Made before any write, so that a document that cannot be stored fails the step as a whole. */
export type Prepared<Table extends string = string> = {
  /** One of the store's indices. */
  table: Table
  id: string
  owner: string
  action: 'put' | 'add' | 'remove'
  version?: number
  body?: Record<string, unknown>
  fenced: Fenced
}

/** Throws if a number that guards a document is not a whole number. */
export function whole(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new TypeError(`a document without its ${name}`)
}
