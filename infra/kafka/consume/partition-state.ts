// The states of a partition's worker, and what leads from one to the next. Pure: `partition-worker.ts` performs the
// effects.
//
//   starting --located--> idle <--delivered / fetched--> delivering
//   any of them --failed, lost, stopped--> ended
import type { RawRecord } from '../wire/record-batches.ts'
import type { FetchedPartition } from './fetch-response.ts'

/** What was fetched and is not delivered yet. */
type Reading = {
  next: number
  waiting: readonly RawRecord[]
  waitingBytes: number
}

/** What the watchdog reads: when the partition last moved, and how many offsets were ahead of it then. */
type Moved = { at: number; lag: number }

export type PartitionState = Moved &
  (
    | { name: 'starting' }
    | ({ name: 'idle' } & Reading)
    /** The first `taken` of the waiting records are being delivered. */
    | ({ name: 'delivering'; taken: number } & Reading)
    | { name: 'ended' }
  )

export type PartitionEvent =
  | { name: 'located'; next: number }
  /** `offset`: what the request asked for, perhaps for other workers. */
  | { name: 'fetched'; offset: number; fetched: FetchedPartition; at: number }
  | { name: 'delivered'; at: number }
  /** The broker has nothing at `offset`; its first record is at `first`. */
  | { name: 'outOfRange'; offset: number; first: number }
  | { name: 'failed'; error: Error }
  | { name: 'stopped' }

export type PartitionEffect =
  | { do: 'wake' }
  | { do: 'deliver'; records: readonly RawRecord[] }
  /** The partition ended before it was known where to go on: `resumeAfter` may have begun something. */
  | { do: 'release' }
  | { do: 'fail'; error: Error }
  | { do: 'failLost'; wanted: number; first: number }
  | { do: 'warnExpired' }

type PartitionRules = {
  maxRecords: number
  /** The topic keeps its records for ever, so a missing one is lost and not expired. */
  forEver: boolean
}

type Step = { state: PartitionState; effects: readonly PartitionEffect[] }

/** Enough to work on while the next fetch is on its way. */
const MAX_WAITING_RECORDS = 2_000
const MAX_WAITING_BYTES = 4 * 1024 * 1024

export function startingAt(at: number): PartitionState {
  return { name: 'starting', at, lag: 0 }
}

/** The offset to fetch from; null while there is enough, or while nothing may be fetched. */
export function wantedBy(state: PartitionState): number | null {
  if (state.name === 'starting' || state.name === 'ended') return null
  const { waiting, waitingBytes, next } = state
  return waiting.length >= MAX_WAITING_RECORDS || waitingBytes >= MAX_WAITING_BYTES ? null : next
}

export function transition(
  state: PartitionState,
  event: PartitionEvent,
  rules: PartitionRules,
): Step {
  if (state.name === 'ended')
    return stay(state, event.name === 'located' ? [{ do: 'release' }] : [])
  switch (event.name) {
    case 'stopped':
      return end(state)
    case 'failed':
      return end(state, { do: 'fail', error: event.error })
    case 'located':
      return state.name === 'starting' ? locate(state, event.next) : stay(state)
    case 'fetched':
      return accept(state, event, rules)
    case 'delivered':
      return state.name === 'delivering' ? goOn(state, event.at, rules) : stay(state)
    case 'outOfRange':
      return leap(state, event, rules)
  }
}

function stay(state: PartitionState, effects: readonly PartitionEffect[] = []): Step {
  return { state, effects }
}

function end({ at, lag }: Moved, ...effects: readonly PartitionEffect[]): Step {
  return { state: { name: 'ended', at, lag }, effects }
}

function locate({ at, lag }: Moved, next: number): Step {
  return {
    state: { name: 'idle', at, lag, next, waiting: [], waitingBytes: 0 },
    effects: [{ do: 'wake' }],
  }
}

/** Takes what the partition has not had. It may have been fetched for other workers, which have read less or more. */
function accept(
  state: PartitionState,
  { offset, fetched, at }: Extract<PartitionEvent, { name: 'fetched' }>,
  rules: PartitionRules,
): Step {
  const from = wantedBy(state)
  if (from === null || offset > from || !('waiting' in state)) return stay(state)
  const lag = fetched.lastStableOffset - Math.max(from, fetched.next)
  if (fetched.next <= from) return stay({ ...state, lag })
  const fresh = fetched.records.filter((record) => record.offset >= from)
  const waiting = [...state.waiting, ...fresh]
  const waitingBytes = state.waitingBytes + bytesOf(fresh)
  const moved = { ...state, at, lag, next: fetched.next, waiting, waitingBytes }
  return moved.name === 'idle' ? deliverNext(moved, rules) : stay(moved)
}

function goOn(
  { waiting, waitingBytes, taken, next, lag }: Extract<PartitionState, { name: 'delivering' }>,
  at: number,
  rules: PartitionRules,
): Step {
  const left = waiting.slice(taken)
  const bytes = waitingBytes - bytesOf(waiting.slice(0, taken))
  const { state, effects } = deliverNext(
    { at, lag, next, waiting: left, waitingBytes: bytes },
    rules,
  )
  return { state, effects: [{ do: 'wake' }, ...effects] }
}

function deliverNext(reading: Moved & Reading, { maxRecords }: PartitionRules): Step {
  const records = reading.waiting.slice(0, maxRecords)
  if (records.length === 0) return stay({ ...reading, name: 'idle' })
  return {
    state: { ...reading, name: 'delivering', taken: records.length },
    effects: [{ do: 'deliver', records }],
  }
}

/** Expired records are stepped over. Any other that is missing ends the partition, because it was lost. */
function leap(
  state: PartitionState,
  { offset, first }: Extract<PartitionEvent, { name: 'outOfRange' }>,
  { forEver }: PartitionRules,
): Step {
  if (!('waiting' in state) || state.next !== offset) return stay(state)
  if (forEver || first < offset) return end(state, { do: 'failLost', wanted: offset, first })
  return stay({ ...state, next: first }, [{ do: 'warnExpired' }])
}

function bytesOf(records: readonly RawRecord[]): number {
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)
}
