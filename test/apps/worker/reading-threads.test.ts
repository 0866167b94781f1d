// The threads that read writes are not what a start of the service waits for.
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startReadingThreads } from '../../../apps/worker/reading-threads.ts'
import { readConfig } from '../../../infra/config.ts'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'

test('given threads that read writes, when the processors start, then they do not wait until one serves', async () => {
  const telemetry = createTelemetry(createLogger('silent'))
  const language = createOfflineLanguageModel()
  const starting = startReadingThreads({ config: readConfig({}), telemetry, language })
  onTestFinished(async () => (await starting).close())
  // No thread has loaded its modules by the next turn.
  expect(await Promise.race([starting.then(() => 'there'), setImmediate('later')])).toBe('there')
  expect(await telemetry.registry.metrics()).toContain('palimpsest_reading_threads_started 1')
})
