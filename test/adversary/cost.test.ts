// The adversary's gate: whatever is sent, reading it costs little more than its length. Each kind at three sizes, each
// four times the one before; the cost is fitted, and no kind grows faster than n log n. Prints the table.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cost, exponentOf, lastExponentOf, measure } from './growth.ts'
import { kinds } from './kinds/catalogue.ts'
import { document, filled } from './kinds/kind.ts'

/** n log n between 64 KiB and 1 MiB is an exponent of 1.08; the rest is noise. n to 1.5 is found. */
const MOST = 1.3
/** Of the last step alone, which is noisier. */
const MOST_AT_LAST = 1.4
/** How often a kind that seems to grow too fast is measured again; the least counts. */
const REPEATS = 4

const costs: Cost[] = []

function isTooFast(cost: Cost): boolean {
  return exponentOf(cost) > MOST || lastExponentOf(cost) > MOST_AT_LAST
}

beforeAll(async () => {
  // Compiling during a measurement would look slow.
  const ordinary = document('ordinary', (bytes) =>
    filled(bytes, (n) => `Anna met Ben in May ${n}. `),
  )
  for (let n = 0; n < 3; n++) await measure({ ...ordinary, maxBytes: 64 * 1024 })
})

afterAll(() => process.stdout.write(`${table()}\n`))

describe('the cost of a request', () => {
  it.each(kinds)('grows no faster than n log n: $family, $name', async (kind) => {
    await measure({ ...kind, maxBytes: Math.min(kind.maxBytes, 16 * 1024) })
    let cost = await measure(kind)
    for (let n = 0; n < REPEATS && isTooFast(cost); n++) cost = await measure(kind, cost)
    costs.push(cost)
    expect(exponentOf(cost)).toBeLessThan(MOST)
    expect(lastExponentOf(cost)).toBeLessThan(MOST_AT_LAST)
  })
})

function table(): string {
  const rows = costs.map((cost) => {
    const { kind, bytes, ms, reach } = cost
    const sizes = bytes.map((size, n) => `${shortSize(size)} ${ms[n]!.toFixed(1)}`)
    const exponent = exponentOf(cost).toFixed(2)
    return `| ${kind.family} | ${kind.name} | ${sizes.join(' | ')} | ${exponent} | ${reach.facts} |`
  })
  return [
    '| family | kind | ms | ms | ms | exponent | facts |',
    '| - | - | -: | -: | -: | -: | -: |',
    ...rows,
  ].join('\n')
}

function shortSize(bytes: number): string {
  return bytes >= 1024 ? `${Math.round(bytes / 1024)}K` : `${bytes}B`
}
