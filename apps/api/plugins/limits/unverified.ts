// Attempts that showed no valid key or signature, counted by client address. After some failures a minute the address
// has to wait, longer after each further failure, and is answered 429 before anything costly happens. A valid key is
// never refused here: otherwise one client could lock out all that share its address.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createCounts } from '../../../../infra/runtime/turns/counts.ts'
import { tooMany } from '../../errors.ts'
import { type BoundedTable, createBoundedTable } from './bounded-table.ts'
import { clientOf } from './client-address.ts'

type Budget = {
  /** Failures per minute without a wait. */
  free: number
  longestWaitMs: number
}
/** Providers send for many tenants from one address, so signatures have more room than keys. */
export const unverifiedBudgets = {
  key: { free: 30, longestWaitMs: 5 * 60_000 },
  signature: { free: 120, longestWaitMs: 30_000 },
} as const satisfies Record<string, Budget>

const MINUTE_MS = 60_000
const FIRST_WAIT_MS = 1_000
/** After this long without a failure, an address that had to wait starts fresh. */
const QUIET_MS = 10 * 60_000
const MAX_ADDRESSES = 50_000

type Failures = { count: number; waits: number; startedAt: number; lastAt: number; until: number }

/** Large bodies of unverified clients, in memory at once: of one client, and of all. */
export const arrivingBodies = { ofClient: 32, ofAll: 256 } as const

/** What was attempted. `of`: whose signature was expected, such as the source of a webhook. */
export type Attempt = { kind: keyof typeof unverifiedBudgets; of?: string }

type Unverified = {
  /**
   * Throws RATE_LIMITED while the client has to wait. Call it before a body is read, and again before signatures are
   * tried, because many requests may be under way.
   */
  admit(request: Pick<FastifyRequest, 'ip'>, attempt: Attempt): void
  failed(request: Pick<FastifyRequest, 'ip'>, attempt: Attempt): void
  /**
   * Counts a large body among those that arrive, until its request has ended. Throws RATE_LIMITED if there are too
   * many.
   */
  arrives(request: Pick<FastifyRequest, 'ip'>, ended: (leave: () => void) => void): void
}

declare module 'fastify' {
  interface FastifyInstance {
    unverified: Unverified
  }
}

type Options = {
  /** Above 1 it multiplies the failures without a wait; below 1 they stay; 0 turns waiting off. */
  scale: number
  now: () => Date
  max?: number
}

export function registerUnverified(app: FastifyInstance, options: Options): void {
  app.decorate('unverified', createUnverified(options))
}

export function createUnverified(options: Options): Unverified & { size(): number } {
  const { scale, now, max = MAX_ADDRESSES } = options
  const table = createBoundedTable<Failures>({ max, isOver })
  const arriving = createCounts()
  let ofAll = 0
  const nameOf = ({ ip }: Pick<FastifyRequest, 'ip'>, { kind, of = '' }: Attempt) =>
    `${kind} ${clientOf(ip)} ${of}`
  return {
    admit(request, attempt) {
      const at = now().getTime()
      const waitMs = (table.get(nameOf(request, attempt), at)?.until ?? at) - at
      if (waitMs > 0) throw tooMany('too many attempts failed', { waitMs })
    },
    failed(request, attempt) {
      if (scale === 0) return
      const { free, longestWaitMs } = unverifiedBudgets[attempt.kind]
      const budget = { free: Math.floor(free * Math.max(1, scale)), longestWaitMs }
      countFailure(table, { name: nameOf(request, attempt), budget, at: now().getTime() })
    },
    arrives({ ip }, ended) {
      const client = clientOf(ip)
      const isFull = arriving.of(client) >= arrivingBodies.ofClient
      if (isFull || ofAll >= arrivingBodies.ofAll) {
        throw tooMany('too many large bodies arrive at once', { waitMs: FIRST_WAIT_MS })
      }
      ofAll++
      const leave = arriving.enter(client)
      ended(() => {
        ofAll--
        leave()
      })
    },
    size: table.size,
  }
}

function countFailure(
  table: BoundedTable<Failures>,
  { name, budget, at }: { name: string; budget: Budget; at: number },
): void {
  const before = table.get(name, at) ?? { count: 0, waits: 0, startedAt: at, lastAt: at, until: at }
  const failures = { ...before, count: before.count + 1, lastAt: at }
  if (failures.count > budget.free) {
    failures.until = at + Math.min(FIRST_WAIT_MS * 2 ** failures.waits, budget.longestWaitMs)
    failures.waits++
  }
  table.put(name, failures, at)
}

/** A few failures count for a minute; a client that had to wait is remembered until it has been quiet. */
function isOver({ waits, startedAt, lastAt, until }: Failures, now: number): boolean {
  if (now < lastAt) return true
  return waits === 0 ? now - startedAt >= MINUTE_MS : now - Math.max(lastAt, until) >= QUIET_MS
}
