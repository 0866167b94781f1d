// The console with a model behind the service, an endpoint over real HTTP: what each app has used and paid is seen, of
// all processes, those included that have ended.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeOpenAi, startFakeOpenAi } from '../infra/language/openai/fake-openai.ts'
import { openBrowser } from './chromium.ts'
import { type Visit, visit } from './console-visit.ts'
import { APP, type Service, startService } from './service.ts'

const browser: Browser | null = await openBrowser()
afterAll(() => browser?.close())

describe.skipIf(browser === null)('the cost of apps in a browser', () => {
  let model: FakeOpenAi
  let service: Service

  beforeAll(async () => {
    model = await startFakeOpenAi()
    service = await startService({
      OPENAI_API_KEY: 'sk-journey',
      OPENAI_BASE_URL: model.baseUrl,
      MODEL_PRICES: 'gpt-4.1-mini=0.4/1.6/0.1,text-embedding-3-small=0.02/0',
    })
  })
  afterAll(async () => {
    await service.stop()
    await model.close()
  })

  const costs = async (look: (visitor: Visit) => Promise<void> = async () => undefined) => {
    const visitor = await visit(browser!, service)
    await visitor.open('#/pipeline')
    const table = visitor.page.getByRole('region', { name: 'Tokens and cost' })
    await table.getByRole('row', { name: /gpt-4\.1-mini/ }).waitFor()
    const rows = await table.getByRole('row').allInnerTexts()
    await look(visitor)
    await visitor.end()
    return rows.map((row) => row.split('\t'))
  }

  test('each app has a row with its tokens and its cost, which a restart keeps', async () => {
    await service.remember('payer', 'user: Greetings from my flat in Berlin!')
    await service.retrieve('payer', 'Where in Berlin?')
    const before = await costs((visitor) => visitor.isSound('cost'))
    expect(before[0]).toEqual(['App', 'Model', 'Input', 'From the cache', 'Output', 'Cost'])
    const [, , input, cached, output, cost] = before.find(([, name]) => name === 'gpt-4.1-mini')!
    const paid = (Number(input) * 0.4 + Number(cached) * 0.1 + Number(output) * 1.6) / 1_000_000
    expect([Number(output) > 0, Number(cost)]).toEqual([true, Number(paid.toPrecision(2))])
    expect(before.slice(1).map(([app]) => app)).toEqual([APP, APP])
    await service.restart()
    expect(await costs()).toEqual(before)
  })
})
