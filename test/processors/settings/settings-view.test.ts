// The settings as a process holds them, while the keys of what is sealed cannot be reached.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { encode } from '../../../infra/runtime/codec.ts'
import { uuidV7 } from '../../../infra/runtime/ids.ts'
import { Outage } from '../../../infra/runtime/retry.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../infra/sqlite/key-store.ts'
import { bindingsOf } from '../../../processors/settings/evolve.ts'
import { followSettings } from '../../../processors/settings/settings-view.ts'
import { NO_USER } from '../../../schemas/events/envelope.ts'
import { AT } from '../../contracts/given.ts'

let log: EventLog
let keys: KeyStore
beforeEach(() => {
  log = createSqliteEventLog({ directory: null })
  keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
})
afterEach(async () => {
  await log.close()
  await keys.close()
})

const failed = (error: Error) => {
  throw error
}
/** The keys, which cannot be reached so many times. */
const unreachable = (times: number): KeyStore => ({
  ...keys,
  get: async (...of) => {
    if (times-- > 0) throw new Outage('the keys cannot be reached')
    return keys.get(...of)
  },
})

async function bind() {
  const id = uuidV7(Date.parse(AT))
  const scope = { appId: 'app', userId: NO_USER }
  const [key] = await keys.current([scope])
  const event = {
    id,
    type: 'SourceBound' as const,
    ...scope,
    occurredAt: AT,
    open: { sourceId: id, source: 'stripe', createdAt: AT },
    sealed: { secret: 'a secret', users: null },
  }
  const provenance = { recordedAt: AT, causationId: null, traceparent: null }
  const [position] = await log.append([encode(event, provenance, key!)])
  return position!
}

test('given keys that cannot be reached, when it starts, then it waits for what is sealed', async () => {
  await bind()
  const view = await followSettings({ log, keys: unreachable(3), failed })
  expect(bindingsOf(view.current(), 'app').map(({ secret }) => secret)).toEqual(['a secret'])
  await view.close()
})

test('given keys that cannot be reached, when an event comes, then it is taken in once they are back', async () => {
  const view = await followSettings({ log, keys: unreachable(3), failed })
  await view.reached(await bind())
  expect(bindingsOf(view.current(), 'app')).toHaveLength(1)
  await view.close()
})

test('given keys that stay away, when it is closed, then it ends without a failure', async () => {
  let asked: () => void = () => undefined
  const waits = new Promise<void>((resolve) => {
    asked = resolve
  })
  const away: KeyStore = {
    ...keys,
    get: async () => {
      asked()
      throw new Outage('the keys cannot be reached')
    },
  }
  const view = await followSettings({ log, keys: away, failed })
  await bind()
  await waits
  await view.close()
  expect(bindingsOf(view.current(), 'app')).toEqual([])
})
