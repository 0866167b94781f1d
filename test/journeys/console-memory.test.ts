// The pages of one user in a real browser: what is believed and why, at other times, questions, the graph, the sources;
// each by what it shows after real writes.
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from './chromium.ts'
import { rememberAda, type Visit, visit } from './console-visit.ts'
import { APP, eventually } from './service.ts'
import { startedService } from './started-service.ts'

const browser: Browser | null = await openBrowser()
afterAll(() => browser?.close())

describe.skipIf(browser === null)('the memory of a user in a browser', () => {
  const service = startedService()
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

  test('a fact shows its source with the sentence marked, and what it replaced, by keyboard', async () => {
    await visitor.openAda('profile')
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
    await visitor.isSound('profile')
  })

  test('facts are filtered by words, channel and confidence', async () => {
    await visitor.openAda('profile')
    const sentences = page.locator('.fact > .sentence')
    await sentences.first().waitFor()
    const all = await sentences.count()
    await page.getByLabel('Said by').selectOption('assistant')
    await eventually('one is left', async () => (await sentences.count()) === 1)
    expect(await sentences.innerText()).toContain('tea')
    await page.getByLabel('Said by').selectOption('')
    await page.getByLabel('Holds the words').fill('porto')
    await eventually('one is left', async () => (await sentences.count()) === 1)
    await page.getByRole('status').getByText('1 fact is as you filter.').waitFor()
    expect(await page.locator('.category').count()).toBe(1)
    expect(await page.locator('.contents li').count()).toBe(1)
    await page.getByLabel('Holds the words').fill('')
    await page.getByLabel(/Confidence from/).fill('0.85')
    await eventually('the sure ones are left', async () => {
      const left = await sentences.count()
      return left > 0 && left < all
    })
  })

  test('a question is answered as facts, as text, as JSON and as a command', async () => {
    await visitor.openAda('ask')
    await page.getByLabel('What does your agent want to know?').fill('Where does Ada live?')
    await page.getByLabel('Token budget').fill('600')
    await page.getByRole('button', { name: 'Ask' }).click()
    const first = page.locator('.ranked li').first()
    expect(await first.innerText()).toContain('I now live in Porto.')
    await first.getByText('Why').click()
    await first.getByText(/^\d+(st|nd|rd|th) by its meaning$/).waitFor()
    await first.getByText(/Its age left \d+ % of it.*\d+ tokens/).waitFor()
    await page.getByRole('heading', { name: 'Left out' }).waitFor()
    await visitor.isSound('ask')
    await page.getByText('JSON', { exact: true }).click()
    const told = JSON.parse(await page.getByRole('region', { name: 'As answered' }).innerText())
    expect(told.relevantItems[0].content).toContain('Porto')
    expect(told.tokenCount).toBeLessThanOrEqual(600)
    await page.getByText('Text', { exact: true }).click()
    const text = await page.getByRole('region', { name: /^For a prompt, \d+ tokens/ }).innerText()
    expect(text).toContain('I now live in Porto.')
    expect(() => JSON.parse(text)).toThrow()
    await page.getByText('The same from your program').click()
    const python = page.getByRole('region', { name: 'With apps/clients/python' })
    await page.getByText('Python', { exact: true }).click()
    expect(await python.innerText()).toMatch(/memory\.recall\("[^"]+", max_tokens=600/)
    await page.getByText('curl', { exact: true }).click()
    const command = await page.getByRole('region', { name: /^Shell/ }).innerText()
    expect(command).toContain(`${service.url}/v1/retrieve`)
    expect(command).not.toContain(service.key)
    await page.getByText('Facts', { exact: true }).click()
    await first.getByRole('link').click()
    await page.locator('mark').waitFor()
  })

  test('a question and filters are there again for a person who comes back, until signing out', async () => {
    await visitor.openAda('ask')
    const question = page.getByLabel('What does your agent want to know?')
    await question.fill('Where does Ada live?')
    await page.getByLabel('Token budget').fill('600')
    await page.getByText('Only some facts').click()
    await page.getByLabel('Category').selectOption('profile')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.locator('.ranked').first().getByRole('link').first().click()
    await page.getByText('Back to the profile').click()
    await page.getByLabel('Holds the words').fill('porto')
    await page.getByLabel('Said by').selectOption('user')
    await page.getByRole('button', { name: /Porto/ }).click()
    await page.getByRole('link', { name: /^Open/ }).click()
    await page.goBack()
    await page.getByRole('button', { name: /Porto/, expanded: true }).waitFor()
    expect(await page.getByLabel('Holds the words').inputValue()).toBe('porto')
    expect(await page.getByLabel('Said by').inputValue()).toBe('user')
    await page.getByRole('link', { name: 'Ask' }).click()
    await page.getByRole('heading', { name: 'The answer' }).waitFor()
    expect(await question.inputValue()).toBe('Where does Ada live?')
    expect(await page.getByLabel('Token budget').inputValue()).toBe('600')
    expect(await page.getByLabel('Category').inputValue()).toBe('profile')
    // Another one may stand in the form by now.
    await page.getByText('You asked “Where does Ada live?”.').waitFor()
    await page.getByRole('link', { name: 'Graph' }).click()
    await page.getByLabel('Name').fill('in')
    await page.getByLabel('Type').selectOption('person')
    await page.getByRole('link', { name: 'Ines' }).click()
    await page.getByRole('link', { name: 'Sources' }).click()
    await page.getByText('3 sources').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Ines' }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('in')
    expect(await page.getByLabel('Type').inputValue()).toBe('person')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Ask' }).click()
    expect(await question.inputValue()).toBe('')
    expect(visitor.complaints).toEqual([])
  })

  test('a question is asked of another day, and of some facts only', async () => {
    await visitor.openAda('ask?asOf=2026-02-01T00:00:00Z')
    await page.getByLabel('What does your agent want to know?').fill('Where does Ada live?')
    await page.keyboard.press('Enter')
    const answer = page.locator('.ranked').first()
    await answer.getByText('I live in Lisbon.').first().waitFor()
    expect(await answer.innerText()).not.toContain('Porto')
    await page.locator('select[name=type]').selectOption('goal')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('Nothing is known about this').waitFor()
    // For an empty answer the browser reports the 404.
    expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('404')])
  })

  test('the graph is drawn, and told in words', async () => {
    await visitor.openAda('graph')
    await page.locator('canvas').first().waitFor()
    await page.getByRole('link', { name: 'Ines' }).waitFor()
    // A layer that is always empty would be cleared and composed in each frame.
    for (const layer of ['hovers', 'hoverNodes']) {
      expect(await page.locator(`.sigma-${layer}`).isVisible()).toBe(false)
    }
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
    await page.locator('.relations summary').click()
    await visitor.isSound('graph')
    await page.locator('.relations').getByRole('link', { name: 'now live in Porto' }).click()
    await page.getByText('A newer home of ada: Lisbon became Porto.').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'All entities' }).click()
    await page.getByRole('link', { name: 'Lisbon' }).click()
    await page.locator('.mentions').getByRole('link', { name: 'I live in Lisbon.' }).click()
    await page.locator('article mark').waitFor()
  })

  test('sources tell what was read from each', async () => {
    await visitor.openAda('sources')
    await page.getByText('3 sources').waitFor()
    const names = page.locator('.list a')
    await names.last().getByText('Ada: I live in Lisbon.').waitFor()
    await names.last().getByText('of 5 Jan 2026').waitFor()
    expect(new Set(await names.allInnerTexts()).size).toBe(3)
    await visitor.isSound('sources')
    await page.locator('.list a').last().click()
    await page.getByRole('heading', { name: 'Conversation of 5 Jan 2026' }).waitFor()
    expect(await page.locator('.ranked li').count()).toBeGreaterThan(0)
    await page.locator('mark').first().waitFor()
    expect(await page.locator('mark').allInnerTexts()).toEqual([
      'I live in Lisbon.',
      'My sister Ines is a doctor.',
    ])
    await visitor.isSound('source')
  })

  test('a link that is followed by keyboard leads the focus with it, and to the beginning', async () => {
    // The focus follows what is shown. A function to wait for would be evaluated in the page, whose policy forbids that.
    const isFocused = (tag: string) => page.locator(`${tag}:focus`).waitFor()
    await visitor.openAda('sources')
    await page.locator('.list a').last().press('Enter')
    await page.getByRole('heading', { level: 2 }).waitFor()
    await isFocused('main')
    await visitor.openAda('profile')
    await page.getByRole('button', { name: /Porto/ }).press('Enter')
    await page.getByRole('link', { name: /^Open/ }).press('Enter')
    await page.locator('article mark').waitFor()
    await isFocused('main')
    expect(await page.evaluate('scrollY')).toBe(0)
    await visitor.openAda('graph')
    await page.getByRole('link', { name: 'Ines' }).press('Enter')
    await page.getByRole('heading', { name: 'Ines' }).waitFor()
    await isFocused('aside')
    await page.getByRole('link', { name: 'All entities' }).press('Enter')
    await page.getByRole('heading', { name: 'Entities' }).waitFor()
    await isFocused('aside')
  })

  test('a list that a person comes back to is where it was left, and so is the focus', async () => {
    await page.setViewportSize({ width: 320, height: 300 })
    await visitor.openAda('sources')
    const source = page.locator('.list a').last()
    const isAsLeft = async () => {
      await page.locator('.list li:last-child a:focus').waitFor()
      await eventually('it is scrolled', async () => (await page.evaluate('scrollY')) === left)
    }
    await source.scrollIntoViewIfNeeded()
    const left = await page.evaluate<number>('scrollY')
    expect(left).toBeGreaterThan(0)
    await source.press('Enter')
    await page.getByText('What became of it').waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await isAsLeft()
    await source.press('Enter')
    await page.getByRole('link', { name: 'All sources' }).press('Enter')
    await isAsLeft()
    await page.getByRole('link', { name: 'Profile' }).press('Enter')
    await page.locator('main:focus').waitFor()
    await page.getByRole('link', { name: 'Sources' }).press('Enter')
    await page.getByText('3 sources').waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
  })

  test('a sentence runs from right to left where its first letter does', async () => {
    await service.remember('מרים', 'מרים: אני גרה בחיפה, by the sea.')
    await eventually('it is summed up', async () => {
      const { body } = await service.call('GET', `/context/${APP}/${encodeURIComponent('מרים')}`)
      return Object.keys(body.summaries).length > 0
    })
    await visitor.open(`#/user/${APP}/מרים/profile`)
    const sentence = page.locator('.fact > .sentence')
    await sentence.click()
    for (const place of [sentence, page.locator('.summary'), page.locator('.source mark')]) {
      const [first, last] = await place.evaluate((element) => {
        const letters = element.ownerDocument.createTreeWalker(element, 4)
        const text = letters.nextNode() ?? element
        const length = text.textContent?.length ?? 0
        return [0, length - 1].map((at) => {
          const range = element.ownerDocument.createRange()
          range.setStart(text, at)
          range.setEnd(text, at + 1)
          return range.getBoundingClientRect().left
        })
      })
      expect(first).toBeGreaterThan(last ?? 0)
    }
    await visitor.isSound('right-to-left')
  })

  test('given a very long fact, then its closed row is as high as six lines, and the open one shows all', async () => {
    await service.call('POST', '/items', {
      ...{ appId: APP, userId: 'verbose', wait: 10_000, text: 'It goes on and on. '.repeat(150) },
    })
    await visitor.open(`#/user/${APP}/verbose/profile`)
    const sentence = page.locator('.fact > .sentence')
    const heightOf = async () => (await sentence.boundingBox())?.height ?? 0
    await sentence.waitFor()
    const closed = await heightOf()
    expect(closed).toBeLessThan(200)
    await sentence.click()
    expect(await heightOf()).toBeGreaterThan(4 * closed)
  })

  test('given a fact that replaced many, then the last of them lie under it, and all in its history', async () => {
    for (const city of ['Faro', 'Braga', 'Evora', 'Porto', 'Lisbon']) {
      await service.remember('mover', `Mo: I live in ${city}.`)
    }
    await visitor.open(`#/user/${APP}/mover/profile`)
    await page.getByText('and 1 before, in its history').waitFor()
    expect(await page.locator('.under s').count()).toBe(3)
    await page.getByRole('button', { name: /Lisbon/ }).click()
    await page.locator('.history s').getByText('Faro').waitFor()
    expect(await page.locator('.history s').count()).toBe(4)
  })

  test('given one name of two types, then the graph counts it as it lists it', async () => {
    await service.remember('quitter', 'Quin: I work at Acme.')
    await service.remember('quitter', 'Quin: I quit Acme. I now work at Globex.')
    await eventually('both are known', async () => {
      return (await service.call('GET', `/entities/${APP}/quitter`)).body.total === 4
    })
    await visitor.open(`#/user/${APP}/quitter/graph`)
    await page.getByText('3 entities', { exact: true }).waitFor()
  })

  test('written text runs nothing, whatever it looks like', async () => {
    const hostile = '<img src=x onerror="document.title=1"> I like <script>alert(1)</script> tea.'
    await service.remember('hostile', hostile)
    await visitor.open(`#/user/${APP}/hostile/profile`)
    const fact = page.locator('.fact').first()
    await fact.getByRole('button').click()
    await fact.locator('mark').waitFor()
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.locator('main').innerText()).toContain('<script>alert(1)</script>')
    expect(visitor.complaints).toEqual([])
  })

  test('a fact is corrected, pinned, filed elsewhere, settled and taken back where it stands', async () => {
    await service.remember('eve', 'Eve: I live in Lisbon. I like jazz. I love hiking.')
    await visitor.open(`#/user/${APP}/eve/profile`)
    const fact = (words: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('button', { name: words }) })
    const outcome = (words: string) =>
      page.getByRole('status').getByText(words, { exact: false }).waitFor()
    const items = async () =>
      Object.fromEntries((await service.items('eve')).map((item) => [item.content, item]))

    await fact('I live in Lisbon').getByRole('button').click()
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    await page.getByLabel('As it should read').fill('Eve lives in Faro.')
    await page.getByLabel('Home').fill('Faro')
    await visitor.isSound('correcting')
    await page.getByRole('button', { name: 'Correct it' }).click()
    await outcome('Corrected.')
    // The keyboard focus goes to the new fact, which is open.
    const faro = fact('Eve lives in Faro.')
    await faro.getByText('Lisbon became Faro').waitFor()
    await page.locator('button:focus').getByText('Eve lives in Faro.').waitFor()
    expect(await faro.locator('.under s').innerText()).toBe('Eve: I live in Lisbon.')
    expect((await items())['Eve lives in Faro.']).toMatchObject({ value: 'Faro', current: true })

    await faro.getByRole('button', { name: 'Pin', exact: true }).click()
    await outcome('Pinned')
    await faro.getByRole('button', { name: 'Unpin' }).waitFor()
    expect((await items())['Eve lives in Faro.'].pinned).toBe(true)

    // As if the audit told it a moment later than the list.
    let withheld = 0
    await page.route(/\/items\/journey\/eve\/[^/]+$/, async (route) => {
      const response = await route.fetch()
      const told = await response.json()
      const isLate = told.closing !== null && withheld < 3
      if (isLate) withheld++
      await route.fulfill({ response, json: isLate ? { ...told, closing: null } : told })
    })
    await faro.getByRole('button', { name: 'Settle', exact: true }).click()
    await page.getByRole('button', { name: 'Settle it' }).click()
    await outcome('Settled.')
    await faro.getByText('settled it').waitFor()
    await faro.getByText('with the API key “bootstrap”').waitFor()
    expect(withheld).toBe(3)
    await page.unrouteAll()

    await fact('I like jazz').getByRole('button').click()
    await page.getByRole('button', { name: 'File', exact: true }).click()
    await page.getByLabel('Category').selectOption('health')
    await page.getByRole('button', { name: 'File it' }).click()
    await outcome('Moved to another category.')
    const health = page.locator('.category').filter({ hasText: 'Health' })
    expect(await health.locator('.under s').innerText()).toBe('Eve: I like jazz.')
    await health.locator('mark').waitFor()
    // The summaries follow.
    await health.locator('.summary').waitFor()
    expect(await fact('I like jazz').count()).toBe(1)
    const { id } = (await service.items('eve')).find(({ category }) => category === 'health')
    await page.goto(`${service.url}/console#/user/${APP}/eve/profile/${id}`)
    await page.locator('article mark').waitFor()
    await page.locator('.history s').getByText('I like jazz').waitFor()
    await page.goBack()

    const hiking = fact('I love hiking')
    await hiking.getByRole('button').click()
    await hiking.getByRole('button', { name: 'Take back', exact: true }).click()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await outcome('Taken back.')
    expect(await hiking.locator('button s').innerText()).toContain('I love hiking')
    expect((await items())['Eve: I love hiking.'].state).toBe('retracted')
    await visitor.isSound('corrected')
  })

  test('a slider shows what held on a day, and what was known on one', async () => {
    await visitor.openAda('time')
    const held = page.getByRole('slider', { name: 'What held on' })
    const then = page.locator('.then')
    await held.focus()
    await page.keyboard.press('Home')
    await then.getByText('I live in Lisbon.').waitFor()
    await eventually('Porto has gone', async () => !(await then.innerText()).includes('Porto'))
    expect(await held.getAttribute('aria-valuetext')).toMatch(/^5 Jan 2026/)
    await page.keyboard.press('ArrowRight')
    await then.getByText('began here').first().waitFor()
    expect(await then.locator('.notice s').innerText()).toBe('Ada: I live in Lisbon.')
    await visitor.isSound('time')
    // The address leads back to the same day.
    await page.reload()
    await then.getByText('began here').first().waitFor()
    await page.getByRole('button', { name: 'Now', exact: true }).click()
    await page.getByLabel('Only what was known on some day').check()
    await page.getByRole('slider', { name: 'As it was known on' }).focus()
    await page.keyboard.press('Home')
    await then.getByText('I live in Lisbon.').waitFor()
    await eventually('Porto is not known', async () => !(await then.innerText()).includes('Porto'))
    await page.getByRole('link', { name: 'Graph', exact: true }).first().click()
    await page.getByText('As it was known on').first().waitFor()
  })

  test('given changes within one day, one minute and one second, then the slider names them apart', async () => {
    const moves = ['10:00:00.000', '10:00:00.500', '10:00:07.000', '18:30:00.000']
    for (const [n, time] of moves.entries()) {
      const text = `Mover: I have moved, I now live in ${['Rome', 'Oslo', 'Bern', 'Lima'][n]}.`
      await service.remember('mover', text, { metadata: { timestamp: `2026-05-06T${time}Z` } })
    }
    await visitor.open(`#/user/${APP}/mover/time`)
    const held = page.getByRole('slider', { name: 'What held on' })
    await held.focus()
    await page.keyboard.press('Home')
    const shown: string[] = []
    for (const _ of moves) {
      shown.push(await page.locator('.when strong').innerText())
      expect(await held.getAttribute('aria-valuetext')).toBe(shown.at(-1))
      await page.keyboard.press('ArrowRight')
    }
    // Wherever the browser is.
    const withoutHour = shown.map((name) => name.slice(name.indexOf(':')))
    expect(withoutHour).toEqual([':00:00.000', ':00:00.500', ':00:07', ':30'])
  })

  test('two days are compared, side by side', async () => {
    await visitor.openAda('time/compare')
    const changed = page.getByRole('row').filter({ hasText: 'Lisbon' })
    expect(await changed.locator('s').innerText()).toBe('Ada: I live in Lisbon.')
    expect(await changed.getByRole('link').innerText()).toBe(
      'Ada: I have moved, I now live in Porto.',
    )
    await page.getByText('1 came, 1 changed, 0 ended.').waitFor()
    await page.getByLabel('To', { exact: true }).fill('2026-02-01T00:00:00')
    await page.getByText('Nothing changed between these two.').waitFor()
    await page.getByText('By when it was learnt').click()
    await changed.getByRole('link').waitFor()
    await page.getByRole('heading', { name: 'Summaries that differ' }).waitFor()
    await visitor.isSound('compared')
  })

  test('what happened is told in order, and leads to what was known then', async () => {
    await visitor.openAda('time/happened')
    await page.getByText('by “Ada: I have moved, I now live in Porto.”').waitFor()
    await visitor.isSound('happened')
    await page.getByRole('link', { name: 'The memory as known then' }).last().click()
    await page.locator('.then').getByText('I live in Lisbon.').waitFor()
    expect(await page.locator('.then').innerText()).not.toContain('Porto')
  })

  test('the graph is drawn as of the day of the slider', async () => {
    await visitor.openAda('time/graph?asOf=2026-02-01T00:00:00Z')
    const names = page.locator('aside .list')
    await names.getByRole('link', { name: 'Lisbon' }).waitFor()
    expect(await names.innerText()).not.toContain('Porto')
    await names.getByRole('link', { name: 'Lisbon' }).click()
    await page.getByText(/What held on 1 Feb 2026, [\d:]+\./).waitFor()
    await page.locator('.relations').getByText('lives in').waitFor()
    await visitor.isSound('graph-then')
  })

  test('the picture of the graph is changed while the slider moves, and not begun again', async () => {
    await visitor.openAda('time/graph?asOf=2026-02-01T00:00:00Z')
    await page.locator('aside .list').getByRole('link', { name: 'Lisbon' }).waitFor()
    await page.locator('.place canvas').first().waitFor()
    await page.evaluate("document.querySelector('.place canvas').dataset.kept = 'yes'")
    await page.getByRole('button', { name: 'Later change' }).click()
    await page.locator('aside .list').getByRole('link', { name: 'Porto' }).waitFor()
    expect(await page.locator('.place canvas[data-kept]').count()).toBe(1)
  })

  test.each(['slack/C012/p1700 +49 müller', '100%25 ? #1 &c=😀'])(
    'a user called %j has every page',
    async (userId) => {
      await service.call('POST', '/items', {
        appId: APP,
        userId,
        text: 'Lives in Köln with Rex & co.',
        subject: userId,
        attribute: 'home',
        value: 'Köln',
        wait: 30_000,
      })
      await eventually('the graph knows of it', async () => {
        const path = `/entities/${APP}/${encodeURIComponent(userId)}`
        return (await service.call('GET', path)).body.total > 0
      })
      await visitor.open('#/users')
      await page.getByRole('link', { name: userId }).click()
      await page.locator('.fact').getByRole('button').click()
      await page.locator('mark').waitFor()
      const tabs = page.getByRole('navigation', { name: `Memory of ${userId}` })
      for (const [tab, shown] of [
        ['Time', 'Lives in Köln'],
        ['Sources', '1 source'],
        ['Forget', 'What is forgotten is gone'],
        ['Ask', 'What does your agent'],
      ] as const) {
        await tabs.getByRole('link', { name: tab }).click()
        await page.getByText(shown).first().waitFor()
      }
      await page.getByLabel('What does your agent want to know?').fill('Köln')
      await page.keyboard.press('Enter')
      await page.locator('.ranked a').click()
      await page.getByRole('link', { name: 'All facts of this source' }).click()
      await page.locator('.ranked li').waitFor()
      await tabs.getByRole('link', { name: 'Graph' }).click()
      await page.locator('aside').getByRole('link', { name: userId }).click()
      await page.locator('.relations').getByText('Köln', { exact: true }).waitFor()
      expect(visitor.complaints).toEqual([])
    },
  )
})
