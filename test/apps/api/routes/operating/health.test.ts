// What the health report tells of the process.
import { expect, test } from 'vitest'
import { openDoor } from '../../plugins/door.ts'

test('given a clock that is set back after the start, when health is asked for, then the uptime goes on', async () => {
  const door = await openDoor()
  door.clock.now = new Date(door.clock.now.getTime() - 86_400_000)
  const { body } = await door.call('GET', '/v1/health')
  expect(body.uptime).toBeGreaterThanOrEqual(0)
  await door.close()
})
