// Documents that are no JSON any more: damage of the file, of which nothing is quoted.
import { expect, test } from 'vitest'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import {
  erasureOf,
  itemOf,
  resourceOf,
  summaryOf,
} from '../../../../infra/sqlite/memory/documents.ts'

test.each([itemOf, resourceOf, summaryOf, erasureOf])(
  'given a document that is cut off, then %o calls the memory damaged and quotes nothing',
  (read) => {
    let thrown: unknown
    try {
      read({ doc: '{"content":"xylophone' })
    } catch (error) {
      thrown = error
    }
    expect(isOutage(thrown)).toBe(true)
    expect(String(thrown)).toMatch(/a document of the memory is damaged\. .*move the file away/)
    expect(String(thrown)).not.toContain('xylo')
  },
)
