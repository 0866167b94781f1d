// Instants as clients write them: ISO 8601, and forms of common libraries that the strict one does not allow: a date
// alone, a time without an offset (it is in UTC), a space instead of the T, an offset without its colon.
import { z } from 'zod'
import { instant } from './identifiers.ts'

const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,9}))? ?(?:([Zz])|([+-]\d{2})(?::?(\d{2}))?)?)?$/
export const INSTANT_RULE = 'must be an instant of ISO 8601, such as 2026-03-01T10:00:00Z'

/** The strict form, which keeps the given offset; null where the text is not an instant. */
export function readInstant(text: string): string | null {
  if (instant.safeParse(text).success) return text
  const [whole, day, time, seconds = ':00', fraction, , hours, minutes = '00'] =
    FORM.exec(text) ?? []
  if (whole === undefined) return null
  const clock = `${time ?? '00:00'}${time ? seconds : ':00'}${fraction ? `.${fraction.slice(0, 3)}` : ''}`
  const read = `${day}T${clock}${hours ? `${hours}:${minutes}` : 'Z'}`
  return instant.safeParse(read).success ? read : null
}

/** An instant in any of these forms, read as the strict one. */
export const givenInstant = z
  .string()
  .regex(FORM, INSTANT_RULE)
  .transform((text, context) => {
    const read = readInstant(text)
    if (read !== null) return read
    context.addIssue(INSTANT_RULE)
    return z.NEVER
  })
