// Starts the processing thread, asks it for metrics, and stops it.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RetryState } from '../../infra/runtime/failure-log.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './worker-thread.ts'

/** A thread that is busy for longer says nothing of retries. */
const RETRY_ANSWER_MS = 500

/** A thread that has not ended by then is ended: what it was doing is done after the next start. */
const STOP_PATIENCE_MS = 6_000

export type ProcessingThread = {
  metrics(): Promise<string>
  /** Null also where the thread does not answer in time. */
  retryOf(resourceId: string): Promise<RetryState | null>
  stop(): Promise<void>
}

export async function startProcessingThread(
  data: ThreadData,
  crashed: (error: Error) => void,
): Promise<ProcessingThread> {
  const thread = new Worker(new URL('./worker-thread.ts', import.meta.url), { workerData: data })
  const asked = new Map<number, (text: string) => void>()
  const askedRetries = new Map<number, (retry: RetryState | null) => void>()
  let nextId = 0
  let stopping = false
  thread.on('message', (answer: ThreadAnswer) => {
    if (answer.tell === 'retry') askedRetries.get(answer.id)?.(answer.retry)
    if (answer.tell !== 'metrics') return
    asked.get(answer.id)?.(answer.text)
    asked.delete(answer.id)
  })
  // Rejects with the thread's own error where it cannot start.
  await once(thread, 'message')
  thread.on('error', crashed)
  thread.on('exit', (code) => {
    if (!stopping) crashed(new Error(`the processing thread ended with code ${code}`))
  })
  const ask = (request: ThreadRequest) => thread.postMessage(request)
  return {
    metrics: () =>
      new Promise((resolve) => {
        const id = nextId++
        asked.set(id, resolve)
        ask({ ask: 'metrics', id })
      }),
    retryOf: async (resourceId) => {
      const id = nextId++
      const answer = new Promise<RetryState | null>((resolve) => askedRetries.set(id, resolve))
      ask({ ask: 'retry', id, resourceId })
      const late = setTimeout(() => askedRetries.get(id)?.(null), RETRY_ANSWER_MS)
      return answer.finally(() => {
        clearTimeout(late)
        askedRetries.delete(id)
      })
    },
    stop: async () => {
      stopping = true
      const ended = once(thread, 'exit')
      ask({ ask: 'stop' })
      const late = setTimeout(() => void thread.terminate(), STOP_PATIENCE_MS)
      await ended
      clearTimeout(late)
    },
  }
}
