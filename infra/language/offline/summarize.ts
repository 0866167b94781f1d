// Summaries without a model: the weightiest facts in their own words, flagged ones first, as many as fit. Pure.
import { countTokens } from 'gpt-tokenizer'
import type { SummaryRequest } from '../../ports/language-model.ts'

const FLAG = 'Important: '

export function summarizeOffline({ facts, maxTokens }: SummaryRequest): string {
  const sentences: string[] = []
  let tokens = 0
  for (const { text, flagged } of facts) {
    const sentence = `${flagged ? FLAG : ''}${ended(text.replace(/\s+/g, ' ').trim())}`
    const cost = countTokens(sentence) + 1
    if (tokens + cost > maxTokens) continue
    tokens += cost
    sentences.push(sentence)
  }
  return sentences.join(' ')
}

function ended(text: string): string {
  return /[\p{P}\p{S}]$/u.test(text) ? text : `${text}.`
}
