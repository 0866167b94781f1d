// The offline engine behind the language port: deterministic, no key, no network.
import type { LanguageModel, SummaryRequest } from '../../ports/language-model.ts'
import { extractOffline } from './extract.ts'
import { offlineQueryLanguage } from './query-language.ts'
import { summarizeOffline } from './summarize.ts'

const MAX_PASSAGE_CHARS = 8_000
/** Everything runs on one thread; a few at a time keeps the pipeline full while stores answer. */
const CONCURRENCY = 16

export function createOfflineLanguageModel(): LanguageModel {
  return {
    ...offlineQueryLanguage,
    maxPassageChars: MAX_PASSAGE_CHARS,
    relatedFacts: 0,
    concurrency: CONCURRENCY,
    extract: async (request) => extractOffline(request),
    summarize: async (request: SummaryRequest) => summarizeOffline(request),
  }
}
