// One piece of work at a time, in turns between the callers: each waits for one piece of every other, however many
// pieces the others have queued.
import { TooManyWaiting } from '../../../../infra/threads/failures.ts'
import { createWaitingLine } from '../../../../infra/threads/waiting-line.ts'

type FairTurns = {
  /** Resolves or rejects as the work does. Throws TooManyWaiting if no more may wait. */
  run<T>(who: string, work: () => Promise<T>): Promise<T>
}

type Limits = { maxWaiting: number; maxWaitingOfOne: number }

export function createFairTurns({ maxWaiting, maxWaitingOfOne }: Limits): FairTurns {
  const line = createWaitingLine<() => Promise<void>>({
    most: maxWaiting,
    mostOfApp: maxWaitingOfOne,
  })
  let running = false
  const next = async () => {
    for (let turn = line.shift(); turn; turn = line.shift()) await turn()
    running = false
  }
  return {
    run: (who, work) => {
      const scope = { appId: who, userId: '' }
      if (line.isFull(scope)) throw new TooManyWaiting('too many wait')
      return new Promise((resolve, reject) => {
        line.push(scope, () => work().then(resolve, reject))
        if (running) return
        running = true
        void next()
      })
    },
  }
}
