// Queries about another time: what held then, and what was known then.
import { z } from 'zod'
import { givenInstant } from '../../instants.ts'

const asOf = givenInstant
  .optional()
  .describe(
    'Valid time: what held then. In the future: what, as far as is known, will hold; before anything: nothing',
  )
const knownAt = givenInstant
  .optional()
  .describe(
    'Recorded time: what the service knew then, so that what it learnt later does not count. In the future: what it knows now; before anything: nothing',
  )

/** Both together: what held at `asOf` according to what was known at `knownAt`. */
export const time = { asOf, knownAt }

export const timeQuery = z.object(time)
