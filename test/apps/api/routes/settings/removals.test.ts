// Bindings, partners and webhooks that are removed: their records leave the log, also where the log was down meanwhile
// or another request overlapped the removal.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Outage } from '../../../../../infra/runtime/fail/retry.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { type Api, startApi } from '../../given.ts'

let api: Api
let isDown: boolean
/** Happens once, before something is appended. */
let meanwhile: (() => Promise<unknown>) | null
beforeEach(async () => {
  isDown = false
  meanwhile = null
  api = await startApi(({ log }) => ({
    log: {
      ...log,
      append: async (records) => {
        const happens = meanwhile
        meanwhile = null
        await happens?.()
        return log.append(records)
      },
      erase: async (which) => {
        if (isDown) throw new Outage('the log is down')
        return log.erase(which)
      },
    },
  }))
})
afterEach(() => api.close())

async function inTheLog(): Promise<string[]> {
  const found = await recordsOf(api.ports.log, 'memory.settings.v1')
  return found.map(({ event }) => String(event?.type))
}

const secret = 'a-secret-of-24-characters'
const kinds = [
  {
    name: 'binding',
    path: '/config/sources/app',
    make: () =>
      api.call('POST', '/config/sources', {
        body: { appId: 'app', source: 'github', secret, users: { x583231: 'anna' } },
      }),
    change: () =>
      api.call('POST', '/config/sources', {
        body: { appId: 'app', source: 'github', secret, users: { x583231: 'bert' } },
      }),
    removal: 'SourceUnbound',
  },
  {
    name: 'partner',
    path: '/config/partners',
    make: () =>
      api.call('POST', '/config/partners', { body: { name: 'Billing', appIds: ['app'] } }),
    change: (id: string) => api.call('POST', `/config/partners/${id}/rotate`),
    removal: 'PartnerRemoved',
  },
  {
    name: 'webhook',
    path: '/config/webhooks/app',
    make: () =>
      api.call('POST', '/config/webhooks', {
        body: { appId: 'app', url: 'http://127.0.0.1:1/t', events: ['memory.processed'], secret },
      }),
    change: (id: string) =>
      api.call('POST', `/config/webhooks/app/${id}/rotate`, { body: { secret: `${secret}-2` } }),
    removal: 'WebhookUnsubscribed',
  },
]

describe.each(kinds)('a $name that is removed', ({ path, make, change, removal }) => {
  const made = async (): Promise<string> => {
    const { status, body } = await make()
    expect(status).toBe(201)
    return body.id
  }

  test('leaves its removal in the log, and nothing else', async () => {
    const id = await made()
    await change(id)
    expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await inTheLog()).toEqual([removal])
  })

  test('is erased by a repetition if the log was down after the removal was stored', async () => {
    const id = await made()
    isDown = true
    expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(503)
    isDown = false
    expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await inTheLog()).toEqual([removal])
    expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await inTheLog()).toEqual([removal])
  })

  test('takes along what a request stored that overlapped the removal', async () => {
    const id = await made()
    meanwhile = async () => {
      expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(204)
    }
    expect((await change(id)).status).toBe(404)
    expect(await inTheLog()).toEqual([removal])
  })

  test('is not found if it never was, and removes no other', async () => {
    await made()
    const never = '0197a000-0000-7000-8000-000000000001'
    expect((await api.call('DELETE', `${path}/${never}`)).status).toBe(404)
    expect(await inTheLog()).toHaveLength(1)
  })
})
