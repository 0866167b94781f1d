// The console in a real browser: signing in, finding and forgetting users, the pipeline, and trying it. Each page by what
// it shows after real writes. The pages of one user: console-memory.test.ts.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEmbedded } from '../../apps/composition/embedded/embedded.ts'
import { masterKeyOf } from '../../apps/composition/embedded/master-key-of.ts'
import { createOfflineLanguageModel } from '../../infra/language/offline/offline-language-model.ts'
import { uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import { canonicalJson } from '../../infra/runtime/signing/canonical-json.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { startReceiver } from '../processors/deliver-webhooks/receiver.ts'
import { openBrowser } from './chromium.ts'
import { rememberAda, type Visit, visit } from './console-visit.ts'
import { isSealed } from './process.ts'
import { APP, eventually } from './service.ts'
import { startedService } from './started-service.ts'

const browser: Browser | null = await openBrowser()
afterAll(() => browser?.close())

/** Notes the title at the moment in which a page's heading appears: a later look would find one that came late. */
const titleBesideHeading = `new MutationObserver((_, observer) => {
  if (document.querySelector('main h1')?.textContent !== 'Users') return
  globalThis.titleBesideHeading = document.title
  observer.disconnect()
}).observe(document, { childList: true, subtree: true })`

describe.skipIf(browser === null)('the console in a browser', () => {
  const directory = ownDirectory()
  beforeAll(() => holdUnknownEvent(directory))
  const service = startedService({
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    DATA_DIR: directory,
  })
  let visitor: Visit
  let page: Page

  beforeAll(async () => {
    await rememberAda(service)
  })
  beforeEach(async () => {
    visitor = await visit(browser!, service)
    page = visitor.page
  })
  afterEach(() => visitor.end())

  test('a key signs in, a wrong one is told, and signing out forgets it', async () => {
    await page.addInitScript(titleBesideHeading)
    await page.goto(`${service.url}/`)
    await page.getByLabel('API key').fill('not-a-key')
    await page.keyboard.press('Enter')
    await page.getByText('This key is not valid.').waitFor()
    // The browser itself reports a 401.
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('401')])
    await visitor.isSound('sign-in')
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    expect(await page.evaluate('titleBesideHeading')).toBe('Users · Palimpsest')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  test('a user is found by app and name, and was looked at afterwards', async () => {
    await service.remember('berta', 'Berta: I like tea.')
    await visitor.open('#/users')
    await page.getByRole('link', { name: 'berta' }).waitFor()
    expect(await page.getByLabel('App').inputValue()).toBe(APP)
    await visitor.isSound('users')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // The first Tab key reaches the link past the navigation.
    await page.locator('#main:focus').waitFor()
    await page.getByLabel('User', { exact: true }).fill('AD')
    await page.getByText('whose name holds').waitFor()
    await eventually('one is left', async () => (await page.locator('.list li').count()) === 1)
    expect(await page.locator('.list li').innerText()).toMatch(/^ada\s+3 facts from 3 sources/)
    await page.getByRole('link', { name: 'ada' }).click()
    await page.getByRole('heading', { name: 'ada', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: `ada in ${APP}` }).waitFor()
  })

  test('where no user is remembered a sample is offered', async () => {
    const { body } = await service.call('POST', '/config/keys', {
      name: 'of an empty app',
      appIds: ['empty'],
      permissions: ['memory:read'],
    })
    await visitor.open('#/users', body.key)
    await page.getByText('Nobody is remembered yet').waitFor()
    await visitor.isSound('empty')
    await page.getByRole('link', { name: 'Try it with a sample' }).click()
    expect(await page.getByLabel('User', { exact: true }).inputValue()).toBe('me')
    await page.getByRole('button', { name: 'Load the sample' }).click()
    await page.getByText(/^This key may not do that.* Sign in with one that may\.$/).waitFor()
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('403')])
  })

  test('the pipeline tells of every component and processor', async () => {
    await visitor.open('#/pipeline')
    await page.getByRole('row', { name: /^extract-facts Up to date/ }).waitFor()
    expect(await page.getByRole('region', { name: 'Processors' }).getByRole('row').count()).toBe(10)
    for (const name of ['Relational store', 'Graph store', 'Object store', 'Queue']) {
      await page.getByRole('listitem').filter({ hasText: name }).getByText('Healthy').waitFor()
    }
    await page.getByText('POST /memorize').waitFor()
    const topic = page.getByRole('row', { name: /^memory\.writes\.v1/ })
    // The second look tells how many records came since the first.
    await topic.getByRole('cell', { name: /^\d/ }).waitFor()
    await visitor.isSound('pipeline')
  })

  test('a dead letter is shown with its reason, and tried again', async () => {
    await visitor.open('#/pipeline')
    const letter = page.locator('.dead-letters .list > li').filter({ hasText: 'extract-facts' })
    await letter.getByText('SomethingElse').waitFor()
    await letter.getByRole('button', { name: /^Try again/ }).click()
    await page.getByText('Tried again: 0 handled, 1 could not be this time either.').waitFor()
    await letter.getByText('SomethingElse').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a projection is replayed, and compared', async () => {
    await visitor.open('#/pipeline')
    await page.getByLabel('Projection').selectOption('graph')
    await page.getByRole('button', { name: 'Replay' }).click()
    await page.getByText(/\d+ events replayed. It is what it was before./).waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('a webhook shows its deliveries, and delivers one again', async () => {
    const receiver = await startReceiver()
    const { body } = await service.call('POST', '/config/webhooks', {
      appId: APP,
      url: receiver.url,
      events: ['memory.processed'],
      secret: 'a secret of the receiver',
    })
    await service.remember('hooked', 'Hooked: I like chess.')
    await eventually('it has been told', async () => receiver.received.length === 1)
    await visitor.open('#/pipeline')
    await page.getByRole('combobox', { name: 'App' }).selectOption(APP)
    await page.getByRole('button', { name: `Deliveries to ${receiver.url}` }).click()
    const delivery = page.locator('.subscription .list > li').filter({ hasText: 'hooked' })
    await eventually('it is known to have been', async () => {
      await page.getByRole('button', { name: 'Look again' }).click()
      return /delivered/.test(await delivery.innerText())
    })
    await visitor.isSound('webhooks')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const clicked = Promise.withResolvers<void>()
    await page.route('**/redeliver', (route) => clicked.promise.then(() => route.continue()))
    await delivery.getByRole('button', { name: /^Deliver again/ }).dblclick()
    clicked.resolve()
    await eventually('it has been told again', async () => receiver.received.length === 2)
    expect(asked.filter((url) => url.endsWith('/redeliver'))).toHaveLength(1)
    await service.call('DELETE', `/config/webhooks/${APP}/${body.id}`)
    await receiver.close()
  })

  test('a write is followed from the request to the summary', async () => {
    const id = await service.remember('followed', 'Fay: I live in Faro. My dog is called Rex.')
    await eventually('the summary is in the audit', async () => {
      const { body } = await service.call('GET', `/audit/${APP}/followed`)
      return /SummaryEvolved/.test(JSON.stringify(body))
    })
    await visitor.open('#/pipeline')
    await page.getByLabel('App of the write').fill(APP)
    await page.getByLabel('User', { exact: true }).fill('followed')
    await page.getByLabel('Id of the write').fill(id)
    await page.getByRole('button', { name: 'Follow' }).click()
    const chain = page.locator('.chain')
    await chain.getByText('Fact asserted: 2').waitFor()
    await chain.getByText(/^\d summar/).waitFor()
    expect(await chain.innerText()).toContain('memory.writes.v1')
    await chain.getByRole('link', { name: 'Rex' }).waitFor()
    await visitor.isSound('followed')
  })

  test('a new service is tried with a sample, and with words of one’s own', async () => {
    await visitor.open('#/try')
    await page.getByRole('button', { name: 'Load the sample' }).click()
    await page.getByText('Ada is remembered.').waitFor()
    // In another tab, or after a look at another page.
    await page.reload()
    await page.getByRole('button', { name: 'Load the sample' }).click()
    await page.getByText('Ada is remembered.').waitFor()
    const { body } = await service.call('GET', '/resources/sample/ada')
    expect(body.pagination.total).toBe(6)
    await page.getByRole('textbox', { name: 'App' }).fill(APP)
    await page.getByLabel('User', { exact: true }).fill('me')
    await page.getByLabel('Words').fill('Me: I keep bees.')
    await page.getByRole('button', { name: 'Write', exact: true }).click()
    await page.getByText('1 fact read from it').waitFor()
    await page.getByText('The same from your program').click()
    const written = page.locator('details', { hasText: 'The same from your program' })
    await written.getByText('Python', { exact: true }).click()
    expect(await written.innerText()).toContain('memory.remember("Me: I keep bees."')
    await written.getByText('curl', { exact: true }).click()
    expect(
      await page
        .getByRole('region', { name: /^Shell/ })
        .first()
        .innerText(),
    ).toContain('/v1/memorize')
    await page.getByText('MCP', { exact: true }).last().click()
    expect(
      JSON.parse(
        await page.getByRole('region', { name: 'The settings of your agent' }).innerText(),
      ),
    ).toMatchObject({
      mcpServers: { memory: { url: `${service.url}/mcp?appId=${APP}&userId=me` } },
    })
    await visitor.isSound('try')
    await page.getByRole('link', { name: 'See what is known of Ada' }).click()
    await page.getByText('Ada: I have moved, I now live in Porto.').first().waitFor()
  })

  test('a user is forgotten when the name has been typed, with a receipt', async () => {
    await service.remember('leaver', 'Leaver: I like chess.')
    await visitor.open(`#/user/${APP}/leaver/forget`)
    await page.getByRole('button', { name: 'Forget…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Type leaver/).fill('somebody')
    await page.keyboard.press('Enter')
    await dialog.getByText('Type leaver to go on.').waitFor()
    await visitor.isSound('forget')
    expect(await service.items('leaver')).toHaveLength(1)
    await dialog.getByLabel(/^Type leaver/).fill('leaver')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Forgotten' }).waitFor()
    expect(await service.items('leaver')).toEqual([])
    await page.getByRole('row', { name: /^Memory / }).waitFor()
    await page.getByRole('row', { name: /^Keys the key / }).waitFor()
    await visitor.isSound('forgotten')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the signed receipt' }).click()
    const kept = readFileSync(await (await downloading).path(), 'utf8')
    const { receiptId } = JSON.parse(kept).statement
    const { body } = await service.call('GET', `/receipts/${receiptId}?userId=leaver`)
    // Byte by byte, because the signature is over them.
    expect(kept).toBe(canonicalJson(body))
    expect(visitor.complaints).toEqual([])
  })

  test('of an unknown user nothing is shown but what to do next', async () => {
    await visitor.open(`#/user/${APP}/nobody/profile`)
    await page.getByText('Nothing is remembered of nobody').waitFor()
    await visitor.isSound('nobody')
  })
})

/** The log holds an event that no processor can handle. */
async function holdUnknownEvent(directory: string): Promise<void> {
  const language = createOfflineLanguageModel()
  const masterKey = masterKeyOf({ DATA_DIR: directory })
  const ports = openEmbedded({ directory, masterKey, language, sealed: isSealed })
  const at = new Date().toISOString()
  const times = { occurredAt: at, recordedAt: at, causationId: null, traceparent: null }
  const event = { id: uuidV7(Date.now()), type: 'SomethingElse', version: 1, ...times }
  const of = { appId: APP, userId: 'unread', open: {}, sealed: null }
  await ports.log.append([{ topic: 'memory.writes.v1', event: { ...event, ...of } }])
  await ports.close()
}
