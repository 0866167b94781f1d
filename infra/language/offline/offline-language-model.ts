// The offline engine behind the language port: deterministic, no key, no network.
import type {
  ExtractionRequest,
  LanguageModel,
  SummaryRequest,
} from '../../ports/language-model.ts'
import { offlineQueryLanguage } from './query-language.ts'

// The lexicon and the table of tokens take a second and 70 MB to load, so a thread loads them only when it needs them.
const extracting = () => import('./extract.ts')
const summarizing = () => import('./summarize.ts')

/** Short, because the facts of a passage reach every store at once, and other apps' facts wait behind them. */
const MAX_PASSAGE_CHARS = 2_000
/** Much of what people say to each other tells nothing: this many facts include enough that do. */
const FACTS_PER_SUMMARY = 24
/** Passages go to a reading thread many at a time, because each round trip takes a turn of the event loop. */
const CONCURRENCY = 64
/** Increase it whenever the engine would read the same text differently. */
const VERSION = 2
/** V8 compiles an expression when it is first used, and to machine code at its second use. */
const FIRST_USES = 2
/** Names, a place, a change and an end: most rules look at it. */
const SAMPLE: ExtractionRequest = {
  contentType: 'conversation',
  text: 'I live in Berlin with Ana Keller and work at Acme; my dog is called Rex, and I no longer drink coffee.',
  utterances: [],
  at: '2026-01-01T00:00:00Z',
  speakers: [],
  known: [],
  categories: [],
  hints: {},
}

export function createOfflineLanguageModel(): LanguageModel {
  return {
    ...offlineQueryLanguage,
    name: `offline@${VERSION}`,
    maxPassageChars: MAX_PASSAGE_CHARS,
    relatedFacts: 0,
    factsPerSummary: FACTS_PER_SUMMARY,
    concurrency: CONCURRENCY,
    prepareToExtract: async () => {
      const { extractOffline } = await extracting()
      for (let n = 0; n < FIRST_USES; n++) extractOffline(SAMPLE)
    },
    extract: async (request) => (await extracting()).extractOffline(request),
    summarize: async (request: SummaryRequest) => (await summarizing()).summarizeOffline(request),
  }
}
