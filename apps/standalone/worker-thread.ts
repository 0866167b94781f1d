// The thread of the standalone service that processes, so that acknowledging writes never waits for it. It opens its
// own connections to the same files.
import { constants } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type Config, maintenanceHour } from '../../infra/config.ts'
import { present } from '../../infra/runtime/certain.ts'
import type { RetryState } from '../../infra/runtime/fail/failure-log.ts'
import { createLogger } from '../../infra/runtime/logger.ts'
import type { ModelUse } from '../../infra/runtime/model-use.ts'
import { createTelemetry } from '../../infra/runtime/telemetry.ts'
import { lowerThreadPriority } from '../../infra/runtime/turns/lower-priority.ts'
import { type Crowd, createThrottle } from '../../infra/runtime/turns/throttle.ts'
import { threadData } from '../../infra/threads/thread-data.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { settingOf } from '../composition/open-ports.ts'
import { startReadingThreads } from '../worker/reading-threads.ts'
import { unitsOf } from '../worker/units.ts'
import { startWorker } from '../worker/worker.ts'
import type { Units } from './heartbeat.ts'

export type ThreadData = { config: Config; masterKey: Uint8Array; crowd: Crowd }
export type ThreadRequest =
  | { ask: 'stop' }
  | { ask: 'metrics' | 'units'; id: number }
  | { ask: 'retry'; id: number; scope: Scope; writeId: string }
export type ThreadAnswer =
  | { tell: 'started' }
  | { tell: 'stopped' }
  | { tell: 'used'; appId: string; use: ModelUse }
  | { tell: 'metrics'; id: number; told: string }
  | { tell: 'units'; id: number; told: Units }
  | { tell: 'retry'; id: number; told: RetryState | null }

// Acknowledging and answering go first.
lowerThreadPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { config, masterKey, crowd } = threadData<ThreadData>({
  config: true,
  masterKey: true,
  crowd: true,
})
const telemetry = createTelemetry(createLogger(config.LOG_LEVEL))
const ports = await settingOf(config).open({ masterKey, telemetry, thread: 'processing' })
const threads = await startReadingThreads({ config, telemetry, language: ports.language })
const worker = await startWorker({
  ports,
  telemetry,
  spent: (appId, use) => tell({ tell: 'used', appId, use }),
  maintenanceHour: maintenanceHour(config),
  auditHour: config.MAINTENANCE_HOUR,
  standbys: config.STATE_STANDBYS,
  reading: threads.reading,
  cpuBudgetMs: config.EXTRACTION_CPU_BUDGET_MS,
  throttle: createThrottle(crowd),
  failed: (processor, error) => {
    telemetry.failures.cannotGoOn(processor, error)
    // The main thread ends the process; a supervisor restarts it, and it continues where it stood.
    setImmediate(() => {
      throw error
    })
  },
})

present(parentPort, 'parentPort').on('message', async (request: ThreadRequest) => {
  if (request.ask === 'metrics') {
    tell({ tell: 'metrics', id: request.id, told: await telemetry.registry.metrics() })
    return
  }
  if (request.ask === 'units') {
    tell({ tell: 'units', id: request.id, told: await unitsOf(telemetry) })
    return
  }
  if (request.ask === 'retry') {
    const told = telemetry.failures.retryOf(request.scope, request.writeId)
    return tell({ tell: 'retry', id: request.id, told })
  }
  await worker.stop()
  await threads.close()
  await ports.close()
  tell({ tell: 'stopped' })
  present(parentPort, 'parentPort').close()
})
tell({ tell: 'started' })

function tell(answer: ThreadAnswer): void {
  present(parentPort, 'parentPort').postMessage(answer)
}
