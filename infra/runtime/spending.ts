// Counts what models have used in this process, and what that costs, for all apps together and for each. The metrics of
// apps have a registry of their own, because they name tenants: not everyone who may read the totals may read them.
import { Counter, Registry } from 'prom-client'
import type { ModelUse } from './model-use.ts'

/** By model, for a million tokens each, in any currency. */
type Prices = ReadonlyMap<string, { input: number; cached: number; output: number }>

/** What an app has used of a model; the cost is null where no price is set. */
export type AppUse = ModelUse & { app: string; cost: number | null }

export type Spending = {
  spent(appId: string, use: ModelUse): void
  /** So far, in this process: one for each app and model. */
  uses(): readonly AppUse[]
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
  const uses = new Map<string, AppUse>()
  const apps = new Set<string>()
  const labelOf = (appId: string) => {
    if (apps.size < MOST_APPS) apps.add(appId)
    return apps.has(appId) ? appId : OTHERS
  }
  return {
    spent: (appId, use) => {
      const price = prices.get(use.model)
      addUse(uses, { ...use, app: labelOf(appId), cost: price ? costOf(use, price) : null })
    },
    uses: () => [...uses.values()],
    ...told('palimpsest', '', () => uses.values()),
  }
}

export function addUse(uses: Map<string, AppUse>, use: AppUse): void {
  const key = JSON.stringify([use.app, use.model])
  const before = uses.get(key)
  uses.set(key, before ? sumOf(before, use) : { ...use })
}

function sumOf(one: AppUse, other: AppUse): AppUse {
  const { app, model } = one
  const cost = one.cost === null && other.cost === null ? null : (one.cost ?? 0) + (other.cost ?? 0)
  const tokens = KINDS.map((kind) => [kind, one[kind] + other[kind]])
  return { app, model, cost, ...Object.fromEntries(tokens) }
}

/** `by` says by whom, where that is not this process. */
export function told(
  prefix: string,
  by: string,
  uses: () => Iterable<AppUse>,
): Pick<Spending, 'totals' | 'ofApps'> {
  return {
    totals: () =>
      textOf(uses(), { prefix: `${prefix}_model`, of: `all apps${by}`, labels: ['model'] }),
    ofApps: () =>
      textOf(uses(), {
        prefix: `${prefix}_app_model`,
        of: `each app${by}`,
        labels: ['app', 'model'],
      }),
  }
}

type Naming = { prefix: string; of: string; labels: readonly ('app' | 'model')[] }

function textOf(uses: Iterable<AppUse>, naming: Naming): Promise<string> {
  const registry = new Registry()
  const { tokens, cost } = countersIn(registry, naming)
  for (const use of uses) {
    const labels = Object.fromEntries(naming.labels.map((name) => [name, use[name]]))
    for (const kind of KINDS) tokens.inc({ ...labels, kind }, use[kind])
    if (use.cost !== null) cost.inc(labels, use.cost)
  }
  return registry.metrics()
}

function countersIn(registry: Registry, { prefix, of, labels }: Naming) {
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

/** By the prices of its model. */
export function costOf(
  use: ModelUse,
  price: { input: number; cached: number; output: number },
): number {
  return KINDS.reduce((sum, kind) => sum + use[kind] * price[kind], 0) / MILLION
}
