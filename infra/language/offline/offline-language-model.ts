// The offline engine behind the language port: deterministic, no key, no network.
import type { LanguageModel, SummaryRequest } from '../../ports/language-model.ts'
import { extractOffline } from './extract.ts'
import { offlineQueryLanguage } from './query-language.ts'
import { summarizeOffline } from './summarize.ts'

const MAX_PASSAGE_CHARS = 8_000
/** Reading is handed to a thread many at a time, because each way there and back takes a turn of the event loop. */
const CONCURRENCY = 64

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
