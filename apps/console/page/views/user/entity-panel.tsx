// One entity of the graph beside its picture: its relations, and the facts that tell of it and of each of them.
import { useState } from 'preact/hooks'
import { FactLink } from '../../parts/fact-link.tsx'
import { Waiting } from '../../parts/loaded.tsx'
import { Tag } from '../../parts/pieces.tsx'
import { capital, day, spaced } from '../../pure/words.ts'
import type { EntityDetail, Scope } from '../../shapes.ts'

export type HrefTo = (name: string | null) => string

type PanelProps = {
  scope: Scope
  hrefTo: HrefTo
  name: string
  /** Null: the service does not know the entity any more. */
  details: ReadonlyMap<string, EntityDetail | null>
  /** Loads the detail of an entity. */
  open: (name: string) => void
}

export function EntityPanel(props: PanelProps) {
  const { hrefTo, name, details } = props
  const detail = details.get(name)
  return (
    <>
      <p>
        <a href={hrefTo(null)}>All entities</a>
      </p>
      <h2>{name}</h2>
      {detail === undefined && <Waiting />}
      {detail === null && <p>Nothing more is known of it.</p>}
      {detail && <Detail {...props} detail={detail} />}
    </>
  )
}

function Detail({ detail, ...props }: PanelProps & { detail: EntityDetail }) {
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
          <Relation
            key={`${each.direction} ${each.type} ${each.target}`}
            {...props}
            relation={each}
            mentions={mentions}
          />
        ))}
      </ul>
      <h3>Mentioned</h3>
      <Mentions scope={props.scope} mentions={mentions} />
    </>
  )
}

type Mentioned = EntityDetail['mentions']

type RelationProps = PanelProps & {
  relation: EntityDetail['relationships'][number]
  mentions: Mentioned
}

function Relation({ scope, hrefTo, details, open, relation, mentions }: RelationProps) {
  const { type, direction, target } = relation
  const [isOpen, setOpen] = useState(false)
  const toggled = (event: Event & { currentTarget: HTMLDetailsElement }) => {
    setOpen(event.currentTarget.open)
    open(target)
  }
  const other = details.get(target)
  const ofOther = new Set(other?.mentions.map(({ itemId }) => itemId))
  const both = mentions.filter(({ itemId }) => ofOther.has(itemId))
  return (
    <li>
      {direction === 'incoming' && <span class="muted">from </span>}
      {direction === 'outgoing' && <span class="muted">{spaced(type)} </span>}
      <a href={hrefTo(target)}>{target}</a>
      {direction === 'incoming' && <span class="muted"> {spaced(type)}</span>}
      <details class="why" onToggle={toggled}>
        <summary>
          Facts<span class="visually-hidden"> about it and {target}</span>
        </summary>
        {isOpen && other === undefined && <Waiting />}
        {isOpen && other !== undefined && both.length === 0 && (
          <p>They are older than those that are listed here.</p>
        )}
        {isOpen && <Mentions scope={scope} mentions={both} />}
      </details>
    </li>
  )
}

function Mentions({ scope, mentions }: { scope: Scope; mentions: Mentioned }) {
  return (
    <ul class="mentions">
      {mentions.map(({ itemId = '', context, timestamp }) => (
        <li key={itemId}>
          <FactLink scope={scope} id={itemId}>
            {context}
          </FactLink>{' '}
          <time class="muted">{day(timestamp)}</time>
        </li>
      ))}
    </ul>
  )
}
