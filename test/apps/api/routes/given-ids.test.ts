// An id in a path that the service gave to nothing is not found, in whatever form it is.
import { describe, expect, test } from 'vitest'
import { startedOnce } from '../../../started.ts'
import { openDoor } from '../plugins/door.ts'

const door = startedOnce(openDoor)

describe.each(['x', '%00', '%F0%9F%8D%95', '0197a000-0000-7000-8000-000000000001'])('%s', (id) => {
  test.each([
    ['DELETE', `/config/keys/${id}`],
    ['POST', `/config/keys/${id}/rotate`],
    ['DELETE', `/config/partners/${id}`],
    ['POST', `/config/partners/${id}/rotate`],
    ['DELETE', `/config/sources/app/${id}`],
    ['DELETE', `/config/webhooks/app/${id}`],
    ['GET', `/config/webhooks/app/${id}/deliveries`],
    ['POST', `/config/webhooks/app/${id}/deliveries/${id}/redeliver`],
    ['GET', `/items/app/u/${id}`],
    ['GET', `/items/app/u/${id}/source`],
    ['DELETE', `/items/app/u/${id}`],
    ['GET', `/resources/app/u/${id}`],
    ['GET', `/receipts/${id}`],
    ['GET', `/admin/replay/${id}`],
  ] as const)('is not found by %s %s', async (method, path) => {
    const { status, body } = await door.call(method, `/v1${path}`)
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  })
})

test('the id of no delivery of a webhook is not found', async () => {
  const body = {
    appId: 'app',
    url: 'https://shop.example/hooks',
    events: ['memory.processed'],
    secret: 'a-secret-of-24-characters',
  }
  const made = await door.call('POST', '/v1/config/webhooks', { body })
  const path = `/v1/config/webhooks/app/${made.body.id}/deliveries/x/redeliver`
  expect((await door.call('POST', path)).status).toBe(404)
})
