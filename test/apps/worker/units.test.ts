// Units of work that are visible before a checkpoint moves: answers of the engine, and only answers.
import { expect, test } from 'vitest'
import { unitsOf } from '../../../apps/worker/units.ts'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import { LanguageModelUnavailable } from '../../../infra/ports/language-model.ts'
import { countCalls } from '../../../infra/runtime/counted-language.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'

test('given an engine, when it answers, then that counts for who asks it; when it fails, it does not', async () => {
  const telemetry = createTelemetry(createLogger('silent'))
  const engine = createOfflineLanguageModel()
  let isDown = false
  const language = countCalls(
    {
      ...engine,
      embed: (texts) =>
        isDown ? Promise.reject(new LanguageModelUnavailable('down')) : engine.embed(texts),
    },
    telemetry,
  )
  expect(language.name).toBe(engine.name)
  await language.embed(['tea'])
  const units = { 'extract-facts': 1, 'evolve-summaries': 1 }
  expect(await unitsOf(telemetry)).toEqual(units)
  isDown = true
  await expect(language.embed(['tea'])).rejects.toThrow(LanguageModelUnavailable)
  expect(await unitsOf(telemetry)).toEqual(units)
  expect(await telemetry.registry.metrics()).toContain(
    'palimpsest_model_calls_total{call="embed",outcome="failed"} 1',
  )
})
