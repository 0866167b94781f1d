// The entities of a user's memory and their relations: drawn, and as lists for screen readers.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { wasLeft } from '../../calls.ts'
import { colourOf, typesOf } from '../../graph/colours.ts'
import { type Drawing, type Known, loadGraph, openFirst } from '../../graph/load-graph.ts'
import { keptState } from '../../parts/kept.ts'
import {
  Await,
  Failed,
  type Failure,
  failureOf,
  Problem,
  useLatest,
  Waiting,
} from '../../parts/loaded.tsx'
import { Empty, Field, Options } from '../../parts/pieces.tsx'
import { isNow, type Time } from '../../pure/times.ts'
import { capital, count, moment, number } from '../../pure/words.ts'
import { scopeKey, userHref } from '../../route.ts'
import type { Scope } from '../../shapes.ts'
import { EntityPanel, type HrefTo } from './entity-panel.tsx'

type Props = { scope: Scope; id: string | null; time: Time }

/** The browser loads it once. */
const loadDrawing = () => import('../../graph/draw.ts')

export function GraphView({ scope, id, time }: Props) {
  return (
    <>
      {!isNow(time) && <OfThen scope={scope} time={time} />}
      <GraphThen scope={scope} time={time} id={id} />
    </>
  )
}

/** The graph as of a time; the slider may stand above it. */
export function GraphThen({ scope, time, id: chosen }: Props) {
  // Beside the entities, so that neither waits for the other. The canvas reports a failure.
  useEffect(() => void loadDrawing().catch(() => undefined), [])
  const key = JSON.stringify([scopeKey(scope), time])
  const loaded = useLatest((leaving) => loadGraph({ scope, time }, leaving), key)
  return (
    <div class={loaded.stale ? 'stale' : ''} aria-busy={loaded.stale}>
      <Await of={loaded}>
        {(known) =>
          known.entities.length === 0 ? (
            <Empty
              title={
                isNow(time)
                  ? 'No person and no thing is known yet'
                  : 'No person or thing was known then'
              }
            >
              <p>Names of people, places and things come here as soon as they are spoken of.</p>
            </Empty>
          ) : (
            // The same picture at every time, so that what stays is not drawn again.
            <Graph key={scopeKey(scope)} scope={scope} known={known} chosen={chosen} time={time} />
          )
        }
      </Await>
    </div>
  )
}

function OfThen({ scope, time }: { scope: Scope; time: Time }) {
  const { asOf, knownAt } = time
  return (
    <p class="notice">
      {asOf !== null && <>What held on {moment(asOf)}. </>}
      {knownAt !== null && <>As it was known on {moment(knownAt)}. </>}
      <a href={userHref(scope, 'time', { id: 'graph', time })}>Move in time</a> or{' '}
      <a href={userHref(scope, 'graph')}>see the graph of now</a>.
    </p>
  )
}

const useFilter = keptState({ type: '', text: '' })

type GraphProps = { scope: Scope; known: Known; chosen: string | null; time: Time }

function Graph({ scope, known, chosen, time }: GraphProps) {
  const [{ type, text }, setFilter] = useFilter(scopeKey(scope))
  const [expanded, setExpanded] = useState(0)
  const hrefTo = (name: string | null) => userHref(scope, 'graph', { id: name, time })
  const choose = (name: string) => {
    location.hash = hrefTo(name)
  }
  const [problem, setProblem] = useState<Failure | null>(null)
  // While the graph of another time is loading, that of the time before is still shown.
  const failed = (error: unknown) => wasLeft(error) || setProblem(failureOf(error))
  const learnt = () => setExpanded((many) => many + 1)
  const open = (name: string) => void known.expand(name).then(learnt, failed)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let gone = false
    const load = async () => {
      await known.loadRest()
      learnt()
      // The slider has gone on.
      if (!gone) await openFirst(known)
    }
    setProblem(null)
    load()
      .catch((error) => gone || failed(error))
      .finally(() => {
        known.whole = true
        learnt()
      })
    return () => {
      gone = true
    }
  }, [known, turn])
  useEffect(() => {
    if (chosen !== null) open(chosen)
  }, [known, chosen, turn])
  // The link that was followed has gone with the list, or the list has come in the place of an entity.
  const beside = useRef<HTMLElement>(null)
  const before = useRef(chosen)
  useEffect(() => {
    if (before.current !== chosen) beside.current?.focus()
    before.current = chosen
  }, [chosen])
  const types = useMemo(() => typesOf(known.entities), [known, expanded])
  const shown = known.entities.filter(
    (each) =>
      (type === '' || each.type === type) && each.name.toLowerCase().includes(text.toLowerCase()),
  )
  return (
    <>
      <search class="filters" aria-label="Filter the graph">
        <Field label="Name">
          <input
            type="search"
            value={text}
            onInput={(event) => setFilter({ type, text: event.currentTarget.value })}
          />
        </Field>
        <Field label="Type">
          <select
            value={type}
            onChange={(event) => setFilter({ type: event.currentTarget.value, text })}
          >
            <option value="">Any</option>
            <Options of={types.map((each) => [each, capital(each)])} />
          </select>
        </Field>
        <p class="muted">
          {count(known.total, 'entity', 'entities')}
          {known.total > known.entities.length &&
            `, the first ${number(known.entities.length)} shown`}
        </p>
      </search>
      {problem && <Failed because={problem} again={() => setTurn(turn + 1)} />}
      <div class="graph">
        <div>
          <Canvas
            known={known}
            turn={expanded}
            shown={shown.map(({ name }) => name)}
            {...{ chosen, choose }}
          />
          <Legend entities={known.entities} />
        </div>
        <aside ref={beside} tabIndex={-1} aria-label="Entities">
          {chosen === null ? (
            <EntityList shown={shown} hrefTo={hrefTo} />
          ) : (
            <EntityPanel
              key={chosen}
              scope={scope}
              hrefTo={hrefTo}
              details={known.details}
              name={chosen}
              open={open}
            />
          )}
        </aside>
      </div>
    </>
  )
}

type CanvasProps = {
  known: Known
  turn: number
  shown: readonly string[]
  chosen: string | null
  choose: (name: string) => void
}

/** The browser has no WebGL, or the files of this page went with an upgrade of the service. */
const NOT_DRAWN =
  'The graph cannot be drawn; the list holds the same. If the service was upgraded, reload the page.'

/** The picture alone: the lists beside it hold everything in it. */
function Canvas({ known, turn, shown, chosen, choose }: CanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | null>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const chosing = useRef(choose)
  chosing.current = choose
  useEffect(() => {
    let gone = false
    const begin = async () => {
      const { draw } = await loadDrawing()
      if (gone || !place.current) return
      drawing.current = draw(place.current, { choose: (name) => chosing.current(name) })
      setState('ready')
    }
    begin().catch(() => gone || setState('failed'))
    return () => {
      gone = true
      drawing.current?.close()
      drawing.current = null
    }
  }, [])
  const drawn = useRef(known)
  useEffect(() => {
    if (!drawing.current) return
    // While the graph of another time is loading, the picture is that of the time before.
    if (drawn.current !== known && !known.whole) return
    drawn.current = known
    drawing.current.show({ known, shown: new Set(shown), chosen })
  }, [state, known, turn, shown.join('\n'), chosen])
  return (
    <div class="canvas">
      {state === 'loading' && <Waiting for="Drawing" />}
      {state === 'failed' && <Problem message={NOT_DRAWN} />}
      <div ref={place} class="place" aria-hidden="true" />
    </div>
  )
}

function Legend({ entities }: { entities: Known['entities'] }) {
  const colour = colourOf(entities)
  return (
    <ul class="legend">
      {typesOf(entities).map((type) => (
        <li key={type}>
          <svg aria-hidden="true" viewBox="0 0 10 10" width="10" height="10">
            <circle cx="5" cy="5" r="5" fill={colour(type)} />
          </svg>
          {capital(type)}
        </li>
      ))}
    </ul>
  )
}

const LISTED = 100

function EntityList({ shown, hrefTo }: { shown: Known['entities']; hrefTo: HrefTo }) {
  return (
    <>
      <h2>Entities</h2>
      {shown.length === 0 && <p class="muted">None is as you filter.</p>}
      <ul class="list">
        {shown.slice(0, LISTED).map(({ name, type, relationshipCount }) => (
          <li key={name}>
            <a href={hrefTo(name)}>{name}</a>
            <span class="end muted">
              {type}, {count(relationshipCount, 'relation')}
            </span>
          </li>
        ))}
      </ul>
      {shown.length > LISTED && <p class="muted">Filter to see the others.</p>}
    </>
  )
}
