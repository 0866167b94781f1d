// Sealing for tests: a master key, and keys for every requested user.
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { createSealing } from '../../../infra/sealed/sealing.ts'
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
