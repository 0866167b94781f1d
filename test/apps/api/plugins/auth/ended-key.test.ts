// A key may end while the body of its call is still arriving.
import { once } from 'node:events'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendError } from '../../../../../apps/api/errors.ts'
import { registerAuth } from '../../../../../apps/api/plugins/auth.ts'
import { type ApiKey, hashKey } from '../../../../../processors/settings/api-key.ts'
import { noSettings } from '../../../../../processors/settings/evolve.ts'
import { type Client, type Door, dial, KEY, openDoor } from '../door.ts'

let door: Door
beforeEach(async () => {
  door = await openDoor({ RATE_LIMIT_SCALE: 0 })
})
afterEach(() => door.close())

const everyApp = { name: 'again', appIds: ['*'] }
const write = { appId: 'app', userId: 'u', contentType: 'document', content: 'I like chess.' }

/** Resolves once the call has been let in; `finish` sends the second piece of its body. */
async function begin(path: string, as: string, body: object) {
  const text = JSON.stringify(body)
  const letIn = once(door.app.server, 'request')
  const client: Client = dial(door.port)
  client.send(
    `POST ${path} HTTP/1.1\r\nHost: door\r\nAuthorization: Bearer ${as}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text.slice(0, 5)}`,
  )
  await letIn
  return {
    finish: async () => {
      client.send(text.slice(5))
      return Number((await client.ended).split(' ')[1])
    },
  }
}

const end = {
  revoked: (id: string) => door.call('DELETE', `/v1/config/keys/${id}`),
  rotated: (id: string) => door.call('POST', `/v1/config/keys/${id}/rotate`),
}

describe.each(['revoked', 'rotated'] as const)(
  'a key that is %s while a body arrives',
  (ending) => {
    test.each([
      ['/v1/config/keys', { ...everyApp, permissions: ['admin'] }],
      ['/v1/config/partners', everyApp],
      ['/v1/memorize', write],
      ['/v1/forget', { appId: 'app', userId: 'u', confirm: true }],
    ])('does nothing more at %s', async (path, body) => {
      const { id, key } = await door.makeKey(['admin'], ['*'])
      const { finish } = await begin(path, key, body)
      expect((await end[ending](id)).status).toBeLessThan(300)
      expect(await finish()).toBe(401)
      const names = (await door.call('GET', '/v1/config/keys')).body.data
      expect(names.map(({ name }: { name: string }) => name)).not.toContain('again')
    })
  },
)

test('the key of the environment, and one that goes on, are taken for a body in two pieces', async () => {
  const { key } = await door.makeKey(['memory:write'], ['app'])
  for (const as of [KEY, key]) {
    const { finish } = await begin('/v1/memorize', as, write)
    expect(await finish()).toBe(202)
  }
})

test('a key that is revoked while a body arrives is refused also where the environment gives none', async () => {
  const app = Fastify()
  app.setErrorHandler(sendError)
  const key = { appIds: ['*'], permissions: ['admin'], hash: hashKey('mine') } as unknown as ApiKey
  let settings = { ...noSettings, keysByHash: new Map([[key.hash, key]]) }
  registerAuth(app, { settings: () => settings, bootstrap: null })
  app.addHook('preParsing', async () => {
    settings = { ...settings, keysByHash: new Map() }
  })
  app.post('/', { config: { permission: 'admin' } }, async () => 'done')
  const headers = { authorization: 'Bearer mine' }
  const { statusCode } = await app.inject({ method: 'POST', url: '/', headers, payload: {} })
  expect(statusCode).toBe(401)
  await app.close()
})
