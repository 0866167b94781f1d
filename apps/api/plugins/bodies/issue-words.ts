// Describes what a schema found wrong to the author of the request: the rule that was broken, never the value.
import type { z } from 'zod'
import { firstOf, getFrom } from '../../../../infra/runtime/certain.ts'

type Issue = z.core.$ZodRawIssue
export type Problem = { field: string; issue: string }

export const MAX_PROBLEMS = 20

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID',
  datetime: 'must be an instant of ISO 8601, such as 2026-03-01T10:00:00Z',
}
/** Longer names are cut. */
export const MAX_NAME_CHARS = 64
export const NOT_KNOWN = 'is not known'
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' elements' }

/** For `safeParse`: the schema's own message for its rule takes precedence. */
export function inWords(issue: Issue): string | undefined {
  if (issue.input === undefined) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? `of the type ${issue.expected}`}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return lowest(issue)
    case 'too_big':
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has not the right form'
    case 'unrecognized_keys':
      return NOT_KNOWN
    case 'invalid_union':
      return forms(issue)
    case 'invalid_key':
      return 'holds a name that is not allowed'
  }
  return undefined
}

function oneOf(values: readonly unknown[]): string {
  const told = values.map((value) => JSON.stringify(value)).join(', ')
  return `must be ${values.length > 1 ? 'one of ' : ''}${told}`
}

const MUST_BE = 'must be '

/** Names what is allowed where that fits in a sentence: the kinds of objects, or one rule for each form. */
function forms(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (Array.isArray(issue.options)) return oneOf(issue.options)
  const rules = issue.errors.map(([first, ...more]) =>
    first && first.path.length === 0 && more.length === 0 ? first.message : '',
  )
  const isTold = rules.length > 0 && rules.every((rule) => rule.startsWith(MUST_BE))
  if (!isTold) return 'has none of the forms that are allowed'
  return `${MUST_BE}${rules.map((rule) => rule.slice(MUST_BE.length)).join(' or ')}`
}

function lowest({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string' && minimum === 1) return 'must not be empty'
  if (origin === 'array' && minimum === 1) return 'must hold at least one element'
  return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}${UNITS[origin] ?? ''}`
}

/** All problems of a part of a request; the part itself stands for the field if none is named. */
export function problemsOf(error: z.ZodError, part: string): Problem[] {
  const all = withoutFartherLimits(error.issues.flatMap((issue) => leaves(issue)))
  const told = all.map(({ path, message }) => ({
    field: path.map(String).join('.') || part,
    issue: message,
  }))
  return told.slice(0, MAX_PROBLEMS)
}

/** A number beyond all whole numbers that a double holds exactly also breaks the nearer limit of its field. */
function withoutFartherLimits(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const placeOf = ({ code, path }: z.core.$ZodIssue) => JSON.stringify([code, path])
  const counts = Map.groupBy(issues, placeOf)
  return issues.filter((issue) => !isOfInts(issue) || getFrom(counts, placeOf(issue)).length === 1)
}

function isOfInts(issue: z.core.$ZodIssue): boolean {
  return (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int'
}

/** One for each field that is not known. For a union, the problems of the one form that was meant, if that is clear. */
function leaves(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((name) => name.slice(0, MAX_NAME_CHARS))
    return names.map((name) => ({ ...issue, path: [...issue.path, name] }))
  }
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.filter((errors) => !errors.some(isOtherKind))
  if (meant.length !== 1) return [issue]
  return firstOf(meant)
    .map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
    .flatMap((each) => leaves(each))
}

function isOtherKind({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && path.length === 0
}
