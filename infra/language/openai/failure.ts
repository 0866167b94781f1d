// Turns every failure of a call into one of the port's two errors. The API's own words may quote the text or the key
// that it was sent: only the status and a code of plain letters are passed on, never a message or a cause.
import { APIConnectionTimeoutError, APIError } from 'openai'
import { LanguageModelRefused, LanguageModelUnavailable } from '../../ports/language-model.ts'
import { memberOf } from '../../runtime/certain.ts'
import { unlessAborted } from '../../runtime/wait/within.ts'

/** Which call failed, in words of our own. */
export type Call = 'extraction' | 'summary' | 'embedding'

/** Conditions that may have passed by the next attempt: no credit, a time-out, a conflict, too early, too often. */
const PASSING_STATUSES = [402, 408, 409, 425, 429]

const ADVICE: Record<number, string> = {
  401: 'the key was not accepted: check OPENAI_API_KEY, and that it belongs to OPENAI_BASE_URL',
  402: 'the account has no credit left: check the plan that OPENAI_API_KEY belongs to',
  403: 'access was denied: check that OPENAI_API_KEY may use the models that are set',
  404: 'not found: check OPENAI_BASE_URL, EXTRACTION_MODEL and EMBEDDING_MODEL',
}

/**
 * What a call resolves to, or one of the port's errors. Ends as soon as `signal` aborts: the client itself would first
 * wait until it tries again, and then send nothing.
 */
export async function called<T>(
  call: Call,
  asked: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const gone = () =>
    new LanguageModelUnavailable(`${call}: the caller waits no longer for the answer`)
  try {
    return await unlessAborted(asked, signal, gone)
  } catch (error) {
    throw toLanguageModelError(error, call)
  }
}

function toLanguageModelError(error: unknown, call: Call): Error {
  if (error instanceof LanguageModelRefused || error instanceof LanguageModelUnavailable)
    return error
  if (error instanceof APIConnectionTimeoutError)
    return new LanguageModelUnavailable(`${call}: no answer within MODEL_TIMEOUT_MS`)
  if (error instanceof APIError && typeof error.status === 'number')
    return ofStatus(error.status, error.code, call)
  const code = systemCode(error)
  return new LanguageModelUnavailable(
    code
      ? `${call}: the endpoint cannot be reached (${code})`
      : `${call}: no usable answer from the endpoint`,
  )
}

function ofStatus(status: number, code: unknown, call: Call): Error {
  const advice = ADVICE[status] ?? 'the endpoint answered with an error'
  const plain = plainCode(code)
  const message = `${call}: ${advice} (status ${status}${plain ? `, ${plain}` : ''})`
  if ([401, 403, 404].includes(status) || PASSING_STATUSES.includes(status) || status >= 500)
    return new LanguageModelUnavailable(message)
  return new LanguageModelRefused(message)
}

/** The API's code, like `context_length_exceeded`; not other text that an unusual endpoint may put there. */
function plainCode(code: unknown): string | null {
  return typeof code === 'string' && /^[a-z]+(?:_[a-z]+){0,7}$/.test(code) && code.length <= 48
    ? code
    : null
}

/** The operating system's code, like `ECONNREFUSED`, from somewhere down the chain of causes. */
function systemCode(error: unknown): string | null {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    const code = memberOf(current, 'code')
    if (typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code)) return code
    current = current.cause
  }
  return null
}
