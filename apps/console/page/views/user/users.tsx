// Finds a user among those of an app, by a part of the name. A user without a memory can be opened too.
import { useState } from 'preact/hooks'
import { apps, users } from '../../api.ts'
import { Await, useLoaded, useSettled } from '../../parts/loaded.tsx'
import { PageButtons, usePages } from '../../parts/pages.tsx'
import { Empty, Field, Options, valuesOf } from '../../parts/pieces.tsx'
import { count, moment, number } from '../../pure/words.ts'
import { hrefOf, scopeKey, userHref } from '../../route.ts'
import { recentUsers } from '../../session.ts'
import type { App, Scope, User } from '../../shapes.ts'

const MOST_APPS = 200
const PAGE = 50

export function UsersView({ appId }: { appId: string | null }) {
  const known = useLoaded(() => apps({ limit: MOST_APPS }), 'apps')
  return (
    <>
      <h1>Users</h1>
      <Await of={known}>
        {({ data }) =>
          data.every(({ userCount }) => userCount === 0) && appId === null ? (
            <NobodyYet />
          ) : (
            <Found apps={data} appId={appId ?? firstApp(data)} />
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

function Found({ apps, appId }: { apps: readonly App[]; appId: string }) {
  const [search, setSearch] = useState('')
  const sought = useSettled(search)
  const open = (event: SubmitEvent) => {
    const { appId = '', search = '' } = valuesOf(event)
    if (search.trim() !== '') location.hash = userHref({ appId, userId: search.trim() })
  }
  return (
    <>
      <search aria-label="Find a user">
        <form class="row" onSubmit={open}>
          <Field label="App">
            <AppChoice apps={apps} appId={appId} />
          </Field>
          <Field label="User">
            <input
              name="search"
              type="search"
              autocomplete="off"
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

function AppChoice({ apps, appId }: { apps: readonly App[]; appId: string }) {
  const isKnown = apps.some((each) => each.appId === appId)
  return (
    <select
      name="appId"
      value={appId}
      onChange={(event) => {
        location.hash = hrefOf({ view: 'users', appId: event.currentTarget.value })
      }}
    >
      {!isKnown && <option value={appId}>{appId}</option>}
      <Options of={apps.map((each) => [each.appId, `${each.appId} (${number(each.userCount)})`])} />
    </select>
  )
}

function UserList({ appId, search }: { appId: string; search: string }) {
  const pages = usePages()
  const { cursor } = pages
  const page = useLoaded(
    () => users(appId, { limit: PAGE, cursor, search: search || undefined }),
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
