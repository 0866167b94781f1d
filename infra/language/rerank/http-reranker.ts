// A reranker behind an endpoint: the `/rerank` of Cohere, Jina, vLLM and compatible servers, or that of Hugging Face's
// text-embeddings-inference. A query waits for it, so it gets one attempt with a short time-out.
import { z } from 'zod'
import { LanguageModelRefused, LanguageModelUnavailable } from '../../ports/language-model.ts'
import type { Reranker } from '../../ports/reranker.ts'

export type RerankApi = 'cohere' | 'tei'
export type HttpRerankerOptions = {
  /** The complete URL of the endpoint. */
  url: string
  api: RerankApi
  apiKey?: string | undefined
  model?: string | undefined
  timeoutMs?: number
}

const TIMEOUT_MS = 2_000
const MAX_TEXTS = 50
/** UTF-16 units. A fact is a sentence or two; models read some 500 tokens. */
const MAX_TEXT_CHARS = 2_000
const PASSING_STATUSES = [401, 402, 403, 408, 409, 425, 429]

type Asked = { query: string; texts: readonly string[]; model: string | undefined }
type Scored = readonly { index: number; score: number }[]

const cohereAnswer = z
  .object({ results: z.array(z.object({ index: z.int(), relevance_score: z.number() })) })
  .transform(({ results }) =>
    results.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
  )
const teiAnswer = z.array(z.object({ index: z.int(), score: z.number() }))

const apis: Record<RerankApi, { body: (asked: Asked) => object; answer: z.ZodType<Scored> }> = {
  cohere: {
    body: ({ query, texts, model }) => ({ model, query, documents: texts, top_n: texts.length }),
    answer: cohereAnswer,
  },
  tei: { body: ({ query, texts }) => ({ query, texts, truncate: true }), answer: teiAnswer },
}

export function createHttpReranker(options: HttpRerankerOptions): Reranker {
  return {
    maxTexts: MAX_TEXTS,
    rerank: async (query, texts, signal) => {
      if (texts.length === 0) return []
      const cut = texts.map((text) => text.slice(0, MAX_TEXT_CHARS).toWellFormed())
      const asked = { query: query.toWellFormed(), texts: cut, model: options.model }
      return inOrder(await post(options, asked, signal), texts.length)
    },
  }
}

async function post(
  { url, api, apiKey, timeoutMs = TIMEOUT_MS }: HttpRerankerOptions,
  asked: Asked,
  signal: AbortSignal | undefined,
): Promise<Scored> {
  const late = AbortSignal.timeout(timeoutMs)
  let answer: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
      },
      body: JSON.stringify(apis[api].body(asked)),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    })
    if (!response.ok) throw ofStatus(response.status)
    answer = await response.json()
  } catch (error) {
    if (error instanceof LanguageModelRefused || error instanceof LanguageModelUnavailable) {
      throw error
    }
    throw new LanguageModelUnavailable(
      `rerank: ${late.aborted ? 'no answer within the time-out' : 'no usable answer from RERANK_URL'}`,
    )
  }
  const read = apis[api].answer.safeParse(answer)
  if (read.success) return read.data
  throw new LanguageModelUnavailable(
    `rerank: the answer is not one of the API \`${api}\`: check RERANK_API and RERANK_URL`,
  )
}

function ofStatus(status: number): Error {
  const message = `rerank: RERANK_URL answered with status ${status}`
  const mayPass = PASSING_STATUSES.includes(status) || status >= 500
  return mayPass ? new LanguageModelUnavailable(message) : new LanguageModelRefused(message)
}

/** The scores in the order of the texts, whatever the order of the answer. */
function inOrder(scored: Scored, count: number): number[] {
  const scores = new Map(scored.map(({ index, score }) => [index, score]))
  const places = Array.from({ length: count }, (_, place) => scores.get(place))
  const ordered = places.filter((score) => score !== undefined)
  if (ordered.length === count && ordered.every(Number.isFinite)) return ordered
  throw new LanguageModelUnavailable('rerank: the answer does not rank each text once')
}
