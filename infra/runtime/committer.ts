// Commits what a transformer's work in one partition led to, with where the partition stands then: one commit at a time,
// each for all that has ended meanwhile.
import type { LogPosition, NewRecord, Position } from '../ports/event-log.ts'
import type { PartitionParts, Settled } from './partition-run.ts'
import type { Progress, WorkNote } from './progress.ts'
import { defaultRetry, withRetry } from './retry.ts'

/** A part of a write that is published before the whole has ended, with the note of how far the write is then. */
type Part = { records: readonly NewRecord[]; position: Position; note: WorkNote }
type WaitingPart = Part & {
  resolve: (at: readonly LogPosition[]) => void
  reject: (error: unknown) => void
}

export type Committer = {
  /** What has ended is committed soon: with what else ends meanwhile, or as soon as nothing else is running. */
  add(settled: Settled): void
  /** Resolves when the part is durable. Waits while too many other writes are in parts. */
  publish(part: Part): Promise<readonly LogPosition[]>
  /** The stand has moved, and nothing is to be appended. */
  moved(): void
  /** Nothing is running any more, so what has ended waits for nothing. */
  idle(): void
  /** Commits what has ended, and ends. */
  finish(): Promise<void>
  /** Ends at once. */
  stop(): void
}

/** How long what has ended waits for what else is running: each commit costs a durable step. */
const LINGER_MS = 25
/** How long a stand waits that moved without anything to append. */
const IDLE_CHECKPOINT_MS = 200

export type CommitterParts = PartitionParts & {
  progress: Progress
  isBusy: () => boolean
  failed: (error: unknown) => void
}

export function createCommitter(parts: CommitterParts): Committer {
  const { progress, isBusy } = parts
  const idleMs = parts.idleCheckpointMs ?? IDLE_CHECKPOINT_MS
  const ended: Settled[] = []
  const unpublished: WaitingPart[] = []
  let hasMoved = false
  let stopped = false
  let committing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let timerAt = Number.POSITIVE_INFINITY

  const clear = () => {
    if (timer) clearTimeout(timer)
    timer = null
    timerAt = Number.POSITIVE_INFINITY
  }
  const schedule = (afterMs: number) => {
    const at = performance.now() + afterMs
    if (stopped || committing || at >= timerAt) return
    clear()
    timerAt = at
    timer = setTimeout(flush, afterMs)
  }
  function flush(): void {
    if (stopped || committing) return
    clear()
    committing = commitOnce()
      .catch((error) => {
        end()
        parts.failed(error)
      })
      .finally(() => {
        committing = null
        goOn()
      })
  }
  const goOn = () => {
    if (unpublished.some(({ position }) => progress.mayKeep(position))) flush()
    else if (ended.length > 0) isBusy() ? schedule(LINGER_MS) : flush()
    else if (hasMoved) schedule(idleMs)
  }
  const end = () => {
    stopped = true
    clear()
    for (const { reject } of unpublished.splice(0)) reject(new Error('the partition has ended'))
  }

  async function commitOnce(): Promise<void> {
    const published = takeParts()
    const some = takeEnded()
    if (published.length === 0 && some.length === 0 && !hasMoved) return
    hasMoved = false
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

  /** In the order of the log, so that each user's results keep their order. */
  function takeEnded(): Settled[] {
    ended.sort((a, b) => lastOf(a) - lastOf(b))
    let taken = 0
    for (const { group } of ended) {
      const positions = group.map(({ position }) => position)
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

  return {
    add: (settled) => {
      ended.push(settled)
      schedule(LINGER_MS)
    },
    publish: (part) =>
      new Promise((resolve, reject) => {
        if (stopped) return reject(new Error('the partition has ended'))
        unpublished.push({ ...part, resolve, reject })
        if (!committing) goOn()
      }),
    moved: () => {
      hasMoved = true
      schedule(idleMs)
    },
    idle: () => {
      if (!committing) goOn()
    },
    finish: async () => {
      await committing
      if (!stopped) await commitOnce().catch(parts.failed)
      end()
    },
    stop: end,
  }
}

function append(
  { log, transformer, signal, at }: PartitionParts,
  records: readonly NewRecord[],
  progress: Progress,
): Promise<LogPosition[]> {
  const checkpoints = [{ ...at, ...progress.stand() }]
  return withRetry(() => log.commit({ group: transformer.name, records, checkpoints }), {
    ...defaultRetry,
    signal,
  })
}

function tell(
  { telemetry, transformer: { name: processor } }: PartitionParts,
  { committed, parked, group }: Settled,
  places: readonly LogPosition[],
): void {
  committed?.(places)
  const outcome = parked ? 'parked' : 'handled'
  telemetry.events.inc({ processor, outcome }, group.length)
}

function lastOf({ group }: Settled): Position {
  return group.at(-1)!.position
}
