// How many bindings, webhooks and partners an app may have, also if it asks for many at once, and from two processes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Outage } from '../../../../../infra/runtime/fail/retry.ts'
import {
  MAX_BINDINGS,
  MAX_PARTNERS,
  MAX_WEBHOOKS,
} from '../../../../../processors/settings/limits.ts'
import { followSettings } from '../../../../../processors/settings/settings-view.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { type Api, startApi } from '../../given.ts'

let api: Api
let isDown: boolean
beforeEach(async () => {
  isDown = false
  api = await startApi(({ log }) => ({
    log: {
      ...log,
      erase: async (which) => {
        if (isDown) throw new Outage('the log is down')
        return log.erase(which)
      },
    },
  }))
})
afterEach(() => api.close())

const inTheLog = async () => (await recordsOf(api.ports.log, 'memory.settings.v1')).length

const secretOf = (n: number) => `a-secret-of-24-characters-${n}`
const kinds = [
  {
    name: 'bindings of a source',
    most: MAX_BINDINGS,
    path: '/config/sources/app',
    make: (n: number) =>
      api.call('POST', '/config/sources', {
        body: { appId: 'app', source: 'github', secret: secretOf(n) },
      }),
  },
  {
    name: 'webhooks',
    most: MAX_WEBHOOKS,
    path: '/config/webhooks/app',
    make: (n: number) =>
      api.call('POST', '/config/webhooks', {
        body: {
          appId: 'app',
          url: 'http://127.0.0.1:1/t',
          events: ['memory.processed'],
          secret: secretOf(n),
        },
      }),
  },
  {
    name: 'partners',
    most: MAX_PARTNERS,
    path: '/config/partners',
    make: (n: number) =>
      api.call('POST', '/config/partners', { body: { name: `partner ${n}`, appIds: ['app'] } }),
  },
]

describe.each(kinds)('$name', ({ most, path, make }) => {
  const listed = async (): Promise<string[]> => {
    const { body } = await api.call('GET', `${path}?limit=100`)
    return body.data.map(({ id }: { id: string }) => id)
  }

  test('are no more than an app may have if it asks for many at once, and nothing stays of the others', async () => {
    const answers = await Promise.all(Array.from({ length: most + 8 }, (_, n) => make(n)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(8)
    expect(await listed()).toHaveLength(most)
    expect(await inTheLog()).toBe(most)
  })

  test('leave nothing of one that was refused while the log was down, once another is removed', async () => {
    isDown = true
    const answers = await Promise.all(Array.from({ length: most + 1 }, (_, n) => make(n)))
    isDown = false
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(1)
    const made = answers.find(({ status }) => status === 201)
    await api.call('DELETE', `${path}/${made?.body.id}`)
    // The others, and the removal.
    expect(await inTheLog()).toBe(most)
  })

  test('keep those that were made when the settings are read again after one has gone', async () => {
    const answers = await Promise.all(Array.from({ length: most + 1 }, (_, n) => make(n)))
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.id)
    expect((await api.call('DELETE', `${path}/${made[0]}`)).status).toBe(204)
    const { log, keys } = api.ports
    const again = await followSettings({ log, keys, failed: () => undefined })
    const { sources, webhooks, partners } = again.current()
    await again.close()
    const ids = [sources.get('github'), webhooks.get('app'), partners].flatMap((each) => [
      ...(each?.keys() ?? []),
    ])
    expect(ids.sort()).toEqual(made.slice(1).sort())
  })
})
