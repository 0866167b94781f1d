// Two days side by side: which facts began, which replaced which, and which ended; by valid or by recorded time.
import { useState } from 'preact/hooks'
import { diff } from '../../api.ts'
import { FactLink } from '../../parts/fact-link.tsx'
import { Await, Problem, useLatest } from '../../parts/loaded.tsx'
import { Choice, Tag } from '../../parts/pieces.tsx'
import { memberNamesOf } from '../../pure/certain.ts'
import { differencesWithin } from '../../pure/differences.ts'
import { type Axis, spanOf, stopsOf } from '../../pure/times.ts'
import { apart, capital, number } from '../../pure/words.ts'
import { scopeKey } from '../../route.ts'
import type { Diff, Difference, Item, Scope } from '../../shapes.ts'
import { Instant } from './travel.tsx'

const axes = { 'By when it was so': 'valid', 'By when it was learnt': 'recorded' } as const

type Props = { scope: Scope; known: readonly Item[] }
type Span = { from: string; to: string }

export function Differences({ scope, known }: Props) {
  const [name, setName] = useState<keyof typeof axes>('By when it was so')
  const axis = axes[name]
  return (
    <section>
      <Choice
        legend="Which time is compared"
        options={memberNamesOf(axes)}
        chosen={name}
        choose={setName}
      />
      <Compared key={axis} scope={scope} known={known} axis={axis} />
    </section>
  )
}

function Compared({ scope, known, axis }: Props & { axis: Axis }) {
  const [span, setSpan] = useState<Span>(() => wholeSpan(known, axis))
  const change = (part: keyof Span) => (at: string | null) =>
    setSpan({ ...span, [part]: at ?? new Date().toISOString() })
  return (
    <>
      <div class="row filters">
        <Instant label="From" at={span.from} change={change('from')} />
        <Instant label="To" at={span.to} change={change('to')} />
      </div>
      {Date.parse(span.from) > Date.parse(span.to) ? (
        <Problem message="The first day must not be after the second." />
      ) : axis === 'valid' ? (
        <Table
          scope={scope}
          span={span}
          differences={differencesWithin(known, span.from, span.to)}
        />
      ) : (
        <Learnt scope={scope} span={span} />
      )}
    </>
  )
}

/** From the first change, which is known on the first day, until now. */
function wholeSpan(known: readonly Item[], axis: Axis): Span {
  const [first] = stopsOf(
    known.filter((item) => spanOf(item, axis).from !== null),
    axis,
    Number.POSITIVE_INFINITY,
  )
  const now = new Date()
  return { from: new Date(first?.at ?? now).toISOString(), to: now.toISOString() }
}

const MOST = 200

function Learnt({ scope, span }: { scope: Scope; span: Span }) {
  const told = useLatest(
    (leaving) => diff(scope, { ...span, limit: MOST }, leaving),
    JSON.stringify([scopeKey(scope), span]),
  )
  return (
    <Await of={told}>
      {({ data, pagination, summaries }) => (
        <>
          <Table scope={scope} span={span} differences={withoutEchoes(data)} />
          {pagination.hasMore && <p class="muted">These are the newest {number(data.length)}.</p>}
          <Summaries summaries={summaries} />
        </>
      )}
    </Await>
  )
}

/** A fact that replaced another is listed there, and not again among the new ones. */
function withoutEchoes(differences: readonly Row[]): Row[] {
  const replacing = new Set(differences.flatMap(({ replacedBy }) => replacedBy?.id ?? []))
  return differences.filter(({ change, item }) => change !== 'came' || !replacing.has(item.id))
}

type Row = Pick<Difference, 'change' | 'item' | 'replacedBy'>

type TableProps = { scope: Scope; span: Span; differences: readonly Row[] }

function Table({ scope, span: { from, to }, differences }: TableProps) {
  if (differences.length === 0) return <p>Nothing changed between these two.</p>
  const many = (change: Row['change']) =>
    differences.filter((each) => each.change === change).length
  return (
    <>
      <p class="muted" role="status">
        {number(many('came'))} came, {number(many('changed'))} changed, {number(many('closed'))}{' '}
        ended.
      </p>
      <table class="sides">
        <thead>
          <tr>
            <th scope="col">{apart(from, [to])}</th>
            <th scope="col">{apart(to, [from])}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((row) => (
            <Side key={`${row.change} ${row.item.id}`} scope={scope} row={row} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Side({ scope, row: { change, item, replacedBy } }: { scope: Scope; row: Row }) {
  const before = change === 'came' ? null : item
  const after = change === 'came' ? item : replacedBy
  return (
    <tr class={change}>
      <td>
        {before ? (
          <s class="sentence">{before.content}</s>
        ) : (
          <span class="muted">Nothing of it yet</span>
        )}
      </td>
      <td>
        {after ? (
          <FactLink scope={scope} id={after.id}>
            {after.content}
          </FactLink>
        ) : (
          <span class="muted">Ended, nothing took its place</span>
        )}{' '}
        <Tag>{capital(item.category)}</Tag>
      </td>
    </tr>
  )
}

function Summaries({ summaries }: { summaries: Diff['summaries'] }) {
  const changed = Object.entries(summaries)
  if (changed.length === 0) return null
  return (
    <section>
      <h2>Summaries that differ</h2>
      <table class="sides">
        <tbody>
          {changed.map(([category, { from, to }]) => (
            <tr key={category}>
              <td class="summary-text">
                {from ?? <span class="muted">None of {category} yet</span>}
              </td>
              <td class="summary-text">
                {to ?? <span class="muted">None of {category} left</span>}{' '}
                <Tag>{capital(category)}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
