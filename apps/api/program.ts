// What the API does when it starts: it reads the environment, opens ports and serves.
import { InvalidConfig, readConfig } from '../../infra/config.ts'
import { createKeptSpending } from '../../infra/runtime/kept-spending.ts'
import { createLogger } from '../../infra/runtime/logger.ts'
import { createSpending } from '../../infra/runtime/spending.ts'
import { createTelemetry } from '../../infra/runtime/telemetry.ts'
import { asDataIs } from '../composition/as-data-is.ts'
import { settingOf } from '../composition/open-ports.ts'
import { replayInThread } from '../operate/start-replay.ts'
import { openRetrieval } from '../retrieving/open-retrieval.ts'
import { pastOnThreads } from '../retrieving/reads-on-threads.ts'
import { announce, runMain } from '../run-main.ts'
import { serve } from './serve.ts'

const program = {
  summary: 'Start the HTTP side alone, with PROFILE=distributed.',
  usage: 'npm run api',
}

await runMain(program, async (failed) => {
  const given = readConfig()
  if (given.PROFILE === 'embedded') {
    throw new InvalidConfig('PROFILE: the embedded setting is one process: use `npm start`')
  }
  const config = await asDataIs(given)
  const telemetry = createTelemetry(createLogger(config.LOG_LEVEL))
  const setting = settingOf(config)
  const { masterKey } = setting.claim()
  const ports = await setting.open({ masterKey, telemetry, thread: 'acknowledging' })
  const metrics = () => telemetry.registry.metrics()
  const spending = createSpending(config.MODEL_PRICES)
  const kept = createKeptSpending({ ...ports, ...telemetry, spending })
  const retrieval = await openRetrieval(config, { ...telemetry, ...spending })
  const replay = replayInThread(config)
  const serving = await serve({
    config,
    ports: pastOnThreads(ports, retrieval.readOnThread),
    telemetry,
    retrieval,
    metrics,
    spending: kept,
    replay,
    grouped: undefined,
    failed,
  })
  announce(serving)
  return async () => {
    await serving.stop()
    await retrieval.close()
    await kept.stop()
    await ports.close()
  }
})
