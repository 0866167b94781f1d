// One question asked, or one piece of work done, on behalf of many callers. Callers that ask soon after each other get
// the same answer, so that many clients cost a server no more than a few.
import { createRequestBatcher } from './request-batcher.ts'

export type SharedAnswer<T> = {
  /** An answer to a question asked at most `holdsMs` ago. Asks again where the last one is older, or failed. */
  recent(): Promise<T>
  /** An answer to a question asked from now on. */
  fresh(): Promise<T>
  /** An answer that is here already, to a question asked at most `holdsMs` ago; null where there is none. */
  held(): T | null
}

export type SharedAnswerTimes = {
  holdsMs: number
  /** Milliseconds since some moment. */
  now?: (() => number) | undefined
}

/** Never asks twice at a time. */
export function createSharedAnswer<T>(
  ask: () => Promise<T>,
  { holdsMs, now = () => performance.now() }: SharedAnswerTimes,
): SharedAnswer<T> {
  const askOnce = createRequestBatcher<void, { answer: T }>(
    async (asked) => {
      const answer = await ask().then(
        (answer) => ({ answer }),
        (error: Error) => error,
      )
      return asked.map(() => answer)
    },
    { atATime: 1, most: Number.MAX_SAFE_INTEGER },
  )
  let last: Asked<T> | null = null
  const fresh = () => {
    const mine: Asked<T> = { at: now(), answer: askOnce().then(({ answer }) => answer), came: null }
    last = mine
    mine.answer.then(
      (answer) => {
        mine.came = { answer }
      },
      () => {
        if (last === mine) last = null
      },
    )
    return mine.answer
  }
  const recent = () => (last && now() - last.at < holdsMs ? last : null)
  return {
    recent: () => recent()?.answer ?? fresh(),
    fresh,
    held: () => recent()?.came?.answer ?? null,
  }
}

type Asked<T> = { at: number; answer: Promise<T>; came: { answer: T } | null }

/** Repeats `work` after a failure, but not after a success. */
export function onceItWorks<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}

/** A call while `work` is under way gets its outcome. */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
