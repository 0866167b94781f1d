// Reads how many tokens an answer has used. Compatible endpoints leave out any part of it: then it counts as none.
import { reportUse } from '../../runtime/model-use.ts'

type Usage = {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  prompt_tokens_details?: { cached_tokens?: unknown } | null
}

/** Refused and unreadable answers count too, because they are charged. */
export function countTokens(model: string, usage: unknown): void {
  if (typeof usage !== 'object' || usage === null) return
  const { prompt_tokens, completion_tokens, prompt_tokens_details } = usage as Usage
  const prompt = countOf(prompt_tokens)
  const cached = Math.min(prompt, countOf(prompt_tokens_details?.cached_tokens))
  reportUse({ model, input: prompt - cached, cached, output: countOf(completion_tokens) })
}

/** A counter takes no negative number, and an endpoint may send anything. */
function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
