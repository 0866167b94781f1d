// How the service does: its components, and for each processor what waits, what was handled and what could not be. It
// looks again every few seconds, as long as the page is seen.
import { useEffect, useState } from 'preact/hooks'
import { health, metrics } from '../api.ts'
import {
  callsByRoute,
  type ProcessorRow,
  processorRows,
  readMetrics,
  type Sample,
} from '../metrics-text.ts'
import { messageOf, Problem, Waiting } from '../parts/loaded.tsx'
import { Scrolling } from '../parts/pieces.tsx'
import { Sparkline } from '../parts/sparkline.tsx'
import type { Health } from '../shapes.ts'
import { capital, duration, number, spaced } from '../words.ts'

const EVERY_MS = 3_000
const KEPT = 40

type Seen = { health: Health; samples: readonly Sample[] | null; behind: readonly number[] }

export function PipelineView() {
  const [seen, setSeen] = useState<Seen | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const look = async () => {
      if (document.hidden) return
      try {
        const next = await lookAt(leaving.signal)
        setSeen((before) => ({ ...next, behind: grown(before?.behind ?? [], next.samples) }))
        setProblem(null)
      } catch (error) {
        if (!leaving.signal.aborted) setProblem(messageOf(error))
      }
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
      {problem && <Problem message={problem} />}
      {!seen && !problem && <Waiting />}
      {seen && <Standing {...seen} />}
    </>
  )
}

async function lookAt(signal: AbortSignal) {
  const [told, text] = await Promise.all([health({ signal, quiet: true }), metrics(signal)])
  return { health: told, samples: text === null ? null : readMetrics(text) }
}

function grown(before: readonly number[], samples: readonly Sample[] | null): number[] {
  const behind = processorRows(samples ?? []).reduce((sum, row) => sum + row.behind, 0)
  return [...before, behind].slice(-KEPT)
}

function Standing({ health: { status, version, uptime, components }, samples, behind }: Seen) {
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
      {samples ? (
        <>
          <Processors rows={processorRows(samples)} behind={behind} />
          <Calls samples={samples} />
        </>
      ) : (
        <p class="notice">
          This service does not show its metrics to this key, so what each processor does cannot be
          told here. See METRICS among its settings.
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
        {'queueDepth' in component && `${number(component.queueDepth)} writes wait`}
      </p>
    </li>
  )
}

function State({ status }: { status: Health['status'] }) {
  return <span class={`state ${status}`}>{capital(status)}</span>
}

function Processors({
  rows,
  behind,
}: {
  rows: readonly ProcessorRow[]
  behind: readonly number[]
}) {
  const dead = rows.reduce((sum, { done }) => sum + (done?.deadLetters ?? 0), 0)
  return (
    <section>
      <h2>Processors</h2>
      <p class="muted">
        {number(behind.at(-1) ?? 0)} records wait in all <Sparkline values={behind} />
      </p>
      <Scrolling label="Processors">
        <table>
          <thead>
            <tr>
              <th scope="col">Processor</th>
              <th scope="col">State</th>
              <th scope="col">Waiting</th>
              <th scope="col">Oldest</th>
              <th scope="col">Handled</th>
              <th scope="col">Tried again</th>
              <th scope="col">Dead letters</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ProcessorLine key={row.name} row={row} />
            ))}
          </tbody>
        </table>
      </Scrolling>
      {rows.every(({ done }) => done === null) && (
        <p class="muted">
          Workers of their own do the work: each tells what it has handled at its own /metrics.
        </p>
      )}
      {dead > 0 && (
        <p class="notice bad">
          {number(dead)} could not be handled since the start.{' '}
          <code>npm run cli -- dead-letters list</code> tells why, and <code>replay</code> tries
          them again.
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
  if (calls.length === 0) return null
  const most = calls[0]!.calls
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
