// Says what is wrong with a setting: the rule that it breaks, never its value. Pure.
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
