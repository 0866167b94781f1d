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
import { type Answer, answerFormat, readAnswer } from './answer/answer.ts'
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
    extract: (request) => extract({ client, model, request, terms }),
    summarize: (request) => summarize({ client, model, request }),
    terms,
  }
}

type ExtractionCall = {
  client: OpenAI
  model: string
  request: ExtractionRequest
  terms: (text: string) => string[]
}

async function extract({ client, model, request, terms }: ExtractionCall): Promise<Extraction> {
  if (request.text.trim() === '') return { facts: [] }
  if (request.text.length > MAX_PASSAGE_CHARS)
    throw new LanguageModelRefused(
      `extraction: a passage of ${request.text.length} characters, of at most ${MAX_PASSAGE_CHARS}`,
    )
  const bounded = { ...request, known: request.known.slice(0, RELATED_FACTS) }
  const messages = extractionMessages(bounded)
  const answer =
    (await askForFacts(client, model, messages)) ??
    (await askForFacts(client, model, reaskMessages(messages)))
  if (answer === null)
    throw new LanguageModelRefused('extraction: the answer could not be read, twice')
  return { facts: adopt({ answer, request: bounded, terms }) }
}

async function askForFacts(
  client: OpenAI,
  model: string,
  messages: readonly ChatMessage[],
): Promise<Answer | null> {
  const content = await ask(client, {
    call: 'extraction',
    model,
    messages,
    maxTokens: MAX_ANSWER_TOKENS,
    format: answerFormat(),
  })
  return readAnswer(content)
}

type SummaryCall = { client: OpenAI; model: string; request: SummaryRequest }

async function summarize({ client, model, request }: SummaryCall): Promise<string> {
  if (request.facts.length === 0) return ''
  const summary = await ask(client, {
    call: 'summary',
    model,
    messages: summaryMessages(request),
    maxTokens: request.maxTokens,
  })
  if (summary.trim() === '') throw new LanguageModelRefused('summary: the answer was empty')
  return summary.trim()
}
