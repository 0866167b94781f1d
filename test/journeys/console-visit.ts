// A visit to the console in a real browser: the shared part of its tests. No page logs an error or calls another
// origin, and axe finds no accessibility problem on any page.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { APP, eventually, type Service, setting } from './service.ts'

const PATIENCE_MS = setting === 'embedded' ? 15_000 : 60_000
const desk = { width: 1240, height: 900 }
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Where pictures of the pages are kept; unset: none are taken. */
const pictures = process.env.PALIMPSEST_TEST_PICTURES

export type Visit = {
  page: Page
  /** The browser's errors, and its requests to other origins. */
  complaints: string[]
  /** As a user who has signed in before. */
  open(fragment: string, key?: string): Promise<void>
  openAda(view: string): Promise<void>
  /** What every page must pass: no error, no finding of axe, in the light and the dark theme, on a phone. */
  isSound(name: string): Promise<void>
  end(): Promise<void>
}

export async function visit(browser: Browser, service: Service): Promise<Visit> {
  const complaints: string[] = []
  const context = await browser.newContext({ viewport: desk, locale: 'en-GB' })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  listen(page, service, complaints)
  const open = async (fragment: string, key = service.key) => {
    await context.addInitScript(`sessionStorage.setItem('palimpsest.key', '${key}')`)
    await page.goto(`${service.url}/console${fragment}`)
  }
  return {
    page,
    complaints,
    open,
    openAda: (view) => open(`#/user/${APP}/ada/${view}`),
    isSound: (name) => isSound(page, name, complaints),
    end: () => context.close(),
  }
}

function listen(page: Page, service: Service, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url)) complaints.push(request.url())
  })
}

/** The dark theme differs only in colours. */
const rules = { light: '{}', dark: "{ runOnly: ['color-contrast'] }" } as const

/** What a card cuts off makes no page wider. */
const controlsBeyond = `[...document.querySelectorAll('main, .sidebar')]
  .flatMap((part) => [...part.querySelectorAll('a, button, input, label, select, textarea')])
  .filter((control) => !control.closest('.scroll, .contents, .skip'))
  .filter((control) => {
    const place = control.closest('.card, .filters, .sidebar, main')
    const room = place.getBoundingClientRect().right - parseFloat(getComputedStyle(place).paddingRight)
    const isCut = control.matches('.check') && control.scrollWidth > control.clientWidth
    return isCut || control.getBoundingClientRect().right > room + 1
  })
  .map(({ outerHTML }) => outerHTML.slice(0, 99))`

async function isSound(page: Page, name: string, complaints: readonly string[]): Promise<void> {
  await page.evaluate(axe)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    let found: string[]
    // What is asked for again is dimmed until the answer is there, also where that began while it was looked at.
    do {
      await page.locator('.stale').first().waitFor({ state: 'detached' })
      found = await page.evaluate<string[]>(
        `axe.run(${rules[colorScheme]}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target).join(', ')))`,
      )
    } while (found.length > 0 && (await page.locator('.stale').count()) > 0)
    expect([name, colorScheme, found]).toEqual([name, colorScheme, []])
    await takePicture(page, `${name}-${colorScheme}`)
  }
  await page.setViewportSize({ width: 320, height: 800 })
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect([name, 'is as wide as a phone', overflow]).toEqual([name, 'is as wide as a phone', 0])
  const beyond = await page.evaluate<string[]>(controlsBeyond)
  expect([name, 'has each control in its place on a phone', beyond]).toEqual([
    name,
    expect.anything(),
    [],
  ])
  await takePicture(page, `${name}-phone`)
  await page.setViewportSize(desk)
  expect([name, complaints]).toEqual([name, []])
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}

/** She moves, her sister is a doctor, and an assistant guesses. */
export async function rememberAda(service: Service): Promise<void> {
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
}
