// The pages of one user, and their navigation.
import { useLayoutEffect } from 'preact/hooks'
import { always, type Time } from '../../pure/times.ts'
import { hrefOf, type Route, type UserView, userHref, userViews } from '../../route.ts'
import { noteUser } from '../../session.ts'
import type { Scope } from '../../shapes.ts'
import { AskView } from '../asking/ask.tsx'
import { ProfileView } from '../facts/profile.tsx'
import { TimeView } from '../time/time.tsx'
import { ForgetView } from './forget.tsx'
import { GraphView } from './graph.tsx'
import { SourcesView } from './sources.tsx'

const names: Readonly<Record<UserView, string>> = {
  profile: 'Profile',
  time: 'Time',
  ask: 'Ask',
  graph: 'Graph',
  sources: 'Sources',
  forget: 'Forget',
}

const views = {
  profile: ProfileView,
  time: TimeView,
  ask: AskView,
  graph: GraphView,
  sources: SourcesView,
  forget: ForgetView,
} satisfies Record<UserView, (props: { scope: Scope; id: string | null; time: Time }) => unknown>

/** The other pages show the present. */
const inTime: ReadonlySet<UserView> = new Set(['time', 'ask', 'graph'])

export function UserPages({ route }: { route: Extract<Route, { scope: Scope }> }) {
  const { scope, view, id, time } = route
  // Before the first paint, so that a short visit counts as well.
  useLayoutEffect(() => noteUser(scope), [scope.appId, scope.userId])
  const View = views[view]
  return (
    <>
      <p class="eyebrow">
        <a href={hrefOf({ view: 'users', appId: scope.appId })}>Users</a>{' '}
        <span aria-hidden="true">/</span> {scope.appId}
      </p>
      <h1 class="user name">{scope.userId}</h1>
      <nav class="tabs" aria-label={`Memory of ${scope.userId}`}>
        {userViews.map((each) => (
          <a
            href={userHref(scope, each, { id: null, time: inTime.has(each) ? time : always })}
            aria-current={each === view ? 'page' : undefined}
          >
            {names[each]}
          </a>
        ))}
      </nav>
      <View scope={scope} id={id} time={time} />
    </>
  )
}
