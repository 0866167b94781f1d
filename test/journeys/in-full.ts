// For tests of stories that servers take no part in, or no other than the contract of an adapter tests: over servers
// they run in the long run only (`npm run vitest:long`).
import { describe, test } from 'vitest'
import { isLong } from '../long.ts'
import { setting } from './service.ts'

/** False in the run over servers that is a part of `npm test`. */
export const isToldInFull = setting === 'embedded' || isLong

export const inFull = test.runIf(isToldInFull)

export const describeInFull = describe.runIf(isToldInFull)
