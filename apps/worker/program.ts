// What a worker does when it starts. Workers of the same processor share its partitions. Without names it runs all
// processors.
import { constants } from 'node:os'
import { InvalidConfig, maintenanceHour, readConfig } from '../../infra/config.ts'
import { createKeptSpending } from '../../infra/runtime/kept-spending.ts'
import { createLogger } from '../../infra/runtime/logger.ts'
import { createSpending } from '../../infra/runtime/spending.ts'
import { createTelemetry } from '../../infra/runtime/telemetry.ts'
import { lowerPriority } from '../../infra/runtime/turns/lower-priority.ts'
import { flow } from '../../processors/flow.ts'
import { watchFlow } from '../../processors/watched.ts'
import { asDataIs } from '../composition/as-data-is.ts'
import { settingOf } from '../composition/open-ports.ts'
import { runMain } from '../run-main.ts'
import { serveOperations } from './operations.ts'
import { startReadingThreads } from './reading-threads.ts'
import { startWorker } from './worker.ts'

// If both run on one machine, acknowledging and answering go first. No lower: with both
// at work on full processors, this thread would wait longer than it runs, and each request of its steps with it.
lowerPriority(process.pid, constants.priority.PRIORITY_BELOW_NORMAL)

const processors = flow.map(({ name }) => name)
const program = {
  summary:
    'Start processors alone, with PROFILE=distributed: all of them, or those that are named.',
  usage: 'npm run worker -- [PROCESSOR ...]',
  names: { label: 'Processors', known: processors },
}

await runMain(program, async (failed, names) => {
  const given = readConfig()
  const only = names.length > 0 ? names : processors
  if (given.PROFILE === 'embedded') {
    throw new InvalidConfig('PROFILE: the embedded setting is one process: use `npm start`')
  }
  const config = await asDataIs(given)
  const telemetry = createTelemetry(createLogger(config.LOG_LEVEL))
  const spending = createSpending(config.MODEL_PRICES)
  const setting = settingOf(config)
  const { masterKey } = setting.claim()
  const ports = await setting.open({ masterKey, telemetry })
  const kept = createKeptSpending({ ...ports, ...telemetry, spending })
  const threads = await startReadingThreads({ config, telemetry, language: ports.language })
  const worker = await startWorker({
    ports,
    telemetry,
    spent: spending.spent,
    only,
    maintenanceHour: maintenanceHour(config),
    auditHour: config.MAINTENANCE_HOUR,
    standbys: config.STATE_STANDBYS,
    reading: threads.reading,
    cpuBudgetMs: config.EXTRACTION_CPU_BUDGET_MS,
    failed: (processor, error) => {
      telemetry.failures.cannotGoOn(processor, error)
      failed(error)
    },
  })
  const { registry } = telemetry
  const watch = watchFlow({ ports, registry, now: () => new Date(), only })
  const operations = await serveOperations({
    host: config.HOST,
    port: config.WORKER_PORT,
    telemetry,
    spending,
    metrics: config.METRICS === 'open',
    watch,
  })
  console.log(`Palimpsest serves ${operations.address}/metrics (and /livez, /readyz)`)
  console.log(`Palimpsest processes: ${only.join(', ')}`)
  return async () => {
    await worker.stop()
    await kept.stop()
    await threads.close()
    await watch.stop()
    await operations.close()
    await ports.close()
  }
})
