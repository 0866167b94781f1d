// The console where things go wrong: the service is away or slow, a key ends, a button is pressed twice, a name is
// longer than a phone is wide.
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from './chromium.ts'
import { rememberAda, type Visit, visit } from './console-visit.ts'
import { APP, eventually } from './service.ts'
import { startedService } from './started-service.ts'

const browser: Browser | null = await openBrowser()
afterAll(() => browser?.close())

const AWAY = 'The service does not answer. Is it running?'

describe.skipIf(browser === null)('the console in trouble', () => {
  const service = startedService({ DOCS: 'off' })
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

  /** Until `back` is called no call is answered. */
  async function away(calls: string): Promise<{ back(): Promise<void> }> {
    await page.route(calls, (route) => route.abort())
    return { back: () => page.unroute(calls) }
  }

  /** The answers wait until `answer` is called. */
  async function slow(calls: string): Promise<{ asked: Request[]; answer(): void }> {
    const asked: Request[] = []
    const answered = Promise.withResolvers<void>()
    await page.route(calls, async (route) => {
      asked.push(route.request())
      await answered.promise
      await route.continue()
    })
    return { asked, answer: answered.resolve }
  }

  test.each(['profile', 'time', 'graph', 'sources', 'forget'])(
    'given a service that is away, when %s is shown, then it says so, and tries again when asked',
    async (view) => {
      const { back } = await away('**/v1/**')
      await visitor.openAda(view)
      await page.getByText(AWAY).waitFor()
      // The browser itself reports calls that fail.
      visitor.complaints.splice(0)
      await visitor.isSound(`away-${view}`)
      await back()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText(AWAY).waitFor({ state: 'detached' })
    },
  )

  test('given a list that could not be loaded, when it is tried again, then it shows that at once', async () => {
    const { back } = await away('**/v1/resources/**')
    await visitor.openAda('sources')
    await page.getByText(AWAY).waitFor()
    await back()
    const { answer } = await slow('**/v1/resources/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('status').getByText('Loading').waitFor()
    expect(await page.getByText(AWAY).count()).toBe(0)
    answer()
    await page.getByText('3 sources').waitFor()
  })

  test.each(['profile', 'time', 'graph', 'sources', 'forget'])(
    'given a service that takes calls and answers none, when %s is shown, then waiting for it ends',
    async (view) => {
      await page.addInitScript(`const usual = AbortSignal.timeout.bind(AbortSignal)
        AbortSignal.timeout = (ms) => usual(ms / 50)`)
      const { answer } = await slow('**/v1/**')
      await visitor.openAda(view)
      await page.getByText('The service did not answer in time.').waitFor()
      answer()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('did not answer').waitFor({ state: 'detached' })
    },
  )

  test.each(['profile', 'time', 'graph', 'sources'])(
    'given a key that may not read, when %s is shown, then it says so and offers nothing that fails again',
    async (view) => {
      const { body } = await service.call('POST', '/config/keys', {
        ...{ name: 'writes only', appIds: [APP], permissions: ['memory:write'] },
      })
      await visitor.open(`#/user/${APP}/ada/${view}`, body.key)
      await page
        .getByText(/^This key may not do that/)
        .first()
        .waitFor()
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    },
  )

  test('given a list that is loading, when it is left, then it is asked for no more', async () => {
    await slow('**/v1/resources/**')
    await visitor.openAda('sources')
    const ended = page.waitForEvent('requestfailed')
    await page.getByRole('link', { name: 'Ask' }).click()
    expect((await ended).url()).toContain('/v1/resources/')
    await page.getByLabel('What does your agent want to know?').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('given a service that goes away, when the pipeline looks again, then it says so in words', async () => {
    await visitor.open('#/pipeline')
    await page.getByText(/up for/).waitFor()
    await away('**/{v1,metrics}*/**')
    await away('**/metrics')
    await page.getByText(`${AWAY} Below is what it told last.`).waitFor()
    expect(await page.getByRole('alert').allInnerTexts()).not.toContain('Failed to fetch')
  })

  test('given a service that is slow to answer, when the pipeline looks again, then it waits for the first look', async () => {
    await page.clock.install()
    const { asked } = await slow('**/v1/health')
    await visitor.open('#/pipeline')
    await eventually('it has looked', async () => asked.length > 0)
    // Less than it waits for an answer.
    await page.clock.runFor(15_000)
    expect(asked).toHaveLength(1)
  })

  test('a replay that is ordered twice begins once, and one that cannot be watched can be ordered again', async () => {
    await visitor.open('#/pipeline')
    const begun = await slow('**/v1/admin/replay')
    const { back } = await away('**/v1/admin/replay/*')
    await page.getByLabel('Projection').selectOption('graph')
    await page.getByRole('button', { name: 'Replay' }).dblclick()
    begun.answer()
    await page.getByText(AWAY).waitFor()
    expect(begun.asked).toHaveLength(1)
    await back()
    await eventually('it has ended', async () => {
      await page.getByRole('button', { name: 'Replay' }).click()
      await page.getByText(/It is what it was before|is running/).waitFor()
      return (await page.getByText('It is what it was before.').count()) === 1
    })
  })

  test('given facts of which a part has come, when they are counted, then it is told of how many', async () => {
    const writes = Array.from({ length: 205 }, (_, n) => ({
      ...{ kind: 'item', userId: 'rich', text: `Rich owns the kettle number ${n}.` },
    }))
    await service.call('POST', '/batch', { appId: APP, writes })
    await eventually('all are there', async () => {
      const { body } = await service.call('GET', `/items/${APP}/rich?limit=1`)
      return body.pagination.total === 205
    })
    const { answer } = await slow('**/v1/items/**cursor=**')
    await visitor.open(`#/user/${APP}/rich/profile`)
    await page.getByText('200 facts that hold, 0 replaced, among the newest 200 of 205.').waitFor()
    await page.getByLabel('Holds the words').fill('number 4.')
    await page
      .getByText(/^[01] facts? (is|are) as you filter, among those read so far\.$/)
      .waitFor()
    answer()
    await page.getByText('205 facts that hold, 0 replaced.').waitFor()
    await page.getByText('1 fact is as you filter.').waitFor()
  })

  test('given a phone, when a page of a user is shown, then the way to each of the others is seen', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    await visitor.openAda('sources')
    const tabs = page.getByRole('navigation', { name: 'Memory of ada' }).getByRole('link')
    await tabs.first().waitFor()
    for (const tab of await tabs.all()) {
      const { x = 0, width = 320 } = (await tab.boundingBox()) ?? {}
      expect([await tab.innerText(), x + width <= 320]).toEqual([expect.any(String), true])
    }
  })

  test('given files that an upgrade has taken away, when the graph is shown, then the list stands for it', async () => {
    await away('**/console/assets/draw-*')
    await visitor.openAda('graph')
    await page.getByText('The graph cannot be drawn').waitFor()
    expect(await page.getByText('Drawing').count()).toBe(0)
    await page.getByRole('link', { name: 'Ines' }).waitFor()
  })

  test('given an entity that could not be loaded, when it is tried again, then it is shown', async () => {
    const { back } = await away('**/v1/entities/*/*/*')
    await visitor.openAda('graph/Ines')
    await page.getByText(AWAY).waitFor()
    await back()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Mentioned' }).waitFor()
    expect(await page.getByText(AWAY).count()).toBe(0)
  })

  test('given a browser that blocks storage, then a key signs in for as long as the page is open', async () => {
    await page.addInitScript(`Object.defineProperty(globalThis, 'sessionStorage', {
      get() { throw new DOMException('Access is denied for this document.', 'SecurityError') },
    })`)
    await page.goto(`${service.url}/console#/user/${APP}/ada/sources`)
    await page.getByText('the key is gone when you reload').waitFor()
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByText('3 sources').waitFor()
    await page.getByRole('link', { name: 'Users' }).first().click()
    await page.getByText('Looked at in this tab').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(visitor.complaints).toEqual([])
  })

  test('given a service without a reference, then no link leads to one', async () => {
    await visitor.open('#/try')
    await page.getByText('ask before your agent answers').waitFor()
    expect(await page.locator('a[href="/docs"]').count()).toBe(0)
  })

  test('given more apps than are asked for at once, then all are listed, and any other can be typed', async () => {
    const names = Array.from({ length: 11 }, (_, n) => `many-${n}`)
    for (const appId of names) {
      const writes = [{ kind: 'item', userId: 'mel', text: 'Mel likes tea.' }]
      await service.call('POST', '/batch', { appId, writes })
    }
    await eventually('all are known', async () => {
      const { body } = await service.call('GET', '/apps')
      return body.data.length === 12
    })
    let limit = 2
    await page.route('**/v1/apps?**', (route) =>
      route.continue({ url: route.request().url().replace('limit=200', `limit=${limit}`) }),
    )
    await visitor.open('#/users')
    await page.getByLabel('App').selectOption('many-9')
    await page.getByRole('link', { name: 'mel' }).waitFor()
    limit = 1
    await page.reload()
    await page.getByText('The first 10 are listed; you can type any other.').waitFor()
    await page.getByLabel('App').fill('many-8')
    await page.keyboard.press('Enter')
    await eventually('it is shown', async () => page.url().endsWith('#/users/many-8'))
    await visitor.isSound('many-apps')
  })

  test('a key that ends is told, and the title names no user any more', async () => {
    const { body } = await service.call('POST', '/config/keys', {
      name: 'ends',
      appIds: [APP],
      permissions: ['memory:read'],
    })
    await visitor.open(`#/user/${APP}/ada/sources`, body.key)
    await page.getByText('3 sources').waitFor()
    expect(await page.title()).toBe('Sources · ada · Palimpsest')
    await service.call('DELETE', `/config/keys/${body.id}`)
    await page.getByRole('link', { name: 'Ask' }).click()
    await page.getByText('This key is not valid any more. Sign in again.').waitFor()
    expect(await page.title()).toBe('Palimpsest')
    // Where the next key is typed.
    await page.keyboard.type(service.key)
    await page.keyboard.press('Enter')
    await page.getByLabel('What does your agent want to know?').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('the name typed for a forget confirms that one alone, and one under way is not taken back', async () => {
    await service.remember('gone', 'Gone: I like chess. I work at Acme.')
    await visitor.open(`#/user/${APP}/gone/forget`)
    const ask = page.getByRole('button', { name: 'Forget…' })
    const name = page.getByLabel(/^Type gone/)
    await ask.click()
    await name.fill('gone')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('button:focus').getByText('Forget…').waitFor()
    await ask.click()
    expect(await name.inputValue()).toBe('')
    const { answer } = await slow('**/v1/forget')
    await name.fill('gone')
    await page.keyboard.press('Enter')
    await page.getByText('Forgetting…').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'Keep' }).isDisabled()).toBe(true)
    answer()
    await page.getByRole('heading', { name: 'Forgotten' }).waitFor()
    // Not at the beginning of the page, from which a keyboard would have to come back.
    await page.locator('h2:focus').getByText('Forgotten').waitFor()
  })

  test('given names and words that are longer than a phone is wide, then no page is wider than it', async () => {
    const wide = 'w'.repeat(60)
    const userId = `long-${wide}`
    const item = { appId: APP, userId, attribute: wide, subject: wide, wait: 10_000 }
    for (const value of ['one', 'two']) {
      await service.call('POST', '/items', { ...item, value, text: `${wide} is ${value}` })
    }
    for (const view of ['profile', 'sources', `graph/${wide}`]) {
      await visitor.open(`#/user/${APP}/${userId}/${view}`)
      await page.getByRole('heading', { name: userId }).waitFor()
      if (view === 'profile') {
        await page.locator('.fact > .sentence').first().click()
        await page.getByRole('button', { name: 'Correct' }).click()
        await page.getByText('Particulars').waitFor()
      }
      await visitor.isSound(`wide-${view.slice(0, 7)}`)
    }
  })
})
