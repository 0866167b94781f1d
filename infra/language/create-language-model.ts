// Chooses the language engine: a model where a key is set, else the offline engine.
import type { Config } from '../config.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import { createOfflineLanguageModel } from './offline/offline-language-model.ts'
import { terms } from './terms.ts'

/** The client of a model is loaded only where one is asked: every thread of the embedded setting would wait for it. */
export async function createLanguageModel(
  config: Pick<
    Config,
    'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'EXTRACTION_MODEL' | 'EMBEDDING_MODEL'
  >,
): Promise<LanguageModel> {
  if (!config.OPENAI_API_KEY) return createOfflineLanguageModel()
  const { createOpenAiLanguageModel } = await import('./openai/openai-language-model.ts')
  return createOpenAiLanguageModel({
    apiKey: config.OPENAI_API_KEY,
    extractionModel: config.EXTRACTION_MODEL,
    embeddingModel: config.EMBEDDING_MODEL,
    terms,
    ...(config.OPENAI_BASE_URL ? { baseUrl: config.OPENAI_BASE_URL } : {}),
  })
}
