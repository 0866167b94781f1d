// Finds a user: by app and user, or among those that were looked at in this tab.
import { Empty, Field, valuesOf } from '../parts/pieces.tsx'
import { userHref } from '../route.ts'
import { recentUsers } from '../session.ts'
import type { Scope } from '../shapes.ts'

export function UsersView() {
  const find = (event: SubmitEvent) => {
    const { appId = '', userId = '' } = valuesOf(event)
    location.hash = userHref({ appId: appId.trim(), userId: userId.trim() })
  }
  const [latest] = recentUsers.value
  return (
    <>
      <h1>Users</h1>
      <p class="lead">Whose memory do you want to read?</p>
      <form class="row" onSubmit={find}>
        <Field label="App">
          <input name="appId" required autocomplete="off" defaultValue={latest?.appId ?? ''} />
        </Field>
        <Field label="User">
          <input name="userId" required autocomplete="off" />
        </Field>
        <button type="submit" class="primary">
          Open
        </button>
      </form>
      {latest ? <Recent users={recentUsers.value} /> : <NobodyYet />}
    </>
  )
}

function Recent({ users }: { users: readonly Scope[] }) {
  return (
    <section>
      <h2>Looked at in this tab</h2>
      <ul class="list">
        {users.map((scope) => (
          <li key={`${scope.appId} ${scope.userId}`}>
            <a href={userHref(scope)}>
              <strong>{scope.userId}</strong> <span class="muted">in {scope.appId}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NobodyYet() {
  return (
    <Empty title="New here?">
      <p>Load a sample user, and see how facts are read from what was said, and replaced.</p>
      <a class="button" href="#/try">
        Try it with a sample
      </a>
    </Empty>
  )
}
