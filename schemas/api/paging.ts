// Cursor-paged lists (spec 8.3).
import { z } from 'zod'
import { digitsOr } from './digits.ts'
import { named } from './named.ts'

export const DEFAULT_PAGE = 50
export const MAX_PAGE = 200
/** Holds the place of the last entry shown: an instant and an id, or identifiers of clients. */
const MAX_CURSOR_CHARS = 4000

export const cursor = z.string().min(1).max(MAX_CURSOR_CHARS)

export const pageQuery = z.object({
  limit: digitsOr(DEFAULT_PAGE, 1, MAX_PAGE).describe('Maximum results'),
  cursor: cursor.optional().describe('`nextCursor` of the page before'),
})

const pagination = named('Pagination', {
  total: z.int(),
  limit: z.int(),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), pagination })
}
