// Commits the results of a transformer's work in one partition, together with the partition's checkpoint: one commit at
// a time, each for all work that has ended meanwhile.
import type { LogPosition, NewRecord, Position } from '../../ports/event-log.ts'
import { firstOf } from '../certain.ts'
import { withRetry } from '../fail/retry.ts'
import type { Progress, WorkNote } from '../turns/progress.ts'
import type { PartitionParts, Settled } from './partition-parts.ts'
import { toldRetry } from './told-retry.ts'

/**
 * A part of a write that is published before the whole has ended, with a note of how far the write is. `signal`: aborts
 * when the write is void.
 */
type Part = {
  records: readonly NewRecord[]
  position: Position
  note: WorkNote
  signal: AbortSignal
}
type WaitingPart = Part & {
  resolve: (at: readonly LogPosition[]) => void
  reject: (error: unknown) => void
}

type Committer = {
  /**
   * Commits ended work soon: with other work that ends meanwhile, or as soon as nothing else is running. Work without a
   * result moves the checkpoint, like what is passed over.
   */
  add(settled: Settled): void
  /** Gives back ended work that is in no commit. */
  recall(isIt: (settled: Settled) => boolean): readonly Settled[]
  /** Resolves when the commit that is under way has ended; rejects where it failed. */
  underWay(): Promise<void>
  /**
   * Resolves when the part is durable. Waits while too many other writes are published in parts; rejects where the write
   * becomes void meanwhile.
   */
  publish(part: Part): Promise<readonly LogPosition[]>
  /** Keeps a note of a work that has none, as soon as there is room for it. */
  reserve(part: Omit<Part, 'records'>): Promise<void>
  /** The checkpoint has moved, and nothing is to be appended. */
  moved(): void
  /**
   * Commits the checkpoint sooner: a note was kept by which attempts are counted, or others wait for the checkpoint.
   */
  soon(): void
  /** Nothing is running any more, so ended work waits no longer. */
  idle(): void
  /** Commits ended work, and ends. */
  finish(): Promise<void>
  stop(): void
}

/** How long ended work waits for running work, so that several share the durable step that each commit costs. */
const LINGER_MS = 25
/** After a commit that fewer than SEVERAL shared. */
const SHORT_LINGER_MS = 2
const SEVERAL = 2
/** How long a checkpoint waits that moved without anything to append: it costs a transaction all the same. */
const IDLE_CHECKPOINT_MS = 3_000
const SOON_MS = 200

type CommitterParts = PartitionParts & {
  progress: Progress
  isBusy: () => boolean
  failed: (error: unknown) => void
  /** Work waits for room for its note, and that may last until the first open place is done. */
  heldUp: () => void
}

export function createCommitter(parts: CommitterParts): Committer {
  const { progress, isBusy } = parts
  const idleMs = parts.idleCheckpointMs ?? IDLE_CHECKPOINT_MS
  const soonMs = Math.min(idleMs, SOON_MS)
  const ended: Settled[] = []
  const unpublished: WaitingPart[] = []
  let hasMoved = false
  let isSoon = false
  let state: 'open' | 'finishing' | 'ended' = 'open'
  let committing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let lingerMs = LINGER_MS
  let failure: unknown = null

  /** True where no commit may begin: one is under way, or the last one has begun. */
  const mustWait = () => state !== 'open' || committing !== null
  const clear = () => {
    clearTimeout(timer)
    dueAt = Number.POSITIVE_INFINITY
  }
  const schedule = (afterMs: number) => {
    const at = performance.now() + afterMs
    // Called for each record that is taken in; mostly a commit is due already.
    if (mustWait() || at >= dueAt) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(flush, afterMs)
  }
  function flush(): void {
    clear()
    committing = commitOnce()
      .catch(fail)
      .finally(() => {
        committing = null
        goOn()
      })
  }
  const goOn = () => {
    if (mustWait()) return
    if (unpublished.some(({ position }) => progress.mayKeep(position))) return flush()
    if (unpublished.length > 0) parts.heldUp()
    if (nextFits()) isBusy() ? schedule(lingerMs) : flush()
    else if (hasMoved) schedule(isSoon ? soonMs : idleMs)
  }
  const fail = (error: unknown) => {
    failure = error
    end()
    parts.failed(error)
  }
  const end = () => {
    state = 'ended'
    clear()
    for (const { reject } of unpublished.splice(0)) reject(new Error('the partition has ended'))
  }

  async function commitOnce(): Promise<void> {
    const published = takeParts()
    const some = takeEnded()
    if (published.length === 0 && some.length === 0 && !hasMoved) return
    hasMoved = false
    isSoon = false
    lingerMs = some.length < SEVERAL ? SHORT_LINGER_MS : LINGER_MS
    const all = [...published, ...some]
    const positions = await append(
      parts,
      all.flatMap(({ records }) => records),
      progress,
    ).catch((error) => {
      for (const { reject } of published) reject(error)
      throw error
    })
    let next = 0
    for (const each of all) {
      const places = positions.slice(next, next + each.records.length)
      next += each.records.length
      if ('resolve' in each) each.resolve(places)
      else tell(parts, each, places)
    }
  }

  /** In the order of the log: each user's results keep their order, and what the partition waits for always fits. */
  const inOrder = () => ended.sort((a, b) => firstPositionOf(a) - firstPositionOf(b))
  function nextFits(): boolean {
    const [next] = inOrder()
    return next !== undefined && progress.fits(positionsOf(next))
  }

  function takeEnded(): Settled[] {
    let taken = 0
    for (const each of inOrder()) {
      const positions = positionsOf(each)
      if (!progress.fits(positions)) break
      for (const position of positions) progress.finish(position)
      taken++
    }
    return ended.splice(0, taken)
  }

  function takeParts(): WaitingPart[] {
    return unpublished.splice(0).filter((part) => {
      const taken = progress.mayKeep(part.position)
      if (taken) progress.keep(part.position, part.note)
      else unpublished.push(part)
      return taken
    })
  }

  /** Work without a result needs no commit of its own: it may be done again, and again yields nothing. */
  function endEmpty(settled: Settled): void {
    for (const position of positionsOf(settled)) progress.finish(position)
    hasMoved = true
    tell(parts, settled, [])
  }

  const publish: Committer['publish'] = (part) =>
    new Promise((resolve, reject) => {
      if (state === 'ended') return reject(new Error('the partition has ended'))
      const { signal } = part
      if (signal.aborted) return reject(signal.reason)
      const withdraw = () => {
        const place = unpublished.indexOf(waiting)
        if (place < 0) return
        unpublished.splice(place, 1)
        reject(signal.reason)
      }
      const published: typeof resolve = (at) => {
        signal.removeEventListener('abort', withdraw)
        resolve(at)
      }
      const waiting = { ...part, resolve: published, reject }
      signal.addEventListener('abort', withdraw)
      unpublished.push(waiting)
      goOn()
    })

  return {
    add: (settled) => {
      const isEmpty = settled.records.length === 0 && state !== 'ended'
      if (isEmpty && progress.fits(positionsOf(settled))) {
        endEmpty(settled)
        goOn()
      } else {
        ended.push(settled)
        schedule(lingerMs)
      }
    },
    recall: (isIt) => {
      const back = ended.filter(isIt)
      ended.splice(0, ended.length, ...ended.filter((each) => !back.includes(each)))
      return back
    },
    underWay: async () => {
      await committing
      if (failure !== null) throw failure
    },
    publish,
    reserve: async (part) => {
      const { position, note, signal } = part
      signal.throwIfAborted()
      if (progress.noteOf(position)) return
      if (progress.mayKeep(position)) progress.keep(position, note)
      else await publish({ ...part, records: [] })
    },
    moved: () => {
      hasMoved = true
      schedule(idleMs)
    },
    soon: () => {
      hasMoved = true
      isSoon = true
      schedule(soonMs)
    },
    idle: goOn,
    finish: async () => {
      if (state === 'open') state = 'finishing'
      // A commit that is due must not begin beside the last one.
      clear()
      // One at a time: the commit under way may end the committer, too.
      await committing
      if (state === 'finishing') committing = commitOnce().catch(fail)
      await committing
      end()
    },
    stop: end,
  }
}

async function append(
  parts: PartitionParts,
  records: readonly NewRecord[],
  progress: Progress,
): Promise<LogPosition[]> {
  const { log, transformer, at, committed } = parts
  const checkpoints = [{ ...at, ...progress.stand() }]
  const positions = await withRetry(
    () => log.commit({ group: transformer.name, records, checkpoints }),
    toldRetry(parts, transformer.name),
  )
  await committed?.(records, positions)
  return positions
}

function tell(
  { telemetry, transformer: { name: processor } }: PartitionParts,
  { committed, isDeadLettered, group }: Settled,
  places: readonly LogPosition[],
): void {
  committed?.(places)
  const outcome = isDeadLettered ? 'parked' : 'handled'
  telemetry.events.inc({ processor, outcome }, group.length)
}

function positionsOf({ group }: Settled): Position[] {
  return group.map(({ position }) => position)
}

function firstPositionOf({ group }: Settled): Position {
  return firstOf(group).position
}
