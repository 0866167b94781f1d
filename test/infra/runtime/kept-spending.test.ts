// What models have used is told of all processes, those that have ended included.
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createKeptSpending } from '../../../infra/runtime/kept-spending.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'
import { createSpending } from '../../../infra/runtime/spending.ts'
import { createSqliteObjectStore } from '../../../infra/sqlite/object-store.ts'
import { eventually } from '../../contracts/eventually.ts'

const use = { model: 'm', input: 600, cached: 400, output: 100 }
const prices = new Map([['m', { input: 1, cached: 1, output: 1 }]])
const logger = createLogger('silent')
const objects = createSqliteObjectStore({ path: ':memory:' })
afterEach(async () => {
  await objects.deleteMany(await names())
})

const names = () => objects.list({ prefix: '~spending/', limit: 100 })

function startProcess(over = objects, has = prices, tells = logger) {
  const spending = createSpending(has)
  return { ...spending, ...createKeptSpending({ objects: over, spending, logger: tells }) }
}

/** The store, with what was asked of it. */
function watched() {
  const seen = { gets: [] as string[], lists: 0, deleted: [] as string[] }
  const over: typeof objects = {
    ...objects,
    get: (key) => {
      seen.gets.push(key)
      return objects.get(key)
    },
    list: (options) => {
      seen.lists++
      return objects.list(options)
    },
    deleteMany: (keys) => {
      seen.deleted.push(...keys)
      return objects.deleteMany(keys)
    },
  }
  return { seen, over }
}

function fakeTime(...toFake: ('performance' | 'setInterval' | 'clearInterval')[]) {
  vi.useFakeTimers({ toFake })
  onTestFinished(() => void vi.useRealTimers())
}

const outputOf = (text: string) =>
  /^palimpsest_service_model_tokens_total{model="m",kind="output"} (\d+)$/m.exec(text)?.[1]

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

test('given counts of a process that cannot be read, when it is asked twice, then the others count, and it is told once', async () => {
  const lines: Record<string, unknown>[] = []
  const tells = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  await objects.putMany([
    { key: '~spending/00000000-0000-7000-8000-000000000000/000000000000', body: Buffer.from('{') },
    {
      key: '~spending/00000000-0000-7000-8000-000000000001/000000000000',
      body: Buffer.from('[1]'),
    },
  ])
  const [other, api] = [startProcess(), startProcess(objects, prices, tells)]
  other.spent('shop', use)
  await other.keep()
  fakeTime('performance')
  expect(outputOf(await api.totals())).toBe('100')
  other.spent('shop', use)
  await other.keep()
  vi.advanceTimersByTime(60_000)
  expect(outputOf(await api.totals())).toBe('200')
  expect(lines).toMatchObject([{ level: 40 }, { level: 40 }])
  await Promise.all([other.stop(), api.stop()])
})

test('given a process that has kept its counts, when it is asked, then they count once', async () => {
  const api = startProcess()
  api.spent('shop', use)
  await api.keep()
  expect(outputOf(await api.totals())).toBe('100')
  await api.stop()
})

test('given metrics, when told, then of this process and of all, with what they mean', async () => {
  const api = startProcess()
  const of = (text: string) => text.split('\n').filter((line) => line.startsWith('# HELP'))
  expect(of(await api.totals())).toEqual([
    '# HELP palimpsest_model_tokens_total Tokens that models have used, of all apps, as the endpoint counts them.',
    '# HELP palimpsest_model_cost_total What these tokens of all apps cost by MODEL_PRICES.',
    '# HELP palimpsest_service_model_tokens_total Tokens that models have used, of all apps, by all processes, also before they last started, as the endpoint counts them.',
    '# HELP palimpsest_service_model_cost_total What these tokens of all apps, by all processes, also before they last started cost by MODEL_PRICES.',
  ])
  await api.stop()
})

test('given a store that cannot be written, when counts are kept, then that is logged by its class, and the process goes on', async () => {
  const lines: Record<string, unknown>[] = []
  const tells = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const down: typeof objects = {
    ...objects,
    putMany: () => Promise.reject(new TypeError('canary')),
  }
  const busy = startProcess(down, prices, tells)
  busy.spent('shop', use)
  await busy.stop()
  expect(lines).toMatchObject([
    { level: 40, errorClass: 'TypeError', msg: 'spending is not kept yet' },
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
})

test('given a process, when ten seconds pass, then its counts are kept, until it stops', async () => {
  fakeTime('setInterval', 'clearInterval')
  const busy = startProcess()
  busy.spent('shop', use)
  vi.advanceTimersByTime(9_999)
  expect(await names()).toEqual([])
  vi.advanceTimersByTime(1)
  await eventually(async () => expect(await names()).toEqual([expect.stringMatching(/0{12}$/)]))
  busy.spent('shop', use)
  await busy.stop()
  expect(await names()).toEqual([expect.stringMatching(/0{11}1$/)])
  expect(vi.getTimerCount()).toBe(0)
})

test('given counts that are kept again and again, then nothing else is deleted than what was kept before', async () => {
  const { seen, over } = watched()
  const busy = startProcess(over)
  for (let n = 0; n < 3; n++) {
    busy.spent('shop', use)
    await busy.keep()
  }
  expect(seen.deleted).toEqual([
    expect.stringMatching(/^~spending\/.*\/0{12}$/),
    expect.stringMatching(/^~spending\/.*\/0{11}1$/),
  ])
  await busy.stop()
})

test('given many scrapes, when they come, then the store is looked at every three seconds, and each object is read once', async () => {
  fakeTime('performance')
  const [one, other] = [startProcess(), startProcess()]
  for (const each of [one, other]) {
    each.spent('shop', use)
    await each.keep()
  }
  const { seen, over } = watched()
  const api = startProcess(over)
  for (let scrape = 0; scrape < 3; scrape++) expect(outputOf(await api.totals())).toBe('200')
  expect([seen.lists, seen.gets.length]).toEqual([1, 2])
  one.spent('shop', use)
  await one.keep()
  vi.advanceTimersByTime(3_000)
  expect(outputOf(await api.totals())).toBe('300')
  expect([seen.lists, seen.gets.length]).toEqual([2, 3])
  await Promise.all([one, other, api].map((each) => each.stop()))
})

test('given an object that is replaced while it is read, when metrics are asked, then the others are told', async () => {
  const [replaced, other] = [startProcess(), startProcess()]
  for (const each of [replaced, other]) {
    each.spent('shop', use)
    await each.keep()
  }
  const gone = (await names())[0]
  const over: typeof objects = {
    ...objects,
    get: async (key) => {
      if (key === gone) return null
      await new Promise((resolve) => setImmediate(resolve))
      return objects.get(key)
    },
  }
  const api = startProcess(over)
  expect(outputOf(await api.totals())).toBe('100')
  await Promise.all([replaced, other, api].map((each) => each.stop()))
})

test.each([1_000, 1_001])(
  'given %d processes that have ended, when asked, then all are told',
  async (count) => {
    const body = Buffer.from(JSON.stringify([{ ...use, app: 'shop', output: 1, cost: null }]))
    const keys = Array.from({ length: count }, (_, n) => `~spending/${n}/000000000000`)
    onTestFinished(async () => void (await objects.deleteMany(keys)))
    await objects.putMany(keys.map((key) => ({ key, body })))
    const api = startProcess()
    expect(outputOf(await api.totals())).toBe(String(count))
    await api.stop()
  },
)
