// Where a person was on each page. A page that they come back to, by the browser or by the link to the list that it
// belongs to, shows that place again and has the focus on the link that they followed.
import { effect } from '@preact/signals'
import { apiKey } from '../session.ts'

/** So long a page may take to become as long as it was. */
const PATIENCE_MS = 5_000

/** How far each address was scrolled when it was left. */
const scrolled = new Map<string, number>()
let address = location.hash
let followed = ''
let cameBack = false
let stop = () => {}

effect(() => {
  if (apiKey.value === null) scrolled.clear()
})
// The browser does not wait for what the service answers.
history.scrollRestoration = 'manual'
history.replaceState('seen', '')

/** To be called when the address has changed and the page has not. */
export function changePlace(): void {
  scrolled.set(address, scrollY)
  // A new entry of the browser's history has no state.
  cameBack = history.state !== null || address.startsWith(`${location.hash}/`)
  history.replaceState('seen', '')
  followed = address
  address = location.hash
}

/** To be called when the page has changed. */
export function showPlace(main: HTMLElement): void {
  stop()
  const top = cameBack ? (scrolled.get(address) ?? 0) : 0
  main.focus({ preventScroll: true })
  scrollTo(0, top)
  if (!cameBack) return
  const show = () => {
    if (document.activeElement === main) linkTo(followed, main)?.focus({ preventScroll: true })
    scrollTo(0, top)
  }
  const grown = new ResizeObserver(show)
  grown.observe(main)
  const acts = ['wheel', 'pointerdown', 'keydown']
  const end = () => {
    grown.disconnect()
    for (const act of acts) removeEventListener(act, end)
  }
  for (const act of acts) addEventListener(act, end)
  setTimeout(end, PATIENCE_MS)
  stop = end
}

function linkTo(hash: string, main: HTMLElement): HTMLAnchorElement | undefined {
  return [...main.querySelectorAll('a')].find((link) => link.hash === hash)
}
