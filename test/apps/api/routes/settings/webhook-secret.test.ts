// The answer to a rotation tells until when the secret of before signs, also where the call is repeated.
import { beforeEach, expect, test } from 'vitest'
import { startedEach } from '../../../../started.ts'
import { openDoor } from '../../plugins/door.ts'

const door = startedEach(openDoor)
let path: string
const FIRST = 'the-first-secret-of-shop'
const SECOND = 'the-second-secret-of-shop'
beforeEach(async () => {
  const body = {
    appId: 'shop',
    url: 'https://shop.example/hooks',
    events: ['memory.processed'],
    secret: FIRST,
  }
  const made = await door.call('POST', '/v1/config/webhooks', { body })
  path = `/v1/config/webhooks/shop/${made.body.id}/rotate`
})

const rotate = (secret: string) => door.call('POST', path, { body: { secret } })

test('given a rotation that is repeated an hour later, when it answers, then it tells the end of the first', async () => {
  const first = await rotate(SECOND)
  expect(first.status).toBe(200)
  door.clock.now = new Date(door.clock.now.getTime() + 3_600_000)
  const { status, body } = await rotate(SECOND)
  expect([status, body]).toEqual([200, first.body])
})

test('given the secret in use, when it is to take its own place, then that is refused', async () => {
  const { status, body } = await rotate(FIRST)
  expect([status, body.error?.details.field]).toEqual([400, 'secret'])
})
