// The frame of the console: the navigation, and the page that the address names.
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { changePlace, showPlace } from './parts/places.ts'
import { hasReference } from './parts/reference.ts'
import { always } from './pure/times.ts'
import { hrefOf, type Route, readRoute, scopeKey } from './route.ts'
import { apiKey, signOut } from './session.ts'
import { TryView } from './views/asking/try-it.tsx'
import { PipelineView } from './views/service/pipeline.tsx'
import { SignIn } from './views/service/sign-in.tsx'
import { UserPages } from './views/user/user-pages.tsx'
import { UsersView } from './views/user/users.tsx'

const route = signal(readRoute(location.hash))
addEventListener('hashchange', () => {
  changePlace()
  route.value = readRoute(location.hash)
})

export function App() {
  if (apiKey.value === null) return <SignIn />
  return (
    <>
      {/* A button instead of a link, because a link's fragment would be taken for the address of a page. */}
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Sidebar view={route.value.view} />
      <Main route={route.value} />
    </>
  )
}

const pages = [
  { view: 'users', appId: null, name: 'Users' },
  { view: 'try', name: 'Try it' },
  { view: 'pipeline', name: 'Pipeline' },
] as const

function Sidebar({ view }: { view: Route['view'] }) {
  const current = view === 'try' || view === 'pipeline' ? view : 'users'
  return (
    <header class="sidebar">
      <a class="wordmark" href="#/users">
        Palimpsest
      </a>
      <nav class="pages" aria-label="Console">
        {pages.map((page) => (
          <a href={hrefOf(page)} aria-current={page.view === current ? 'page' : undefined}>
            {page.name}
          </a>
        ))}
        {hasReference && <a href="/docs">Reference</a>}
      </nav>
      <button type="button" class="quiet sign-out" onClick={() => signOut()}>
        Sign out
      </button>
    </header>
  )
}

function Main({ route }: { route: Route }) {
  const address = 'scope' in route ? pageOf(route) : route.view
  return (
    <Focused address={address}>
      {'scope' in route ? (
        <UserPages key={scopeKey(route.scope)} route={route} />
      ) : (
        <Simple route={route} />
      )}
    </Focused>
  )
}

/** What identifies a page: the open fact or source, but not the time, the panel, the entity or the category. */
function pageOf(route: Extract<Route, { scope: unknown }>): string {
  const isOfOne = route.view === 'profile' || route.view === 'sources'
  return hrefOf({ ...route, id: isOfOne ? route.id : null, time: always })
}

function Simple({ route }: { route: Exclude<Route, { scope: unknown }> }) {
  if (route.view === 'users') return <UsersView appId={route.appId} />
  return route.view === 'try' ? <TryView /> : <PipelineView />
}

/** Moves the focus on navigation, for users of a keyboard or screen reader. */
function Focused({ address, children }: { address: string; children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(address)
  // Before the first paint, so that no page shows under the title of the one before.
  useLayoutEffect(() => {
    document.title = titleOf(main.current)
    if (before.current === address) return
    before.current = address
    if (main.current) showPlace(main.current)
  }, [address])
  return (
    <main id="main" ref={main} tabIndex={-1}>
      {children}
    </main>
  )
}

/** A user's pages share a heading, so that the page's own name comes before it. */
function titleOf(main: HTMLElement | null): string {
  const textOf = (selector: string) => main?.querySelector(selector)?.textContent
  return [textOf('.tabs [aria-current]'), textOf('h1'), 'Palimpsest'].filter(Boolean).join(' · ')
}
