// What the engine does once, it does before the first write. In a process of its own, where nothing has been read yet.
import { expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../../infra/language/offline/offline-language-model.ts'
import { workOf } from '../../../work-of.ts'
import { said } from './passages.ts'

test('given a prepared engine, when it reads its first sentence, then that is about as much work as its second', async () => {
  await createOfflineLanguageModel().prepareToExtract?.()
  const [first, second] = [1, 2].map(() => workOf(() => said('My sister Julia moved to Lisbon.')))
  expect(second).toBeGreaterThan(500)
  expect((first ?? 0) / (second ?? 1)).toBeLessThan(1.2)
})
