// Chooses the engines: one reads, one makes vectors, one reranks. Each is optional and set separately; without settings
// all are offline. A client is loaded only if its endpoint is used: otherwise every thread would wait for it.
import type { Config } from '../config.ts'
import {
  type LanguageModel,
  LanguageModelRefused,
  type QueryLanguage,
} from '../ports/language-model.ts'
import type { Reranker } from '../ports/reranker.ts'
import { likeness, nearness } from './meaning/likeness.ts'
import { createOfflineLanguageModel } from './offline/offline-language-model.ts'
import { toldShare } from './offline/sentences/told-share.ts'
import { surely } from './surely.ts'
import { terms } from './terms.ts'

/** The settings by which texts are read and vectors made. */
export const languageSettings = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'EXTRACTION_ENGINE',
  'EXTRACTION_MODEL',
  'MODEL_TIMEOUT_MS',
  'EXTRACTION_MIN_CONFIDENCE',
  'EMBEDDING_ENGINE',
  'EMBEDDING_MODEL',
  'EMBEDDING_BASE_URL',
  'EMBEDDING_API_KEY',
  'EMBEDDING_DIMENSIONS',
  'EMBEDDING_GENERATION',
] as const satisfies readonly (keyof Config)[]
export type LanguageConfig = Pick<Config, (typeof languageSettings)[number]>
type RerankConfig = Pick<Config, 'RERANK_URL' | 'RERANK_API' | 'RERANK_API_KEY' | 'RERANK_MODEL'>

/** A local endpoint may need no key; the client insists on one. */
const NO_KEY = 'none'

/** The settings of a thread that needs no other secret. */
export function languageConfigOf(config: Config): LanguageConfig {
  const chosen = Object.fromEntries(languageSettings.map((name) => [name, config[name]]))
  return chosen as LanguageConfig
}

export async function createLanguageModel(config: LanguageConfig): Promise<LanguageModel> {
  const [reading, vectors] = await Promise.all([readingEngine(config), createQueryLanguage(config)])
  return { ...surely(reading, config.EXTRACTION_MIN_CONFIDENCE), ...vectors }
}

async function readingEngine(config: LanguageConfig): Promise<LanguageModel> {
  if (!readsByModel(config)) return createOfflineLanguageModel()
  const { createOpenAiLanguageModel } = await import('./openai/openai-language-model.ts')
  return alwaysSummarising(
    createOpenAiLanguageModel({
      apiKey: config.OPENAI_API_KEY ?? NO_KEY,
      baseUrl: config.OPENAI_BASE_URL,
      extractionModel: config.EXTRACTION_MODEL,
      timeoutMs: config.MODEL_TIMEOUT_MS,
      terms,
    }),
  )
}

/** A summary that a model refuses is written without it: the one before may tell what is no longer so, or was deleted. */
function alwaysSummarising(engine: LanguageModel): LanguageModel {
  return {
    ...engine,
    summarize: async (request, signal) => {
      try {
        return await engine.summarize(request, signal)
      } catch (error) {
        if (!(error instanceof LanguageModelRefused)) throw error
        const { summarizeOffline } = await import('./offline/summarize.ts')
        return summarizeOffline(request)
      }
    },
  }
}

/** True if reading a write waits for an endpoint. */
export function readsByModel({ EXTRACTION_ENGINE, OPENAI_API_KEY }: LanguageConfig): boolean {
  return EXTRACTION_ENGINE === 'openai' || (!EXTRACTION_ENGINE && OPENAI_API_KEY !== undefined)
}

/** The engine that turns queries and facts into vectors. */
export async function createQueryLanguage(config: LanguageConfig): Promise<QueryLanguage> {
  const language = await embeddingEngine(config)
  const { EMBEDDING_GENERATION: generation } = config
  return { ...language, toldShare, embedding: { ...language.embedding, generation } }
}

async function embeddingEngine(config: LanguageConfig): Promise<QueryLanguage> {
  const engine = config.EMBEDDING_ENGINE ?? usualEmbedding(config)
  if (engine === 'none') {
    // Of the length that vectors would have, so that the stores can take those of a model that is chosen later.
    const { EMBEDDING_DIMENSIONS: dimensions } = config
    const embed = async (texts: readonly string[]) => texts.map(() => new Float32Array(dimensions))
    return {
      embedding: { model: null, kind: 'lexical' },
      dimensions,
      embed,
      terms,
      likeness,
      nearness,
    }
  }
  if (engine === 'offline') {
    return (await import('./offline/query-language.ts')).offlineQueryLanguage
  }
  if (engine === 'letters') {
    return (await import('./offline/query-language.ts')).lettersQueryLanguage
  }
  const { createEmbeddings } = await import('./openai/embed.ts')
  return createEmbeddings({
    apiKey: config.EMBEDDING_API_KEY ?? config.OPENAI_API_KEY ?? NO_KEY,
    baseUrl: config.EMBEDDING_BASE_URL ?? config.OPENAI_BASE_URL,
    embeddingModel: config.EMBEDDING_MODEL,
    timeoutMs: config.MODEL_TIMEOUT_MS,
    dimensions: config.EMBEDDING_DIMENSIONS,
    terms,
  })
}

/** True if no setting says otherwise than that the offline engine makes the vectors. */
export function embedsOffline(config: LanguageConfig): boolean {
  return (config.EMBEDDING_ENGINE ?? usualEmbedding(config)) === 'offline'
}

function usualEmbedding({ OPENAI_API_KEY, EMBEDDING_BASE_URL }: LanguageConfig) {
  return OPENAI_API_KEY || EMBEDDING_BASE_URL ? 'openai' : 'offline'
}

export function queriesWait(config: LanguageConfig & RerankConfig): boolean {
  const engine = config.EMBEDDING_ENGINE ?? usualEmbedding(config)
  return engine === 'openai' || config.RERANK_URL !== undefined
}

/** Null if none is set. */
export async function createReranker(config: RerankConfig): Promise<Reranker | null> {
  if (!config.RERANK_URL) return null
  const { createHttpReranker } = await import('./rerank/http-reranker.ts')
  return createHttpReranker({
    url: config.RERANK_URL,
    api: config.RERANK_API,
    apiKey: config.RERANK_API_KEY,
    model: config.RERANK_MODEL,
  })
}
