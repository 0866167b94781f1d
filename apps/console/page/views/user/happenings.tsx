// What happened to a user's memory, the newest first, in the order in which the service recorded it.
import { timeline } from '../../api.ts'
import { Await, useLatest } from '../../parts/loaded.tsx'
import { PageButtons, usePages } from '../../parts/pages.tsx'
import { moment } from '../../pure/words.ts'
import { scopeKey, userHref } from '../../route.ts'
import type { Happening, Scope } from '../../shapes.ts'

const PAGE = 50

const inWords: Readonly<Record<Happening['what'], string>> = {
  asserted: 'Learnt',
  reinforced: 'Said again',
  superseded: 'Replaced',
  contested: 'Contested',
  pruned: 'Faded with age',
  merged: 'Found to say the same as another',
  closed: 'Settled or taken back',
  marked: 'Marked',
  forgotten: 'Forgotten',
}

export function Happenings({ scope }: { scope: Scope }) {
  const pages = usePages(`happenings ${scopeKey(scope)}`)
  const { cursor } = pages
  const page = useLatest(
    (leaving) => timeline(scope, { limit: PAGE, cursor }, leaving),
    `${scopeKey(scope)} ${cursor}`,
  )
  return (
    <Await of={page}>
      {({ data, pagination: { nextCursor } }) => (
        <>
          {data.length === 0 && <p class="muted">Nothing on this page changed what is known.</p>}
          <ol class="history happenings">
            {data.map((each) => (
              <Step key={each.id} scope={scope} happening={each} />
            ))}
          </ol>
          <PageButtons pages={pages} nextCursor={nextCursor} back="Newer" more="Older" />
        </>
      )}
    </Await>
  )
}

const ends: ReadonlySet<Happening['what']> = new Set([
  'superseded',
  'pruned',
  'merged',
  'closed',
  'forgotten',
])

function Step({ scope, happening }: { scope: Scope; happening: Happening }) {
  const { at, what, category, itemId, content, otherContent } = happening
  const hasEnded = ends.has(what)
  return (
    <li class={hasEnded ? 'closed' : ''}>
      <p class="sentence">
        {itemId && content ? (
          <a href={userHref(scope, 'profile', { id: itemId })}>
            {hasEnded ? <s>{content}</s> : content}
          </a>
        ) : (
          <span class="muted">
            {category ? `Everything of ${category}` : 'What was remembered'}
          </span>
        )}
      </p>
      {otherContent && what === 'superseded' && <p class="under">by “{otherContent}”</p>}
      <p class="muted">
        {inWords[what]} on {moment(at)}.{' '}
        <a href={userHref(scope, 'time', { id: 'memory', time: { asOf: null, knownAt: at } })}>
          The memory as known then
          {content && <span class="visually-hidden"> ({content})</span>}
        </a>
      </p>
    </li>
  )
}
