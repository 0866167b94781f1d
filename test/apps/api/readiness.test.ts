// What the API reports of its dependencies: by name on /readyz, as the report of the specification to a client with a
// key. Failing ports replace some of the real ones.
import { expect, test } from 'vitest'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { Ports } from '../../../infra/ports/ports.ts'
import { DamagedFile } from '../../../infra/runtime/fail/damaged-file.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import { startApi } from './given.ts'

const refuse = () => Promise.reject(new Outage('down'))
const silent = () => new Promise<never>(() => undefined)

const downs: [string, string, string, (ports: Ports) => Partial<Ports>][] = [
  [
    'memory',
    'relational_store',
    'degraded',
    ({ memory }) => ({ memory: { ...memory, ping: refuse } }),
  ],
  ['graph', 'graph_store', 'degraded', ({ graph }) => ({ graph: { ...graph, ping: refuse } })],
  [
    'objects',
    'object_store',
    'degraded',
    ({ objects }) => ({ objects: { ...objects, ping: refuse } }),
  ],
  ['log', 'queue', 'unhealthy', ({ log }) => ({ log: { ...log, ends: refuse } })],
  [
    'silent graph',
    'graph_store',
    'degraded',
    ({ graph }) => ({ graph: { ...graph, ping: silent } }),
  ],
]

test.each(downs)(
  'given that %s is down, when asked, then %s is named',
  async (_, component, status, change) => {
    const api = await startApi(change)
    const ready = await api.app.inject({ method: 'GET', url: '/readyz' })
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'not ready', components: [component] },
    ])
    const { body } = await api.call('GET', '/health')
    expect(body.status).toBe(status)
    expect(body.components[component].status).toBe('unhealthy')
    const others = Object.entries<{ status: string }>(body.components).filter(
      ([name]) => name !== component,
    )
    expect(others.map(([, each]) => each.status)).toEqual(['healthy', 'healthy', 'healthy'])
    await api.close()
  },
)

test.each(['memory', 'graph', 'objects', 'log'] as const)(
  'given that the file of the %s is damaged, when asked, then what to do is told',
  async (port) => {
    const damaged = () => Promise.reject(new DamagedFile('its.db', { errcode: 11 }))
    const api = await startApi((ports) => ({
      [port]: { ...ports[port], ping: damaged, ends: damaged },
    }))
    const { body } = await api.call('GET', '/health')
    const told = Object.values<{ problem?: string }>(body.components).map(({ problem }) => problem)
    expect(told.filter((problem) => problem !== undefined)).toEqual([
      expect.stringMatching(/^its\.db is damaged\. .*restore a backup$/),
    ])
    await api.close()
  },
)

test('given that all is up, when asked, then it is ready, and says nothing else', async () => {
  const api = await startApi()
  const ready = await api.app.inject({ method: 'GET', url: '/readyz' })
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }])
  await api.close()
})

test('given writes that nothing processes, when stores are down, then the depth of the queue is still told', async () => {
  let isDown = false
  const api = await startApi(({ memory, log }) => ({
    memory: { ...memory, ping: () => (isDown ? refuse() : memory.ping()) },
    log: { ...log, append: (records: Parameters<EventLog['append']>[0]) => log.append(records) },
  }))
  for (const userId of ['anna', 'ben']) {
    const body = { appId: 'app', userId, content: 'I like tea.', contentType: 'document' }
    expect((await api.call('POST', '/memorize', { body })).status).toBe(202)
  }
  const depth = async () => (await api.call('GET', '/health')).body.components.queue.queueDepth
  expect(await depth()).toBe(2)
  isDown = true
  expect(await depth()).toBe(2)
  await api.close()
})
