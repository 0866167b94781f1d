// The start of the tests of this folder: a conversation, an answer about it, and an engine on the double.
import type { AnswerFact } from '../../../../infra/language/openai/answer/answer.ts'
import { createOpenAiLanguageModel } from '../../../../infra/language/openai/openai-language-model.ts'
import type { ExtractionRequest, LanguageModel } from '../../../../infra/ports/language-model.ts'
import { defaultCategories } from '../../../../schemas/categories.ts'

/** Neither may ever stand in an error. */
export const KEY = 'sk-test-canary-key-4242'
export const CANARY = 'xylophone-canary'

export const AT = '2023-05-08T13:56:00.000Z'

const ANN = 'Hi! I moved to Lyon last Friday.'
const BEN = `Great. I play the ${CANARY} now, and Luna the dog sings along.`

export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Two utterances, each behind its speaker's label. */
export function conversation(overrides: Partial<ExtractionRequest> = {}): ExtractionRequest {
  const text = `Ann: ${ANN}\nBen: ${BEN}`
  const second = text.indexOf(BEN)
  return {
    contentType: 'conversation',
    text,
    utterances: [
      { speaker: 'Ann', at: AT, start: 5, end: 5 + ANN.length },
      { speaker: 'Ben', at: AT, start: second, end: second + BEN.length },
    ],
    at: AT,
    speakers: ['Ann', 'Ben'],
    known: [
      knownFact('fact-a', 'Ann lives in Porto.'),
      knownFact('fact-b', 'Ben has a dog called Luna.'),
    ],
    categories: defaultCategories,
    hints: {},
    ...overrides,
  }
}

export function knownFact(id: string, text: string) {
  return { id, text, category: 'general', validFrom: '2022-01-01T00:00:00.000Z' }
}

export function answerFact(overrides: Partial<AnswerFact> = {}): AnswerFact {
  return {
    quote: 'I moved to Lyon last Friday',
    utterance: 1,
    text: 'Ann moved to Lyon on 2023-05-05.',
    category: 'profile',
    confidence: 0.9,
    validFrom: '2023-05-05',
    validTo: null,
    subject: 'Ann',
    attribute: 'home',
    value: 'Lyon',
    exclusive: true,
    entities: [{ name: 'Ann', type: 'person' }],
    relationships: [{ source: 'Ann', type: 'lives_in', target: 'Lyon' }],
    duplicates: [],
    contradictions: [1],
    ...overrides,
  }
}

export function engineOn(
  baseUrl: string,
  overrides: Partial<Parameters<typeof createOpenAiLanguageModel>[0]> = {},
): LanguageModel {
  return createOpenAiLanguageModel({ apiKey: KEY, baseUrl, terms: words, ...overrides })
}

export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('expected a failure')
}

/** Everything that a logger could print of an error: its fields, its stack, and its causes. */
export function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const fields = JSON.stringify(error, Object.getOwnPropertyNames(error))
  return `${error.name} ${error.stack} ${fields} ${error.cause ? everythingIn(error.cause) : ''}`
}
