// Who and what a user's memory speaks of, and how they are related: drawn, and as lists for whoever does not see it.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { colourOf, typesOf } from '../graph/colours.ts'
import { type Drawing, type Known, loadGraph, openFirst } from '../graph/load-graph.ts'
import { Await, messageOf, Problem, useLoaded, Waiting } from '../parts/loaded.tsx'
import { Empty, Field, Tag } from '../parts/pieces.tsx'
import { scopeKey, userHref } from '../route.ts'
import type { EntityDetail, Scope } from '../shapes.ts'
import { capital, count, day, spaced } from '../words.ts'

export function GraphView({ scope, id }: { scope: Scope; id: string | null }) {
  const key = scopeKey(scope)
  const loaded = useLoaded(() => loadGraph(scope), key)
  return (
    <Await of={loaded}>
      {(known) =>
        known.entities.length === 0 ? (
          <Empty title="Nobody and nothing is known yet">
            <p>Names of people, places and things come here as soon as they are spoken of.</p>
          </Empty>
        ) : (
          <Graph scope={scope} known={known} chosen={id} />
        )
      }
    </Await>
  )
}

function Graph({ scope, known, chosen }: { scope: Scope; known: Known; chosen: string | null }) {
  const [type, setType] = useState('')
  const [text, setText] = useState('')
  const [expanded, setExpanded] = useState(0)
  const choose = (name: string) => {
    location.hash = userHref(scope, 'graph', name)
  }
  const [problem, setProblem] = useState<string | null>(null)
  const failed = (error: unknown) => setProblem(messageOf(error))
  const learnt = () => setExpanded((many) => many + 1)
  useEffect(() => {
    openFirst(known).then(learnt, failed)
  }, [known])
  useEffect(() => {
    if (chosen !== null) known.expand(chosen).then(learnt, failed)
  }, [known, chosen])
  const types = useMemo(() => [...new Set(known.entities.map((each) => each.type))].sort(), [known])
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
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <Field label="Type">
          <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
            <option value="">Any</option>
            {types.map((each) => (
              <option value={each}>{capital(each)}</option>
            ))}
          </select>
        </Field>
        <p class="muted">
          {count(known.total, 'entity', 'entities')}
          {known.total > known.entities.length && `, the first ${known.entities.length} shown`}
        </p>
      </search>
      {problem && <Problem message={problem} />}
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
        <aside>
          {chosen === null ? (
            <EntityList shown={shown} scope={scope} />
          ) : (
            <EntityPanel
              key={chosen}
              scope={scope}
              detail={known.details.get(chosen)}
              name={chosen}
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

/** The picture alone: everything in it is also in the lists beside it. */
function Canvas({ known, turn, shown, chosen, choose }: CanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | null>(null)
  const [ready, setReady] = useState(false)
  const chosing = useRef(choose)
  chosing.current = choose
  useEffect(() => {
    let gone = false
    void import('../graph/draw.ts').then(({ draw }) => {
      if (gone || !place.current) return
      drawing.current = draw(place.current, { choose: (name) => chosing.current(name) })
      setReady(true)
    })
    return () => {
      gone = true
      drawing.current?.close()
      drawing.current = null
    }
  }, [])
  useEffect(() => {
    drawing.current?.show({ known, shown: new Set(shown), chosen })
  }, [ready, known, turn, shown.join('\n'), chosen])
  return (
    <div class="canvas">
      {!ready && <Waiting for="Drawing" />}
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

function EntityList({ shown, scope }: { shown: Known['entities']; scope: Scope }) {
  return (
    <>
      <h2>Entities</h2>
      {shown.length === 0 && <p class="muted">None is as you filter.</p>}
      <ul class="list">
        {shown.slice(0, LISTED).map(({ name, type, relationshipCount }) => (
          <li key={name}>
            <a href={userHref(scope, 'graph', name)}>{name}</a>
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

type PanelProps = { scope: Scope; name: string; detail: EntityDetail | null | undefined }

function EntityPanel({ scope, name, detail }: PanelProps) {
  return (
    <>
      <p>
        <a href={userHref(scope, 'graph')}>All entities</a>
      </p>
      <h2>{name}</h2>
      {detail === undefined && <Waiting />}
      {detail === null && <p>Nothing more is known of it.</p>}
      {detail && <Detail scope={scope} detail={detail} />}
    </>
  )
}

function Detail({ scope, detail }: { scope: Scope; detail: EntityDetail }) {
  const { type, properties, relationships, mentions } = detail
  return (
    <>
      <p>
        <Tag>{type}</Tag>
      </p>
      <dl>
        {Object.entries(properties).map(([key, value]) => (
          <div key={key}>
            <dt>{capital(spaced(key))}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {relationships.length > 0 && <h3>Relations</h3>}
      <ul class="relations">
        {relationships.map((each) => (
          <li key={`${each.direction} ${each.type} ${each.target}`}>
            {each.direction === 'incoming' && <span class="muted">from </span>}
            {each.direction === 'outgoing' && <span class="muted">{spaced(each.type)} </span>}
            <a href={userHref(scope, 'graph', each.target)}>{each.target}</a>
            {each.direction === 'incoming' && <span class="muted"> {spaced(each.type)}</span>}
          </li>
        ))}
      </ul>
      <h3>Mentioned</h3>
      <ul class="mentions">
        {mentions.slice(0, 20).map(({ context, timestamp }) => (
          <li key={`${timestamp} ${context}`}>
            <span class="sentence">{context}</span> <time class="muted">{day(timestamp)}</time>
          </li>
        ))}
      </ul>
    </>
  )
}
