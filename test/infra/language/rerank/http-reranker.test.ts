// The reranker over HTTP: both APIs, scores in the order of the texts, and errors that hold none of the texts.
import { describe, expect, it } from 'vitest'
import {
  createHttpReranker,
  type RerankApi,
} from '../../../../infra/language/rerank/http-reranker.ts'
import {
  LanguageModelRefused,
  LanguageModelUnavailable,
} from '../../../../infra/ports/language-model.ts'
import { startedEach } from '../../../started.ts'
import { startFakeReranker } from './fake-reranker.ts'

const CANARY = 'canary-9f31'
const TEXTS = ['two', 'three', 'one']
const lengths = { one: 0.1, two: 0.5, three: 0.9 } as Record<string, number>

describe.each<RerankApi>(['cohere', 'tei'])('the API %s', (api) => {
  const endpoint = startedEach(() => startFakeReranker(api, (_, text) => lengths[text] ?? 0))

  const reranker = (more: { apiKey?: string; model?: string; timeoutMs?: number } = {}) =>
    createHttpReranker({ url: endpoint.url, api, ...more })

  it('gives the scores in the order of the texts, whatever the order of the answer', async () => {
    expect(await reranker().rerank('q', TEXTS)).toEqual([0.5, 0.9, 0.1])
  })

  it('sends key, query and texts, and the model where the API names one', async () => {
    await reranker({ apiKey: 'k', model: 'm' }).rerank('q', TEXTS)
    const [{ authorization, body }] = endpoint.requests as [(typeof endpoint.requests)[0]]
    expect(authorization).toBe('Bearer k')
    const texts = api === 'tei' ? { texts: TEXTS } : { documents: TEXTS, model: 'm', top_n: 3 }
    expect(body).toMatchObject({ query: 'q', ...texts })
  })

  it('asks nothing where there is nothing to rank', async () => {
    expect(await reranker().rerank('q', [])).toEqual([])
    expect(endpoint.requests).toEqual([])
  })

  it('sends of a long text no more than models read', async () => {
    await reranker().rerank('q', ['a'.repeat(5_000), 'b'])
    const { documents, texts } = endpoint.requests[0]!.body
    expect((documents ?? texts)![0]).toHaveLength(2_000)
  })

  it.each([
    ['too few', { index: 0, score: 1, relevance_score: 1 }],
    ['no number', { index: 0, score: CANARY, relevance_score: CANARY }],
    ['a stranger', { index: 7, score: 1, relevance_score: 1 }],
  ])('takes no answer with %s, and tells nothing of it', async (_, one) => {
    endpoint.answerWith({ body: api === 'tei' ? [one] : { results: [one] } })
    const failed = reranker().rerank(CANARY, TEXTS)
    await expect(failed).rejects.toBeInstanceOf(LanguageModelUnavailable)
    await expect(failed).rejects.not.toThrow(CANARY)
  })

  it.each([
    [500, LanguageModelUnavailable],
    [429, LanguageModelUnavailable],
    [401, LanguageModelUnavailable],
    [422, LanguageModelRefused],
  ])('tells a failure that may pass from one that will not: %i', async (status, kind) => {
    endpoint.answerWith({ status, body: { error: CANARY } })
    const failed = reranker().rerank(CANARY, TEXTS)
    await expect(failed).rejects.toBeInstanceOf(kind)
    await expect(failed).rejects.not.toThrow(CANARY)
  })

  it('has little patience', async () => {
    endpoint.answerWith('hang')
    const failed = reranker({ timeoutMs: 50 }).rerank('q', TEXTS)
    await expect(failed).rejects.toThrow('no answer within the time-out')
  })

  it('ends with its caller', async () => {
    endpoint.answerWith('hang')
    const failed = reranker().rerank('q', TEXTS, AbortSignal.abort())
    await expect(failed).rejects.toBeInstanceOf(LanguageModelUnavailable)
  })
})
