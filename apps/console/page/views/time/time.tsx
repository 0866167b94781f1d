// What was believed of a user at another time: the slider, and below it the memory, the graph and the changes of then.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useFacts } from '../../load-facts.ts'
import { Failed, useSettled, Waiting } from '../../parts/loaded.tsx'
import { Empty } from '../../parts/pieces.tsx'
import { nameIn } from '../../pure/certain.ts'
import { keyOf, type Time } from '../../pure/times.ts'
import { number } from '../../pure/words.ts'
import { scopeKey, userHref } from '../../route.ts'
import type { Scope } from '../../shapes.ts'
import { GraphThen } from '../user/graph.tsx'
import { Happenings } from '../user/happenings.tsx'
import { Differences } from './differences.tsx'
import { Then } from './then.tsx'
import { Travel } from './travel.tsx'

const panels = {
  memory: 'Memory',
  graph: 'Graph',
  compare: 'Compare two days',
  happened: 'What happened',
} as const
type Props = { scope: Scope; id: string | null; time: Time }

export function TimeView({ scope, id, time: addressed }: Props) {
  const facts = useFacts(scope)
  const panel = nameIn(panels, id) ?? 'memory'
  const [time, setTime] = useTime(addressed, (time) => userHref(scope, 'time', { id, time }))
  const settled = useSettled(time)
  // The same element while the slider is dragged: hundreds of rows are not rendered again at each step.
  const below = useMemo(() => {
    if (panel === 'memory') return <Then scope={scope} time={settled} known={facts.items} />
    return panel === 'graph' ? <GraphThen scope={scope} time={settled} id={null} /> : null
  }, [panel, scopeKey(scope), settled, facts.items])
  if (facts.problem && facts.items.length === 0) {
    return <Failed because={facts.problem} again={facts.more} />
  }
  const isWaiting = facts.items.length === 0 && facts.state === 'loading'
  if (facts.items.length === 0 && !isWaiting) return <NoTime />
  // The slider alone needs the facts: what lies below it loads beside them.
  const isOneTime = panel === 'memory' || panel === 'graph'
  return (
    <>
      <nav class="segments" aria-label="What to see of another time">
        {Object.entries(panels).map(([each, name]) => (
          <a
            key={each}
            href={userHref(scope, 'time', { id: each, time })}
            aria-current={each === panel ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {isOneTime && (
        <div class="travel-place">
          {isWaiting ? (
            <Waiting for="Reading facts" />
          ) : (
            <Travel items={facts.items} time={time} go={setTime} />
          )}
        </div>
      )}
      {facts.problem && <Failed because={facts.problem} again={facts.more} />}
      {facts.state === 'paused' && !facts.problem && (
        <p class="notice">
          The slider knows the changes of the newest {number(facts.items.length)} of{' '}
          {number(facts.total)} facts.{' '}
          <button type="button" onClick={facts.more}>
            Read more
          </button>
        </p>
      )}
      {below}
      {panel === 'compare' && isWaiting && <Waiting />}
      {panel === 'compare' && !isWaiting && <Differences scope={scope} known={facts.items} />}
      {panel === 'happened' && <Happenings scope={scope} />}
    </>
  )
}

function NoTime() {
  return (
    <Empty title="There is no time to travel in yet">
      <p>As soon as something is remembered, you can see what was believed on any day.</p>
      <a class="button" href="#/try">
        Write something
      </a>
    </Empty>
  )
}

/** The time that the slider shows; slider and address follow each other. */
function useTime(addressed: Time, hrefOf: (time: Time) => string) {
  const [time, setTime] = useState(addressed)
  const settled = useSettled(time)
  const written = useRef(keyOf(addressed))
  useEffect(() => {
    if (keyOf(settled) === written.current) return
    written.current = keyOf(settled)
    location.replace(hrefOf(settled))
  }, [keyOf(settled)])
  useEffect(() => {
    if (keyOf(addressed) === written.current) return
    written.current = keyOf(addressed)
    setTime(addressed)
  }, [keyOf(addressed)])
  return [time, setTime] as const
}
