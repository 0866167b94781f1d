// Servers to which an embedded service was moved in part.
import { afterEach, expect, test } from 'vitest'
import {
  refuseHalfMoved,
  whileMoving,
} from '../../../../apps/composition/distributed/unfinished-move.ts'
import { inMemoryPorts } from '../../../processors/in-memory.ts'

const ports = inMemoryPorts()
afterEach(() => ports.log.close())

test('are refused while an embedded service is moved there, and after that was interrupted, until a move has ended', async () => {
  const refusal = () => refuseHalfMoved(ports).catch((error: Error) => error.name)
  expect(await refusal()).toBeUndefined()
  const interrupted = whileMoving(ports.objects, async () => {
    throw new Error(String(await refusal()))
  })
  await expect(interrupted).rejects.toThrow('InvalidConfig')
  expect(await refusal()).toBe('InvalidConfig')
  expect(await whileMoving(ports.objects, async () => 'moved')).toBe('moved')
  expect(await refusal()).toBeUndefined()
})
