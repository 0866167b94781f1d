// What models have used is counted for all apps and for each, and costs what the setting says.
import { expect, test } from 'vitest'
import { InvalidConfig, readConfig } from '../../../infra/config.ts'
import { type AppUse, addUse, createSpending } from '../../../infra/runtime/spending.ts'

const use = { model: 'm', input: 600, cached: 400, output: 100 }
const pricesOf = (MODEL_PRICES?: string) => readConfig({ MODEL_PRICES }).MODEL_PRICES
const samples = (text: string) => text.split('\n').filter((line) => /^[a-z]/.test(line))

test('given a price, when two apps ask a model, then each has its tokens and its cost, and the sum names neither', async () => {
  const spending = createSpending(pricesOf('m=1/10/0.5, other=2/2'))
  spending.spent('shop', use)
  spending.spent('bank', { ...use, input: 0 })
  expect(samples(await spending.ofApps())).toEqual([
    'palimpsest_app_model_tokens_total{app="shop",model="m",kind="input"} 600',
    'palimpsest_app_model_tokens_total{app="shop",model="m",kind="cached"} 400',
    'palimpsest_app_model_tokens_total{app="shop",model="m",kind="output"} 100',
    'palimpsest_app_model_tokens_total{app="bank",model="m",kind="input"} 0',
    'palimpsest_app_model_tokens_total{app="bank",model="m",kind="cached"} 400',
    'palimpsest_app_model_tokens_total{app="bank",model="m",kind="output"} 100',
    'palimpsest_app_model_cost_total{app="shop",model="m"} 0.0018',
    'palimpsest_app_model_cost_total{app="bank",model="m"} 0.0012',
  ])
  expect(samples(await spending.totals())).toEqual([
    'palimpsest_model_tokens_total{model="m",kind="input"} 600',
    'palimpsest_model_tokens_total{model="m",kind="cached"} 800',
    'palimpsest_model_tokens_total{model="m",kind="output"} 200',
    'palimpsest_model_cost_total{model="m"} 0.003',
  ])
})

test('given a model without a price, when it is used, then no cost is told', async () => {
  const spending = createSpending(pricesOf())
  spending.spent('shop', use)
  expect(samples(await spending.totals())).toHaveLength(3)
})

test('given counted uses, when asked for, then there is one for each app and model, with what it costs', () => {
  const spending = createSpending(pricesOf('m=1/10/0.5'))
  for (const app of ['shop', 'shop', 'bank']) spending.spent(app, use)
  spending.spent('bank', { ...use, model: 'other' })
  expect(spending.uses()).toEqual([
    { app: 'shop', model: 'm', input: 1_200, cached: 800, output: 200, cost: 0.0036 },
    { ...use, app: 'bank', cost: 0.0018 },
    { ...use, app: 'bank', model: 'other', cost: null },
  ])
})

test.each([
  [null, null, null],
  [1, null, 1],
  [null, 2, 2],
  [1, 2, 3],
])('given uses that cost %s and %s, when added, then they cost %s', (one, other, cost) => {
  const uses = new Map<string, AppUse>()
  for (const each of [one, other]) addUse(uses, { ...use, app: 'shop', cost: each })
  expect([...uses.values()]).toMatchObject([{ input: 1_200, cost }])
})

test('given what is told, then it says of whom and in which unit', async () => {
  const spending = createSpending()
  const help = (text: string) => text.split('\n').filter((line) => line.startsWith('# HELP'))
  expect(help(await spending.totals())).toEqual([
    '# HELP palimpsest_model_tokens_total Tokens that models have used, of all apps, as the endpoint counts them.',
    '# HELP palimpsest_model_cost_total What these tokens of all apps cost by MODEL_PRICES.',
  ])
  expect(help(await spending.ofApps())).toEqual([
    '# HELP palimpsest_app_model_tokens_total Tokens that models have used, of each app, as the endpoint counts them.',
    '# HELP palimpsest_app_model_cost_total What these tokens of each app cost by MODEL_PRICES.',
  ])
})

test('given more apps than are told apart, when they ask, then the rest count together', async () => {
  const spending = createSpending(pricesOf())
  for (let app = 0; app < 1_002; app++) spending.spent(`app-${app}`, use)
  const lines = samples(await spending.ofApps())
  expect(lines).toHaveLength(3 * 1_001)
  expect(lines).toContain(
    'palimpsest_app_model_tokens_total{app="~others",model="m",kind="output"} 200',
  )
})

test('given prices, when read, then cached input costs as input does where nothing else is said', () => {
  expect([...(pricesOf('a/b:1=0.4/1.6,c=1/2/0.25') ?? [])]).toEqual([
    ['a/b:1', { input: 0.4, output: 1.6, cached: 0.4 }],
    ['c', { input: 1, output: 2, cached: 0.25 }],
  ])
})

test.each(['m', 'm=1', 'm=-1/2', 'm=1/2/3/4', '=1/2', 'm=1/2,', 'm=a/b'])(
  'given MODEL_PRICES=%s, when read, then it is refused by name',
  (MODEL_PRICES) => {
    expect(() => readConfig({ MODEL_PRICES })).toThrow(InvalidConfig)
    expect(() => readConfig({ MODEL_PRICES })).toThrow(/MODEL_PRICES/)
  },
)
