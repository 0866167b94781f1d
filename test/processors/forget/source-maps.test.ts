// The maps of an app's sources after a forget: without the user, in the settings and in the log, whatever else changes
// them at the same moment.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { createDecoder, encode } from '../../../infra/runtime/envelope/codec.ts'
import { timeOf, uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { eraseFromMaps, usersInMaps } from '../../../processors/forget/source-maps.ts'
import { bindingsOf } from '../../../processors/settings/evolve.ts'
import { followSettings, type SettingsView } from '../../../processors/settings/settings-view.ts'
import { NO_USER } from '../../../schemas/events/envelope.ts'
import { AT } from '../../contracts/given.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { LATER } from '../given.ts'

const TOPIC = 'memory.settings.v1'
const SOURCE = uuidV7(Date.parse(AT))
const OTHER_SOURCE = uuidV7(Date.parse(AT))
const ANNA = { appId: 'app', userId: 'anna' }
const BERT = { appId: 'app', userId: 'bert' }
const failed = (error: Error) => {
  throw error
}

let log: EventLog
let keys: KeyStore
let settings: SettingsView
let ms: number
beforeEach(async () => {
  ms = Date.parse(AT)
  log = createSqliteEventLog({ directory: null })
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  settings = await followSettings({ log, keys, failed })
})
afterEach(async () => {
  await settings.close()
  await log.close()
  await keys.close()
})

async function bind(
  users: Record<string, string> | null,
  { appId = 'app', sourceId = SOURCE } = {},
): Promise<void> {
  const scope = { appId, userId: NO_USER }
  const [key] = await keys.current([scope])
  const event = {
    id: uuidV7(++ms),
    type: 'SourceBound' as const,
    ...scope,
    occurredAt: AT,
    open: { sourceId, source: 'stripe', createdAt: AT },
    sealed: { secret: 'a secret', users },
  }
  const provenance = { recordedAt: AT, causationId: null, traceparent: null }
  await log.append([encode(event, provenance, key!)])
}

const erase = (scope = ANNA, view: Pick<SettingsView, 'current' | 'caughtUp'> = settings) =>
  eraseFromMaps({ log, keys, settings: view, now: () => LATER }, scope)

/** As a process sees it that starts now. */
async function mapNow(appId = 'app'): Promise<unknown> {
  const view = await followSettings({ log, keys, failed })
  const [binding] = bindingsOf(view.current(), appId)
  await view.close()
  return binding && { ...binding, users: binding.users && Object.fromEntries(binding.users) }
}

/** What the records of the log hold, opened. */
async function inTheLog(): Promise<string> {
  const decode = createDecoder(keys)
  return JSON.stringify(await Promise.all((await recordsOf(log, TOPIC)).map(decode)))
}

test('a map loses the user, and keeps the others, its secret and its id; the log holds no earlier one', async () => {
  await bind({ cus_0: 'anna' })
  await bind({ cus_1: 'anna', cus_2: 'bert', cus_3: 'anna' })
  await erase()
  expect(await mapNow()).toMatchObject({ id: SOURCE, secret: 'a secret', users: { cus_2: 'bert' } })
  expect(await inTheLog()).toContain('bert')
  expect(await inTheLog()).not.toMatch(/anna|cus_[013]/)
})

test('a map that names no other user stays a map: the payload’s own users stay unknown', async () => {
  await bind({ cus_1: 'anna' })
  await erase()
  expect(await mapNow()).toMatchObject({ users: {} })
})

test('no other map changes: of another app, or without the user', async () => {
  await bind({ cus_1: 'anna' }, { appId: 'other' })
  await erase()
  expect(await mapNow('other')).toMatchObject({ users: { cus_1: 'anna' } })
  await bind(null)
  await erase()
  expect(await mapNow()).toMatchObject({ users: null })
})

test('given that it died before it erased, when called again, then the earlier map goes', async () => {
  await bind({ cus_1: 'anna' })
  const dying = { ...log, erase: async () => Promise.reject(new Error('died')) }
  const parts = { log: dying, keys, settings, now: () => LATER }
  await expect(eraseFromMaps(parts, ANNA)).rejects.toThrow('died')
  expect(await inTheLog()).toContain('anna')
  await erase()
  expect(await inTheLog()).not.toContain('anna')
})

test('given two forgets at the same moment, then neither undoes the other', async () => {
  await bind({ cus_1: 'anna', cus_2: 'bert', cus_3: 'cleo' })
  await Promise.all([erase(ANNA), erase(BERT)])
  expect(await mapNow()).toMatchObject({ users: { cus_3: 'cleo' } })
  expect(await inTheLog()).not.toMatch(/anna|bert/)
})

test('given another source of the app, then its map stays, whatever is erased of this one', async () => {
  await bind({ cus_1: 'bert' }, { sourceId: OTHER_SOURCE })
  await bind({ cus_1: 'anna' })
  await erase()
  const view = await followSettings({ log, keys, failed })
  const kept = bindingsOf(view.current(), 'app').map(({ id, users }) => [id, users?.get('cus_1')])
  await view.close()
  expect(Object.fromEntries(kept)).toEqual({ [SOURCE]: undefined, [OTHER_SOURCE]: 'bert' })
})

test('given one forget after another, then the map that the first wrote is erased too', async () => {
  await bind({ cus_1: 'anna', cus_2: 'bert', cus_3: 'cleo' })
  await erase(ANNA)
  await erase(BERT)
  expect(await mapNow()).toMatchObject({ users: { cus_3: 'cleo' } })
  expect(await inTheLog()).not.toMatch(/anna|bert/)
})

test('given a log that is read in pieces, then the earlier maps go', async () => {
  await bind({ cus_1: 'anna' })
  await bind({ cus_1: 'anna', cus_2: 'bert' })
  const inPieces: EventLog = {
    ...log,
    async *read(stretch) {
      for await (const records of log.read(stretch)) for (const record of records) yield [record]
    },
  }
  await eraseFromMaps({ log: inPieces, keys, settings, now: () => LATER }, ANNA)
  expect(await inTheLog()).not.toContain('anna')
})

test.each([
  ['another forget', () => erase(BERT), { cus_3: 'cleo' }],
  ['a new binding', () => bind({ cus_9: 'dora' }), { cus_9: 'dora' }],
])(
  'given %s just before the earlier maps are erased, then its map stands',
  async (_, happens, users) => {
    await bind({ cus_1: 'anna', cus_2: 'bert', cus_3: 'cleo' })
    const overtakenLog: EventLog = {
      ...log,
      erase: async (which) => {
        await happens()
        return log.erase(which)
      },
    }
    await eraseFromMaps({ log: overtakenLog, keys, settings, now: () => LATER }, ANNA)
    expect(await mapNow()).toMatchObject({ users })
  },
)

/** The settings, with something that happens after they were read. */
function overtaken(happens: () => Promise<void>): Pick<SettingsView, 'current' | 'caughtUp'> {
  let once: (() => Promise<void>) | null = happens
  return {
    current: settings.current,
    caughtUp: async () => {
      await settings.caughtUp()
      const now = once
      once = null
      await now?.()
    },
  }
}

test('given a map that comes meanwhile, then it stands, without the user, and no record names the user', async () => {
  await bind({ cus_1: 'anna', cus_2: 'bert' })
  await erase(
    ANNA,
    overtaken(() => bind({ cus_8: 'anna', cus_9: 'dora' })),
  )
  expect(await mapNow()).toMatchObject({ users: { cus_9: 'dora' } })
  expect(await inTheLog()).not.toContain('anna')
  await bind({ cus_2: 'bert', cus_3: 'cleo' })
  const withoutEither = () => bind({ cus_9: 'dora' })
  await erase(BERT, overtaken(withoutEither))
  expect(await mapNow()).toMatchObject({ users: { cus_9: 'dora' } })
  expect(await inTheLog()).not.toMatch(/bert|cleo/)
})

async function unbind(): Promise<void> {
  const event = {
    id: uuidV7(++ms),
    type: 'SourceUnbound' as const,
    appId: 'app',
    userId: NO_USER,
    occurredAt: AT,
    open: { sourceId: SOURCE },
    sealed: null,
  }
  const provenance = { recordedAt: AT, causationId: null, traceparent: null }
  await log.append([encode(event, provenance, null)])
}

test('given a binding whose removal erased nothing, then its maps go, and those of other bindings and apps stay', async () => {
  await bind({ cus_1: 'anna' })
  await unbind()
  await bind({ cus_2: 'bert' }, { sourceId: OTHER_SOURCE })
  await bind({ cus_3: 'cleo' }, { appId: 'other' })
  await erase()
  expect(await inTheLog()).not.toContain('anna')
  expect(await inTheLog()).toMatch(/SourceUnbound.*bert.*cleo/)
})

test('given an app that removed nothing and maps no user, then nothing is erased', async () => {
  await bind(null)
  const untouched = { ...log, erase: async () => Promise.reject(new Error('erased')) }
  await eraseFromMaps({ log: untouched, keys, settings, now: () => LATER }, ANNA)
})

test('given a binding that is removed meanwhile, then it stays removed', async () => {
  await bind({ cus_1: 'anna' })
  const removed = async () => {
    await unbind()
    const matches = ({ event: each }: { event: { type: string } | null }) =>
      each?.type === 'SourceBound'
    await log.erase({ topic: TOPIC, scope: { appId: 'app', userId: NO_USER }, matches })
  }
  await erase(ANNA, overtaken(removed))
  expect(await mapNow()).toBeUndefined()
})

test('given a clock that is behind, then the new map is later than the one that it replaces', async () => {
  ms = Date.parse(LATER) + 1_000_000
  await bind({ cus_1: 'anna' })
  await erase()
  const binding = (await mapNow()) as { eventId: string }
  expect(timeOf(binding.eventId)).toBe(ms + 1)
})

test('the users whom maps of these apps name are found, also those of earlier maps', async () => {
  await bind({ cus_1: 'anna', cus_2: 'bert' })
  await bind({ cus_9: 'dora' })
  await bind({ cus_1: 'cleo' }, { appId: 'other', sourceId: OTHER_SOURCE })
  await bind(null, { appId: 'third', sourceId: uuidV7(Date.parse(AT)) })
  const found = await usersInMaps({ log, keys }, new Set(['app', 'third']))
  expect(found).toEqual([ANNA, BERT, { appId: 'app', userId: 'dora' }])
  await erase(ANNA)
  expect(await usersInMaps({ log, keys }, new Set(['app']))).toEqual([
    { appId: 'app', userId: 'dora' },
  ])
  await erase({ appId: 'app', userId: 'dora' })
  expect(await usersInMaps({ log, keys }, new Set(['app']))).toEqual([])
})
