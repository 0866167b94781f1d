// What an export does where its client takes none of it, and where a store fails in the middle.
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../../../../apps/api/app.ts'
import type { Ports } from '../../../../../infra/ports/ports.ts'
import { inMemoryPorts } from '../../../../processors/in-memory.ts'
import { appParts } from '../../app-parts.ts'

const KEY = 'given-key-0123456789abcdef'
const headers = { authorization: `Bearer ${KEY}` }
const paths = ['/v1/export/app/ann', '/v1/export/app']

/** The application over a memory that is asked for users and items. */
async function given(memory: (real: Ports['memory']) => Partial<Ports['memory']>) {
  const real = inMemoryPorts()
  const lines: string[] = []
  const ports = { ...real, memory: { ...real.memory, ...memory(real.memory) } }
  const parts = await appParts(ports, () => new Date())
  const logger = pino({ base: null }, { write: (line) => void lines.push(line) })
  const config = { BOOTSTRAP_API_KEY: KEY, PUBLIC_URL: undefined, RATE_LIMIT_SCALE: 0 }
  const app = await buildApp({ ...parts, logger, config })
  onTestFinished(async () => {
    await parts.watch.stop()
    await app.close()
    await parts.settings.close()
    await ports.log.close()
  })
  return { app, lines }
}

test.each(paths)('HEAD %s asks no store: no client could end it', async (url) => {
  let asked = 0
  const { app } = await given((real) => ({
    listItems: (...of) => {
      asked++
      return real.listItems(...of)
    },
    userOverviews: (...of) => {
      asked++
      return real.userOverviews(...of)
    },
  }))
  const { statusCode, payload } = await app.inject({ method: 'HEAD', url, headers })
  expect([statusCode, payload]).toEqual([200, ''])
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  expect(asked).toBe(0)
  await app.inject({ method: 'GET', url, headers })
  expect(asked).toBe(1)
})

test.each(paths)(
  'given a store that fails in the middle of GET %s, then the answer is cut off, and the log tells it without what it says',
  async (url) => {
    const fail = async () => {
      throw new RangeError('Ann lives in Oslo')
    }
    const { app, lines } = await given(() => ({ listItems: fail, userOverviews: fail }))
    const answer = await app.inject({ method: 'GET', url, headers }).catch(() => null)
    expect(answer?.payload ?? '').not.toMatch(/"kind":"(app-)?end"/)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, errorClass: 'RangeError', msg: 'failed' },
    ])
    expect(lines.join()).not.toContain('Oslo')
  },
)

test.each(paths)(
  'given a key that ends in the middle of GET %s, then the answer is cut off before what is read after that',
  async (url) => {
    let end = async () => {}
    const { app } = await given((real) => ({
      listItems: async (...of) => {
        await end()
        return real.listItems(...of)
      },
      userOverviews: async (...of) => {
        await end()
        return real.userOverviews(...of)
      },
    }))
    const reader = { name: 'reader', appIds: ['app'], permissions: ['memory:read'] }
    const made = await app.inject({
      method: 'POST',
      url: '/v1/config/keys',
      headers,
      payload: reader,
    })
    const { id, key } = made.json()
    const asked = { url, headers: { authorization: `Bearer ${key}` } }
    expect((await app.inject(asked)).payload).toMatch(/"kind":"(app-)?end"/)
    end = async () => {
      const ended = await app.inject({ method: 'DELETE', url: `/v1/config/keys/${id}`, headers })
      expect(ended.statusCode).toBe(204)
    }
    const cut = await app.inject(asked).catch(() => null)
    expect(cut?.payload ?? '').not.toMatch(/"kind":"(app-)?end"/)
  },
)

test('given ten exports of an app under way, then a further one has to wait for the end of one, and those of other apps have not', async () => {
  const held = Promise.withResolvers<void>()
  const { app } = await given((real) => ({
    listItems: async (scope, page) => {
      if (scope.appId === 'app') await held.promise
      return real.listItems(scope, page)
    },
  }))
  const ask = (url: string) => app.inject({ method: 'GET', url, headers })
  const underWay = Array.from({ length: 10 }, () => ask('/v1/export/app/ann'))
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  for (const url of paths) {
    const refused = await ask(url)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(refused.json().error.message).toMatch(/^10 exports of the app are under way: /)
  }
  expect((await ask('/v1/export/other/ann')).statusCode).toBe(200)
  held.resolve()
  const answers = await Promise.all(underWay)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  expect((await ask('/v1/export/app/ann')).statusCode).toBe(200)
})
