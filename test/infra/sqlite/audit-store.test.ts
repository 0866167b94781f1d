// The embedded audit store: the contract, and what forgetting leaves on disk.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { auditStoreContract } from '../../contracts/audit-store.contract.ts'
import { AT, createPlaces, fenceOf, newScope } from '../../contracts/given.ts'
import { createDirectories, filesWith, reopenable } from './directory.ts'

const CANARY = 'xylophone-canary-in-the-audit'
const newDirectory = createDirectories()

auditStoreContract('SQLite', reopenable(createSqliteAuditStore))

test.each(['fence', 'removal'])(
  'given an entry with a canary, when a %s takes it, then its bytes are in no file',
  async (by) => {
    const directory = newDirectory()
    const store = createSqliteAuditStore({ path: join(directory, 'audit.db') })
    const [scope, place] = [newScope(), createPlaces()]
    const at = place()
    const entry = {
      ...scope,
      ...at,
      id: 'canary-entry',
      type: 'ContentStored',
      at: AT,
      causationId: null,
      source: 1,
      category: null,
      permanent: false,
      details: { text: CANARY },
    }
    await store.apply({ checkpoint: at, fences: [], entries: [entry], removed: [] })
    expect(filesWith(directory, CANARY)).not.toEqual([])
    await store.apply({
      checkpoint: place(),
      fences: by === 'fence' ? [fenceOf(scope, 9)] : [],
      entries: [],
      removed: by === 'fence' ? [] : [{ ...scope, id: entry.id }],
    })
    expect(filesWith(directory, CANARY)).toEqual([])
    await store.close()
  },
)
