// Starts the HTTP side of the service over open ports: settings, intake, application, listening.
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Config } from '../../infra/config.ts'
import type { Ports } from '../../infra/ports/ports.ts'
import { uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import { verifyEmbedding } from '../../infra/runtime/envelope/one-embedding.ts'
import { withRetry } from '../../infra/runtime/fail/retry.ts'
import { packageVersion } from '../../infra/runtime/package-version.ts'
import { toldRetry } from '../../infra/runtime/run/told-retry.ts'
import type { Telemetry } from '../../infra/runtime/telemetry.ts'
import type { ProcessingSigns } from '../../infra/runtime/watch/pipeline-watch.ts'
import { EVERY_APP, hashKey, makeKey } from '../../processors/settings/api-key.ts'
import { followSettings } from '../../processors/settings/settings-view.ts'
import { watchFlow } from '../../processors/watched.ts'
import { NO_APP } from '../../schemas/events/envelope.ts'
import { buildApp } from './app.ts'
import { createIntake } from './intake/intake.ts'
import { listen } from './listen.ts'
import { createReplays, type RunReplay } from './replays.ts'
import type { Retrieval } from './retrieval/retrieval.ts'
import { changeSettings } from './routes/settings/settings.ts'
import type { Services } from './services.ts'

type ServeOptions = {
  config: Config
  ports: Ports
  telemetry: Telemetry
  retrieval: Retrieval
  /** Prometheus text of what else runs in this process. */
  metrics: () => Promise<string>
  spending: Services['spending']
  /** What is being retried for a resource, as far as this process knows; by default it knows nothing. */
  retryOf?: Services['retryOf']
  /** Carries out the replays that operators order. */
  replay: RunReplay
  /** The thread of this process that processes; undefined if other processes do. */
  processing?: ProcessingSigns
  /** Told how many writes are acknowledged together; undefined: nothing here gives way to them. */
  grouped: ((writes: number) => void) | undefined
  /** Called when the API cannot continue: the process should end. */
  failed: (error: Error) => void
}

export type Serving = {
  app: FastifyInstance
  address: string
  /** The key that was created because there was none; null on later starts. */
  madeKey: string | null
  /** Lets running requests finish. */
  stop(): Promise<void>
}

export async function serve(options: ServeOptions): Promise<Serving> {
  const { config, ports, telemetry } = options
  const settings = await followSettings({ ...ports, failed: options.failed })
  const now = () => new Date()
  const stopping = new AbortController()
  verify(options, stopping.signal)
  const registry = new Registry()
  const watch = watchFlow({ ports, registry, now, processing: options.processing })
  const replays = createReplays(options.replay, now)
  let ready = true
  const app = await buildApp({
    ports,
    settings,
    intake: createIntake({ ...ports, now, grouped: options.grouped }),
    retrieval: options.retrieval,
    logger: telemetry.logger,
    now,
    version: packageVersion(),
    config,
    registry,
    metrics: options.metrics,
    spending: options.spending,
    retryOf: options.retryOf ?? (async () => null),
    watch,
    replays,
    ready: () => ready,
  })
  // Listen first: a key that is created and never shown would be lost.
  const address = await listen(app, { host: config.HOST, port: config.PORT })
  const madeKey = await firstKey({ ports, settings, now }, config)
  return {
    app,
    address,
    madeKey,
    stop: async () => {
      ready = false
      stopping.abort(new Error('stopping'))
      await replays.stop()
      await watch.stop()
      await app.close()
      await settings.close()
    },
  }
}

/**
 * If the keys or the recorded embedding could not be reached at the start, they are verified as soon as they can be.
 */
function verify({ ports, telemetry, failed }: ServeOptions, signal: AbortSignal): void {
  const { keys, objects, language } = ports
  for (const each of [() => keys.verify(), () => verifyEmbedding(objects, language.embedding)]) {
    withRetry(each, toldRetry({ telemetry, signal }, 'start')).catch((error: Error) => {
      if (!signal.aborted) failed(error)
    })
  }
}

/** Creates a key if none is configured and none that opens everything is left. */
async function firstKey(
  services: Parameters<typeof changeSettings>[0],
  config: Config,
): Promise<string | null> {
  if (config.BOOTSTRAP_API_KEY || services.settings.current().operatorKeys.size > 0) return null
  const key = makeKey()
  const at = services.now()
  await changeSettings(services, {
    type: 'ApiKeyCreated',
    appId: NO_APP,
    open: {
      keyId: uuidV7(at.getTime()),
      name: 'first',
      appIds: [EVERY_APP],
      permissions: ['admin'],
      createdAt: at.toISOString(),
      keyHash: hashKey(key),
    },
  })
  return key
}
