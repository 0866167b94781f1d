// How long writes take their turns: few are under way, one at a time publishes a passage, and they leave the others time.

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
 * How many events of long writes the index may be behind them: what others write stands behind these in every store.
 * Passages that say little are published at once.
 */
const MAX_AHEAD = 50
/** Afterwards: what they led to takes its time in stores other than the index, too. */
const PAUSE_MS = 100
/** While others write, long writes leave them so many times as long as a passage took. */
const TIMES_FOR_OTHERS = 6
const LONGEST_PAUSE_MS = 2_000
/** A short write tells of others for so long. */
const OTHERS_MS = 5_000

/** A process that has nothing else to do may end meanwhile. */
const pacing: Pacing = { ...realPacing, pause }

/** Resolves when the write may be one of the long ones under way; the answer ends that. */
export async function entered({
  long,
  event,
}: Pick<PartitionState, 'long'> & { event: Scope }): Promise<() => void> {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void long.run(event, () => {
    begun.resolve()
    return ended.promise
  })
  await begun.promise
  return ended.resolve
}

/**
 * Published one after another of all long writes, and each when the index has caught up with those before: so what long
 * writes put before the others, in every store, is little more than a passage. The turn is another's meanwhile.
 */
export function publishPassage(
  { hand, pace, ahead, others, indexed, event }: PartitionState & { hand: Work; event: Scope },
  { events, next, committed }: Passage,
  { now, pause: leave }: Pacing = pacing,
): Promise<void> {
  return hand.turn.aside(() =>
    pace.run(event, async () => {
      const began = now()
      const positions = await hand.publish(events, noteOf(next))
      committed(positions)
      ahead.events += positions.length
      if (ahead.events < MAX_AHEAD) return
      // Where the index is down, a long write goes on alone.
      await orNull(indexed(positions.at(-1)!), PATIENCE_MS)
      ahead.events = 0
      await leave(pauseAfter(now() - began, now() - others.wroteAt), hand.signal)
    }),
  )
}

/**
 * A passage that says nothing new: it is noted, where there is room for a note, and takes no durable step of its own.
 * Reading it and looking up what it says took `tookMs`, of which the others are left their share all the same.
 */
export async function passOver(
  {
    hand,
    pace,
    others,
    event,
  }: Pick<PartitionState, 'pace' | 'others'> & { hand: Work; event: Scope },
  { next, tookMs }: { next: ReadSoFar; tookMs: number },
  { now, pause: leave }: Pacing = pacing,
): Promise<void> {
  hand.keep(noteOf(next))
  const leftMs = leftToOthers(tookMs, now() - others.wroteAt)
  if (leftMs === 0) return hand.turn.pass()
  await hand.turn.aside(() => pace.run(event, () => leave(leftMs, hand.signal)))
}

/**
 * Milliseconds that long writes leave the others after they were caught up with, which took `tookMs`. Where others have
 * not written for long, a long write is to end soon.
 */
export function pauseAfter(tookMs: number, othersWroteMsAgo: number): number {
  return Math.max(PAUSE_MS, leftToOthers(tookMs, othersWroteMsAgo))
}

function leftToOthers(tookMs: number, othersWroteMsAgo: number): number {
  if (othersWroteMsAgo > OTHERS_MS) return 0
  return Math.min(LONGEST_PAUSE_MS, TIMES_FOR_OTHERS * tookMs)
}
