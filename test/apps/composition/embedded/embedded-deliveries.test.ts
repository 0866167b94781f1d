// A change of the setting keeps deliveries: none is lost, none is sent twice, and users are named as the setting says. What
// a process was attempting when it was killed is attempted again by the next one at once.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  carryDeliveries,
  openDeliveries,
  takeBackDeliveries,
} from '../../../../apps/composition/embedded/embedded-deliveries.ts'
import { settingOf } from '../../../../apps/composition/open-ports.ts'
import { readConfig } from '../../../../infra/config.ts'
import type { NewDelivery } from '../../../../infra/ports/delivery-store.ts'
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { createSealing, type Sealing } from '../../../../infra/sealed/keys/sealing.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { AT, createPlaces, fenceOf } from '../../../contracts/given.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
const masterKey = new Uint8Array(32)
const keys = createSqliteKeyStore({ path: ':memory:', masterKey })
const sealing = createSealing({ masterKey, keys })
const place = createPlaces('memory.notices.v1')

const LATER = '2026-11-20T12:00:00.000Z'
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

const claiming = { now: AT, limit: 9, perWebhook: 9, left: new Map() }

async function claimedIn(directory: string, how: Sealing | null) {
  const store = openDeliveries(directory, how)
  onTestFinished(() => store.close())
  const found = await store.claim({ ...claiming, leaseUntil: LATER })
  return { store, found, ids: found.map(({ id }) => id) }
}

async function givenClaimed(directory: string, how: Sealing | null) {
  const { store } = await claimedIn(directory, how)
  const later = { ...delivery, id: 'later', nextAttemptAt: LATER }
  const ended: NewDelivery = { ...delivery, id: 'ended', state: 'delivered', nextAttemptAt: null }
  const deliveries = [delivery, later, { ...ended, endedAt: AT }]
  await store.apply({ checkpoint: place(), fences: [], deliveries })
  const dying = await claimedIn(directory, how)
  expect(dying.ids).toEqual(['delivery'])
  expect((await claimedIn(directory, how)).ids).toEqual([])
  return firstOf(dying.found)
}

test.each([null, sealing])(
  'what a process was attempting when it died is due at once, and no result of it counts any more',
  async (how) => {
    const directory = newDirectory()
    const old = await givenClaimed(directory, how)
    takeBackDeliveries(directory)
    const next = await claimedIn(directory, how)
    expect(next.ids).toEqual(['delivery'])
    expect(await next.store.holds(old)).toBe(false)
    expect(await next.store.settle(old, { ...delivery, state: 'failed' })).toBe(false)
  },
)

test('a start takes them back, and a command beside a running service does not', async () => {
  const directory = newDirectory()
  const start = () => settingOf(readConfig({ DATA_DIR: directory })).claim({ beside: true })
  await givenClaimed(directory, sealing)
  const { release } = start()
  onTestFinished(release)
  expect((await claimedIn(directory, sealing)).ids).toEqual(['delivery'])
  expect(start().beside).toBe(true)
  expect((await claimedIn(directory, sealing)).ids).toEqual([])
})

test('a file in which a dying process made no tables holds up no start', () => {
  const directory = newDirectory()
  writeFileSync(join(directory, 'deliveries.db'), '')
  takeBackDeliveries(directory)
})
