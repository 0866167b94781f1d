// Reads how many tokens an answer has used. Compatible endpoints leave out any part of it: then it counts as none.
import { memberOf } from '../../runtime/certain.ts'
import { reportUse } from '../../runtime/model-use.ts'

/** Refused and unreadable answers count too, because they are charged. */
export function countTokens(model: string, usage: unknown): void {
  if (typeof usage !== 'object' || usage === null) return
  const prompt = countOf(memberOf(usage, 'prompt_tokens'))
  const details = memberOf(usage, 'prompt_tokens_details')
  const cached = Math.min(prompt, countOf(memberOf(details, 'cached_tokens')))
  const output = countOf(memberOf(usage, 'completion_tokens'))
  reportUse({ model, input: prompt - cached, cached, output })
}

/** A counter takes no negative number, and an endpoint may send anything. */
function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
