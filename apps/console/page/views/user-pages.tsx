// The pages of one user, and the way between them.
import { useEffect } from 'preact/hooks'
import { hrefOf, type Route, type UserView, userHref } from '../route.ts'
import { noteUser } from '../session.ts'
import type { Scope } from '../shapes.ts'
import { AskView } from './ask.tsx'
import { ForgetView } from './forget.tsx'
import { GraphView } from './graph.tsx'
import { ProfileView } from './profile.tsx'
import { SourcesView } from './sources.tsx'

const names: Readonly<Record<UserView, string>> = {
  profile: 'Profile',
  ask: 'Ask',
  graph: 'Graph',
  sources: 'Sources',
  forget: 'Forget',
}

const views = {
  profile: ProfileView,
  ask: AskView,
  graph: GraphView,
  sources: SourcesView,
  forget: ForgetView,
} satisfies Record<UserView, (props: { scope: Scope; id: string | null }) => unknown>

export function UserPages({ route }: { route: Extract<Route, { scope: Scope }> }) {
  const { scope, view, id } = route
  useEffect(() => noteUser(scope), [scope.appId, scope.userId])
  const View = views[view]
  return (
    <>
      <p class="eyebrow">
        <a href={hrefOf({ view: 'users', appId: scope.appId })}>Users</a>{' '}
        <span aria-hidden="true">/</span> {scope.appId}
      </p>
      <h1 class="user name">{scope.userId}</h1>
      <nav class="tabs" aria-label={`Memory of ${scope.userId}`}>
        {Object.entries(names).map(([each, name]) => (
          <a
            href={userHref(scope, each as UserView)}
            aria-current={each === view ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <View scope={scope} id={id} />
    </>
  )
}
