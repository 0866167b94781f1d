// How long writes take turns: few are under way, one at a time publishes a passage, and they leave time for the others.
import { lastOf } from '../../../infra/runtime/certain.ts'
import type { Emitted, Outcome, Work } from '../../../infra/runtime/run/processor.ts'
import { pause } from '../../../infra/runtime/wait/pause.ts'
import { type Pacing, realPacing } from '../../../infra/runtime/wait/wait-for.ts'
import { orNull } from '../../../infra/runtime/wait/within.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { noteOf, type ReadSoFar } from '../totals.ts'
import { PATIENCE_MS } from './lead.ts'
import type { PartitionState } from './partition-state.ts'

/** Called once what was decided is durable, with where it went. */
export type Committed = NonNullable<Extract<Outcome, { outcome: 'emit' }>['committed']>

type Passage = { events: readonly Emitted[]; next: ReadSoFar; committed: Committed }

/**
 * How many events of long writes the index may lag behind: other writes wait behind these in every store. Passages that
 * say little are published at once.
 */
const MAX_AHEAD = 50
/** The pause afterwards: stores other than the index also need time for what they led to. */
const PAUSE_MS = 100
/** Stores that show a passage sooner have time for others. */
const QUICK_MS = 150
/** While others write, long writes pause for this many times as long as a passage took. */
const TIMES_FOR_OTHERS = 6
const LONGEST_PAUSE_MS = 2_000
/** How long a short write counts as a sign that others write. */
const OTHERS_MS = 5_000

/** A process with nothing else to do may exit during the pause. */
const pacing: Pacing = { ...realPacing, pause }

/**
 * Resolves when the write may join the long ones under way; the returned function ends its stay. Room for its note
 * comes first: a write that waits for that, which may last until an earlier write has ended, holds up no other then.
 */
export async function entered(
  { long, event, hand }: Pick<PartitionState, 'long'> & { event: Scope; hand: Work },
  soFar: ReadSoFar,
): Promise<() => void> {
  await hand.reserve(noteOf(soFar))
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void long.run(event, () => {
    begun.resolve()
    return ended.promise
  })
  await begun.promise
  return ended.resolve
}

/**
 * Published one after another across all long writes, each once the index has caught up with those before: so long
 * writes put little more than a passage ahead of the others in any store. The turn is another write's meanwhile. While
 * no others write, the partitions do so side by side.
 */
export function publishPassage(
  { hand, ahead, others, indexed, event, ...waits }: PartitionState & { hand: Work; event: Scope },
  { events, next, committed }: Passage,
  { now, pause: leave }: Pacing = pacing,
): Promise<void> {
  return hand.turn.aside(() =>
    inTurn({ ...waits, others, event }, now, async () => {
      const began = now()
      const positions = await hand.publish(events, noteOf(next))
      committed(positions)
      ahead.events += positions.length
      if (ahead.events < MAX_AHEAD) return
      // If the index is down, long writes continue without it.
      const shown = indexed(lastOf(positions)).then(() => true)
      const isUp = await orNull(shown, others.patienceMs, hand.signal)
      others.patienceMs = isUp ? PATIENCE_MS : QUICK_MS
      ahead.events = 0
      await leave(pauseAfter(now() - began, now() - others.wroteAt), hand.signal)
    }),
  )
}

/**
 * A passage that says nothing new: it is noted if there is room for a note, and takes no durable step of its own.
 * Reading it and looking up what it says took `tookMs`; the others still get their share of that time.
 */
export async function passOver(
  { hand, ...waits }: Waits & { hand: Work },
  { next, tookMs }: { next: ReadSoFar; tookMs: number },
  { now, pause: leave }: Pacing = pacing,
): Promise<void> {
  hand.keep(noteOf(next))
  const leftMs = leftToOthers(tookMs, now() - waits.others.wroteAt)
  if (leftMs === 0) return hand.turn.pass()
  await hand.turn.aside(() => inTurn(waits, now, () => leave(leftMs, hand.signal)))
}

/**
 * How long, in milliseconds, long writes pause after the index caught up with them, which took `tookMs`. If others have
 * not written for long, a long write should end soon.
 */
export function pauseAfter(tookMs: number, othersWroteMsAgo: number): number {
  return tookMs < QUICK_MS ? PAUSE_MS : Math.max(PAUSE_MS, leftToOthers(tookMs, othersWroteMsAgo))
}

type Waits = Pick<PartitionState, 'pace' | 'others' | 'longWaiting'> & { event: Scope }

/** Stores are shared by all partitions. */
function inTurn(
  { pace, others, longWaiting, event }: Waits,
  now: () => number,
  work: () => Promise<void>,
): Promise<void> {
  const turns = now() - others.wroteAt > OTHERS_MS ? pace : others.pace
  longWaiting?.inc()
  return turns.run(event, () => {
    longWaiting?.dec()
    return work()
  })
}

function leftToOthers(tookMs: number, othersWroteMsAgo: number): number {
  if (othersWroteMsAgo > OTHERS_MS) return 0
  return Math.min(LONGEST_PAUSE_MS, TIMES_FOR_OTHERS * tookMs)
}
