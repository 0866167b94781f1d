// What an agent asks, and with which filters.
import { categories } from '../../api.ts'
import { useLoaded } from '../../parts/loaded.tsx'
import { Field, Options } from '../../parts/pieces.tsx'
import { nameIn } from '../../pure/certain.ts'
import { isNow, localOf, type Time } from '../../pure/times.ts'
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

type Props = { scope: Scope; time: Time; ask: (event: SubmitEvent) => void; busy: boolean }

export function QuestionForm({ scope, time, ask, busy }: Props) {
  return (
    <form class="card ask" onSubmit={ask}>
      <div class="row">
        <Field label="What does your agent want to know?">
          <input name="query" required maxLength={8000} autocomplete="off" class="large" />
        </Field>
        <button type="submit" class="primary large" disabled={busy}>
          {busy ? 'Asking…' : 'Ask'}
        </button>
      </div>
      <div class="row">
        <Field label="Token budget">
          <input name="maxTokens" type="number" min="1" max="100000" defaultValue="2000" required />
        </Field>
        <Field label="Confidence from">
          <select name="minConfidence">
            <Options of={confidences} chosen="0.6" />
          </select>
        </Field>
        <Field label="Half-life in days">
          <input
            name="timeDecayDays"
            type="number"
            min="1"
            max="36500"
            defaultValue="30"
            required
          />
        </Field>
        <label class="check">
          <input type="checkbox" name="graph" defaultChecked />
          With the graph
        </label>
      </div>
      <Narrower key={`${time.asOf} ${time.knownAt}`} scope={scope} time={time} />
    </form>
  )
}

function Narrower({ scope, time }: { scope: Scope; time: Time }) {
  const known = useLoaded(() => categories(scope), scopeKey(scope))
  const names = known.data?.categories ?? []
  const local = (at: string | null) => (at === null ? '' : localOf(new Date(at)))
  return (
    <details open={!isNow(time)}>
      <summary>Only some facts, or another day</summary>
      <div class="row">
        <Field label="Category">
          <select name="category">
            <option value="">Any</option>
            <Options of={names.map(({ name }) => [name, capital(name)])} />
          </select>
        </Field>
        <Field label="Type">
          <select name="type">
            <option value="">Any</option>
            <Options of={Object.entries(typeNames)} />
          </select>
        </Field>
        <Field label="Scopes, separated by commas">
          <input name="scopes" autocomplete="off" />
        </Field>
      </div>
      <div class="row">
        <Field label="What held on" hint="Empty: now">
          <input name="asOf" type="datetime-local" step="1" defaultValue={local(time.asOf)} />
        </Field>
        <Field label="As it was known on" hint="Empty: now">
          <input name="knownAt" type="datetime-local" step="1" defaultValue={local(time.knownAt)} />
        </Field>
      </div>
    </details>
  )
}
