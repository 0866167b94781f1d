// A fact in the profile: its sentence, what tells how far to trust it, and the faded lines that it was written over.
import { useState } from 'preact/hooks'
import type { Layered } from '../lineage.ts'
import { Meter, Tag } from '../parts/pieces.tsx'
import type { Item, Scope } from '../shapes.ts'
import { day, said } from '../words.ts'
import { FactDetail } from './fact-detail.tsx'

export function FactRow({ scope, layer: { item, under } }: { scope: Scope; layer: Layered }) {
  const [open, setOpen] = useState(false)
  const panel = `fact-${item.id}`
  return (
    <li class={open ? 'fact open' : 'fact'}>
      <button
        type="button"
        class="sentence"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        {item.current ? item.content : <s>{item.content}</s>}
      </button>
      <Facets item={item} />
      {under.map((old) => (
        <p class="under" key={old.id}>
          <s>{old.content}</s>
          {old.validTo && <span class="until"> until {day(old.validTo)}</span>}
        </p>
      ))}
      <div id={panel} hidden={!open}>
        {open && <FactDetail scope={scope} id={item.id} />}
      </div>
    </li>
  )
}

export function Facets({ item }: { item: Item }) {
  const { confidence, provenance, createdAt, importance, state, contests } = item
  return (
    <p class="facets">
      <Tag kind={`channel ${provenance.channel ?? ''}`}>{said(provenance)}</Tag>
      <time dateTime={createdAt}>{day(createdAt)}</time>
      <Meter value={confidence} label="Confidence" />
      {(importance === 'high' || importance === 'critical') && (
        <Tag kind="strong">{importance}</Tag>
      )}
      {state !== 'current' && <Tag>{state}</Tag>}
      {contests.length > 0 && <Tag kind="warn">contests what is trusted more</Tag>}
    </p>
  )
}
