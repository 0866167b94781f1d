// Waits until a projection has applied a place of the log. However many callers wait, the store is asked once at a
// time, and less often the longer it takes to answer.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Checkpoints, LogPosition } from '../../ports/event-log.ts'
import { type Pacing, realPacing } from './wait-for.ts'

/** Resolves when the store has applied what stands there. Throws the signal's reason where the service stops. */
export type AwaitCheckpoint = (at: Pick<LogPosition, 'partition' | 'position'>) => Promise<void>

type Waiting = {
  at: { partition: number; position: number }
  resolve: () => void
  reject: (error: unknown) => void
}

const SHORTEST_MS = 1
const LONGEST_MS = 50
/** Asking takes at most about a fifth of the time. */
const PAUSE_PER_ANSWER = 4

export function createAwaitCheckpoint(
  store: { checkpoints(topic: AnyTopicName): Promise<Checkpoints> },
  { topic, signal }: { topic: AnyTopicName; signal: AbortSignal },
  { now, pause }: Pacing = realPacing,
): AwaitCheckpoint {
  let stands: Checkpoints = new Map()
  let waiting: Waiting[] = []
  let asking = false
  const isReached = ({ partition, position }: Waiting['at']) =>
    (stands.get(partition) ?? -1) >= position
  const settle = () => {
    for (const { at, resolve } of waiting) if (isReached(at)) resolve()
    waiting = waiting.filter(({ at }) => !isReached(at))
  }
  const askOnce = async () => {
    signal.throwIfAborted()
    const began = now()
    stands = await store.checkpoints(topic)
    settle()
    const pauseMs = (now() - began) * PAUSE_PER_ANSWER
    if (waiting.length === 0) return
    await pause(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pauseMs)), signal)
  }
  const end = (error: unknown) => {
    for (const { reject } of waiting) reject(error)
    waiting = []
  }
  // The store may not answer any more.
  const stop = () => end(signal.reason)
  const ask = async () => {
    asking = true
    signal.addEventListener('abort', stop)
    // The last look and the flag are one step, so that a waiter that comes between an answer and this line is served,
    // too.
    while (waiting.length > 0) {
      try {
        await askOnce()
      } catch (error) {
        // Each waiter gets the error, and retries an outage.
        end(error)
      }
    }
    signal.removeEventListener('abort', stop)
    asking = false
  }
  return (at) => {
    if (isReached(at)) return Promise.resolve()
    if (signal.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      waiting.push({ at, resolve, reject })
      if (!asking) void ask()
    })
  }
}
