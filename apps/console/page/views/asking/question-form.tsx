// What an agent asks, and with which filters.
import { useState } from 'preact/hooks'
import { categories } from '../../api.ts'
import { useLoaded } from '../../parts/loaded.tsx'
import { Field, Options } from '../../parts/pieces.tsx'
import { nameIn } from '../../pure/certain.ts'
import { localOf, type Time } from '../../pure/times.ts'
import { capital, percent, typeNames } from '../../pure/words.ts'
import { scopeKey } from '../../route.ts'
import type { Question, Scope } from '../../shapes.ts'

export function questionOf(scope: Scope, values: Record<string, string>): Question {
  const { query = '', maxTokens, minConfidence, timeDecayDays, category, type, graph } = values
  const factType = nameIn(typeNames, type)
  const scopes = (values.scopes ?? '').split(',').flatMap((each) => each.trim() || [])
  return {
    ...scope,
    query,
    maxTokens: Number(maxTokens),
    minConfidence: Number(minConfidence),
    timeDecayDays: Number(timeDecayDays),
    includeGraph: graph === 'on',
    explain: true,
    ...(category ? { categories: [category] } : {}),
    ...(factType ? { types: [factType] } : {}),
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(values.asOf ? { asOf: new Date(values.asOf).toISOString() } : {}),
    ...(values.knownAt ? { knownAt: new Date(values.knownAt).toISOString() } : {}),
  }
}

const confidences = [0, 0.3, 0.6, 0.8, 0.9].map((each) => [String(each), percent(each)] as const)

/** What the fields hold, by their names. */
type Values = Readonly<Record<string, string>>

/** What they hold at first. */
export function usualValues({ asOf, knownAt }: Time): Values {
  const local = (at: string | null) => (at === null ? '' : localOf(new Date(at)))
  return {
    maxTokens: '2000',
    minConfidence: '0.6',
    timeDecayDays: '30',
    graph: 'on',
    asOf: local(asOf),
    knownAt: local(knownAt),
  }
}

type Props = {
  scope: Scope
  values: Values
  enter: (event: Event) => void
  ask: (event: Event) => void
  busy: boolean
}

export function QuestionForm({ scope, values, enter, ask, busy }: Props) {
  return (
    <form class="card ask" onInput={enter} onSubmit={ask}>
      <div class="row">
        <Field label="What does your agent want to know?">
          <input
            name="query"
            required
            maxLength={8000}
            autocomplete="off"
            class="large"
            defaultValue={values.query}
          />
        </Field>
        <button type="submit" class="primary large" disabled={busy}>
          {busy ? 'Asking…' : 'Ask'}
        </button>
      </div>
      <div class="row">
        <Field label="Token budget">
          <input
            name="maxTokens"
            type="number"
            min="1"
            max="100000"
            defaultValue={values.maxTokens}
            required
          />
        </Field>
        <Field label="Confidence from">
          <select name="minConfidence">
            <Options of={confidences} chosen={values.minConfidence} />
          </select>
        </Field>
        <Field label="Half-life in days">
          <input
            name="timeDecayDays"
            type="number"
            min="1"
            max="36500"
            defaultValue={values.timeDecayDays}
            required
          />
        </Field>
        <label class="check">
          <input type="checkbox" name="graph" defaultChecked={values.graph === 'on'} />
          With the graph
        </label>
      </div>
      <Narrower scope={scope} values={values} />
    </form>
  )
}

const narrowing = ['category', 'type', 'scopes', 'asOf', 'knownAt']

function Narrower({ scope, values }: Pick<Props, 'scope' | 'values'>) {
  const known = useLoaded((leaving) => categories(scope, leaving), scopeKey(scope))
  const chosen = values.category ? [values.category] : []
  const names = known.data?.categories.map(({ name }) => name) ?? chosen
  const [isOpen] = useState(narrowing.some((name) => values[name]))
  return (
    <details open={isOpen}>
      <summary>Only some facts, or another day</summary>
      <div class="row">
        <Field label="Category">
          <select name="category">
            <option value="">Any</option>
            <Options of={names.map((name) => [name, capital(name)])} chosen={values.category} />
          </select>
        </Field>
        <Field label="Type">
          <select name="type">
            <option value="">Any</option>
            <Options of={Object.entries(typeNames)} chosen={values.type} />
          </select>
        </Field>
        <Field label="Scopes, separated by commas">
          <input name="scopes" autocomplete="off" defaultValue={values.scopes} />
        </Field>
      </div>
      <div class="row">
        <Field label="What held on" hint="Empty: now">
          <input name="asOf" type="datetime-local" step="1" defaultValue={values.asOf} />
        </Field>
        <Field label="As it was known on" hint="Empty: now">
          <input name="knownAt" type="datetime-local" step="1" defaultValue={values.knownAt} />
        </Field>
      </div>
    </details>
  )
}
