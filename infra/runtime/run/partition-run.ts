// One partition in the hands of a transformer. Records are taken in as the log delivers them, and each user's are
// handled one after another, in turns that go round the apps and their users. Ended work is committed in the order of
// each user, even if earlier records of others still run; so the slow work of one user delays the results of no other.
import { isCarried } from '../../../schemas/events/envelope.ts'
import { scopeName } from '../../../schemas/scope-name.ts'
import type { LogRecord } from '../../ports/event-log.ts'
import { asError, firstOf } from '../certain.ts'
import { isForOthers } from '../envelope/codec.ts'
import { emptyLine, type Line, wait } from '../turns/line.ts'
import { createProgress } from '../turns/progress.ts'
import { createRests } from '../turns/rests.ts'
import type { Turn } from '../turns/turns.ts'
import { atMost } from '../wait/within.ts'
import { createCommitter } from './committer.ts'
import type { PartitionParts, Settled, WorkInParts } from './partition-parts.ts'
import type { Transformer } from './processor.ts'

export type PartitionRun = {
  /** Takes records in; resolves when there is room for more. `fail`: the partition cannot go on. */
  take(records: readonly LogRecord[], fail: (error: Error) => void): Promise<void>
  /**
   * What was decided for the record's user and is in no commit is decided again, because it may tell what the record
   * forgets. Resolves when no result from before is being appended; rejects where a commit has failed.
   */
  recall(record: LogRecord): Promise<void>
  /** Nothing more begins. Resolves when work that had begun is committed, or left to the next start. */
  close(): Promise<void>
}

/** Records taken in and not done. The records of other users stand behind these, so there is room for many. */
const MAX_OPEN = 8_192
const MAX_OPEN_BYTES = 32 * 1024 * 1024
/** A user's records in one call, where a call takes all that wait. */
const MAX_GROUP = 256
/** How many works may have a note without having published a part. So there is always room for the notes of others. */
const MAX_KEPT = 4
/** How long work that has begun may go on when the partition is taken away. */
const CLOSE_PATIENCE_MS = 3_000

export function createPartitionRun(parts: PartitionParts): PartitionRun {
  const { transformer } = parts
  const progress = createProgress(parts.stand, parts.log.noteLimit, () => roomFound())
  const rests = createRests(transformer.restMs ?? 0)
  /** The lines that are being worked through. */
  const lines = new Map<string, Line>()
  /** False once the partition is taken away, or cannot go on: nothing more is taken in or begins. */
  let isOpen = true
  let fail: (error: Error) => void = () => undefined
  let openBytes = 0
  let roomFound: () => void = () => undefined
  let allEnded: () => void = () => undefined
  const isBusy = () => lines.size > 0
  const committer = createCommitter({ ...parts, progress, isBusy, failed, heldUp })

  function failed(error: unknown): void {
    if (!isOpen) return
    isOpen = false
    committer.stop()
    roomFound()
    if (!parts.signal.aborted) fail(asError(error))
  }

  function enter(record: LogRecord): void {
    if (isForOthers(record, transformer.handles) || hasFollowed(parts, record)) {
      passOver(record)
      return
    }
    if (!progress.add(record.position)) return
    const known = lines.get(keyOf(record))
    if (known && record.event && transformer.voids?.(record.event)) drop(known)
    join(record)
  }

  const isApart = (record: LogRecord) => isOneOf(transformer.apart, record)
  // No user's name begins with a slash, because no app's name is empty.
  const keyOf = (record: LogRecord) => (isApart(record) ? `/${userOf(record)}` : userOf(record))

  function join(record: LogRecord): void {
    openBytes += bytesOf(record)
    const key = keyOf(record)
    const known = lines.get(key)
    const line = known ?? emptyLine(record, isApart(record) ? parts.apartTurns : parts.turns)
    wait(line, record)
    if (isUrgent(transformer, record)) {
      line.urgent++
      line.turns.hurry(line.scope)
    }
    if (!known) void work(key, line)
  }

  function passOver(record: LogRecord): void {
    if (isOneOf(transformer.awaitedPast, record)) {
      if (progress.add(record.position)) void passAwaited(record)
    } else {
      progress.pass(record.position)
      committer.moved()
    }
  }

  /** Once this is passed, the user's records are erased: no result from before may be appended after that. */
  async function passAwaited(record: LogRecord): Promise<void> {
    try {
      await parts.recall(record)
      // Noted even beyond an open place, so that others need not wait for that.
      progress.finish(record.position)
      committer.soon()
    } catch (error) {
      failed(error)
    }
  }

  /**
   * Drops a user's earlier records, which are void now: none is handled, and one that is being handled yields nothing.
   */
  function drop(line: Line): void {
    line.running?.abort(new Error('a later event has made this one void'))
    line.isRecalled = false
    const left = line.waiting.splice(0)
    if (left.length > 0) done(line, { group: left, records: [], isDeadLettered: false })
  }

  function done(line: Line, settled: Settled): void {
    for (const record of settled.group) {
      openBytes -= bytesOf(record)
      if (isUrgent(transformer, record)) line.urgent--
    }
    committer.add(settled)
    roomFound()
  }

  function again(group: readonly LogRecord[], back: (record: LogRecord) => void): void {
    parts.telemetry.decidedAgain.inc({ processor: transformer.name }, group.length)
    group.forEach(back)
  }

  /** As much may have begun as may be, and wait for the first open place, which has not begun. */
  function heldUp(): void {
    for (const { waiting, turns, scope } of lines.values())
      if (waiting[0] && waiting[0].position === progress.first()) turns.hurry(scope)
  }

  async function work(key: string, line: Line): Promise<void> {
    const isUrgent = () => line.urgent > 0
    lines.set(key, line)
    try {
      while (line.waiting.length > 0 && mayBegin()) {
        const rest = rests.over(parts.signal)
        if (rest) await rest
        await line.turns.run(line.scope, (turn) => handleNext(line, turn), isUrgent)
        rests.ended()
      }
    } finally {
      lines.delete(key)
      if (lines.size === 0) {
        committer.idle()
        allEnded()
      }
    }
  }

  async function handleNext(line: Line, turn: Turn): Promise<void> {
    await parts.throttle?.(() => line.urgent > 0 || line.turns.isUrgent())
    // The service may have been stopped while this waited for its turn.
    if (!mayBegin()) return
    const most = transformer.grouping === 'user' ? MAX_GROUP : 1
    const group = line.waiting.splice(0, most)
    rests.begin()
    line.running = new AbortController()
    const { signal } = line.running
    const work = workOf(firstOf(group), { line, turn, signal })
    const settled = await settledUnlessVoid(group, work, signal)
    line.running = null
    if (line.isRecalled) {
      line.isRecalled = false
      again(group, (record) => wait(line, record))
    } else if (settled) done(line, settled)
  }

  /** Null where the work failed: it is left to the next start. */
  async function settledUnlessVoid(
    group: readonly LogRecord[],
    work: WorkInParts,
    signal: AbortSignal,
  ): Promise<Settled | null> {
    const nothing = { group, records: [], isDeadLettered: false }
    try {
      const settled = await parts.settle(group, work)
      return signal.aborted ? nothing : settled
    } catch (error) {
      if (signal.aborted) return nothing
      // Called while the turn is held, so that nothing more begins in it.
      failed(error)
      return null
    }
  }

  function workOf(
    { position }: LogRecord,
    { line, turn, signal }: { line: Line; turn: Turn; signal: AbortSignal },
  ): WorkInParts {
    return {
      following: (most) =>
        line.turns.isFree() && !signal.aborted ? line.waiting.slice(0, most) : [],
      turn,
      signal,
      paid: new Map(),
      // Read again at each attempt: a failed attempt may have published a part first.
      get note() {
        return progress.noteOf(position)
      },
      keep: (note) => {
        if (!progress.mayKeep(position, MAX_KEPT)) return
        progress.keep(position, note)
        committer.soon()
      },
      reserve: (note) => committer.reserve({ position, note, signal }),
      publish: (records, note) => committer.publish({ records, position, note, signal }),
    }
  }

  const mayBegin = () => isOpen && !parts.signal.aborted
  const hasRoom = () => !isOpen || (progress.open() < MAX_OPEN && openBytes < MAX_OPEN_BYTES)

  return {
    take: async (records, whenItFails) => {
      if (!isOpen) return
      fail = whenItFails
      for (const record of records) enter(record)
      while (!hasRoom()) {
        rests.end()
        await new Promise<void>((resolve) => {
          roomFound = resolve
        })
      }
    },
    recall: async (record) => {
      const user = userOf(record)
      for (const line of lines.values()) {
        if (line.running?.signal.aborted !== false || scopeName(line.scope) !== user) continue
        line.isRecalled = true
        line.running.abort(new Error('what this rests on has changed'))
      }
      const isOfUser = ({ group }: Settled) => userOf(firstOf(group)) === user
      for (const { group } of committer.recall(isOfUser)) again(group, join)
      await committer.underWay()
    },
    close: async () => {
      isOpen = false
      roomFound()
      rests.end()
      if (lines.size > 0)
        await atMost(
          new Promise<void>((resolve) => {
            allEnded = resolve
          }),
          parts.closePatienceMs ?? CLOSE_PATIENCE_MS,
        )
      await committer.finish()
      for (const line of lines.values()) line.running?.abort(new Error('the partition has ended'))
    },
  }
}

/** True for what was carried over from another service: what follows from it came with it. */
function hasFollowed({ readsCarried }: PartitionParts, { event }: LogRecord): boolean {
  return readsCarried !== true && event !== null && isCarried(event)
}

function userOf({ event, position }: LogRecord): string {
  return event ? scopeName(event) : `unreadable ${position}`
}

function isUrgent({ urgent }: Transformer, record: LogRecord): boolean {
  return isOneOf(urgent, record)
}

function isOneOf(types: readonly string[] | undefined, { event }: LogRecord): boolean {
  return types?.some((type) => type === event?.type) === true
}

function bytesOf({ event }: LogRecord): number {
  return event?.sealed?.length ?? 0
}
