// Reads writes on threads of their own, each write within its budget of CPU time. The thread that processes calls a
// model itself: that takes time and no CPU.
import { availableParallelism } from 'node:os'
import type { Config } from '../../infra/config.ts'
import { languageConfigOf, readsByModel } from '../../infra/language/create-language-model.ts'
import type { LanguageModel } from '../../infra/ports/language-model.ts'
import { firstOf } from '../../infra/runtime/certain.ts'
import { countCalls } from '../../infra/runtime/counted-language.ts'
import type { Telemetry } from '../../infra/runtime/telemetry.ts'
import { createRequestBatcher } from '../../infra/runtime/wait/request-batcher.ts'
import { OverBudget, ThreadDied } from '../../infra/threads/failures.ts'
import { measurePool } from '../../infra/threads/measure-pool.ts'
import { createThreadPool, type Ran, type ThreadPool } from '../../infra/threads/thread-pool.ts'
import type { ReadFact } from '../../processors/extract-facts/read-fact.ts'
import {
  type Costed,
  type OpenedContent,
  type OpenRequest,
  type Reading,
  ReadingFailed,
  type ReadingOptions,
  readPassage,
} from '../../processors/extract-facts/reading/reading.ts'
import { byApp } from './by-app.ts'
import type { ReadingAnswer, ReadingRequest, ReadingThreadData } from './reading-thread.ts'

/** Leaves room for the processors, which wait for the results. */
const MOST_THREADS = 4
/**
 * Small writes of an app are read together, because a round trip to a thread costs as much as reading a few of them.
 * Writes of several apps are not combined: one app's may cost more than another should wait for.
 */
const SMALL_CHARS = 4_000
const MOST_TOGETHER = 32
/** The user under whom they share a turn: no user can have this name. */
const TOGETHER = '~small'
const TOGETHER_BUDGET_MS = 2_000
/** Turns limit the queue long before this does. */
const MAX_WAITING = 10_000
/** A passage and its results are small; the raw content of a write is at most 4 MiB. */
const MAX_HEAP_MB = 512

export async function startReadingThreads(options: {
  config: Config
  language: LanguageModel
  telemetry: Telemetry
}): Promise<{ reading: Reading; close(): Promise<void> }> {
  const { config, telemetry } = options
  const language = countCalls(options.language, telemetry)
  const data: ReadingThreadData = { config: languageConfigOf(config) }
  const size = Math.max(2, Math.min(MOST_THREADS, availableParallelism()))
  const pool = await createThreadPool<ReadingRequest, ReadingAnswer>({
    module: new URL('./reading-thread.ts', import.meta.url),
    data,
    size,
    // It loads for 0.8 s of CPU time: at once, so that a first write finds it, but what serves does not wait for it.
    starts: 'beside',
    // One thread is always free for the others, whatever an app has written.
    maxRunningOfApp: size - 1,
    maxWaiting: MAX_WAITING,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    lost: (error) => telemetry.logger.warn({ errorClass: error.name }, 'a reading thread ended'),
  })
  measurePool(telemetry.registry, 'reading', pool.counts)
  const asksModel = readsByModel(config)
  const openTogether = byApp(
    ({ given }: OneOf) => given.scope.appId,
    () =>
      createRequestBatcher<OneOf, Costed<OpenedContent>>((some) => openAll(pool, some), {
        atATime: size,
        most: MOST_TOGETHER,
      }),
  )
  return {
    close: pool.close,
    reading: {
      open: (request, given) =>
        request.raw.length <= SMALL_CHARS
          ? openTogether({ request, given })
          : openOne(pool, { request, given }),
      readPassage: async (request, given) => {
        if (asksModel) return { answer: await readPassage(language, request, given), cpuMs: 0 }
        const { answer, cpuMs } = await run(pool, { ask: 'readPassage', request }, given)
        return { answer: factsOf(answer), cpuMs }
      },
    },
  }
}

type Pool = ThreadPool<ReadingRequest, ReadingAnswer>
type OneOf = { request: OpenRequest; given: ReadingOptions }

/** Small writes go together, within one budget; if that is used up, each goes alone within its own. */
async function openAll(pool: Pool, some: readonly OneOf[]): Promise<Costed<OpenedContent>[]> {
  if (some.length === 1) return [await openOne(pool, firstOf(some))]
  const requests = some.map(({ request }) => request)
  const { appId } = firstOf(some).given.scope
  const given = {
    scope: { appId, userId: TOGETHER },
    cpuBudgetMs: TOGETHER_BUDGET_MS,
    signal: new AbortController().signal,
  }
  const { answer, cpuMs } = await run(pool, { ask: 'open', requests }, given)
  const each = cpuMs / some.length
  return openedOf(answer).map((opened) => ({ answer: opened, cpuMs: each }))
}

async function openOne(pool: Pool, { request, given }: OneOf): Promise<Costed<OpenedContent>> {
  const { answer, cpuMs } = await run(pool, { ask: 'open', requests: [request] }, given)
  return { answer: firstOf(openedOf(answer)), cpuMs }
}

function openedOf(answer: ReadingAnswer): OpenedContent[] {
  if ('opened' in answer) return answer.opened
  throw new TypeError('a thread that opens writes answered otherwise')
}

function factsOf(answer: ReadingAnswer): ReadFact[] {
  if ('facts' in answer) return answer.facts
  throw new TypeError('a thread that reads a passage answered otherwise')
}

/** A write that ends its thread would end the next one too, so it has failed. */
async function run(
  pool: Pool,
  request: ReadingRequest,
  options: ReadingOptions,
): Promise<Ran<ReadingAnswer>> {
  try {
    return await pool.run(request, options)
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
