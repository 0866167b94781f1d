// What HTTP/1.1 does not allow in headers is refused like any other request that is invalid: with an error body.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Door, dial, KEY, openDoor } from './door.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

/** The last answer: one that asks for the body may come before it. */
async function sent(head: string): Promise<{ status: number; body: string }> {
  const client = dial(door.port)
  client.send(`${head}\r\nAuthorization: Bearer ${KEY}\r\nConnection: close\r\n\r\n`)
  const answer = (await client.ended).replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
  const [first = '', ...rest] = answer.split('\r\n\r\n')
  return { status: Number(first.split(' ')[1]), body: rest.join('') }
}

const asked = (expectation: string) =>
  `GET /v1/health HTTP/1.1\r\nHost: x\r\nExpect: ${expectation}`
const HOST = { field: 'Host', issue: 'is missing: name the host of the service' }
const HOSTS = { field: 'Host', issue: 'is given more than once' }
const KEYS = { field: 'Authorization', issue: 'is given more than once' }
const EXPECT = { field: 'Expect', issue: 'must be 100-continue, or absent' }

test.each([
  ['no Host', 'GET /v1/apps HTTP/1.1', 400, HOST],
  ['two hosts', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nHOST: y', 400, HOSTS],
  ['two hosts of HTTP/1.0', 'GET /v1/health HTTP/1.0\r\nHost: x\r\nHost: x', 400, HOSTS],
  ['two keys', `GET /v1/health HTTP/1.1\r\nHost: x\r\nauthorization: Bearer ${KEY}`, 400, KEYS],
  ['an unknown Expect', asked('a-cake'), 417, EXPECT],
  ['an Expect that begins like 100-continue', asked('100-continued'), 417, EXPECT],
  ['an Expect that ends like 100-continue', asked('1100-continue'), 417, EXPECT],
])('given %s, when asked, then the answer says so', async (_, head, status, { field, issue }) => {
  const answer = await sent(head)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body).error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { field, issues: [{ field, issue }] },
  })
})

test.each([
  ['an empty Host', 'GET /v1/health HTTP/1.1\r\nHost:'],
  ['other headers that name a host', 'GET /v1/health HTTP/1.1\r\nHost: host\r\nVia: host'],
  ['HTTP/1.0 without Host', 'GET /v1/health HTTP/1.0'],
  ['HTTP/1.0 with an Expect', 'GET /v1/health HTTP/1.0\r\nExpect: a-cake'],
  ['100-continue', asked('100-Continue')],
  ['100-continue before another one', asked('100-continue, a-cake')],
  ['100-continue after another one', asked('a-cake, 100-continue')],
])('given %s, when asked, then it is answered', async (_, head) => {
  expect((await sent(head)).status).toBe(200)
})
