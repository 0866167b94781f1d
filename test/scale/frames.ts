// Counts the frames of a page during a gesture, and what its main thread works for each.
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'

export type Gesture = 'scroll' | 'drag' | 'pan' | 'zoom' | 'look'

export type Frames = {
  frames: number
  /** As many as the screen has in that time. */
  wanted: number
  /** Between two frames, in milliseconds. */
  p50: number
  p99: number
  /** From the beginning of a frame to the end of what the page does for it: callbacks, style, layout, paint. */
  work50: number
  work99: number
  /** CPU time of the page's thread for each frame, and of its longest task. */
  cpu: number
  longest: number
  /** CPU time for each frame of the process that draws: without a graphics card it does a card's work. */
  drawing: number
}

const DURATION_MS = 4_000
const FRAME_MS = 1_000 / 60

/** Runs in the page: notes when the first element of a selector was painted, and records frames on request. */
export function recorder(first: string): string {
  return `
  window.seen = new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(${JSON.stringify(first)})) return
      watching.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    }
    const watching = new MutationObserver(look)
    watching.observe(document, { childList: true, subtree: true })
    look()
  })
  window.record = (ms, step) => new Promise((resolve) => {
    const [starts, works] = [[], []]
    const channel = new MessageChannel()
    let began = 0
    channel.port1.onmessage = () => { works.push(performance.now() - began) }
    const frame = (now) => {
      began = performance.now()
      starts.push(now)
      if (now - starts[0] >= ms) return resolve({ starts, works })
      step(starts.length, now - starts[0])
      // This task runs after the page has drawn the frame.
      channel.port2.postMessage(null)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })`
}

/** What the page does in each frame; where the mouse does it, nothing. */
const steps: Readonly<Record<Gesture, string>> = {
  scroll: `(n) => {
    const { scrollTop, scrollHeight, clientHeight } = document.scrollingElement
    if (scrollTop >= scrollHeight - clientHeight) window.scrollDirection = -1
    if (scrollTop <= 0) window.scrollDirection = 1
    scrollBy(0, 40 * (window.scrollDirection ?? 1))
  }`,
  drag: `(n) => {
    const slider = document.querySelector('input[type=range]')
    const most = Number(slider.max)
    slider.value = Math.abs((n % (2 * most)) - most)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  }`,
  look: '() => {}',
  pan: '() => {}',
  zoom: '() => {}',
}

type Recorded = { starts: number[]; works: number[] }

export async function framesDuring(page: Page, gesture: Gesture): Promise<Frames> {
  const browser = page.context().browser()!
  const drawn = await drawingTime(browser)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const recording = page.evaluate<Recorded>(`window.record(${DURATION_MS}, ${steps[gesture]})`)
  const moving = gesture === 'pan' || gesture === 'zoom' ? move(page, gesture) : null
  const { starts, works } = await recording
  await moving
  const tasks = tasksIn(await browser.stopTracing())
  const gaps = starts.slice(1).map((start, n) => start - starts[n]!)
  const elapsed = starts.at(-1)! - starts[0]!
  return {
    frames: gaps.length,
    wanted: Math.round(elapsed / FRAME_MS),
    p50: nth(gaps, 0.5),
    p99: nth(gaps, 0.99),
    work50: nth(works, 0.5),
    work99: nth(works, 0.99),
    cpu: tasks.reduce((sum, each) => sum + each, 0) / gaps.length,
    longest: Math.max(0, ...tasks),
    drawing: ((await drawingTime(browser)) - drawn) / gaps.length,
  }
}

/** In milliseconds, so far. */
async function drawingTime(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return 1_000 * (processInfo.find(({ type }) => type === 'GPU')?.cpuTime ?? 0)
}

const traced = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.looseObject({ name: z.unknown().optional() }).optional(),
    }),
  ),
})

/** The CPU time of each task of the busiest page's thread, in milliseconds. */
function tasksIn(trace: Buffer): number[] {
  const { traceEvents } = traced.parse(JSON.parse(trace.toString()))
  const isPage = (name: string) => name === 'CrRendererMain'
  const threads = traceEvents
    .filter(({ name, args }) => name === 'thread_name' && isPage(String(args?.name)))
    .map(({ pid, tid }) =>
      traceEvents
        .filter((each) => each.pid === pid && each.tid === tid && each.name.endsWith('RunTask'))
        .map(({ tdur = 0 }) => tdur / 1_000),
    )
  const sum = (tasks: readonly number[]) => tasks.reduce((total, each) => total + each, 0)
  return threads.sort((a, b) => sum(b) - sum(a))[0] ?? []
}

function nth(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** With the mouse over the middle of the graph, for as long as is recorded. */
async function move(page: Page, gesture: 'pan' | 'zoom'): Promise<void> {
  const { x, y, width, height } = (await page.locator('.place').boundingBox())!
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const until = performance.now() + DURATION_MS
  await page.mouse.move(middleX, middleY)
  if (gesture === 'pan') await page.mouse.down()
  for (let n = 0; performance.now() < until; n++) {
    if (gesture === 'zoom') await page.mouse.wheel(0, n % 40 < 20 ? -60 : 60)
    else await page.mouse.move(middleX + 200 * Math.sin(n / 20), middleY + 120 * Math.cos(n / 20))
  }
  await page.mouse.up()
}
