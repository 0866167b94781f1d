// The start of the processors: what it waits for is told.
import { expect, test } from 'vitest'
import type { Clock } from '../../../apps/worker/maintenance-schedule.ts'
import { startWorker } from '../../../apps/worker/worker.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { eventually } from '../../contracts/eventually.ts'
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

test('given a processor that cannot join, when a worker starts, then it fails and gives up what has joined or still joins', async () => {
  const ports = inMemoryPorts()
  const [joined, closed]: [string[], string[]] = [[], []]
  const slow = Promise.withResolvers<void>()
  const subscribe: EventLog['subscribe'] = async (options) => {
    if (options.group === 'update-graph') throw new Error('no such group')
    if (options.group === 'keep-audit') await slow.promise
    joined.push(options.group)
    return closing(ports.log.subscribe, closed)(options)
  }
  const telemetry = createTelemetry(createLogger('silent'))
  const log = { ...ports.log, subscribe }
  const failed = () => undefined
  const started = startWorker({ ports: { ...ports, log }, telemetry, failed })
  const outcome = started.catch((error: Error) => error.message)
  await eventually(() => expect(joined).toContain('extract-facts'))
  slow.resolve()
  expect(await outcome).toBe('no such group')
  expect(closed.toSorted()).toEqual(joined.toSorted())
  expect(closed).toContain('keep-audit')
  await ports.log.close()
})

test('given a schedule that is at work for long, when a worker stops, then its partitions are given up at once', async () => {
  const ports = inMemoryPorts()
  const surveyed = Promise.withResolvers<void>()
  const survey = Promise.withResolvers<never>()
  const memory = {
    ...ports.memory,
    users: () => {
      surveyed.resolve()
      return survey.promise
    },
  }
  const closed: string[] = []
  const log = { ...ports.log, subscribe: closing(ports.log.subscribe, closed) }
  const telemetry = createTelemetry(createLogger('silent'))
  const failed = (_: string, error: Error) => {
    throw error
  }
  const worker = await startWorker({
    ports: { ...ports, memory, log },
    telemetry,
    failed,
    maintenanceHour: 3,
    clock: hurried,
  })
  await surveyed.promise
  const stopped = worker.stop()
  await eventually(() => expect(closed).toContain('extract-facts'))
  survey.reject(new Error('away'))
  await stopped
  await ports.log.close()
})

/** No time passes while it sleeps. */
const hurried: Clock = { now: () => new Date(), sleep: async () => undefined }

/** Notes the groups whose subscriptions have been closed. */
function closing(subscribe: EventLog['subscribe'], closed: string[]): EventLog['subscribe'] {
  return async (options) => {
    const subscription = await subscribe(options)
    return {
      ...subscription,
      close: async () => {
        await subscription.close()
        closed.push(options.group)
      },
    }
  }
}
