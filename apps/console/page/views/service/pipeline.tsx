// The state of the service: its components, and for each processor the records that wait, were handled and failed. It
// refreshes every few seconds while the page is visible.
import { effect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { health, metrics } from '../../api.ts'
import { Refused } from '../../calls.ts'
import { lag } from '../../operations.ts'
import { messageOf, Problem, Waiting } from '../../parts/loaded.tsx'
import { Field, Table, valuesOf } from '../../parts/pieces.tsx'
import { Sparkline } from '../../parts/sparkline.tsx'
import {
  callsByRoute,
  type ProcessorRow,
  processorRows,
  readMetrics,
  type Sample,
  withLag,
} from '../../pure/metrics-text.ts'
import { capital, count, duration, number, spaced } from '../../pure/words.ts'
import { userHref } from '../../route.ts'
import { apiKey, recentUsers } from '../../session.ts'
import type { Health, Lag } from '../../shapes.ts'
import { DeadLetters } from './dead-letters.tsx'
import { Projections } from './replays.tsx'
import { SpendingOfApps } from './spending.tsx'
import { Topics } from './topics.tsx'
import { Webhooks } from './webhooks.tsx'

const EVERY_MS = 3_000
const KEPT = 40

type Look = { health: Health; samples: readonly Sample[] | null; lag: Lag | null }
type Seen = Look & { behind: readonly number[]; looks: readonly Lag[] }

export function PipelineView() {
  const [seen, setSeen] = useState<Seen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    let looking = false
    const look = async () => {
      // A service that is slow to answer is not asked more and more at the same time.
      if (document.hidden || looking) return
      looking = true
      try {
        const next = await lookAt(leaving.signal)
        setSeen((before) => ({
          ...next,
          behind: grown(before?.behind ?? [], rowsOf(next)),
          looks: [...(before?.looks ?? []), ...(next.lag ? [next.lag] : [])].slice(-KEPT),
        }))
        setProblem(null)
      } catch (error) {
        if (!leaving.signal.aborted) setProblem(messageOf(error))
      }
      looking = false
    }
    void look()
    const timer = setInterval(look, EVERY_MS)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [])
  return (
    <>
      <h1>Pipeline</h1>
      {problem && <Problem message={`${problem}${seen ? ' Below is what it told last.' : ''}`} />}
      {!seen && !problem && <Waiting />}
      {seen && <Standing {...seen} />}
      {seen && <Topics looks={seen.looks} />}
      <DeadLetters />
      <Projections />
      <Webhooks />
      <FollowWrite />
      {seen?.samples && <SpendingOfApps samples={seen.samples} />}
      {seen?.samples && <Calls samples={seen.samples} />}
    </>
  )
}

async function lookAt(signal: AbortSignal): Promise<Look> {
  const [told, text, behind] = await Promise.all([
    health({ signal }),
    metrics(signal),
    mayAskLag ? lag(signal).catch(withoutLag) : null,
  ])
  return { health: told, samples: text === null ? null : readMetrics(text), lag: behind }
}

/** A key that does not hold every app gets no service-wide report, so the page does not ask again. */
let mayAskLag = true
effect(() => {
  mayAskLag = apiKey.value !== null
})

function withoutLag(error: unknown): null {
  if (!(error instanceof Refused) || error.status !== 403) throw error
  mayAskLag = false
  return null
}

function rowsOf({ samples, lag }: Look): ProcessorRow[] {
  return withLag(processorRows(samples ?? []), lag)
}

function grown(before: readonly number[], rows: readonly ProcessorRow[]): number[] {
  const behind = rows.reduce((sum, row) => sum + row.behind, 0)
  return [...before, behind].slice(-KEPT)
}

function Standing({ health: { status, version, uptime, components }, samples, lag, behind }: Seen) {
  const rows = withLag(processorRows(samples ?? []), lag)
  return (
    <>
      <p class="lead">
        <State status={status} /> Version {version}, up for {duration(uptime)}.
      </p>
      <ul class="cards">
        {Object.entries(components).map(([name, component]) => (
          <Component key={name} name={name} component={component} />
        ))}
      </ul>
      {rows.length > 0 && <Processors rows={rows} behind={behind} />}
      {!samples && (
        <p class="notice">
          This service does not show its metrics to this key, so what each processor has handled
          cannot be told here. See METRICS among its settings.
        </p>
      )}
    </>
  )
}

type OneComponent = Health['components'][keyof Health['components']]

function Component({ name, component }: { name: string; component: OneComponent }) {
  return (
    <li class="card">
      <h2>{capital(spaced(name))}</h2>
      <State status={component.status} />
      <p class="muted">
        {'latency' in component && `answers in ${number(component.latency)} ms`}
        {'queueDepth' in component && count(component.queueDepth, 'write waits', 'writes wait')}
      </p>
    </li>
  )
}

function State({ status }: { status: Health['status'] }) {
  return <span class={`state ${status}`}>{capital(status)}</span>
}

const columns = [
  'Processor',
  'State',
  'Waiting',
  'Oldest',
  'Handled',
  'Tried again',
  'Dead letters',
]

type ProcessorsProps = { rows: readonly ProcessorRow[]; behind: readonly number[] }

function Processors({ rows, behind }: ProcessorsProps) {
  return (
    <section>
      <h2>Processors</h2>
      <p class="muted">
        {count(behind.at(-1) ?? 0, 'record waits', 'records wait')} in all{' '}
        <Sparkline values={behind} />
      </p>
      <Table label="Processors" columns={columns}>
        {rows.map((row) => (
          <ProcessorLine key={row.name} row={row} />
        ))}
      </Table>
      {rows.every(({ done }) => done === null) && (
        <p class="muted">
          Workers of their own do the work: each tells what it has handled at its own /metrics.
        </p>
      )}
    </section>
  )
}

function ProcessorLine({ row }: { row: ProcessorRow }) {
  const { name, behind, oldestSeconds, stalled, done } = row
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <span class={`state ${stalled ? 'unhealthy' : 'healthy'}`}>
          {stalled ? 'Stands still' : behind > 0 ? 'Working' : 'Up to date'}
        </span>
      </td>
      <td>{number(behind)}</td>
      <td>{behind > 0 ? duration(oldestSeconds) : '–'}</td>
      <td>{done ? number(done.handled) : '–'}</td>
      <td>{done ? number(done.retries) : '–'}</td>
      <td>{done ? number(done.deadLetters) : '–'}</td>
    </tr>
  )
}

const MOST_ROUTES = 8

function Calls({ samples }: { samples: readonly Sample[] }) {
  const calls = callsByRoute(samples).slice(0, MOST_ROUTES)
  const [busiest] = calls
  if (!busiest) return null
  const most = busiest.calls
  return (
    <section>
      <h2>Calls since the start</h2>
      <ul class="bars">
        {calls.map(({ route, calls }) => (
          <li key={route}>
            <code>{route}</code>
            <svg aria-hidden="true" viewBox="0 0 100 6" preserveAspectRatio="none">
              <rect width={(100 * calls) / most} height="6" class="fill" />
            </svg>
            <span>{number(calls)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to the page of a source, which shows what became of it. */
function FollowWrite() {
  const [latest] = recentUsers.value
  const follow = (event: SubmitEvent) => {
    const { appId = '', userId = '', id = '' } = valuesOf(event)
    const scope = { appId: appId.trim(), userId: userId.trim() }
    location.hash = userHref(scope, 'sources', { id: id.trim() || null })
  }
  return (
    <section class="card">
      <h2>Follow a write</h2>
      <p>From the request to the facts, the graph and the summaries that came of it.</p>
      <form class="row" onSubmit={follow}>
        <Field label="App of the write">
          <input name="appId" required defaultValue={latest?.appId} autocomplete="off" />
        </Field>
        <Field label="User">
          <input name="userId" required defaultValue={latest?.userId} autocomplete="off" />
        </Field>
        <Field label="Id of the write, or none for a list">
          <input name="id" autocomplete="off" />
        </Field>
        <button type="submit">Follow</button>
      </form>
    </section>
  )
}
