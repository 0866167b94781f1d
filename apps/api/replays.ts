// Replays that operators order: one at a time, in a thread of its own, and their results. Known to this process alone,
// and only for the last ones.
import type { ProjectionName } from '../../infra/ports/ports.ts'
import { dropOldest } from '../../infra/runtime/certain.ts'
import { uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import type { Replay } from '../../schemas/api/operating/admin.ts'

export type ReplayOrder =
  /** `ids` null: all. */
  | { what: 'dead-letters'; ids: readonly string[] | null }
  | { what: 'projection'; projection: ProjectionName; check: boolean }
export type ReplayResult = NonNullable<Replay['result']>

/** Carries out an order; calls `told` now and then with a line for people. Ends soon after the signal is aborted. */
export type RunReplay = (
  order: ReplayOrder,
  parts: { told: (line: string) => void; signal: AbortSignal },
) => Promise<ReplayResult>

export type Replays = {
  /** Null if one is running already. */
  start(order: ReplayOrder): Replay | null
  find(id: string): Replay | null
  /** Resolves when none is running. */
  stop(): Promise<void>
}

const KEPT = 100

export function createReplays(run: RunReplay, now: () => Date): Replays {
  const known = new Map<string, Replay>()
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  const change = (id: string, what: Partial<Replay>) => {
    const replay = known.get(id)
    if (replay) known.set(id, { ...replay, ...what })
  }
  const carryOut = async (id: string, order: ReplayOrder) => {
    const told = (progress: string) => change(id, { progress })
    const ended = await run(order, { told, signal: stopping.signal }).then(
      (result) => ({ status: 'done' as const, result }),
      (error: Error) => ({ status: 'failed' as const, errorClass: error.name }),
    )
    change(id, { ...ended, endedAt: now().toISOString() })
    running = null
  }
  return {
    start: (order) => {
      if (running) return null
      const replay = begun(order, now())
      known.set(replay.id, replay)
      if (known.size > KEPT) dropOldest(known)
      running = carryOut(replay.id, order)
      return replay
    },
    find: (id) => known.get(id) ?? null,
    stop: async () => {
      stopping.abort(new Error('stopping'))
      await running
    },
  }
}

function begun(order: ReplayOrder, at: Date): Replay {
  return {
    id: uuidV7(at.getTime()),
    what: order.what,
    projection: order.what === 'projection' ? order.projection : null,
    status: 'running',
    startedAt: at.toISOString(),
    endedAt: null,
    progress: null,
    result: null,
    errorClass: null,
  }
}
