// The console in a real browser: each page by what it shows after real writes. No page logs an error, none asks another
// origin, and in none does axe find anything that would keep somebody out.

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../infra/runtime/signing/canonical-json.ts'
import { openBrowser } from './chromium.ts'
import { APP, eventually, type Service, setting, startService } from './service.ts'

const PATIENCE_MS = setting === 'embedded' ? 15_000 : 60_000
const desk = { width: 1240, height: 900 }
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Where pictures of the pages are kept; unset: none are taken. */
const pictures = process.env.PALIMPSEST_TEST_PICTURES

const browser: Browser | null = await openBrowser()
afterAll(() => browser?.close())

describe.skipIf(browser === null)('the console in a browser', () => {
  let service: Service
  let context: BrowserContext
  let page: Page
  /** What the browser complained of, and what it asked of others. */
  let complaints: string[]

  beforeAll(async () => {
    service = await startService()
    await service.remember('ada', 'Ada: I live in Lisbon. My sister Ines is a doctor.', {
      metadata: { timestamp: '2026-01-05T10:00:00Z' },
    })
    await service.remember('ada', 'Ada: I have moved, I now live in Porto.', {
      metadata: { timestamp: '2026-03-05T10:00:00Z' },
    })
    await service.remember('ada', 'Bot: You seem to like tea.')
    await eventually('the graph and the summaries are there', async () => {
      const entities = await service.call('GET', `/entities/${APP}/ada`)
      const { body } = await service.call('GET', `/context/${APP}/ada`)
      return entities.body.total >= 4 && /Porto/.test(body.summaries.profile)
    })
  })
  afterAll(() => service.stop())

  beforeEach(async () => {
    complaints = []
    context = await browser!.newContext({ viewport: desk, locale: 'en-GB' })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url)) complaints.push(request.url())
    })
  })
  afterEach(async () => {
    await context.close()
  })

  /** As somebody who has signed in before. */
  const open = async (fragment: string, key = service.key) => {
    await context.addInitScript(`sessionStorage.setItem('palimpsest.key', '${key}')`)
    await page.goto(`${service.url}/console${fragment}`)
  }
  const openAda = (view: string) => open(`#/user/${APP}/ada/${view}`)

  /** What everybody asks of a page: no complaint, nothing that axe finds, in the light and in the dark. */
  const isSound = async (name: string) => {
    await page.evaluate(axe)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const found = await page.evaluate<string[]>(
        "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', ')))",
      )
      expect([name, colorScheme, found]).toEqual([name, colorScheme, []])
      await takePicture(page, `${name}-${colorScheme}`)
    }
    await page.setViewportSize({ width: 390, height: 800 })
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect([name, 'is as wide as a phone', overflow]).toEqual([name, 'is as wide as a phone', 0])
    await takePicture(page, `${name}-phone`)
    await page.setViewportSize(desk)
    expect([name, complaints]).toEqual([name, []])
  }

  test('a key signs in, a wrong one is told, and signing out forgets it', async () => {
    await page.goto(`${service.url}/`)
    await page.getByLabel('API key').fill('not-a-key')
    await page.keyboard.press('Enter')
    await page.getByText('This key is not valid.').waitFor()
    // The browser itself tells of an answer that is 401.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')])
    await isSound('sign-in')
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor()
    expect(await page.title()).toBe('Users · Palimpsest')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  test('a user is found by app and name, and was looked at afterwards', async () => {
    await service.remember('berta', 'Berta: I like tea.')
    await open('#/users')
    await page.getByRole('link', { name: 'berta' }).waitFor()
    expect(await page.getByLabel('App').inputValue()).toBe(APP)
    await isSound('users')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    // The first key leads past the navigation.
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.getByLabel('User', { exact: true }).fill('AD')
    await page.getByText('whose name holds').waitFor()
    await eventually('one is left', async () => (await page.locator('.list li').count()) === 1)
    expect(await page.locator('.list li').innerText()).toMatch(/^ada\s+3 facts from 3 sources/)
    await page.getByRole('link', { name: 'ada' }).click()
    await page.getByRole('heading', { name: 'ada', level: 1 }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: `ada in ${APP}` }).waitFor()
  })

  test('where nobody is remembered a sample is offered', async () => {
    const { body } = await service.call('POST', '/config/keys', {
      name: 'of an empty app',
      appIds: ['empty'],
      permissions: ['memory:read'],
    })
    await open('#/users', body.key)
    await page.getByText('Nobody is remembered yet').waitFor()
    await isSound('empty')
    await page.getByRole('link', { name: 'Try it with a sample' }).click()
    await page.getByRole('button', { name: 'Load the sample' }).click()
    await page.getByText('This key may not do that').waitFor()
    expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])
  })

  test('a fact shows its source with the sentence marked, and what it replaced, by keyboard', async () => {
    await openAda('profile')
    const fact = page.getByRole('listitem').filter({ hasText: 'Porto' }).first()
    await fact.getByText('Ada: I live in Lisbon').waitFor()
    expect(await fact.locator('s').innerText()).toBe('Ada: I live in Lisbon.')
    expect(await fact.getByText('Ada (user)').count()).toBe(1)
    expect(await fact.getByText('90 %').count()).toBe(1)
    const button = fact.getByRole('button')
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await button.focus()
    await page.keyboard.press('Enter')
    expect(await fact.locator('mark').innerText()).toBe('I have moved, I now live in Porto.')
    expect(await fact.locator('blockquote').innerText()).toMatch(/^Ada: I have moved/)
    await fact.getByText('A newer home of ada: Lisbon became Porto.').waitFor()
    await isSound('profile')
  })

  test('facts are filtered by words, channel and confidence', async () => {
    await openAda('profile')
    const sentences = page.locator('.fact > .sentence')
    await sentences.first().waitFor()
    const all = await sentences.count()
    await page.getByLabel('Said by').selectOption('assistant')
    await eventually('one is left', async () => (await sentences.count()) === 1)
    expect(await sentences.innerText()).toContain('tea')
    await page.getByLabel('Said by').selectOption('')
    await page.getByLabel('Holds the words').fill('porto')
    await eventually('one is left', async () => (await sentences.count()) === 1)
    await page.getByLabel('Holds the words').fill('')
    await page.getByLabel(/Confidence from/).fill('0.85')
    await eventually('the sure ones are left', async () => {
      const left = await sentences.count()
      return left > 0 && left < all
    })
  })

  test('a question is answered as facts, as text, as JSON and as a command', async () => {
    await openAda('ask')
    await page.getByLabel('What does your agent want to know?').fill('Where does Ada live?')
    await page.getByLabel('Token budget').fill('600')
    await page.getByRole('button', { name: 'Ask' }).click()
    const first = page.locator('.ranked li').first()
    expect(await first.innerText()).toContain('I now live in Porto.')
    await isSound('ask')
    await page.getByText('JSON', { exact: true }).click()
    const told = JSON.parse(await page.getByRole('region', { name: 'As answered' }).innerText())
    expect(told.relevantItems[0].content).toContain('Porto')
    expect(told.tokenCount).toBeLessThanOrEqual(600)
    await page.getByText('Text', { exact: true }).click()
    const text = await page.getByRole('region', { name: /^For a prompt, \d+ tokens/ }).innerText()
    expect(text).toContain('I now live in Porto.')
    expect(() => JSON.parse(text)).toThrow()
    await page.getByText('The same with curl').click()
    const command = await page.getByRole('region', { name: /^Shell/ }).innerText()
    expect(command).toContain(`${service.url}/v1/retrieve`)
    expect(command).not.toContain(service.key)
    await page.getByText('Facts', { exact: true }).click()
    await first.getByRole('link').click()
    await page.locator('mark').waitFor()
  })

  test('the graph is drawn, and told in words', async () => {
    await openAda('graph')
    await page.locator('canvas').first().waitFor()
    await page.getByRole('link', { name: 'Ines' }).waitFor()
    await page.getByLabel('Type').selectOption('place')
    await eventually('places are left', async () =>
      (await page.locator('aside .list li').allInnerTexts()).every((text) =>
        text.includes('place'),
      ),
    )
    await page.getByRole('link', { name: 'Porto' }).click()
    await page.getByRole('heading', { name: 'Porto' }).waitFor()
    await page.getByText('Ada: I have moved, I now live in Porto.').waitFor()
    expect(await page.locator('.relations').innerText()).toMatch(/Ada\s+lives in/)
    await isSound('graph')
  })

  test('sources tell what was read from each', async () => {
    await openAda('sources')
    await page.getByText('3 sources').waitFor()
    await isSound('sources')
    await page.locator('.list a').last().click()
    await page.getByRole('heading', { level: 2 }).waitFor()
    expect(await page.locator('.ranked li').count()).toBeGreaterThan(0)
  })

  test('the pipeline tells of every component and processor', async () => {
    await open('#/pipeline')
    await page.getByRole('row', { name: /^extract-facts Up to date/ }).waitFor()
    expect(await page.getByRole('row').count()).toBe(10)
    for (const name of ['Relational store', 'Graph store', 'Object store', 'Queue']) {
      await page.getByRole('listitem').filter({ hasText: name }).getByText('Healthy').waitFor()
    }
    await page.getByText('POST /memorize').waitFor()
    await isSound('pipeline')
  })

  test('a new service is tried with a sample, and with words of one’s own', async () => {
    await open('#/try')
    await page.getByRole('button', { name: 'Load the sample' }).click()
    await page.getByText('Ada is remembered.').waitFor()
    await page.getByLabel('App').fill(APP)
    await page.getByLabel('User', { exact: true }).fill('me')
    await page.getByLabel('Words').fill('Me: I keep bees.')
    await page.getByRole('button', { name: 'Write', exact: true }).click()
    await page.getByText('1 fact read from it').waitFor()
    await page.getByText('The same with curl').first().click()
    expect(
      await page
        .getByRole('region', { name: /^Shell/ })
        .first()
        .innerText(),
    ).toContain('/v1/memorize')
    await page.getByText('MCP', { exact: true }).click()
    expect(
      JSON.parse(
        await page.getByRole('region', { name: 'The settings of your agent' }).innerText(),
      ),
    ).toMatchObject({
      mcpServers: { memory: { url: `${service.url}/mcp?appId=${APP}&userId=me` } },
    })
    await isSound('try')
    await page.getByRole('link', { name: 'See what is known of Ada' }).click()
    await page.getByText('Ada: I have moved, I now live in Porto.').first().waitFor()
  })

  test('a user is forgotten when the name has been typed, with a receipt', async () => {
    await service.remember('leaver', 'Leaver: I like chess.')
    await open(`#/user/${APP}/leaver/forget`)
    await page.getByRole('button', { name: 'Forget…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Type leaver/).fill('somebody')
    await page.keyboard.press('Enter')
    await dialog.getByText('Type leaver to go on.').waitFor()
    await isSound('forget')
    expect(await service.items('leaver')).toHaveLength(1)
    await dialog.getByLabel(/^Type leaver/).fill('leaver')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Forgotten' }).waitFor()
    expect(await service.items('leaver')).toEqual([])
    await page.getByRole('row', { name: /^Memory / }).waitFor()
    await isSound('forgotten')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the signed receipt' }).click()
    const kept = readFileSync(await (await downloading).path(), 'utf8')
    const { receiptId } = JSON.parse(kept).statement
    const { body } = await service.call('GET', `/receipts/${receiptId}?userId=leaver`)
    // Byte by byte, because the signature is over them.
    expect(kept).toBe(canonicalJson(body))
    expect(complaints).toEqual([])
  })

  test('of somebody nobody knows nothing is shown, and what to do next', async () => {
    await open(`#/user/${APP}/nobody/profile`)
    await page.getByText('Nothing is remembered of nobody').waitFor()
    await isSound('nobody')
  })

  test('what was written runs nothing, whatever it looks like', async () => {
    const hostile = '<img src=x onerror="document.title=1"> I like <script>alert(1)</script> tea.'
    await service.remember('hostile', hostile)
    await open(`#/user/${APP}/hostile/profile`)
    const fact = page.locator('.fact').first()
    await fact.getByRole('button').click()
    await fact.locator('mark').waitFor()
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.locator('main').innerText()).toContain('<script>alert(1)</script>')
    expect(complaints).toEqual([])
  })
})

async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
