// Says what is wrong with a setting: the rule that it breaks, never its value; or that its name is misspelt. Pure.
import type { z } from 'zod'

/** A setting is wrong. The message names the setting and what to do, and never quotes its value. */
export class InvalidConfig extends Error {
  override readonly name = 'InvalidConfig'
}

/** For `safeParse`: a setting's own message for its rule takes precedence. */
export function inSettingsWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return `must be at least ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}`
    case 'invalid_format':
      return issue.format === 'url' ? 'must be a URL' : undefined
  }
  return undefined
}

/** True where one letter is wrong, missing or too many, two neighbours are swapped, or only the case differs. */
export function isOneSlipAway(a: string, b: string): boolean {
  if (a === b) return true
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const [restA, restB] = [a.slice(from), b.slice(from)]
  const swapped = `${restB[1] ?? ''}${restB[0] ?? ''}${restB.slice(2)}`
  return (
    [restB.slice(1), swapped].includes(restA) ||
    restA.slice(1) === restB ||
    restA.slice(1) === restB.slice(1)
  )
}
