// What HTTP/1.1 does not allow in headers is refused like any other request that is invalid: with an error body.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Door, dial, KEY, openDoor } from './door.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

async function sent(head: string): Promise<{ status: number; body: string }> {
  const client = dial(door.port)
  client.send(`${head}\r\nAuthorization: Bearer ${KEY}\r\nConnection: close\r\n\r\n`)
  const answer = await client.ended
  const [first = '', ...rest] = answer.split('\r\n\r\n')
  return { status: Number(first.split(' ')[1]), body: rest.join('') }
}

test.each([
  ['no Host', 'GET /v1/apps HTTP/1.1', 400, 'Host'],
  ['an unknown Expect', 'GET /v1/apps HTTP/1.1\r\nHost: x\r\nExpect: a-cake', 417, 'Expect'],
])('given %s, when asked, then the answer says so', async (_, head, status, field) => {
  const answer = await sent(head)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body).error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { field, issues: [{ field }] },
  })
})

test.each([
  ['an empty Host', 'GET /v1/health HTTP/1.1\r\nHost:'],
  ['HTTP/1.0 without Host', 'GET /v1/health HTTP/1.0'],
  ['HTTP/1.0 with an Expect', 'GET /v1/health HTTP/1.0\r\nExpect: a-cake'],
  ['100-continue', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue'],
])('given %s, when asked, then it is answered', async (_, head) => {
  expect([100, 200]).toContain((await sent(head)).status)
})
