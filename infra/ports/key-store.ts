// The port to the users' data keys, which lie outside the log so that they can be destroyed.
//
// Contract:
// - A key is 32 random bytes, wrapped by the master key wherever it is stored.
// - `current` makes generation 1, or the one after the last destroyed one, where there is none; it is durable
//   before it resolves, because an event sealed under a lost key is lost.
// - When `rotate` has resolved, every later `current`, in whatever process, gives the new generation or a higher one.
// - `destroy` is final and durable: no later call gives a key of these generations; the next `current` gives a
//   higher generation.
// - A stored key that does not open is never taken for a destroyed one: `current` and `get` throw WrongMasterKey, or
//   DamagedKey where that is certain.
import type { Scope } from '../../schemas/identifiers.ts'

export type DataKey = { generation: number; key: Uint8Array }

/** MASTER_KEY does not open a stored key: it is the wrong master key, or the stored key was changed. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
  /** No event is to blame and no attempt helps: the process must end (runtime/fail/retry.ts). */
  readonly fatal = true
  constructor() {
    super(
      'MASTER_KEY is not the one that this data was written with: set that one, or its MASTER_KEY_FILE or MASTER_KEY_KMS',
    )
  }
}

/** A stored key has not the length of one, or does not open although the master key opens what was stored first. */
export class DamagedKey extends Error {
  override readonly name = 'DamagedKey'
  readonly fatal = true
  constructor() {
    super(
      'a stored key is damaged, and no master key opens it: restore a backup (of DATA_DIR/keys.db, or of keys/ in the bucket)',
    )
  }
}

/** The log holds sealed events, but the key store has never held a key: every event would count as forgotten. */
export class KeysLost extends Error {
  override readonly name = 'KeysLost'
  readonly fatal = true
  constructor() {
    super(
      'the key store is empty and the log is not: restore the keys (DATA_DIR/keys.db, or keys/ in the bucket), or start over an empty log',
    )
  }
}

export interface KeyStore {
  /**
   * Throws WrongMasterKey where the master key is not the one of this store, DamagedKey, and KeysLost where keys must have existed
   * and are missing. Called before anything is sealed or opened; makes what later calls verify against.
   */
  verify(): Promise<void>
  /** One answer per scope, in order. */
  current(scopes: readonly Scope[]): Promise<DataKey[]>
  /** For each scope the generations whose key `get` gives, the newest first. Makes no key. */
  generations(scopes: readonly Scope[]): Promise<number[][]>
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
