// The start of the processors: what it waits for is told.
import { expect, test } from 'vitest'
import { startWorker } from '../../../apps/worker/worker.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { inMemoryPorts } from '../../processors/in-memory.ts'
import { downAtFirst, retriesAtStart } from '../down-at-first.ts'

test('given keys that cannot be reached, when a worker starts, then it waits for them and each failed attempt is counted', async () => {
  const ports = inMemoryPorts()
  const telemetry = createTelemetry(createLogger('silent'))
  const failed = (_: string, error: Error) => {
    throw error
  }
  const { keys } = downAtFirst(ports.keys)
  const worker = await startWorker({ ports: { ...ports, keys }, telemetry, failed })
  expect(await retriesAtStart(telemetry)).toBe(2)
  await worker.stop()
  await ports.log.close()
})
