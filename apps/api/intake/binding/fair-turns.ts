// One piece of work at a time, in turns between the callers: each waits for one piece of every other, however many
// pieces the others have queued.

type FairTurns = {
  /** Resolves or rejects as the work does. Throws TooManyWaiting if no more may wait. */
  run<T>(who: string, work: () => Promise<T>): Promise<T>
}

export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting'
}

type Limits = { maxWaiting: number; maxWaitingOfOne: number }

export function createFairTurns({ maxWaiting, maxWaitingOfOne }: Limits): FairTurns {
  // In the order of their turns: a caller that has had one goes to the end.
  const queues = new Map<string, (() => Promise<void>)[]>()
  let waiting = 0
  let running = false
  const next = async () => {
    for (let turn = take(queues); turn; turn = take(queues)) {
      waiting--
      await turn()
    }
    running = false
  }
  return {
    run: (who, work) => {
      const queue = queues.get(who) ?? []
      if (waiting >= maxWaiting || queue.length >= maxWaitingOfOne) throw new TooManyWaiting()
      return new Promise((resolve, reject) => {
        waiting++
        queues.set(who, [...queue, () => work().then(resolve, reject)])
        if (running) return
        running = true
        void next()
      })
    },
  }
}

function take(queues: Map<string, (() => Promise<void>)[]>): (() => Promise<void>) | undefined {
  const [first] = queues
  if (!first) return undefined
  const [who, [turn, ...left]] = first
  queues.delete(who)
  if (left.length > 0) queues.set(who, left)
  return turn
}
