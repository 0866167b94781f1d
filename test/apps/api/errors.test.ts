// What is wrong with a request before a route is reached is told as the client's fault.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PARAM_CHARS } from '../../../apps/api/errors.ts'
import { type Door, openDoor } from './plugins/door.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

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
