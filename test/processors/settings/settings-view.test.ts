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
  const [position] = await log.append([await bound()])
  return position!
}

async function bound() {
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
  return encode(event, provenance, key!)
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

test('given a waiter, when the view is closed before its event is read, then the waiter is told', async () => {
  const view = await followSettings({ log, keys, failed })
  const last = await bind()
  await view.reached(last)
  const beyond = { ...last, position: last.position + 1 }
  const waiting = view.reached(beyond)
  await Promise.all([expect(waiting).rejects.toThrow('no longer followed'), view.close()])
  await expect(view.reached(beyond)).rejects.toThrow('no longer followed')
})

test('given two events, when the second never opens, then who waits for the first goes on', async () => {
  const failures: Error[] = []
  const view = await followSettings({
    log,
    keys: {
      ...keys,
      get: async (scope, generation) => {
        if (generation > 1) throw new Outage('the keys cannot be reached')
        return keys.get(scope, generation)
      },
    },
    failed: (error) => void failures.push(error),
  })
  const opens = await bound()
  await keys.rotate({ appId: 'app', userId: NO_USER })
  const [first] = await log.append([opens, await bound()])
  await view.reached(first!)
  await view.close()
  expect(failures).toEqual([])
})
