// The threads that read writes are not what a start of the service waits for.
import { expect, onTestFinished, test } from 'vitest'
import { startReadingThreads } from '../../../apps/worker/reading-threads.ts'
import { readConfig } from '../../../infra/config.ts'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'

test('given no write, when the processors start, then no thread that reads has started yet', async () => {
  const telemetry = createTelemetry(createLogger('silent'))
  const language = createOfflineLanguageModel()
  const threads = await startReadingThreads({ config: readConfig({}), telemetry, language })
  onTestFinished(() => threads.close())
  expect(await telemetry.registry.metrics()).toContain('palimpsest_reading_threads_started 0')
})
