// A fact in the profile: its sentence, how far to trust it, and the faded lines of the facts that it replaced.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { keptState } from '../../parts/kept.ts'
import { Meter, Tag } from '../../parts/pieces.tsx'
import type { Layered } from '../../pure/lineage.ts'
import { day, number, said, typeNames } from '../../pure/words.ts'
import { scopeKey } from '../../route.ts'
import type { Item, Scope } from '../../shapes.ts'
import type { Outcome } from './fact-actions.tsx'
import { FactDetail } from './fact-detail.tsx'

type Props = {
  scope: Scope
  layer: Layered
  children?: ComponentChildren
  /** The change that just made this fact: the row is open, and the focus goes here. */
  fresh?: Outcome | null
  changed?: (outcome: Outcome) => void
}

/** Its history, which opens with it, shows all of them. */
const MOST_UNDER = 3

const useOpened = keptState<boolean | null>(null)

/** The children stand beside the fact's tags. */
export function FactRow({ scope, layer: { item, under }, children, fresh, changed }: Props) {
  const [opened, setOpen] = useOpened(`${scopeKey(scope)} ${item.id}`)
  const open = opened ?? Boolean(fresh)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (fresh) button.current?.focus()
  }, [fresh])
  const panel = `fact-${item.id}`
  return (
    <li class={open ? 'fact open' : 'fact'}>
      <button
        ref={button}
        type="button"
        class="sentence"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <span class="words">{item.current ? item.content : <s>{item.content}</s>}</span>
      </button>
      <Facets item={item}>{children}</Facets>
      {under.slice(0, MOST_UNDER).map((old) => (
        <p class="under" key={old.id}>
          <s>{old.content}</s>
          {old.validTo && <span class="until"> until {day(old.validTo)}</span>}
        </p>
      ))}
      {under.length > MOST_UNDER && (
        <p class="under">and {number(under.length - MOST_UNDER)} before, in its history</p>
      )}
      <div id={panel} hidden={!open}>
        {open && <FactDetail scope={scope} id={item.id} under={under} changed={changed} />}
      </div>
    </li>
  )
}

export function Facets({ item, children }: { item: Item; children?: ComponentChildren }) {
  const { confidence, provenance, createdAt, importance, state, contests } = item
  const { current, validFrom } = item
  return (
    <p class="facets">
      <Tag kind={`channel ${provenance.channel ?? ''}`}>{said(provenance)}</Tag>
      <time dateTime={createdAt}>{day(createdAt)}</time>
      <Meter value={confidence} label="Confidence" />
      {(importance === 'high' || importance === 'critical') && (
        <Tag kind="strong">{importance}</Tag>
      )}
      {item.pinned && <Tag kind="strong">pinned</Tag>}
      {item.type !== 'fact' && <Tag>{typeNames[item.type].toLowerCase()}</Tag>}
      {isPlanned(item) && <Tag>from {day(validFrom)}</Tag>}
      {(state !== 'current' || !current) && <Tag>{endedInWords(item)}</Tag>}
      {contests.length > 0 && <Tag kind="warn">contests what is trusted more</Tag>}
      {children}
    </p>
  )
}

/** What ends by itself has no other state; and at another time the fact may be shown as it held then. */
function endedInWords({ current, state, validTo }: Item): string {
  return validTo && (current || state === 'current') ? `until ${day(validTo)}` : state
}

function isPlanned({ current, validFrom }: Item): boolean {
  return current && Date.parse(validFrom) > Date.now()
}
