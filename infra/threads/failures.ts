// Why a request to a pool of threads has no answer. No message holds anything of the request.
import { Outage } from '../runtime/fail/retry.ts'

/** The request took more CPU time than it may. Its thread was ended; the same request would exceed its budget again. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget'
  readonly cpuMs: number
  readonly budgetMs: number
  constructor(cpuMs: number, budgetMs: number) {
    super(`a request took more than its ${budgetMs} ms of CPU time`)
    this.cpuMs = cpuMs
    this.budgetMs = budgetMs
  }
}

/** The thread ended while it worked on the request. `reason` is the class or code of what ended it. */
export class ThreadDied extends Error {
  override readonly name = 'ThreadDied'
  readonly reason: string
  constructor(reason: string) {
    super(`a thread ended while it worked (${reason})`)
    this.reason = reason
  }
}

/** The maximum number of requests already waits: try again later. */
export class TooManyWaiting extends Outage {
  override readonly name = 'TooManyWaiting'
}

/** No thread can be started now, or the pool is closing: try again later. */
export class ThreadsUnavailable extends Outage {
  override readonly name = 'ThreadsUnavailable'
}
