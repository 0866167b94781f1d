// Fills the files of a rebuild side by side: a thread for each file reads the log, and takes in its part of the users.
import { Worker } from 'node:worker_threads'
import type { Fill } from '../../../infra/ports/projection.ts'
import type { FillingNews, FillingOrder, FillingThreadData } from './filling-thread.ts'

/**
 * Records are garbage soon. In a young generation of the usual size most of a step still lives when that is collected,
 * and is copied; without a limit of the old one, each thread keeps garbage longer than that saves time.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 192, maxOldGenerationSizeMb: 512 }

/** Returns how many records all of them took in. When it rejects, no thread runs any more. */
export async function fillOnThreads(
  files: readonly string[],
  order: FillingOrder,
  { progress, deadLettered, signal }: Pick<Fill, 'progress' | 'deadLettered' | 'signal'>,
): Promise<number> {
  signal.throwIfAborted()
  const threads = files.map((path, part) => start({ ...order, path, part, parts: files.length }))
  const stop = () => Promise.all(threads.map((thread) => thread.terminate()))
  const onAbort = () => void stop()
  signal.addEventListener('abort', onAbort, { once: true })
  let records = 0
  try {
    await Promise.all(
      threads.map((thread) =>
        ended(thread, (news) => {
          if ('deadLettered' in news) return deadLettered(news.deadLettered)
          records += news.taken
          progress(news.taken)
        }),
      ),
    )
    signal.throwIfAborted()
    return records
  } catch (error) {
    await stop()
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function start(workerData: FillingThreadData): Worker {
  return new Worker(new URL('./filling-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: RESOURCE_LIMITS,
  })
}

function ended(thread: Worker, told: (news: FillingNews) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.on('message', told)
    thread.on('error', reject)
    thread.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error('a thread of the rebuild ended before its part was filled'))
    })
  })
}
