// A key may end while the body of its call is still arriving.
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
