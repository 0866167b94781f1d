// Counts what models have used, and what that costs, for all apps together and for each. The metrics of apps have a
// registry of their own, because they name tenants: not everyone who may read the totals may read them.
import { Counter, Registry } from 'prom-client'
import type { ModelUse } from './model-use.ts'

/** By model, for a million tokens each, in any currency. */
export type Prices = ReadonlyMap<string, { input: number; cached: number; output: number }>

export type Spending = {
  spent(appId: string, use: ModelUse): void
  /** Prometheus text: of all apps together, and of each. */
  totals(): Promise<string>
  ofApps(): Promise<string>
}

/** Every label costs memory for ever. */
const MOST_APPS = 1_000
/** Stands for all further apps; no app can have this name. */
const OTHERS = '~others'
const KINDS = ['input', 'cached', 'output'] as const
const MILLION = 1_000_000

export function createSpending(prices: Prices = new Map()): Spending {
  const [totals, ofApps] = [new Registry(), new Registry()]
  const all = countersIn(totals, {
    prefix: 'palimpsest_model',
    of: 'all apps',
    labels: ['model'],
  })
  const each = countersIn(ofApps, {
    prefix: 'palimpsest_app_model',
    of: 'each app',
    labels: ['app', 'model'],
  })
  const apps = new Set<string>()
  const labelOf = (appId: string) => {
    if (apps.size < MOST_APPS) apps.add(appId)
    return apps.has(appId) ? appId : OTHERS
  }
  return {
    spent: (appId, use) => {
      const { model } = use
      const price = prices.get(model)
      const labelled = [
        [all, { model }],
        [each, { app: labelOf(appId), model }],
      ] as const
      for (const [{ tokens, cost }, labels] of labelled) {
        for (const kind of KINDS) tokens.inc({ ...labels, kind }, use[kind])
        if (price) cost.inc(labels, costOf(use, price))
      }
    },
    totals: () => totals.metrics(),
    ofApps: () => ofApps.metrics(),
  }
}

function countersIn(
  registry: Registry,
  { prefix, of, labels }: { prefix: string; of: string; labels: readonly string[] },
) {
  const registers = [registry]
  return {
    tokens: new Counter({
      name: `${prefix}_tokens_total`,
      help: `Tokens that models have used, of ${of}, as the endpoint counts them.`,
      labelNames: [...labels, 'kind'],
      registers,
    }),
    cost: new Counter({
      name: `${prefix}_cost_total`,
      help: `What these tokens of ${of} cost by MODEL_PRICES.`,
      labelNames: [...labels],
      registers,
    }),
  }
}

function costOf(use: ModelUse, price: { input: number; cached: number; output: number }): number {
  return KINDS.reduce((sum, kind) => sum + use[kind] * price[kind], 0) / MILLION
}
