// Carries out a replay in a thread with connections of its own, so that the answering thread never waits for it.
import { Worker } from 'node:worker_threads'
import type { Config } from '../../infra/config.ts'
import type { ReplayResult, RunReplay } from '../api/replays.ts'
import type { ReplayAnswer, ReplayThreadData } from './replay-thread.ts'

const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1024 }
/** A thread that has not stopped by then is terminated: an operator can order the replay again. */
const STOP_PATIENCE_MS = 3_000

class ReplayFailed extends Error {
  constructor(errorClass: string) {
    super('the replay failed')
    this.name = errorClass
  }
}

export function replayInThread(config: Config): RunReplay {
  return (order, { told, signal }) =>
    new Promise<ReplayResult>((resolve, reject) => {
      const workerData: ReplayThreadData = { config, order }
      const module = new URL('./replay-thread.ts', import.meta.url)
      const thread = new Worker(module, { workerData, resourceLimits: RESOURCE_LIMITS })
      const stop = () => {
        thread.postMessage('stop')
        setTimeout(() => void thread.terminate(), STOP_PATIENCE_MS).unref()
      }
      signal.addEventListener('abort', stop, { once: true })
      thread.on('message', (answer: ReplayAnswer) => {
        if ('told' in answer) told(answer.told)
        else if ('result' in answer) resolve(answer.result)
        else reject(new ReplayFailed(answer.errorClass))
      })
      thread.on('error', reject)
      thread.on('exit', () => {
        signal.removeEventListener('abort', stop)
        reject(new ReplayFailed('Stopped'))
      })
    })
}
