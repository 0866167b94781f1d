// The whole service in one process: the API on this thread, the processors on another, over the same ports.
import type { Config } from '../../infra/config.ts'
import { verifyEmbedding } from '../../infra/runtime/envelope/one-embedding.ts'
import { maySoonPass } from '../../infra/runtime/fail/damaged-file.ts'
import { createKeptSpending } from '../../infra/runtime/kept-spending.ts'
import { createLogger } from '../../infra/runtime/logger.ts'
import { createSpending } from '../../infra/runtime/spending.ts'
import { createTelemetry, type Telemetry } from '../../infra/runtime/telemetry.ts'
import { createCrowd, tellCrowd } from '../../infra/runtime/turns/throttle.ts'
import { within } from '../../infra/runtime/wait/within.ts'
import { type Serving, serve } from '../api/serve.ts'
import { asDataIs } from '../composition/as-data-is.ts'
import { bringOver } from '../composition/embedded/bring-over.ts'
import type { OpenPorts } from '../composition/embedded/embedded.ts'
import { settingOf } from '../composition/open-ports.ts'
import { replayInThread } from '../operate/start-replay.ts'
import { openRetrieval } from '../retrieving/open-retrieval.ts'
import { listsOnThreads, pastOnThreads } from '../retrieving/reads-on-threads.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startProcessingThread } from './processing-thread.ts'
import { verifyLog } from './verify-log.ts'

async function openVerified(
  config: Config,
  options: { masterKey: Uint8Array; telemetry: Telemetry },
): Promise<OpenPorts> {
  const setting = settingOf(config)
  if (config.PROFILE === 'embedded') {
    const { DATA_DIR: directory, SEALED_PROJECTIONS, EMBEDDING_GENERATION: generation } = config
    const kind = { directory, sealed: SEALED_PROJECTIONS === 'on', generation }
    await bringOver({ ...kind, ...options, open: () => setting.open(options) })
  }
  const ports = await setting.open({ ...options, thread: 'acknowledging' })
  await verifyAll(config, ports)
  return ports
}

/** Before the threads: an error that crosses a thread boundary loses the mark that it is fatal. */
async function verifyAll({ PROFILE, DATA_DIR }: Config, ports: OpenPorts): Promise<void> {
  try {
    if (PROFILE === 'embedded') await verifyLog(ports, DATA_DIR)
    await verifyEmbedding(ports.objects, ports.language.embedding)
  } catch (error) {
    if (maySoonPass(error)) return
    await ports.close()
    throw error
  }
}

/** How long a scrape waits for the processing thread, which may be busy. */
const THREAD_METRICS_MS = 700

/** Calls `crashed` when the service cannot continue: the process should end. */
export async function startStandalone(
  given: Config,
  crashed: (error: Error) => void,
): Promise<Serving> {
  const config = await asDataIs(given)
  const telemetry = createTelemetry(createLogger(config.LOG_LEVEL))
  const setting = settingOf(config)
  const { masterKey, release } = setting.claim()
  const ports = await openVerified(config, { masterKey, telemetry }).catch((error) => {
    release()
    throw error
  })
  const spending = createSpending(config.MODEL_PRICES)
  const { spent } = spending
  const crowd = createCrowd()
  const kept = createKeptSpending({ ...ports, ...telemetry, spending })
  const [thread, retrieval] = await Promise.all([
    startProcessingThread({ config, masterKey, crowd }, { crashed, spent }),
    openRetrieval(config, { ...telemetry, spent }),
  ])
  const heartbeat = startHeartbeat(thread.units)
  const serving = await serve({
    config,
    ports: listsOnThreads(pastOnThreads(ports, retrieval.readOnThread), retrieval.readOnThread),
    telemetry,
    retrieval,
    // If the thread does not answer, its part is missing, and a gauge of this thread says so.
    metrics: () => within(thread.metrics(), THREAD_METRICS_MS, 'the thread').catch(() => ''),
    spending: kept,
    retryOf: thread.retryOf,
    replay: replayInThread(config),
    processing: heartbeat,
    grouped: tellCrowd(crowd),
    failed: crashed,
  })
  return {
    ...serving,
    stop: async () => {
      heartbeat.stop()
      await serving.stop()
      await retrieval.close()
      await thread.stop()
      await kept.stop()
      await ports.close()
      release()
    },
  }
}
