// The threads that read writes are not what a start of the service waits for.
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startReadingThreads } from '../../../apps/worker/reading-threads.ts'
import { readConfig } from '../../../infra/config.ts'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { LanguageModel } from '../../../infra/ports/language-model.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { defaultCategories } from '../../../schemas/categories.ts'
import { AT } from '../../contracts/given.ts'

test('given threads that read writes, when the processors start, then they do not wait until one serves', async () => {
  const telemetry = createTelemetry(createLogger('silent'))
  const language = createOfflineLanguageModel()
  const starting = startReadingThreads({ config: readConfig({}), telemetry, language })
  onTestFinished(async () => (await starting).close())
  // No thread has loaded its modules by the next turn.
  expect(await Promise.race([starting.then(() => 'there'), setImmediate('later')])).toBe('there')
  expect(await telemetry.registry.metrics()).toContain('palimpsest_reading_threads_started 1')
})

test('given a model that reads, when the work that asks it is left, then the call ends', async () => {
  const telemetry = createTelemetry(createLogger('silent'))
  const offline = createOfflineLanguageModel()
  const signals: unknown[] = []
  const language: LanguageModel = {
    ...offline,
    extract: async (request, signal) => {
      signals.push(signal)
      return offline.extract(request)
    },
  }
  const config = readConfig({ OPENAI_API_KEY: 'k' })
  const { reading, close } = await startReadingThreads({ config, telemetry, language })
  onTestFinished(close)
  const { signal } = new AbortController()
  const scope = { appId: 'app', userId: 'user' }
  const said = { text: 'I live in Lisbon.', start: 0, utterances: [] }
  await reading.readPassage(
    {
      ...{ passage: JSON.stringify(said), contentType: 'document', at: AT, speakers: [] },
      ...{ known: [], categories: defaultCategories, hints: {}, stated: [] },
      ...{ entry: 'api', reporter: null },
    },
    { scope, cpuBudgetMs: 1_000, signal },
  )
  expect(signals).toEqual([signal])
})
