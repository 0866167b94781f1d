// A change of the setting keeps deliveries: none is lost, none is sent twice, and users are named as the setting says.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  carryDeliveries,
  openDeliveries,
} from '../../../../apps/composition/embedded/embedded-deliveries.ts'
import type { NewDelivery } from '../../../../infra/ports/delivery-store.ts'
import { createSealing, type Sealing } from '../../../../infra/sealed/keys/sealing.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { AT, createPlaces, fenceOf } from '../../../contracts/given.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
const masterKey = new Uint8Array(32)
const keys = createSqliteKeyStore({ path: ':memory:', masterKey })
const sealing = createSealing({ masterKey, keys })
const place = createPlaces('memory.notices.v1')

const scope = { appId: 'app', userId: 'somebody-of-vienna' }
const delivery: NewDelivery = {
  ...scope,
  id: 'delivery',
  webhookId: 'webhook',
  noticeId: 'notice',
  event: 'memory.processed',
  createdAt: AT,
  source: 1,
  category: null,
  keyGeneration: 1,
  payload: new Uint8Array([1]),
  state: 'waiting',
  attempts: [],
  tries: 0,
  nextAttemptAt: AT,
  endedAt: null,
}

const bytesOf = (directory: string, file: string) =>
  readFileSync(join(directory, file)).toString('latin1')

test('from plain to sealed and back, and a fence reaches what was carried', async () => {
  const directory = newDirectory()
  const listed = async (how: Sealing | null, fences = false) => {
    const store = openDeliveries(directory, how)
    if (fences)
      await store.apply({ checkpoint: place(), fences: [fenceOf(scope, 9)], deliveries: [] })
    const { data } = await store.list('webhook', { limit: 9 })
    const checkpoints = await store.checkpoints('memory.notices.v1')
    await store.close()
    return { users: data.map(({ userId }) => userId), stands: checkpoints.size }
  }
  const store = openDeliveries(directory, null)
  await store.apply({ checkpoint: place(), fences: [], deliveries: [delivery] })
  await store.close()
  carryDeliveries({ directory, sealed: false, masterKey })
  carryDeliveries({ directory, sealed: true, masterKey })
  expect(await listed(sealing)).toEqual({ users: [scope.userId], stands: 1 })
  expect(existsSync(join(directory, 'deliveries.db'))).toBe(false)
  expect(bytesOf(directory, 'deliveries-sealed.db')).not.toContain(scope.userId)
  carryDeliveries({ directory, sealed: false, masterKey })
  expect(await listed(null)).toEqual({ users: [scope.userId], stands: 1 })
  carryDeliveries({ directory, sealed: true, masterKey })
  expect(await listed(sealing, true)).toEqual({ users: [], stands: 1 })
})
