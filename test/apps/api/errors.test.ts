// What is wrong with a request before a route is reached is told as the client's fault.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { MAX_PARAM_CHARS, sendError } from '../../../apps/api/errors.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import { startedOnce } from '../../started.ts'
import { openDoor } from './plugins/door.ts'

const door = startedOnce(openDoor)

test('given a part of a path that is too long, when it is asked for, then the URL is refused', async () => {
  const [longest, longer] = [MAX_PARAM_CHARS, MAX_PARAM_CHARS + 1].map((chars) => 'a'.repeat(chars))
  const { status, body } = await door.call('GET', `/v1/context/shop/${longer}`)
  expect([status, body.error.code, body.error.details.field]).toEqual([
    400,
    'VALIDATION_ERROR',
    'url',
  ])
  const within = await door.call('GET', `/v1/context/shop/${longest}`)
  expect(within.body.error.details.field).toBe('userId')
  expect(door.lines.filter((line) => line.includes('"msg":"failed"'))).toEqual([])
})

test('given no valid key, then the answer names the scheme, as HTTP asks; other refusals do not', async () => {
  const scheme = async (as: string | null, path = '/v1/health') =>
    (await door.call('GET', path, { as })).headers['www-authenticate']
  expect([await scheme(null), await scheme('no such key')]).toEqual(['Bearer', 'Bearer'])
  expect(await scheme(null, '/v1/nothing')).toBeUndefined()
})

test('given a store that is down, when many requests fail alike, then the log has one line of it, with the first request', async () => {
  const app = Fastify({ loggerInstance: door.app.log })
  app.setErrorHandler(sendError)
  app.get('/fails', async () => {
    throw new Outage('canary-message')
  })
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async () => (await app.inject('/fails')).statusCode),
  )
  expect(new Set(statuses)).toEqual(new Set([503]))
  const failed = door.lines.filter((line) => line.includes('"msg":"failed"'))
  expect(failed.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, errorClass: 'Outage', route: '/fails', reqId: 'req-1' },
  ])
  expect(failed.join()).not.toContain('canary')
  await app.close()
})
