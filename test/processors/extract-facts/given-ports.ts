// What extract-facts asks for, over empty stores: the state is what readers see.
import { randomBytes } from 'node:crypto'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import { sharedStates } from '../../../infra/ports/states.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { createSqliteMemoryStore } from '../../../infra/sqlite/memory-store.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { defaultCategories } from '../../../schemas/categories.ts'

export function givenPorts(language = createOfflineLanguageModel()) {
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const graph = createSqliteGraphStore({ path: ':memory:' })
  return {
    states: sharedStates({ memory, graph }),
    memory,
    graph,
    objects: createSqliteObjectStore({ path: ':memory:' }),
    keys: createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) }),
    language,
    settings: {
      categoriesOf: () => defaultCategories,
      templateOf: (_app: string, _type: string): string | undefined => undefined,
      trustOf: () => [],
    },
    signal: new AbortController().signal,
  }
}
