// The content of a store's error: which store and which code, and whether waiting may help.
import { expect, test } from 'vitest'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { StoreError } from '../../../../infra/runtime/fail/store-error.ts'

test.each([true, false])(
  'given an error with outage %s, when told, then by store and code alone',
  (outage) => {
    const error = new StoreError('memory store', 'TOO_MANY', { outage })
    expect(error).toMatchObject({
      name: 'StoreError',
      message: 'the memory store failed: TOO_MANY',
      code: 'TOO_MANY',
    })
    expect(isOutage(error)).toBe(outage)
  },
)
