// The offline engine behind the language port: deterministic, no key, no network.
import type { LanguageModel, SummaryRequest } from '../../ports/language-model.ts'
import { terms } from '../terms.ts'
import { EMBED_DIMENSIONS, embed } from './embed.ts'
import { extractOffline } from './extract.ts'
import { summarizeOffline } from './summarize.ts'

/** Raised whenever the engine would read the same text differently. */
const VERSION = 1
const MAX_PASSAGE_CHARS = 8_000
/** Everything runs on one thread; a few at a time keeps the pipeline full while stores answer. */
const CONCURRENCY = 16

export function createOfflineLanguageModel(): LanguageModel {
  return {
    name: `offline@${VERSION}`,
    dimensions: EMBED_DIMENSIONS,
    maxPassageChars: MAX_PASSAGE_CHARS,
    relatedFacts: 0,
    concurrency: CONCURRENCY,
    extract: async (request) => extractOffline(request),
    embed: async (texts) => texts.map(embed),
    summarize: async (request: SummaryRequest) => summarizeOffline(request),
    terms,
  }
}
