// The embedded audit store: the contract, and what forgetting leaves on disk.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { openDatabase } from '../../../infra/sqlite/database/database.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
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

const entry = (scope: Scope) => ({
  ...scope,
  ...createPlaces()(),
  id: 'entry',
  type: 'ContentStored',
  at: AT,
  causationId: null,
  source: 1,
  category: 'work',
  permanent: false,
  details: { text: CANARY },
})

async function givenChanged(change: string) {
  const [path, scope] = [join(newDirectory(), 'audit.db'), newScope()]
  const store = createSqliteAuditStore({ path })
  const entries = [entry(scope)]
  await store.apply({ checkpoint: createPlaces()(), fences: [], entries, removed: [] })
  const before = await store.digest()
  const db = openDatabase({ path, durable: false, schema: '' })
  expect(db.run(`UPDATE entries SET ${change}`)).toBe(1)
  db.close()
  return { store, scope, before }
}

test.each([
  ["category = 'home'", { category: 'home' }],
  ['category = NULL', { category: null }],
  ['source = 7', { source: 7 }],
  ['permanent = 1', { permanent: true }],
  ["at = '2020-01-01T00:00:00.000Z'", { at: '2020-01-01T00:00:00.000Z' }],
])(
  'given a row whose %s, by which a forget removes it, then the list and the digest show the change',
  async (change, shown) => {
    const { store, scope, before } = await givenChanged(change)
    const { data } = await store.list(scope, { limit: 10 })
    expect(data).toEqual([{ ...entry(scope), ...shown }])
    expect(await store.digest()).not.toBe(before)
    await store.close()
  },
)

test('given a row whose document is cut off, then the list calls the file damaged, says where, and quotes nothing', async () => {
  const { store, scope } = await givenChanged("doc = substr(doc, 1, instr(doc, 'xylo') + 20)")
  const listing = store.list(scope, { limit: 10 })
  await expect(listing).rejects.toThrow(/^audit\.db \(entry entry\) is damaged\./)
  await expect(listing).rejects.not.toThrow(/xylo/)
  await store.close()
})
