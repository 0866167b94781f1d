// The whole service in one process: the API on this thread, the processors on another, over one data directory.
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../infra/config.ts'
import { claimDataDir, masterKeyOf, openEmbedded } from '../../infra/embedded.ts'
import { createLanguageModel } from '../../infra/language/create-language-model.ts'
import { uuidV7 } from '../../infra/runtime/ids.ts'
import { createLogger } from '../../infra/runtime/telemetry.ts'
import { EVERY_APP, hashKey, makeKey } from '../../processors/settings/api-key.ts'
import { followSettings } from '../../processors/settings/settings-view.ts'
import { NO_APP } from '../../schemas/events/envelope.ts'
import { buildApp } from '../api/app.ts'
import { createIntake } from '../api/intake/intake.ts'
import { changeSettings } from '../api/routes/settings.ts'
import { startProcessingThread } from './processing-thread.ts'

export type Standalone = {
  app: FastifyInstance
  address: string
  /** The key that was made because there was none; null on later starts. */
  madeKey: string | null
  /** Finishes running requests and batches, then closes everything. */
  stop(): Promise<void>
}

/** `crashed` is called when the processing thread dies: the process should end. */
export async function startStandalone(
  config: Config,
  crashed: (error: Error) => void,
): Promise<Standalone> {
  const release = claimDataDir(config.DATA_DIR)
  const masterKey = masterKeyOf(config.DATA_DIR, config.MASTER_KEY)
  const language = createLanguageModel(config)
  const ports = openEmbedded({
    directory: config.DATA_DIR,
    masterKey,
    language,
    thread: 'acknowledging',
  })
  const settings = await followSettings({ ...ports, failed: crashed })
  const now = () => new Date()
  const thread = await startProcessingThread({ config, masterKey }, crashed)
  let ready = true
  const app = await buildApp({
    ports,
    settings,
    intake: createIntake({ ...ports, now }),
    logger: createLogger(config.LOG_LEVEL),
    now,
    version: packageVersion(),
    startedAt: now(),
    config,
    metrics: thread.metrics,
    ready: () => ready,
  })
  const madeKey = await firstKey({ ports, settings, now }, config)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  return {
    app,
    address,
    madeKey,
    stop: async () => {
      ready = false
      await app.close()
      await thread.stop()
      await settings.close()
      await ports.close()
      release()
    },
  }
}

/** Where no key is configured and none has been made, makes one that holds everything. */
async function firstKey(
  services: Parameters<typeof changeSettings>[0],
  config: Config,
): Promise<string | null> {
  if (config.BOOTSTRAP_API_KEY || services.settings.current().keys.size > 0) return null
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

function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
