// One entity of the graph beside its picture: its relations, and where it was mentioned.
import { Waiting } from '../../parts/loaded.tsx'
import { Tag } from '../../parts/pieces.tsx'
import { capital, day, spaced } from '../../pure/words.ts'
import type { EntityDetail } from '../../shapes.ts'

export type HrefTo = (name: string | null) => string

type PanelProps = { hrefTo: HrefTo; name: string; detail: EntityDetail | null | undefined }

export function EntityPanel({ hrefTo, name, detail }: PanelProps) {
  return (
    <>
      <p>
        <a href={hrefTo(null)}>All entities</a>
      </p>
      <h2>{name}</h2>
      {detail === undefined && <Waiting />}
      {detail === null && <p>Nothing more is known of it.</p>}
      {detail && <Detail hrefTo={hrefTo} detail={detail} />}
    </>
  )
}

function Detail({ hrefTo, detail }: { hrefTo: HrefTo; detail: EntityDetail }) {
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
            <a href={hrefTo(each.target)}>{each.target}</a>
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
