// How far a processor is in one partition. The work of different users ends in any order, so besides the position up to
// which everything is done there are places beyond it that are done, and places that are partly done. All of this is
// committed as one checkpoint: a position, and a note that the log keeps beside it.
import type { Position } from '../../ports/event-log.ts'

/** What is known about unfinished work. Small: it is written with every checkpoint until the work ends. */
export type WorkNote = Readonly<Record<string, number | string | readonly string[]>>

/** Where a processor resumes: the content of its last checkpoint. */
export type Stand = { position: Position | undefined; note: string | null }

export type Progress = {
  /** Adds a place, in the order of the log. False where it was done before. */
  add(position: Position): boolean
  finish(position: Position): void
  /** False where finishing `more` as well would make the note longer than the log keeps. */
  fits(more: readonly Position[]): boolean
  /** False where `most` works have a note already; `most` is less than there is room for. */
  mayKeep(position: Position, most?: number): boolean
  keep(position: Position, note: WorkNote): void
  noteOf(position: Position): WorkNote | null
  /** The content of a checkpoint now. */
  stand(): { position: Position; note: string | null }
  /** How many places were added and are not done. */
  open(): number
}

/** Stands before the first place of every log. */
const BEFORE_ALL: Position = -1
const MAX_NOTES = 10
/** What the notes on ten works take at most. */
const WORK_CHARS = 2_300
/** So few places fit in the note of any log, so they need not be written out to be measured. */
const ALWAYS_FIT = 100

type Note = { done: Set<Position>; work: Map<Position, WorkNote> }

/** `noteLimit`: how many characters the log keeps beside a checkpoint. */
export function createProgress({ position: from, note }: Stand, noteLimit: number): Progress {
  const { done, work } = readNote(note)
  /** The places added, in order, from the first one that is not done. */
  let order: Position[] = []
  let upTo = from ?? BEFORE_ALL
  let open = 0
  const advance = () => {
    const firstOpen = order.findIndex((position) => !done.has(position))
    const passed = firstOpen < 0 ? order.length : firstOpen
    if (passed === 0) return
    upTo = order[passed - 1]!
    order = order.slice(passed)
    for (const position of done) if (position <= upTo) done.delete(position)
  }
  return {
    add: (position) => {
      order.push(position)
      const isNew = !done.has(position)
      if (isNew) open++
      advance()
      return isNew
    },
    finish: (position) => {
      done.add(position)
      work.delete(position)
      open--
      advance()
    },
    fits: (more) =>
      done.size + more.length <= ALWAYS_FIT ||
      more.includes(order[0]!) ||
      writeRuns([...done, ...more]).length <= noteLimit - WORK_CHARS,
    mayKeep: (position, most = MAX_NOTES) => work.size < most || work.has(position),
    keep: (position, said) => void work.set(position, said),
    noteOf: (position) => work.get(position) ?? null,
    stand: () => ({ position: upTo, note: writeNote({ done, work }) }),
    open: () => open,
  }
}

/** First places and lengths of the runs without a gap. */
function runsOf(positions: readonly Position[]): [first: Position, length: number][] {
  const runs: [Position, number][] = []
  for (const position of [...positions].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[0] + last[1] === position) last[1]++
    else runs.push([position, 1])
  }
  return runs
}

/** Each run as the gap before it, and its length where that is more than one: few digits, as most runs are close. */
function writeRuns(positions: readonly Position[]): string {
  let end = 0
  return runsOf(positions)
    .map(([first, length]) => {
      const gap = (first - end).toString(36)
      end = first + length
      return length === 1 ? gap : `${gap}.${length.toString(36)}`
    })
    .join(' ')
}

function readRuns(written: string): Set<Position> {
  const done = new Set<Position>()
  let end = 0
  for (const run of written.match(/\S+/g) ?? []) {
    const [gap, length = '1'] = run.split('.')
    const first = end + Number.parseInt(gap!, 36)
    end = first + Number.parseInt(length, 36)
    for (let position = first; position < end; position++) done.add(position)
  }
  return done
}

/** True where a processor with this checkpoint has done the place. */
export function isPassed({ position, note }: Stand, place: Position): boolean {
  return (position ?? BEFORE_ALL) >= place || readNote(note).done.has(place)
}

function writeNote({ done, work }: Note): string | null {
  if (done.size === 0 && work.size === 0) return null
  return JSON.stringify({ done: writeRuns([...done]), work: [...work] })
}

function readNote(note: string | null): Note {
  if (note === null) return { done: new Set(), work: new Map() }
  const read = JSON.parse(note) as { done: string; work: [Position, WorkNote][] }
  return { done: readRuns(read.done), work: new Map(read.work) }
}
