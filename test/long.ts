// What the long run (`npm run vitest:long`) does more of than `npm test`, which has to answer while its reader waits.

export const isLong = process.env.PALIMPSEST_TEST_LONG === 'on'

/** How often a property is tried: `usual` is enough for every defect that was planted to be found. */
export function runs(usual: number, inTheLongRun: number): number {
  return isLong ? inTheLongRun : usual
}
