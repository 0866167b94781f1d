// One thread of a pool, as the pool sees it: it takes requests, and it ends once, for whatever reason.
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { asError } from '../runtime/certain.ts'
import { atMost } from '../runtime/wait/within.ts'
import { watchCpu } from './cpu/watch-cpu.ts'
import { fromCrossed } from './cross-errors.ts'
import { OverBudget, ThreadDied } from './failures.ts'
import type { FromThread, ToThread } from './messages.ts'

export type ThreadSource = { module: URL; data: unknown; resourceLimits?: ResourceLimits }

/** A request under way. Exactly one of `done` and `failed` is called. */
export type Task<Request, Answer> = {
  request: Request
  cpuBudgetMs: number | undefined
  done: (ran: { answer: Answer; cpuMs: number }) => void
  failed: (error: Error) => void
}

export type PoolThread<Request, Answer> = {
  readonly running: number
  /** CPU time in all, as of its last answer. */
  readonly usedMs: number
  isReady(): boolean
  take(task: Task<Request, Answer>): void
  /** Tells the handler that the caller has gone. The request runs on until the handler ends it. */
  abort(task: Task<Request, Answer>): void
  letGo(): void
  /** Lets running requests finish for this many milliseconds, then ends the thread; at once if it has not started. */
  close(graceMs: number): Promise<void>
}

type ThreadEvents = {
  /** It can take a request: it has started, or has finished one. */
  free: () => void
  /** It has ended. `hasServed` is false if it never took a request. */
  ended: (reason: Error, thread: { hasServed: boolean }) => void
}

/** Native code cannot be interrupted: a thread in it ends when that returns. The pool waits no longer than this. */
const TERMINATION_MS = 1_000

type Held<Request, Answer> = { task: Task<Request, Answer>; unwatch: () => void }

export function startPoolThread<Request, Answer>(
  { module, data, resourceLimits }: ThreadSource,
  events: ThreadEvents,
): PoolThread<Request, Answer> {
  const worker = new Worker(module, { workerData: data, ...(resourceLimits && { resourceLimits }) })
  const held = new Map<number, Held<Request, Answer>>()
  let [ready, nextId, cpuMs] = [false, 0, 0]
  let reason: Error | null = null
  const { promise: ended, resolve: hasEnded } = Promise.withResolvers<void>()
  const end = (why: Error) => {
    if (reason) return
    reason = why
    ready = false
    for (const { task, unwatch } of held.values()) {
      unwatch()
      task.failed(why)
    }
    held.clear()
    void worker.terminate()
    events.ended(why, { hasServed: nextId > 0 })
  }
  const release = (id: number): Task<Request, Answer> | undefined => {
    const found = held.get(id)
    found?.unwatch()
    held.delete(id)
    return found?.task
  }
  const watch = (budgetMs: number | undefined) => {
    if (budgetMs === undefined) return () => undefined
    const before = cpuMs
    const usedMs = async () => {
      const { user, system } = await worker.cpuUsage()
      return (user + system) / 1000 - before
    }
    return watchCpu({ usedMs, budgetMs, over: (used) => end(new OverBudget(used, budgetMs)) })
  }
  const send = (message: ToThread<Request>) => worker.postMessage(message)
  worker.on('message', (message: FromThread<Answer>) => {
    cpuMs = message.cpuMs
    if (reason) return
    if (message.tell === 'ready') ready = true
    else {
      const task = release(message.id)
      if (message.tell === 'error') task?.failed(fromCrossed(message.error))
      else task?.done({ answer: message.answer, cpuMs: message.usedMs })
    }
    events.free()
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(new ThreadDied(error?.code ?? error?.name ?? 'unknown')),
  )
  worker.on('exit', () => {
    end(new ThreadDied('exit'))
    hasEnded()
  })
  return {
    get running() {
      return held.size
    },
    get usedMs() {
      return cpuMs
    },
    isReady: () => ready,
    take: (task) => {
      const id = nextId++
      try {
        send({ tell: 'run', id, request: task.request })
      } catch (error) {
        task.failed(asError(error))
        return
      }
      held.set(id, { task, unwatch: watch(task.cpuBudgetMs) })
    },
    abort: (task) => {
      for (const [id, each] of held) if (each.task === task) send({ tell: 'abort', id })
    },
    letGo: () => {
      if (!reason) send({ tell: 'let go' })
    },
    close: async (graceMs) => {
      if (!reason) send({ tell: 'close' })
      await atMost(ended, ready ? graceMs : 0)
      end(new ThreadDied('closed'))
      await atMost(ended, TERMINATION_MS)
    },
  }
}
