// Slow uploads over real sockets: they end in time, from any client, and are not errors of the service.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyDeadline, timeLeftMs } from '../../../../../apps/api/plugins/limits/body-deadline.ts'
import { type Client, type Door, dial, KEY, openDoor } from '../door.ts'

let door: Door
const firstMs = 60
const body = { firstMs, bytesPerSecond: 1_000_000, lingerMs: 20 }
beforeEach(async () => {
  door = await openDoor({}, { body })
})
afterEach(() => door.close())

const errors = () => door.lines.filter((line) => JSON.parse(line).level >= 40)

function upload(path: string, { key = '', at = door } = {}): Client {
  const client = dial(at.port)
  const authorization = key ? `Authorization: Bearer ${key}\r\n` : ''
  client.send(
    `POST ${path} HTTP/1.1\r\nHost: door\r\n${authorization}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":`,
  )
  return client
}

describe('given an upload that goes on for ever', () => {
  test.each([
    ['with a key', '/v1/memorize', KEY],
    ['of a webhook, which needs none', '/v1/webhooks/github', ''],
  ])('%s, when its time is over, then it is told so and ended', async (_, path, key) => {
    const client = upload(path, { key })
    const answer = await client.ended
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'body' },
    })
    expect(errors()).toEqual([])
  })

  test.each([
    ['of a wrong key', '/v1/memorize', 'wrong', 401],
    ['to nowhere', '/v1/nothing', KEY, 404],
  ])('%s, when it has been answered, then it is ended soon after', async (_, path, key, status) => {
    const client = upload(path, { key })
    expect(await client.ended).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(errors()).toEqual([])
  })

  test('a few bytes at a time, when its time is over, then it is ended', async () => {
    const patient = await openDoor({}, { body: { ...body, bytesPerSecond: 100 } })
    const client = upload('/v1/memorize', { key: KEY, at: patient })
    await new Promise((resolve) => patient.app.server.once('request', resolve))
    client.send('12345')
    expect(await client.ended).toMatch(/^HTTP\/1\.1 408 /)
    await patient.close()
  })

  test('in chunks, when its time is over, then it is ended', async () => {
    const client = dial(door.port)
    client.send(
      `POST /v1/memorize HTTP/1.1\r\nHost: door\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
    )
    expect(await client.ended).toMatch(/^HTTP\/1\.1 408 /)
  })
})

test.each([
  [{ elapsedMs: 9_999, bytes: 0 }, 1],
  [{ elapsedMs: 10_000, bytes: 0 }, 0],
  [{ elapsedMs: 10_000, bytes: 32 * 1024 }, 1_000],
  [{ elapsedMs: 137_999, bytes: 4 * 1024 * 1024 }, 1],
])('given an upload that stands at %j, then it has %i ms left', (arrived, leftMs) => {
  expect(timeLeftMs(arrived, bodyDeadline)).toBe(leftMs)
})

test('given a client that leaves in the middle of its body, then nothing is logged as an error', async () => {
  for (const path of ['/v1/memorize', '/v1/webhooks/github']) {
    const answered = new Promise<number>((resolve) => {
      door.app.server.once('request', (_, response) => {
        response.once('close', () => resolve(response.statusCode))
      })
    })
    const client = upload(path, { key: path.endsWith('memorize') ? KEY : '' })
    await new Promise((resolve) => door.app.server.once('request', resolve))
    client.socket.resetAndDestroy()
    await answered
  }
  expect(errors()).toEqual([])
  const { body: metrics } = await door.call('GET', '/metrics')
  expect(metrics).not.toMatch(/status="5\d\d"/)
})
