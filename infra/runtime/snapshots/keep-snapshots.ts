// Takes snapshots of the states that a process has, in the background, as long as it has them: one at a time.
import type { TopicName } from '../../../schemas/topics.ts'
import type { Position } from '../../ports/event-log.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import type { StateRows, StateStore } from '../../ports/states.ts'
import { getFrom, getOrMake } from '../certain.ts'
import type { RuntimeParts } from '../run/runtime-parts.ts'
import { pause } from '../wait/pause.ts'
import { defaultPace, NEVER } from './due.ts'
import { takeSnapshot } from './take-snapshot.ts'

type Kept = { users: number; stop: AbortController }

/** By the rows, and the state's name and partition, because several processors of a process may share a state. */
const keptBy = new WeakMap<StateRows, Map<string, Kept>>()
/** How often states are held that no processor here decides from. */
const heldBy = new WeakMap<StateRows, Map<string, number>>()
/** The last snapshot that was begun of the states of a process. */
const takingBy = new WeakMap<StateRows, Promise<unknown>>()

export type Keeping = {
  rows: StateRows
  objects: ObjectStore
  of: StateStore
  checkpoints: () => Promise<ReadonlyMap<TopicName, Position>>
}

/** Keeps snapshots until the returned function is called. A state that is kept already is kept once. */
export function keepSnapshots(parts: RuntimeParts, keeping: Keeping): () => void {
  const { rows, of } = keeping
  const kept = getOrMake(keptBy, rows, () => new Map<string, Kept>())
  const name = `${of.name} ${of.partition}`
  const known = getOrMake(kept, name, () => begin(parts, keeping))
  known.users++
  let ended = false
  return () => {
    if (ended) return
    ended = true
    if (--known.users > 0) return
    known.stop.abort()
    kept.delete(name)
  }
}

/** Marks the state as fed here, while others take its snapshots, until the returned function is called. */
export function hold({ rows, of }: Pick<Keeping, 'rows' | 'of'>): () => void {
  const held = getOrMake(heldBy, rows, () => new Map<string, number>())
  const name = `${of.name} ${of.partition}`
  held.set(name, (held.get(name) ?? 0) + 1)
  return () => void held.set(name, getFrom(held, name) - 1)
}

/** True where a processor of this process already feeds the state, and would not notice that it is replaced. */
export function isKept(rows: StateRows, { name, partition }: StateStore): boolean {
  const of = `${name} ${partition}`
  return keptBy.get(rows)?.has(of) === true || (heldBy.get(rows)?.get(of) ?? 0) > 0
}

function begin(parts: RuntimeParts, keeping: Keeping): Kept {
  const stop = new AbortController()
  void look(parts, keeping, AbortSignal.any([parts.signal, stop.signal]))
  return { users: 0, stop }
}

async function look(parts: RuntimeParts, keeping: Keeping, signal: AbortSignal): Promise<void> {
  const { of } = keeping
  const pace = parts.snapshotPace ?? defaultPace
  const taking = { ...keeping, log: parts.log, keys: parts.keys, now: parts.now, signal, pace }
  const beganMs = parts.now().getTime()
  let allTakenMs = NEVER
  for (;;) {
    await pause(pace.lookMs, signal)
    if (signal.aborted) return
    try {
      const taken = await oneAtATime(keeping.rows, () =>
        takeSnapshot(taking, { beganMs, allTakenMs }),
      )
      if (taken?.of === 'all') allTakenMs = parts.now().getTime()
      if (taken) tell(parts, of, taken)
    } catch (error) {
      if (signal.aborted) return
      parts.telemetry.snapshots.inc({ state: of.name, outcome: 'failed' })
      const errorClass = error instanceof Error ? error.name : 'unknown'
      const about = { state: of.name, partition: of.partition, errorClass }
      parts.telemetry.logger.warn(about, 'a snapshot could not be taken; it is tried again')
    }
  }
}

function tell(
  { telemetry }: RuntimeParts,
  { name: state, partition }: StateStore,
  taken: { rows: number; bytes: number; of: string },
): void {
  telemetry.snapshots.inc({ state, outcome: taken.of })
  telemetry.logger.debug({ state, partition, ...taken }, 'a snapshot was taken')
}

/** Runs one at a time, because the share of the thread's time for reading rows is meant for one. */
function oneAtATime<T>(rows: StateRows, work: () => Promise<T>): Promise<T> {
  const before = takingBy.get(rows) ?? Promise.resolve()
  const result = before.then(work)
  takingBy.set(
    rows,
    result.catch(() => undefined),
  )
  return result
}
