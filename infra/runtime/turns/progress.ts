// How far a processor is in one partition. The work of different users ends in any order, so besides the position up to
// which everything is done there are places beyond it that are done, and places that are partly done. All of this is
// committed as one checkpoint: a position, and a note that the log keeps beside it.
import type { Position } from '../../ports/event-log.ts'
import { present } from '../certain.ts'

/** What is known about unfinished work. Small: it is written with every checkpoint until the work ends. */
export type WorkNote = Readonly<Record<string, number | string | readonly string[]>>

/** Where a processor resumes: the content of its last checkpoint. */
export type Stand = { position: Position | undefined; note: string | null }

export type Progress = {
  /** Adds a place, in the order of the log. False where it was done before. */
  add(position: Position): boolean
  /**
   * Takes a place as done, in the order of the log, without noting it: after a restart it may be handed out again. So
   * any number fits beyond an open place.
   */
  pass(position: Position): void
  finish(position: Position): void
  /** False where finishing `more` as well would make the note longer than the log keeps. */
  fits(more: readonly Position[]): boolean
  /**
   * False where `most` works have a note already; `most` is less than there is room for. The first open place always may
   * have one, unless `most` is given: what others have a note for may not fit before it is done.
   */
  mayKeep(position: Position, most?: number): boolean
  keep(position: Position, note: WorkNote): void
  noteOf(position: Position): WorkNote | null
  /** The content of a checkpoint now. */
  stand(): { position: Position; note: string | null }
  /** The first open place, for which all others wait; undefined where none is open. */
  first(): Position | undefined
  /** How many places were added and are not done. */
  open(): number
}

/** Stands before the first place of every log. */
const BEFORE_ALL: Position = -1
const MAX_NOTES = 10
/** What the notes on so many works, and on one at the first open place, take at most. */
const WORK_CHARS = 2_530
/** So few places fit in the note of any log, so they need not be written out to be measured. */
const ALWAYS_FIT = 100
/** So many places are remembered beyond the first open one, however few characters say so. */
const MAX_BEYOND = 4_096
/** What one more place adds to a note at most. */
const CHARS_OF_ONE = 20
/** A run goes on over so many places that are not open: each is remembered after a restart. */
const MAX_BRIDGED = 32

type Note = { done: Set<Position>; work: Map<Position, WorkNote> }
/** `after`: the place that was taken in before it, even if that was passed. */
type Added = { position: Position; after: Position }

/**
 * `noteLimit`: how many characters the log keeps beside a checkpoint. `finished`: called whenever fewer places are open
 * than before.
 */
export function createProgress(
  { position: from, note }: Stand,
  noteLimit: number,
  finished: () => void = () => undefined,
): Progress {
  /** Done before the start, as far as they have not been taken in again; places without a record may be among them. */
  const { done: before, work } = readNote(note)
  /** Done beyond the first open place. */
  const done = new Set<Position>()
  /** The places added, in order, from the first one that is not done. */
  const order: Added[] = []
  let upTo = from ?? BEFORE_ALL
  let last = upTo
  let open = 0
  /** At least as many characters as the done places take, so that few questions have to write them out. */
  let mostChars = note?.length ?? 0
  const advance = () => {
    const firstOpen = order.findIndex(({ position }) => !done.has(position))
    const ended = order.splice(0, firstOpen < 0 ? order.length : firstOpen)
    for (const { position } of ended) done.delete(position)
    upTo = order[0]?.after ?? last
  }
  const taken = (position: Position) => {
    last = position
    for (const each of before) {
      if (each > last) break
      before.delete(each)
    }
    advance()
  }
  const runs = (more: readonly Position[] = []) => {
    const all = new Set([...done, ...before, ...more])
    const stillOpen = order.flatMap(({ position }) => (all.has(position) ? [] : [position]))
    return writeRuns([...all], { open: stillOpen, last })
  }
  const haveRoom = (more: readonly Position[]) => {
    const room = noteLimit - WORK_CHARS
    if (done.size + more.length > MAX_BEYOND) return false
    if (mostChars + more.length * CHARS_OF_ONE <= room) return true
    mostChars = runs(more).length
    return mostChars <= room
  }
  return {
    add: (position) => {
      order.push({ position, after: last })
      const isNew = !before.has(position)
      if (isNew) open++
      else done.add(position)
      taken(position)
      return isNew
    },
    pass: taken,
    finish: (position) => {
      done.add(position)
      mostChars += CHARS_OF_ONE
      work.delete(position)
      open--
      advance()
      finished()
    },
    fits: (more) =>
      (before.size === 0 && done.size + more.length <= ALWAYS_FIT) ||
      more.some((position) => position === order[0]?.position) ||
      haveRoom(more),
    mayKeep: (position, most) =>
      work.size < (most ?? MAX_NOTES) ||
      work.has(position) ||
      (most === undefined && position === order[0]?.position),
    keep: (position, said) => void work.set(position, said),
    noteOf: (position) => work.get(position) ?? null,
    stand: () => ({ position: upTo, note: writeNote(runs(), work) }),
    first: () => order[0]?.position,
    open: () => open,
  }
}

/** What was taken in: the places that are open, in order, and the last place of all. */
type TakenIn = { open: readonly Position[]; last: Position }

/**
 * First places and lengths of the runs without an open place between them: the few others that lie there were passed, or
 * hold no record.
 */
function runsOf(
  positions: readonly Position[],
  { open, last }: TakenIn,
): [first: Position, length: number][] {
  const runs: [Position, number][] = []
  let next = 0
  for (const position of [...positions].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    const gap = run ? position - (run[0] + run[1]) : 0
    const openBefore = next
    while ((open[next] ?? Number.POSITIVE_INFINITY) < position) next++
    const isBridged = next === openBefore && position <= last + 1 && gap <= MAX_BRIDGED
    if (run && (gap === 0 || isBridged)) run[1] += gap + 1
    else runs.push([position, 1])
  }
  return runs
}

/** Each run as the gap before it, and its length where that is more than one: few digits, as most runs are close. */
function writeRuns(positions: readonly Position[], takenIn: TakenIn): string {
  let end = 0
  return runsOf(positions, takenIn)
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
    const first = end + Number.parseInt(present(gap, 'gap'), 36)
    end = first + Number.parseInt(length, 36)
    for (let position = first; position < end; position++) done.add(position)
  }
  return done
}

/** True where a processor with this checkpoint has done the place. */
export function isPassed({ position, note }: Stand, place: Position): boolean {
  return (position ?? BEFORE_ALL) >= place || readNote(note).done.has(place)
}

function writeNote(done: string, work: Note['work']): string | null {
  return done === '' && work.size === 0 ? null : JSON.stringify({ done, work: [...work] })
}

function readNote(note: string | null): Note {
  if (note === null) return { done: new Set(), work: new Map() }
  const read = JSON.parse(note) as { done: string; work: [Position, WorkNote][] }
  return { done: readRuns(read.done), work: new Map(read.work) }
}
