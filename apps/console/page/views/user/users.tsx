// Finds a user among those of an app, by a part of the name. A user without a memory can be opened too.
import { users } from '../../api.ts'
import { AppChoice, type Apps, useApps } from '../../parts/app-choice.tsx'
import { keptState } from '../../parts/kept.ts'
import { Await, useLoaded, useSettled } from '../../parts/loaded.tsx'
import { PageButtons, usePages } from '../../parts/pages.tsx'
import { Empty, Field, valuesOf } from '../../parts/pieces.tsx'
import { count, moment } from '../../pure/words.ts'
import { hrefOf, scopeKey, userHref } from '../../route.ts'
import { recentUsers } from '../../session.ts'
import type { App, Scope, User } from '../../shapes.ts'

const PAGE = 50

export function UsersView({ appId }: { appId: string | null }) {
  const known = useApps()
  return (
    <>
      <h1>Users</h1>
      <Await of={known}>
        {(apps) =>
          apps.listed.every(({ userCount }) => userCount === 0) && appId === null ? (
            <NobodyYet />
          ) : (
            <Found apps={apps} appId={appId ?? firstApp(apps.listed)} />
          )
        }
      </Await>
    </>
  )
}

function firstApp(apps: readonly App[]): string {
  const [recent] = recentUsers.value
  return recent?.appId ?? apps.find(({ userCount }) => userCount > 0)?.appId ?? ''
}

function NobodyYet() {
  return (
    <Empty title="Nobody is remembered yet">
      <p>Load a sample user, and see how facts are read from what was said, and replaced.</p>
      <a class="button primary" href="#/try">
        Try it with a sample
      </a>
    </Empty>
  )
}

const useSearch = keptState('')

const choose = (appId: string) => {
  location.hash = hrefOf({ view: 'users', appId })
}

function Found({ apps, appId }: { apps: Apps; appId: string }) {
  const [search, setSearch] = useSearch('users')
  const sought = useSettled(search)
  const open = (event: SubmitEvent) => {
    const { appId = '', search = '' } = valuesOf(event)
    if (search.trim() !== '') location.hash = userHref({ appId, userId: search.trim() })
  }
  return (
    <>
      <search aria-label="Find a user">
        <form class="row" onSubmit={open}>
          <AppChoice apps={apps} appId={appId} choose={choose} />
          <Field label="User">
            <input
              name="search"
              type="search"
              autocomplete="off"
              defaultValue={search}
              onInput={(event) => setSearch(event.currentTarget.value.trim())}
            />
          </Field>
          <button type="submit">Open</button>
        </form>
      </search>
      <UserList key={`${appId} ${sought}`} appId={appId} search={sought} />
      <Recent users={recentUsers.value} />
    </>
  )
}

function UserList({ appId, search }: { appId: string; search: string }) {
  const pages = usePages(`users ${appId} ${search}`)
  const { cursor } = pages
  const page = useLoaded(
    (leaving) => users(appId, { limit: PAGE, cursor, search: search || undefined }, leaving),
    `${appId} ${search} ${cursor}`,
  )
  return (
    <Await of={page}>
      {({ data, pagination: { total, nextCursor } }) => (
        <>
          <p class="muted" role="status">
            {count(total, 'user')}{' '}
            {search && (
              <>
                whose name holds “<bdi>{search}</bdi>”
              </>
            )}
          </p>
          <ul class="list">
            {data.map((user) => (
              <UserLine key={user.userId} appId={appId} user={user} />
            ))}
          </ul>
          <PageButtons pages={pages} nextCursor={nextCursor} />
        </>
      )}
    </Await>
  )
}

function UserLine({ appId, user }: { appId: string; user: User }) {
  const { userId, itemCount, resourceCount, lastWriteAt } = user
  return (
    <li>
      <a href={userHref({ appId, userId })}>
        <strong class="name">{userId}</strong>
      </a>
      <span class="end muted">
        {count(itemCount, 'fact')} from {count(resourceCount, 'source')}, last written{' '}
        <time dateTime={lastWriteAt}>{moment(lastWriteAt)}</time>
      </span>
    </li>
  )
}

function Recent({ users }: { users: readonly Scope[] }) {
  if (users.length === 0) return null
  return (
    <section>
      <h2>Looked at in this tab</h2>
      <ul class="list">
        {users.map((scope) => (
          <li key={scopeKey(scope)}>
            <a href={userHref(scope)}>
              <strong class="name">{scope.userId}</strong>{' '}
              <span class="muted">in {scope.appId}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
