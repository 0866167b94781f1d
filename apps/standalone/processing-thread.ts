// Starts the processing thread, asks it for metrics, and stops it.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RetryState } from '../../infra/runtime/fail/failure-log.ts'
import type { Spending } from '../../infra/runtime/spending.ts'
import { oneAtATime } from '../../infra/runtime/wait/shared-answer.ts'
import { atMost, within } from '../../infra/runtime/wait/within.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { Units } from './heartbeat.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './worker-thread.ts'

const PROCESSORS = new URL('./worker-thread.ts', import.meta.url)

/** A thread that is busy for longer reports no retries. */
const RETRY_ANSWER_MS = 500

/** A thread that has not ended by then is terminated: its unfinished work is done after the next start. */
const STOP_PATIENCE_MS = 6_000

type ProcessingThread = {
  /** Resolves when the thread answers, which may be never. */
  metrics(): Promise<string>
  /** Also null if the thread does not answer in time. */
  retryOf(scope: Scope, writeId: string): Promise<RetryState | null>
  /** What each processor has finished in the thread. */
  units(): Promise<Units>
  stop(): Promise<void>
}

type Around = {
  crashed: (error: Error) => void
  spent: Spending['spent']
  /** What the thread runs, and how long it may take to stop; undefined: the processors, and the default. */
  module?: URL
  stopPatienceMs?: number
}

export async function startProcessingThread(
  data: ThreadData,
  { crashed, spent, module = PROCESSORS, stopPatienceMs = STOP_PATIENCE_MS }: Around,
): Promise<ProcessingThread> {
  const thread = new Worker(module, { workerData: data })
  const asked = new Map<number, (told: never) => void>()
  let nextId = 0
  let stopping = false
  thread.on('message', (answer: ThreadAnswer) => {
    if (answer.tell === 'used') spent(answer.appId, answer.use)
    if (!('id' in answer)) return
    asked.get(answer.id)?.(answer.told as never)
    asked.delete(answer.id)
  })
  // Rejects with the thread's own error if it cannot start.
  await once(thread, 'message')
  thread.on('error', crashed)
  thread.on('exit', (code) => {
    if (!stopping) crashed(new Error(`the processing thread ended with code ${code}`))
  })
  const ask = (request: ThreadRequest) => thread.postMessage(request)
  const answerTo = <T>(requestOf: (id: number) => ThreadRequest) =>
    new Promise<T>((resolve) => {
      const id = nextId++
      asked.set(id, resolve)
      ask(requestOf(id))
    })
  return {
    // If the thread is stuck, more questions would only pile up.
    metrics: oneAtATime(() => answerTo<string>((id) => ({ ask: 'metrics', id }))),
    units: () => answerTo<Units>((id) => ({ ask: 'units', id })),
    retryOf: (scope, writeId) => {
      const retry = answerTo<RetryState | null>((id) => ({ ask: 'retry', id, scope, writeId }))
      return within(retry, RETRY_ANSWER_MS, 'the thread').catch(() => null)
    },
    stop: async () => {
      stopping = true
      const ended = once(thread, 'exit')
      ask({ ask: 'stop' })
      await atMost(ended, stopPatienceMs)
      await thread.terminate()
    },
  }
}
