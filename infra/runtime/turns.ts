// Who works next. A processor has a bounded number of turns at a time; they go round the apps, and within an app round
// its users. Long work gives its turn back between its parts, so that what is short never waits for the whole of it.
import type { Scope } from '../../schemas/identifiers.ts'
import { createFairQueue } from './fair-queue.ts'

/** A turn in the hands of the work that has it. */
export type Turn = {
  /** Gives the turn back and takes the next one, after everyone who waits. */
  pass(): Promise<void>
  /** Runs `wait` without holding a turn, then takes the next one. For what waits and does not work. */
  aside<T>(wait: () => Promise<T>): Promise<T>
}

export type Turns = {
  /** Runs `work` in a turn. `isUrgent` is asked whenever it waits: urgent work goes before everything else. */
  run<T>(scope: Scope, work: (turn: Turn) => Promise<T>, isUrgent?: () => boolean): Promise<T>
  /** What already waits of a user has become urgent. */
  hurry(scope: Scope): void
}

/** Work that has begun holds memory, so it is bounded: for one app, and in all. */
const BEGUN_PER_TURN_AND_APP = 1
const BEGUN_PER_TURN = 2

type Waiting = { begun: boolean; scope: Scope; go: () => void }

/** `size`: how many turns there are at a time. */
export function createTurns(size: number): Turns {
  const queues = createQueues(size)
  let free = size
  const grant = () => {
    while (free > 0) {
      const next = queues.next()
      if (!next) return
      free--
      next.go()
    }
  }
  const take = (scope: Scope, { begun, urgent }: { begun: boolean; urgent: boolean }) =>
    new Promise<void>((go) => {
      queues.push({ begun, scope, go }, urgent)
      grant()
    })
  const giveBack = () => {
    free++
    grant()
  }
  return {
    hurry: queues.hurry,
    run: async (scope, work, isUrgent = () => false) => {
      await take(scope, { begun: false, urgent: isUrgent() })
      let held = true
      const aside: Turn['aside'] = async (wait) => {
        held = false
        giveBack()
        try {
          return await wait()
        } finally {
          await take(scope, { begun: true, urgent: isUrgent() })
          held = true
        }
      }
      try {
        return await work({ aside, pass: () => aside(async () => undefined) })
      } finally {
        queues.ended(scope.appId)
        if (held) giveBack()
      }
    },
  }
}

function createQueues(size: number) {
  const urgent: Waiting[] = []
  const goingOn = createFairQueue<Waiting>()
  const fresh = createFairQueue<Waiting>()
  const begunOf = new Map<string, number>()
  let begun = 0
  let lastBegan = false
  const mayBegin = (appId: string) =>
    begun < BEGUN_PER_TURN * size && (begunOf.get(appId) ?? 0) < BEGUN_PER_TURN_AND_APP * size
  const begin = ({ scope: { appId } }: Waiting) => {
    begun++
    begunOf.set(appId, (begunOf.get(appId) ?? 0) + 1)
  }
  /** What begins and what goes on alternate, so that neither can keep the other waiting. */
  const nextInTurn = () => {
    const first = lastBegan ? goingOn.shift() : fresh.shift(mayBegin)
    const next = first ?? (lastBegan ? fresh.shift(mayBegin) : goingOn.shift())
    lastBegan = next?.begun === false
    return next
  }
  return {
    push: (waiting: Waiting, isUrgent: boolean) => {
      if (isUrgent) urgent.push(waiting)
      else (waiting.begun ? goingOn : fresh).push(waiting.scope, waiting)
    },
    hurry: (scope: Scope) => void urgent.push(...goingOn.take(scope), ...fresh.take(scope)),
    next: (): Waiting | undefined => {
      const next = urgent.shift() ?? nextInTurn()
      if (next && !next.begun) begin(next)
      return next
    },
    ended: (appId: string) => {
      begun--
      const left = begunOf.get(appId)! - 1
      if (left === 0) begunOf.delete(appId)
      else begunOf.set(appId, left)
    },
  }
}
