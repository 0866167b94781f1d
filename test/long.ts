// What the long run (`npm run vitest:long`) does more of than `npm test`, which has to answer while its reader waits, and
// what `npm run check` does less of, whose reader waits for nothing else.

export const isLong = process.env.PALIMPSEST_TEST_LONG === 'on'
/** Set by `test/nearest/main.ts`. */
const isNear = process.env.PALIMPSEST_TEST_NEAR === 'on'

/** How often a property is tried: `usual` is enough for every defect that was planted to be found, a third for most. */
export function runs(usual: number, inTheLongRun: number): number {
  if (isLong) return inTheLongRun
  return isNear ? Math.ceil(usual / 3) : usual
}
