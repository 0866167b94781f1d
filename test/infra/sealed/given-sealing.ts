// Sealing for tests: a master key, and keys for every requested user.
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { createSealing, type Sealing } from '../../../infra/sealed/keys/sealing.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'

const masterKey = new Uint8Array(32)

/** `eager`: every user has a key from the first read on, as every user who ever wrote has. */
export function givenSealing({ eager = true } = {}) {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey })
  const eagerly: KeyStore = {
    ...keys,
    generations: async (scopes) => {
      await keys.current(scopes)
      return keys.generations(scopes)
    },
  }
  return { keys, sealing: createSealing({ masterKey, keys: eager ? eagerly : keys }) }
}

/**
 * How the contracts over real servers open their stores: sealed, as a service does. Null, and so in plain, in a run with
 * PALIMPSEST_TEST_SEALED=off.
 */
export function givenServerSealing(): Sealing | null {
  return process.env.PALIMPSEST_TEST_SEALED === 'off' ? null : givenSealing().sealing
}
