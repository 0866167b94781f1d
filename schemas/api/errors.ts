// The error table of the specification (section 7): codes, statuses, meanings. No route uses any other.
import { z } from 'zod'
import { named } from './named.ts'

export const errorTable = {
  UNAUTHORIZED: { status: 401, meaning: 'Invalid or missing API key' },
  FORBIDDEN: { status: 403, meaning: 'Key lacks required permissions' },
  NOT_FOUND: { status: 404, meaning: 'Resource not found' },
  VALIDATION_ERROR: { status: 400, meaning: 'Invalid request body' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests' },
  INTERNAL_ERROR: { status: 500, meaning: 'Server error' },
  SERVICE_UNAVAILABLE: { status: 503, meaning: 'A dependency is unavailable' },
} as const

export type ErrorCode = keyof typeof errorTable

export const errorBody = named('ErrorResponse', {
  error: z.object({
    code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    details: z
      .record(z.string(), z.unknown())
      .describe(
        'For validation errors: `field` and `issue` of the first problem, and all of a body as `issues`',
      ),
  }),
})
export type ErrorBody = z.infer<typeof errorBody>
