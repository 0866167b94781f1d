// Carries errors across threads. A structured clone keeps neither the class nor the fields of an error, and callers use
// exactly these to tell outages and refusals apart.
import { LanguageModelRefused, LanguageModelUnavailable } from '../ports/language-model.ts'
import { InvalidCursor } from '../ports/rules/cursor.ts'
import { codeOf, memberOf } from '../runtime/certain.ts'
import { isMarkedOutage, Outage } from '../runtime/fail/retry.ts'
import { StoreError } from '../runtime/fail/store-error.ts'

export type CrossedError = {
  name: string
  /** Null if the class is not one of ours: its message may quote what was handled. */
  message: string | null
  code: string | null
  errcode: number | null
  outage: boolean
  /** Where it was thrown: the stack without its message. */
  frames: string
}

/** An error of the other thread whose class cannot be constructed here. `name` is its class. */
class ErrorOfThread extends Error {
  override readonly name: string
  readonly code: string | undefined
  readonly errcode: number | undefined
  readonly outage: boolean
  constructor({ name, message, code, errcode, outage }: CrossedError) {
    super(message ?? 'a request failed in a thread')
    this.name = name
    this.code = code ?? undefined
    this.errcode = errcode ?? undefined
    this.outage = outage
  }
}

/** Classes that callers test by `instanceof`. */
const remade: ReadonlyMap<string, new (message?: string) => Error> = new Map(
  Object.entries({ InvalidCursor, LanguageModelRefused, LanguageModelUnavailable }),
)
/** Their messages are our own words. */
const ours = [Outage, StoreError, ...remade.values()]

export function toCrossed(thrown: unknown): CrossedError {
  const error = thrown instanceof Error ? thrown : new Error('not an error')
  const errcode = memberOf(error, 'errcode')
  return {
    name: error.name,
    message: ours.some((kind) => error instanceof kind) ? error.message : null,
    code: codeOf(error) ?? null,
    errcode: typeof errcode === 'number' ? errcode : null,
    outage: isMarkedOutage(error),
    frames: (error.stack ?? '').split('\n').filter(isFrame).join('\n'),
  }
}

export function fromCrossed(crossed: CrossedError): Error {
  const Kind = remade.get(crossed.name)
  const error = Kind ? new Kind(crossed.message ?? undefined) : new ErrorOfThread(crossed)
  error.stack = `${error.name}: ${error.message}\n${crossed.frames}`
  return error
}

function isFrame(line: string): boolean {
  return line.startsWith('    at ')
}
