// The sealed audit: the contract over the embedded one, and what the embedded one sees.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../infra/ports/audit-store.ts'
import { sealAudit } from '../../../infra/sealed/seal-audit.ts'
import { createSqliteAuditStore } from '../../../infra/sqlite/audit-store.ts'
import { auditStoreContract } from '../../contracts/audit-store.contract.ts'
import { AT, createPlaces } from '../../contracts/given.ts'
import { createDirectories, reopenable } from '../sqlite/directory.ts'
import { givenSealing } from './given-sealing.ts'

const newDirectory = createDirectories()
const { sealing, keys } = givenSealing()

auditStoreContract(
  'SQLite, sealed',
  reopenable((options) => sealAudit(createSqliteAuditStore(options), sealing)),
)

const scope = { appId: 'app', userId: 'somebody-of-vienna' }
function entryOf(id: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ...scope,
    topic: 'memory.writes.v1',
    partition: 0,
    position: 1,
    id,
    type: 'ContentStored',
    at: AT,
    causationId: null,
    source: 1,
    category: null,
    permanent: false,
    details: { threadId: 'operas-of-mozart' },
    ...more,
  }
}

test('what an event tells that holds words is opened by its key and by nothing else; of a forget all is told', async () => {
  const path = join(newDirectory(), 'audit.db')
  const store = sealAudit(createSqliteAuditStore({ path }), sealing)
  const generation = (await keys.current([scope]))[0]!.generation
  const entries = [
    entryOf('1'),
    entryOf('2', { type: 'FactReinforced', details: { sealed: 'by its own words' } }),
    entryOf('3', { type: 'MemoryForgotten', permanent: true, details: { category: null } }),
  ]
  const generations = new Map(['1', '3'].map((id) => [id, generation]))
  const step = { checkpoint: createPlaces()(), fences: [], entries, removed: [], generations }
  await store.apply(step)
  expect((await store.list(scope, { limit: 9 })).data).toEqual(entries)
  const bytes = readFileSync(`${path}-wal`).toString('latin1')
  expect(bytes).toContain('ContentStored')
  expect(bytes).not.toMatch(/vienna|mozart/)
  await keys.destroy(scope, generation)
  const left = (await store.list(scope, { limit: 9 })).data.map(({ id }) => id)
  expect(left).toContain('3')
  expect(left).not.toContain('1')
  const places = (await store.places(scope, { limit: 9 })).data
  expect(places.map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect(JSON.stringify(places)).not.toMatch(/vienna|mozart/)
  await store.apply({
    ...step,
    checkpoint: { ...step.checkpoint, position: 99 },
    entries: [entryOf('4')],
    generations: new Map([['4', generation]]),
  })
  expect((await store.list(scope, { limit: 9 })).data.map(({ id }) => id)).toEqual(left)
  await store.close()
})

test('an entry whose details were changed in the store is listed with what is there, and not left out', async () => {
  const path = join(newDirectory(), 'audit.db')
  const below = createSqliteAuditStore({ path })
  const store = sealAudit(below, sealing)
  const { generation } = (await keys.current([scope]))[0]!
  const step = { checkpoint: createPlaces()(), fences: [], removed: [] }
  const generations = new Map([['1', generation]])
  await store.apply({ ...step, entries: [entryOf('1')], generations })
  const [known] = (await below.list(sealing.owners.seal(scope), { limit: 1 })).data
  const details = { sealed: `${known!.details.sealed}AAAA` }
  const changed = { ...known!, id: '2', details }
  await below.apply({
    ...step,
    checkpoint: { ...step.checkpoint, position: 99 },
    entries: [changed],
  })
  expect((await store.list(scope, { limit: 9 })).data).toEqual([
    entryOf('1'),
    entryOf('2', { details }),
  ])
  await store.close()
})

test('given a write behind a forget, under the key that it destroys, when taken in before that, then it is left out as after it', async () => {
  const generation = await keys.rotate(scope)
  const fence = { ...scope, category: null, before: 10, keyGeneration: generation }
  const permanent = entryOf('1', {
    type: 'MemoryForgotten',
    position: 10,
    source: 10,
    permanent: true,
  })
  const late = (position: number) => entryOf(`${position}`, { position, source: position })
  const next = (await keys.current([scope]))[0]!.generation
  const generations = new Map([
    ['1', generation],
    ['11', generation],
    ['12', generation],
    ['13', next],
  ])
  const takenIn = async () => {
    const store = sealAudit(createSqliteAuditStore({ path: ':memory:' }), sealing)
    const step = { removed: [], generations }
    const place = { topic: 'memory.writes.v1', partition: 0 } as const
    const entries = [permanent, late(11)]
    await store.apply({ ...step, checkpoint: { ...place, position: 11 }, fences: [fence], entries })
    const later = [late(12), late(13)]
    await store.apply({
      ...step,
      checkpoint: { ...place, position: 13 },
      fences: [],
      entries: later,
    })
    const { data } = await store.places(scope, { limit: 9 })
    const digest = await store.digest()
    await store.close()
    return [data.map(({ id }) => id), digest]
  }
  const before = await takenIn()
  expect(before[0]).toEqual(['1', '13'])
  await keys.destroy(scope, generation)
  expect(await takenIn()).toEqual(before)
})
