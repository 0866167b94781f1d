// Which engines are chosen: reading, vectors and reranking are configured separately, and an engine without
// configuration is not called.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../../infra/config.ts'
import {
  createLanguageModel,
  createQueryLanguage,
  createReranker,
  queriesWait,
  readsByModel,
} from '../../../infra/language/create-language-model.ts'
import { surely } from '../../../infra/language/surely.ts'
import {
  type ExtractionRequest,
  LanguageModelUnavailable,
} from '../../../infra/ports/language-model.ts'
import { startedEach } from '../../started.ts'
import { type Reply, startFakeOpenAi } from './openai/fake-openai.ts'
import { conversation } from './openai/given.ts'

const chosen = async (env: Record<string, string>) => {
  const config = readConfig(env)
  const { name, embedding, dimensions } = await createLanguageModel(config)
  return { reads: name.split(/[@:]/)[0], embedding, dimensions, config }
}
const KEY = { OPENAI_API_KEY: 'k' }
const MODEL = 'text-embedding-3-small:512'

describe('reading and vectors', () => {
  it.each([
    ['nothing', {}, 'offline', 'offline@2:320', 'lexical', 320],
    ['a key', KEY, 'openai', MODEL, 'trained', 512],
    [
      'a key, vectors offline',
      { ...KEY, EMBEDDING_ENGINE: 'offline' },
      'openai',
      'offline@2:320',
      'lexical',
      320,
    ],
    [
      'a key, reading offline',
      { ...KEY, EXTRACTION_ENGINE: 'offline' },
      'offline',
      MODEL,
      'trained',
      512,
    ],
    ['a key, no vectors', { ...KEY, EMBEDDING_ENGINE: 'none' }, 'openai', null, 'lexical', 512],
    [
      'an endpoint for vectors',
      {
        EMBEDDING_BASE_URL: 'http://127.0.0.1:1',
        EMBEDDING_MODEL: 'bge',
        EMBEDDING_DIMENSIONS: '384',
      },
      'offline',
      'bge:384',
      'trained',
      384,
    ],
  ] as const)('given %s', async (_, env, reads, model, kind, dimensions) => {
    expect(await chosen({ ...env })).toMatchObject({
      reads,
      embedding: { model, kind },
      dimensions,
    })
  })

  it('given no vectors, then each is empty', async () => {
    const { embed } = await createQueryLanguage(readConfig({ EMBEDDING_ENGINE: 'none' }))
    const [vector] = await embed(['anything'])
    expect(vector!.every((number) => number === 0)).toBe(true)
  })
})

it.each([
  [{}, false, false],
  [KEY, true, true],
  [{ ...KEY, EMBEDDING_ENGINE: 'offline' }, true, false],
  [{ EMBEDDING_BASE_URL: 'http://127.0.0.1:1' }, false, true],
  [{ RERANK_URL: 'http://127.0.0.1:1' }, false, true],
])('given %j, code that may wait for an endpoint is told', (env, reads, queries) => {
  const config = readConfig(env)
  expect([readsByModel(config), queriesWait(config)]).toEqual([reads, queries])
})

it('ranks again only where an endpoint is set', async () => {
  expect(await createReranker(readConfig({}))).toBeNull()
  expect(await createReranker(readConfig({ RERANK_URL: 'http://127.0.0.1:1' }))).not.toBeNull()
})

describe('a summary that the model refuses', () => {
  const api = startedEach(startFakeOpenAi)
  const summaryOf = async (reply: Reply) => {
    api.respondWith(reply)
    const config = readConfig({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: api.baseUrl })
    const language = await createLanguageModel(config)
    const category = { name: 'health', description: 'Health' }
    const fact = { text: 'Ana likes tea.', flagged: false, validFrom: '2026-01-01T00:00:00.000Z' }
    return language.summarize({ category, previous: 'Gone.', facts: [fact], maxTokens: 100 })
  }

  it.each<[string, Reply]>([
    ['declined', { answer: null, refusal: 'no' }],
    ['withheld', { answer: 'x', finishReason: 'content_filter' }],
    ['empty', { answer: ' ' }],
  ])('is written without it (%s)', async (_, reply) => {
    expect(await summaryOf(reply)).toBe('Ana likes tea.')
  })

  it('is not, where the model may answer later', async () => {
    const failed = summaryOf({ status: 429, headers: { 'retry-after': '86400' } })
    await expect(failed).rejects.toBeInstanceOf(LanguageModelUnavailable)
  })
})

it('an engine that leaves out what it is not sure of ends with its caller too', async () => {
  const left = AbortSignal.abort()
  const told: unknown[] = []
  const engine = {
    ...(await createLanguageModel(readConfig({}))),
    extract: async (_: ExtractionRequest, signal?: AbortSignal) => {
      told.push(signal)
      return { facts: [] }
    },
  }
  await surely(engine, 0.5).extract(conversation(), left)
  expect(told).toEqual([left])
})

it('gives an answer of a model the time that is set, for facts and for vectors', async () => {
  const api = await startFakeOpenAi()
  onTestFinished(() => api.close())
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  const language = await createLanguageModel(
    readConfig({ ...KEY, OPENAI_BASE_URL: api.baseUrl, MODEL_TIMEOUT_MS: '123456' }),
  )
  const given = () => timers.mock.calls.filter(([, ms]) => ms === 123_456).length
  await language.extract(conversation())
  expect(given()).toBe(1)
  await language.embed(['tea'])
  expect(given()).toBe(2)
})
