// Reads writes on threads of their own, each write within its budget of CPU time. A model is asked from the thread that
// processes: it takes time and no CPU.
import { availableParallelism } from 'node:os'
import type { Config } from '../../infra/config.ts'
import type { LanguageModel } from '../../infra/ports/language-model.ts'
import { countCalls } from '../../infra/runtime/counted-language.ts'
import type { Telemetry } from '../../infra/runtime/telemetry.ts'
import { OverBudget, ThreadDied } from '../../infra/threads/failures.ts'
import { measurePool } from '../../infra/threads/measure-pool.ts'
import { createThreadPool, type Ran, type ThreadPool } from '../../infra/threads/thread-pool.ts'
import type { ReadFact } from '../../processors/extract-facts/decide.ts'
import {
  type OpenedContent,
  type Reading,
  ReadingFailed,
  type ReadingOptions,
  readPassage,
} from '../../processors/extract-facts/reading.ts'
import type { ReadingRequest, ReadingThreadData } from './reading-thread.ts'

export type ReadingThreads = { reading: Reading; close(): Promise<void> }

/** Beside the processors, which wait for what is read. */
const MOST_THREADS = 4
/** Turns bound what waits long before this does. */
const MAX_WAITING = 10_000
/** A passage and what is made of it are small; the raw content of a write is at most 4 MiB. */
const MAX_HEAP_MB = 512

export async function startReadingThreads(options: {
  config: Config
  language: LanguageModel
  telemetry: Telemetry
}): Promise<ReadingThreads> {
  const { config, telemetry } = options
  const language = countCalls(options.language, telemetry)
  const { OPENAI_API_KEY, OPENAI_BASE_URL, EXTRACTION_MODEL, EMBEDDING_MODEL } = config
  const data: ReadingThreadData = {
    config: { OPENAI_API_KEY, OPENAI_BASE_URL, EXTRACTION_MODEL, EMBEDDING_MODEL },
  }
  const pool = await createThreadPool<ReadingRequest, OpenedContent | ReadFact[]>({
    module: new URL('./reading-thread.ts', import.meta.url),
    data,
    size: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)),
    maxWaiting: MAX_WAITING,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    lost: (error) => telemetry.logger.warn({ errorClass: error.name }, 'a reading thread ended'),
  })
  measurePool(telemetry.registry, 'reading', pool.counts)
  const asksModel = OPENAI_API_KEY !== undefined
  return {
    close: pool.close,
    reading: {
      open: (request, given) => run<OpenedContent>(pool, { ask: 'open', request }, given),
      readPassage: async (request, given) =>
        asksModel
          ? { answer: await readPassage(language, request), cpuMs: 0 }
          : run<ReadFact[]>(pool, { ask: 'readPassage', request }, given),
    },
  }
}

/** A write that ends its thread would end the next one too: it has failed. */
async function run<Answer>(
  pool: ThreadPool<ReadingRequest, OpenedContent | ReadFact[]>,
  request: ReadingRequest,
  options: ReadingOptions,
): Promise<Ran<Answer>> {
  try {
    return (await pool.run(request, options)) as Ran<Answer>
  } catch (error) {
    if (error instanceof OverBudget) {
      throw new ReadingFailed('OverBudget', 'reading it takes more CPU time than one write may')
    }
    if (error instanceof ThreadDied && !options.signal.aborted) {
      throw new ReadingFailed('ThreadDied', `reading it ended its thread (${error.reason})`)
    }
    throw error
  }
}
