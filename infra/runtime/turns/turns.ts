// Decides who works next. A processor has a bounded number of turns at a time; they go round the apps, and within an
// app round its users. Long work gives its turn back between its parts, so that short work never waits for the whole of
// it.
import type { Scope } from '../../../schemas/identifiers.ts'
import { createFairQueue } from './fair-queue.ts'

/** A turn in the hands of the work that has it. */
export type Turn = {
  /** Gives the turn back and takes the next one, after all work that waits. */
  pass(): Promise<void>
  /** Runs `wait` without holding a turn, then takes the next one. For waiting without work. */
  aside<T>(wait: () => Promise<T>): Promise<T>
  /** The same for work that holds nothing meanwhile: to others it has not begun, however long it waits. */
  rest<T>(wait: () => Promise<T>): Promise<T>
}

export type Turns = {
  /** Runs `work` in a turn. Urgent work goes before everything else; `isUrgent` is called whenever `work` waits. */
  run<T>(scope: Scope, work: (turn: Turn) => Promise<T>, isUrgent?: () => boolean): Promise<T>
  /** The user's waiting work has become urgent. */
  hurry(scope: Scope): void
  /** True if a turn is left over: no work waits for one. */
  isFree(): boolean
  /** True if urgent work waits for a turn. */
  isUrgent(): boolean
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
      queues.push({ begun, scope, go }, { isUrgent: urgent })
      grant()
    })
  const giveBack = () => {
    free++
    grant()
  }
  return {
    hurry: (scope) => {
      queues.hurry(scope)
      // A turn may be left over that no other work might begin in.
      grant()
    },
    isFree: () => free > 0,
    isUrgent: queues.isUrgent,
    run: async (scope, work, isUrgent) => {
      const isNowUrgent = () => isUrgent?.() === true
      await take(scope, { begun: false, urgent: isNowUrgent() })
      const without = async <T>(wait: () => Promise<T>, { begun }: Pick<Waiting, 'begun'>) => {
        if (!begun) queues.ended(scope.appId)
        giveBack()
        try {
          return await wait()
        } finally {
          await take(scope, { begun, urgent: isNowUrgent() })
        }
      }
      const turn: Turn = {
        aside: (wait) => without(wait, { begun: true }),
        rest: (wait) => without(wait, { begun: false }),
        pass: () => without(async () => undefined, { begun: true }),
      }
      try {
        return await work(turn)
      } finally {
        queues.ended(scope.appId)
        giveBack()
      }
    },
  }
}

function createQueues(size: number) {
  const urgent: Waiting[] = []
  const goingOn = createFairQueue<Waiting>()
  const fresh = createFairQueue<Waiting>()
  /** The app of each work that has begun; at most a few for each turn. */
  const begun: string[] = []
  let last: Waiting | undefined
  const mayBegin = (appId: string) =>
    begun.length < BEGUN_PER_TURN * size &&
    begun.filter((each) => each === appId).length < BEGUN_PER_TURN_AND_APP * size
  /** New and continued work alternate, so that neither can keep the other waiting. */
  const nextInTurn = () => {
    const lastBegan = last?.begun === false
    const first = lastBegan ? goingOn.shift() : fresh.shift(mayBegin)
    last = first ?? (lastBegan ? fresh.shift(mayBegin) : goingOn.shift())
    return last
  }
  return {
    push: (waiting: Waiting, { isUrgent }: { isUrgent: boolean }) => {
      if (isUrgent) urgent.push(waiting)
      else (waiting.begun ? goingOn : fresh).push(waiting.scope, waiting)
    },
    isUrgent: () => urgent.length > 0,
    hurry: (scope: Scope) => void urgent.push(...goingOn.take(scope), ...fresh.take(scope)),
    next: (): Waiting | undefined => {
      const next = urgent.shift() ?? nextInTurn()
      if (next && !next.begun) begun.push(next.scope.appId)
      return next
    },
    ended: (appId: string) => void begun.splice(begun.indexOf(appId), 1),
  }
}
