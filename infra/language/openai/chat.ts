// One question to the chat completions of the endpoint: the text of a whole answer, or the reason why there is none.
import type OpenAI from 'openai'
import { LanguageModelRefused, LanguageModelUnavailable } from '../../ports/language-model.ts'
import type { answerFormat } from './answer/answer.ts'
import { type Call, called } from './failure.ts'
import type { ChatMessage } from './prompt/prompt.ts'
import { countTokens } from './token-use.ts'

type Question = {
  call: Call
  model: string
  messages: readonly ChatMessage[]
  maxTokens: number
  format?: ReturnType<typeof answerFormat>
  /** What there is of an answer that was cut off is an answer. */
  mayBeCut?: true
  signal: AbortSignal | undefined
}

/** `isCut`: the model had no room for the rest. */
type Answered = { text: string; isCut: boolean }

export async function ask(client: OpenAI, question: Question): Promise<Answered> {
  const completion = await complete(client, question)
  countTokens(question.model, completion?.usage)
  const choice = completion?.choices?.[0]
  if (!choice?.message)
    throw new LanguageModelUnavailable(`${question.call}: no usable answer from the endpoint`)
  if (choice.message.refusal) throw refused(question.call, 'the model declined to answer')
  const isCut = choice.finish_reason === 'length'
  if (isCut && !question.mayBeCut) throw refused(question.call, 'the answer was cut off')
  if (choice.finish_reason === 'content_filter')
    throw refused(question.call, 'a content filter withheld the answer')
  const { content } = choice.message
  return { text: typeof content === 'string' ? content : '', isCut }
}

async function complete(client: OpenAI, question: Question) {
  const { call, model, messages, maxTokens, format, signal } = question
  const body = {
    model,
    messages: [...messages],
    ...sampling(model, maxTokens),
    ...(format ? { response_format: format } : {}),
  }
  return called(call, client.chat.completions.create(body, { signal }), signal)
}

/** Tokens that a reasoning model may think with before it writes. */
const REASONING_TOKENS = 8000

/** As repeatable as the model allows: reasoning models take no temperature, and their thoughts count as output. */
function sampling(model: string, maxTokens: number) {
  return /^(o\d|gpt-5)/.test(model)
    ? { max_completion_tokens: maxTokens + REASONING_TOKENS }
    : { max_completion_tokens: maxTokens, temperature: 0 }
}

function refused(call: Call, why: string): LanguageModelRefused {
  return new LanguageModelRefused(`${call}: ${why}`)
}
