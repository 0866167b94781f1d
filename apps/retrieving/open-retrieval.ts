// Opens the threads that compute /retrieve and long reads, so that the thread that acknowledges writes only
// handles connections.
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import type { Config } from '../../infra/config.ts'
import { queriesWait } from '../../infra/language/create-language-model.ts'
import type { Spending } from '../../infra/runtime/spending.ts'
import { createThreadPool } from '../../infra/threads/thread-pool.ts'
import type { Retrieval } from '../api/retrieval/retrieval.ts'
import type { ReadOnThread } from './reads-on-threads.ts'
import type { ThreadAnswer, ThreadRequest } from './requests.ts'
import type { RetrievalThreadData } from './retrieval-thread.ts'

/** Queries that wait for a thread: of one app, and of all. */
const MAX_WAITING_OF_APP = 256
const MAX_WAITING = 1_024
/** If queries wait for servers or for a model, a thread has several under way. */
const WAITING_PER_THREAD = 16
/** One app may hold all threads but one, and so every core of a small machine. */
const MOST_THREADS = 5
/** Milliseconds of CPU time: many times what the most expensive query takes. */
const CPU_BUDGET_MS = 5_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512 }

/** Resolves when a thread answers. */
export async function openRetrieval(
  config: Config,
  { logger, spent }: { logger: Logger; spent: Spending['spent'] },
): Promise<Retrieval & { readOnThread: ReadOnThread; close(): Promise<void> }> {
  const waits = config.PROFILE !== 'embedded' || queriesWait(config)
  const perThread = waits ? WAITING_PER_THREAD : 1
  const cpuBudgetMs = perThread === 1 ? CPU_BUDGET_MS : undefined
  const size = config.RETRIEVAL_THREADS ?? Math.min(MOST_THREADS, availableParallelism() + 1)
  const pool = await createThreadPool<ThreadRequest, ThreadAnswer>({
    module: new URL('./retrieval-thread.ts', import.meta.url),
    data: { config } satisfies RetrievalThreadData,
    size,
    // A thread whose queries wait takes many, and loads for a second: another starts when those there compute.
    startsAhead: !waits,
    perThread,
    maxRunningOfApp: Math.max(1, size - 1) * perThread,
    maxWaiting: MAX_WAITING,
    maxWaitingOfApp: MAX_WAITING_OF_APP,
    resourceLimits: RESOURCE_LIMITS,
    lost: ({ name, message }) =>
      logger.error({ errorClass: name, cause: message }, 'a thread that retrieves is replaced'),
  })
  return {
    answer: async (request, signal) => {
      const asked = { ask: 'retrieve', request } as const
      const { answer } = await pool.run(asked, { scope: request, signal, cpuBudgetMs })
      if (!('answered' in answer)) throw new TypeError('a thread answered a query with a read')
      const { used, ...answered } = answer.answered
      for (const use of used) spent(request.appId, use)
      return answered
    },
    readOnThread: async (read, scope) => {
      const { answer } = await pool.run(read, { scope, cpuBudgetMs })
      return 'read' in answer ? answer.read : undefined
    },
    counts: pool.counts,
    letGo: pool.letGo,
    close: pool.close,
  }
}
