// Replays that a person orders, of dead letters and of a projection: started, watched, and reported when they have
// ended.
import { useEffect, useRef, useState } from 'preact/hooks'
import { replay, replayProjection } from '../../operations.ts'
import { Problem, useAct } from '../../parts/loaded.tsx'
import { Field, Options, valuesOf } from '../../parts/pieces.tsx'
import { nameIn } from '../../pure/certain.ts'
import { count, number } from '../../pure/words.ts'
import type { Replay } from '../../shapes.ts'

const POLL_MS = 400

type Ordered = {
  running: boolean
  order: (begin: () => Promise<{ replay: Replay }>) => void
  note: Replay | null
  problem: string | null
}

/** Only one replay runs at a time: the service refuses a second. */
export function useReplay(ended: () => void): Ordered {
  const [note, setNote] = useState<Replay | null>(null)
  const { busy: running, problem, act } = useAct()
  const gone = useRef(false)
  useEffect(
    () => () => {
      gone.current = true
    },
    [],
  )
  const watch = async (begin: () => Promise<{ replay: Replay }>) => {
    let told = (await begin()).replay
    setNote(told)
    while (told.status === 'running' && !gone.current) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      told = (await replay(told.id)).replay
      setNote(told)
    }
    if (!gone.current) ended()
  }
  const order: Ordered['order'] = (begin) => {
    setNote(null)
    act(() => watch(begin))
  }
  // What became of one that cannot be watched any more is not known.
  return { running, order, note: problem === null ? note : null, problem }
}

export function ReplayNote({ note, problem }: Pick<Ordered, 'note' | 'problem'>) {
  return (
    <div aria-live="polite">
      {problem && <Problem message={problem} />}
      {note?.status === 'running' && <p class="waiting">{note.progress ?? 'It has begun'}…</p>}
      {note?.status === 'failed' && (
        <p class="notice bad">It failed: {note.errorClass ?? 'the cause is unknown'}.</p>
      )}
      {note?.status === 'done' && <p class="notice">{resultInWords(note)}</p>}
    </div>
  )
}

function resultInWords({ what, result }: Replay): string {
  if (what === 'dead-letters') {
    const { handled = 0, left = 0 } = result ?? {}
    return `Tried again: ${number(handled)} handled, ${number(left)} could not be this time either.`
  }
  const { records = 0, unchanged, behind } = result ?? {}
  const same = unchanged ? 'It is what it was before.' : 'It is not what it was before.'
  const late = behind ? ' The one in use had not taken in all of the log.' : ''
  return `${count(records, 'event')} replayed. ${same}${late}`
}

const projections = {
  memory: 'Memory: facts, summaries, sources',
  graph: 'Graph: entities and relations',
  audit: 'Audit: what happened',
}

export function Projections() {
  const { running, order, note, problem } = useReplay(() => {})
  const begin = (event: SubmitEvent) => {
    const { projection: chosen, check } = valuesOf(event)
    const projection = nameIn(projections, chosen)
    if (projection) order(() => replayProjection({ projection, check: check === 'on' }))
  }
  return (
    <section class="card">
      <h2>Projections</h2>
      <p>
        What is read is made from the log, and can be made anew: beside the one in use, which goes
        on to answer, and which the new one then replaces.
      </p>
      <form class="row" onSubmit={begin}>
        <Field label="Projection">
          <select name="projection">
            <Options of={Object.entries(projections)} />
          </select>
        </Field>
        <label class="check">
          <input type="checkbox" name="check" defaultChecked />
          Compare only
        </label>
        <button type="submit" disabled={running}>
          {running ? 'Running…' : 'Replay'}
        </button>
      </form>
      <ReplayNote note={note} problem={problem} />
    </section>
  )
}
