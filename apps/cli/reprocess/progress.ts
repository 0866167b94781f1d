// What a command that asks models tells while it runs: how far, how fast, for how much, how long still.
import type { Config } from '../../../infra/config.ts'
import type { ModelUse } from '../../../infra/runtime/model-use.ts'
import { costOf } from '../../../infra/runtime/spending.ts'
import type { Journal } from './journal.ts'

export type Spent = Pick<Journal, 'used' | 'cost'>

export function withUse(before: Spent, use: ModelUse, prices: Config['MODEL_PRICES']): Spent {
  const { input, cached, output } = before.used[use.model] ?? { input: 0, cached: 0, output: 0 }
  const used = {
    input: input + use.input,
    cached: cached + use.cached,
    output: output + use.output,
  }
  const price = prices?.get(use.model)
  const cost = before.cost + (price ? costOf(use, price) : 0)
  return { used: { ...before.used, [use.model]: used }, cost }
}

type Told = { done: number; total: number; seconds: number; cost: number }
const TELL_EVERY_S = 2

/** Tells a line now and then, and one at the end. */
export function teller(err: (line: string) => void, what: string): (told: Told) => void {
  let toldAt = 0
  return ({ done, total, seconds, cost }) => {
    if (done < total && seconds - toldAt < TELL_EVERY_S) return
    if (done >= total && toldAt === Number.POSITIVE_INFINITY) return
    toldAt = done >= total ? Number.POSITIVE_INFINITY : seconds
    const rate = done / Math.max(seconds, 0.001)
    const left = rate > 0 ? Math.ceil((total - done) / rate) : 0
    const spent = cost > 0 ? `, cost ${cost.toFixed(4)}` : ''
    err(`reprocess: ${done}/${total} ${what}, ${rate.toFixed(1)}/s${spent}, ${left} s left`)
  }
}
