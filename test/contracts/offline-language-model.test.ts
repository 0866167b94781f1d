// The offline engine as a language model: the contract that every engine runs.
import { createOfflineLanguageModel } from '../../infra/language/offline/offline-language-model.ts'
import { languageModelContract } from './language-model.contract.ts'

languageModelContract('the offline engine', async () => ({
  language: createOfflineLanguageModel(),
  close: async () => undefined,
}))
