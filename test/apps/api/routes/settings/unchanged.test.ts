// A change of settings that changes nothing is answered as before and stored nowhere: events of settings are kept for
// ever, and read at each start.
import { expect, test } from 'vitest'
import { changeSettings } from '../../../../../apps/api/routes/settings/settings.ts'
import { MAX_TEMPLATES } from '../../../../../processors/settings/limits.ts'
import { followSettings } from '../../../../../processors/settings/settings-view.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { startedEach } from '../../../../started.ts'
import { startApi } from '../../given.ts'

const api = startedEach(startApi)

const category = { name: 'garden', description: 'Plants and beds' }
const other = { name: 'garden', description: 'Beds' }
const binding = { appId: 'shop', source: 'github', secret: 'a-secret-of-24-characters' }

/** What the log has of settings. */
const stored = async () => (await recordsOf(api.ports.log, 'memory.settings.v1')).length

test.each([
  ['PUT', '/config/categories/shop', { categories: [category] }, { categories: [other] }],
  ['PUT', '/config/trust/shop', { trusted: ['tool'] }, { trusted: [] }],
  ['PUT', '/config/templates/shop/Sold', { template: 'It was {a}' }, { template: 'It is {a}' }],
  ['POST', '/config/sources', { ...binding, users: { octocat: 'anna', b: 'c' } }, binding],
  ['POST', '/config/sources', binding, { ...binding, users: {} }],
] as const)(
  'given %s %s with %o, when it comes again, then it is answered alike and stored once',
  async (method, path, body, change) => {
    const first = await api.call(method, path, { body })
    const before = await stored()
    const again = await api.call(method, path, { body })
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await stored()).toBe(before)
    await api.call(method, path, { body: change })
    await api.call(method, path, { body })
    expect(await stored()).toBe(before + 2)
  },
)

test('given a process that is behind, when it is told to set what it shows, then the change of another does not stay', async () => {
  await api.call('PUT', '/config/trust/shop', { body: { trusted: ['tool'] } })
  const { log, keys } = api.ports
  const silent = {
    subscribe: async () => ({ announce: async () => undefined, close: async () => undefined }),
  }
  const behind = await followSettings({
    log: { ...log, ...silent },
    keys,
    failed: () => undefined,
  })
  await api.call('PUT', '/config/trust/shop', { body: { trusted: [] } })
  expect(behind.trustOf('shop')).toEqual(['tool'])
  const settings = { ...behind, reached: () => behind.caughtUp() }
  const parts = { ports: api.ports, settings, now: () => new Date() }
  const open = { trusted: ['tool' as const] }
  await changeSettings(parts, { appId: 'shop', type: 'TrustConfigured', open })
  const latest = await followSettings({ log, keys, failed: () => undefined })
  expect(latest.trustOf('shop')).toEqual(['tool'])
  await Promise.all([behind.close(), latest.close()])
})

test('given as many templates as an app may have, when one more is set, then it is refused, and one of them can be replaced', async () => {
  const set = (n: number | string, template = 'A sentence') =>
    api.call('PUT', `/config/templates/shop/type${n}`, { body: { template } })
  for (let n = 0; n < MAX_TEMPLATES; n++) await set(n)
  const before = await stored()
  const { status, body } = await set('One-More')
  expect([status, body.error.details.field]).toEqual([400, 'eventType'])
  expect(await stored()).toBe(before)
  expect((await set(7, 'Another one')).status).toBe(200)
})
