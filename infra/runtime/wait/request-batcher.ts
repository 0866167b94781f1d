// Sends concurrent questions in few requests: questions that arrive while requests are under way wait and go together.
// A single question goes at once.
import { nth } from '../certain.ts'
import { isOutage } from '../fail/retry.ts'
import { type Pacing, realPacing } from './wait-for.ts'

type Waiting<T, R> = { asked: T; resolve: (answer: R) => void; reject: (error: unknown) => void }

type Limits = {
  atATime: number
  most: number
  /**
   * For how long the place of a request rests that took so long: what is asked meanwhile shares the next. It does not
   * where the next is full already.
   */
  restMs?: (tookMs: number) => number
  pacing?: Pacing
}

/**
 * Sends at most `most` questions in a request and has at most `atATime` requests under way. `send` gives an answer for
 * each, in order; an error concerns its question alone. When a whole request is refused, each question is sent alone,
 * because one of them is to blame.
 */
export function createRequestBatcher<T, R>(
  send: (asked: T[]) => Promise<(R | Error)[]>,
  { atATime, most, restMs = () => 0, pacing = realPacing }: Limits,
): (asked: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = []
  let underWay = 0
  const settle = async (some: readonly Waiting<T, R>[]) => {
    try {
      const answers = await send(some.map(({ asked }) => asked))
      for (const [n, { resolve, reject }] of some.entries()) {
        const answer = nth(answers, n)
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
    } catch (error) {
      if (some.length > 1 && !isOutage(error)) for (const one of some) await settle([one])
      else for (const { reject } of some) reject(error)
    }
  }
  const sendSome = async () => {
    underWay++
    const began = pacing.now()
    await settle(waiting.splice(0, most))
    const rest = restMs(pacing.now() - began)
    if (rest > 0 && waiting.length < most) await pacing.pause(rest)
    underWay--
    sendMore()
  }
  const sendMore = () => {
    while (waiting.length > 0 && underWay < atATime) void sendSome()
  }
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      // Questions of one turn of the event loop go together.
      setImmediate(sendMore)
    })
}
