// Measures the console over a user with 10,000 facts and 2,000 entities: how long its pages take to show something, and
// how many frames a second it keeps while they are scrolled, slid, panned and zoomed: `npx node test/scale/console.ts`. In
// the embedded setting, or of the service at `URL KEY`; not a test, because the machine must have nothing else to do. An empty page is measured beside
// them: a frame that it misses is the browser's or the machine's, as without a graphics card.
import { type Browser, chromium, type Page } from 'playwright-core'
import { findProgram } from '../journeys/chromium.ts'
import { serviceAt, startService } from '../journeys/service.ts'
import { type Frames, framesDuring, type Gesture, recorder } from './frames.ts'
import { APP, rememberMany, USER } from './many-facts.ts'

const LOADS = 7
const viewport = { width: 1240, height: 900 }

/** Each page, and what on it is the first useful thing to see. */
const pages = [
  ['profile', 'profile', '.fact'],
  ['time', 'time', '.then .fact'],
  ['graph, list', 'graph', '.graph aside .list li'],
  ['graph, drawn', 'graph', '.place canvas'],
  ['time, graph', 'time/graph', '.graph aside .list li'],
] as const

const [url, key] = process.argv.slice(2)
const own = url && key ? null : await startService()
const service = own ?? serviceAt(url!, key!)
const told = await rememberMany(service)
console.log(`${told.facts} facts, ${told.entities} entities`)
const executablePath = findProgram()
if (!executablePath) throw new Error('no Chromium on the PATH (apt-get install chromium)')
const args = [
  '--no-sandbox',
  ...(process.env.CHROMIUM_FLAGS?.split(' ') ?? ['--enable-unsafe-swiftshader']),
]
const browser: Browser = await chromium.launch({ executablePath, args })
console.log(`${browser.version()} ${args.join(' ')}`)

async function openAt(fragment: string, first: string): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  await context.addInitScript(`sessionStorage.setItem('palimpsest.key', '${service.key}')`)
  await context.addInitScript(recorder(first))
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(`${service.url}/console#/user/${APP}/${USER}/${fragment}`, {
    waitUntil: 'commit',
  })
  await page.locator(first).first().waitFor({ state: 'attached' })
  return page
}

/** From the beginning of the navigation to the frame that shows it, with an empty cache. */
async function timeToSee([name, fragment, first]: (typeof pages)[number]): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < LOADS; n++) {
    const page = await openAt(fragment, first)
    times.push(await page.evaluate<number>('window.seen'))
    await page.context().close()
  }
  const [least, , , middle, , , most] = times.toSorted((a, b) => a - b)
  console.log(row([name, middle!, least!, most!].map(rounded)))
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell, n) => (n === 0 ? String(cell).padEnd(36) : String(cell).padStart(8))).join(' | ')} |`
}

const rounded = (value: string | number) =>
  typeof value === 'number' ? value.toFixed(value < 100 ? 1 : 0) : value

function showFrames(name: string, told: Frames): void {
  const { frames, wanted, p50, p99, work50, work99, cpu, longest, drawing } = told
  const times = [p50, p99, work50, work99, cpu, longest, drawing]
  console.log(row([name, frames, wanted - frames, ...times.map(rounded)]))
}

async function measure(name: string, page: Page, gesture: Gesture): Promise<void> {
  showFrames(name, await framesDuring(page, gesture))
}

console.log(row(['first useful content, ms', 'median', 'least', 'most']))
for (const each of pages) await timeToSee(each)

console.log(
  row([
    'frames, ms',
    'shown',
    'missed',
    'p50',
    'p99',
    'work p50',
    'work p99',
    'CPU/frame',
    'longest',
    'drawing',
  ]),
)
const empty = await browser.newPage({ viewport })
await empty.setContent('<div style="height: 100000px">empty</div>')
await empty.evaluate(recorder('div'))
await measure('an empty page, scrolled', empty, 'scroll')
await empty.close()

const profile = await openAt('profile', '.fact')
await profile.getByText('Read more facts').waitFor()
await measure('profile as it opens, scrolled', profile, 'scroll')
for (const more of [/^Read more facts/, /^Show more/]) await pressAll(profile, more)
const rows = await profile.locator('.fact').count()
await measure(`profile with ${rows} facts, scrolled`, profile, 'scroll')
await profile.context().close()

const time = await openAt('time', '.then .fact')
await time.getByLabel('What held on', { exact: true }).waitFor()
await measure('slider over time, dragged', time, 'drag')
await time.context().close()

const thenGraph = await openAt('time/graph', '.graph aside .list li')
await thenGraph.getByLabel('What held on', { exact: true }).waitFor()
await measure('slider over a graph that opens', thenGraph, 'drag')
await measure('slider over the graph, dragged', thenGraph, 'drag')
await thenGraph.context().close()

const graph = await openAt('graph', '.place canvas')
await graph.getByText(/^2,\d+ entities/).waitFor()
await measure('graph, while it settles', graph, 'look')
await graph.waitForTimeout(5_000)
await measure('graph, at rest', graph, 'look')
await measure('graph, panned', graph, 'pan')
await measure('graph, zoomed', graph, 'zoom')
await browser.close()
await own?.stop()

/** Within the page, because a browser takes seconds to name the buttons of 10,000 facts for a test. */
async function pressAll(page: Page, name: RegExp): Promise<void> {
  const press = `(() => {
    const named = [...document.querySelectorAll('button')].filter((each) => ${name}.test(each.textContent))
    for (const each of named) each.click()
    return named.length + (document.querySelector('.waiting') ? 1 : 0)
  })()`
  while ((await page.evaluate<number>(press)) > 0) await page.waitForTimeout(100)
}
