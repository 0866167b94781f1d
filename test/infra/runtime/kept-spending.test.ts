// What models have used is told of all processes, those that have ended included.
import { afterEach, expect, test } from 'vitest'
import { createKeptSpending } from '../../../infra/runtime/kept-spending.ts'
import { createSpending } from '../../../infra/runtime/spending.ts'
import { createLogger } from '../../../infra/runtime/telemetry.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'

const use = { model: 'm', input: 600, cached: 400, output: 100 }
const prices = new Map([['m', { input: 1, cached: 1, output: 1 }]])
const logger = createLogger('silent')
const objects = createSqliteObjectStore({ path: ':memory:' })
afterEach(async () => {
  await objects.deleteMany(await names())
})

const names = () => objects.list({ prefix: '~spending/', limit: 100 })

function startProcess(over = objects, has = prices) {
  const spending = createSpending(has)
  return { ...spending, ...createKeptSpending({ objects: over, spending, logger }) }
}

const ofService = (text: string) =>
  text.split('\n').filter((line) => line.startsWith('palimpsest_service'))

test('given two processes and one that has ended, when any of them is asked, then it tells the sum', async () => {
  const [ended, worker, api] = [startProcess(), startProcess(objects, new Map()), startProcess()]
  ended.spent('shop', use)
  await ended.stop()
  worker.spent('shop', use)
  worker.spent('bank', use)
  await worker.keep()
  api.spent('shop', use)
  expect(ofService(await api.ofApps())).toEqual([
    'palimpsest_service_app_model_tokens_total{app="shop",model="m",kind="input"} 1800',
    'palimpsest_service_app_model_tokens_total{app="shop",model="m",kind="cached"} 1200',
    'palimpsest_service_app_model_tokens_total{app="shop",model="m",kind="output"} 300',
    'palimpsest_service_app_model_tokens_total{app="bank",model="m",kind="input"} 600',
    'palimpsest_service_app_model_tokens_total{app="bank",model="m",kind="cached"} 400',
    'palimpsest_service_app_model_tokens_total{app="bank",model="m",kind="output"} 100',
    'palimpsest_service_app_model_cost_total{app="shop",model="m"} 0.0022',
  ])
  const totals = await api.totals()
  expect(ofService(totals)).toContain(
    'palimpsest_service_model_tokens_total{model="m",kind="output"} 400',
  )
  expect(totals).not.toMatch(/shop|bank/)
  expect(totals, 'its own part is told too').toContain(
    'palimpsest_model_tokens_total{model="m",kind="output"} 100',
  )
  await Promise.all([worker.stop(), api.stop()])
})

test('given counts that grow, when they are kept again, then one object of the process is left, and none where nothing was used', async () => {
  const [busy, idle] = [startProcess(), startProcess()]
  for (let n = 1; n <= 12; n++) {
    busy.spent('shop', use)
    await busy.keep()
    await busy.keep()
    await idle.keep()
  }
  expect(await names()).toEqual([expect.stringMatching(/^~spending\/[0-9a-f-]+\/0{10}11$/)])
  expect(ofService(await idle.totals())).toContain(
    'palimpsest_service_model_tokens_total{model="m",kind="output"} 1200',
  )
  await Promise.all([busy.stop(), idle.stop()])
})

test('given a store that stored and failed to say so, when counts are kept again, then each use counts once', async () => {
  let failures = 1
  const unsure: typeof objects = {
    ...objects,
    putMany: async (given) => {
      const answer = await objects.putMany(given)
      if (failures-- > 0) throw new Error('lost')
      return answer
    },
  }
  const [busy, other] = [startProcess(unsure), startProcess()]
  busy.spent('shop', use)
  await busy.keep()
  await busy.keep()
  expect(await names()).toHaveLength(1)
  expect(ofService(await other.totals())).toContain(
    'palimpsest_service_model_tokens_total{model="m",kind="output"} 100',
  )
  await Promise.all([busy.stop(), other.stop()])
})

test('given a store that is down, when metrics are asked, then the process tells what it knows', async () => {
  const down: typeof objects = { ...objects, list: () => Promise.reject(new Error('down')) }
  const api = startProcess(down)
  api.spent('shop', use)
  expect(ofService(await api.totals())).toContain(
    'palimpsest_service_model_tokens_total{model="m",kind="output"} 100',
  )
  await api.stop()
})
