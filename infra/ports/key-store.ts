// The port to the users' data keys, which lie outside the log so that they can be destroyed.
//
// Contract:
// - A key is 32 random bytes, wrapped by the master key wherever it is stored.
// - `current` makes generation 1, or the one after the last destroyed one, where there is none; it is durable
//   before it resolves, because an event sealed under a lost key is lost.
// - When `rotate` has resolved, every later `current`, in whatever process, gives the new generation or a higher one.
// - `destroy` is final and durable: no later call gives a key of these generations; the next `current` gives a
//   higher generation.
import type { Scope } from '../../schemas/identifiers.ts'

export type DataKey = { generation: number; key: Uint8Array }

export interface KeyStore {
  /** One answer per scope, in order. */
  current(scopes: readonly Scope[]): Promise<DataKey[]>
  /** Null where the key was destroyed (or never made). */
  get(scope: Scope, generation: number): Promise<Uint8Array | null>
  /**
   * Makes a new generation current and gives the highest one before it, which keeps working until it is
   * destroyed; 0 where the user has had no key.
   */
  rotate(scope: Scope): Promise<number>
  /** Destroys all generations up to and including `generation`. */
  destroy(scope: Scope, generation: number): Promise<void>
  close(): Promise<void>
}
