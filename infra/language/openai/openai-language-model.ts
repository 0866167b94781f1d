// The language model behind any endpoint that speaks the OpenAI API: chat completions with structured output for facts
// and summaries, and embeddings. It keeps nothing between calls.
import type OpenAI from 'openai'
import {
  type Extraction,
  type ExtractionRequest,
  type LanguageModel,
  LanguageModelRefused,
  type SummaryRequest,
} from '../../ports/language-model.ts'
import { adopt } from './answer/adopt.ts'
import { adoptSummary } from './answer/adopt-summary.ts'
import { answerFormat, readAnswer } from './answer/answer.ts'
import { ask } from './chat.ts'
import { createClient } from './client.ts'
import { createEmbeddings, type EmbeddingsOptions } from './embed.ts'
import {
  type ChatMessage,
  extractionMessages,
  promptDigest,
  reaskMessages,
  summaryMessages,
} from './prompt/prompt.ts'

export type OpenAiLanguageModelOptions = EmbeddingsOptions & {
  extractionModel?: string
  concurrency?: number
}

const MAX_PASSAGE_CHARS = 8000
const RELATED_FACTS = 15
/** Room for every fact of the longest passage; longer output is not an answer. */
const MAX_ANSWER_TOKENS = 16_000

export function createOpenAiLanguageModel(options: OpenAiLanguageModelOptions): LanguageModel {
  const { extractionModel: model = 'gpt-4.1-mini', terms } = options
  const client = createClient(options)
  return {
    ...createEmbeddings(options),
    name: `openai:${model}@prompt-${promptDigest()}`,
    maxPassageChars: MAX_PASSAGE_CHARS,
    relatedFacts: RELATED_FACTS,
    concurrency: options.concurrency ?? 8,
    extract: (request, signal) => extract({ client, model, request, terms, signal }),
    summarize: (request, signal) => summarize({ client, model, request, signal }),
    terms,
  }
}

type ExtractionCall = {
  client: OpenAI
  model: string
  request: ExtractionRequest
  terms: (text: string) => string[]
  signal: AbortSignal | undefined
}

async function extract({
  client,
  model,
  request,
  terms,
  signal,
}: ExtractionCall): Promise<Extraction> {
  if (request.text.trim() === '') return { facts: [] }
  if (request.text.length > MAX_PASSAGE_CHARS)
    throw new LanguageModelRefused(
      `extraction: a passage of ${request.text.length} characters, of at most ${MAX_PASSAGE_CHARS}`,
    )
  const bounded = { ...request, known: request.known.slice(0, RELATED_FACTS) }
  const messages = extractionMessages(bounded)
  const asked = { call: 'extraction', model, maxTokens: MAX_ANSWER_TOKENS, signal } as const
  const askForFacts = async (messages: readonly ChatMessage[]) =>
    readAnswer((await ask(client, { ...asked, messages, format: answerFormat() })).text)
  const answer = (await askForFacts(messages)) ?? (await askForFacts(reaskMessages(messages)))
  if (answer === null)
    throw new LanguageModelRefused('extraction: the answer could not be read, twice')
  return { facts: adopt({ answer, request: bounded, terms }) }
}

type SummaryCall = Pick<ExtractionCall, 'client' | 'model' | 'signal'> & { request: SummaryRequest }

async function summarize({ client, model, request, signal }: SummaryCall): Promise<string> {
  if (request.facts.length === 0) return ''
  const { maxTokens } = request
  const summary = adoptSummary(
    await ask(client, {
      call: 'summary',
      model,
      messages: summaryMessages(request),
      maxTokens,
      mayBeCut: true,
      signal,
    }),
    maxTokens,
  )
  if (summary === '') throw new LanguageModelRefused('summary: the answer was empty')
  return summary
}
