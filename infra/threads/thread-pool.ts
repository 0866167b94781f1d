// A pool of worker threads. Requests wait in a queue that is fair between apps and users. Each request has a bound on
// its CPU time if the caller sets one, and a thread that ends is replaced, so that a request cannot harm another.
import type { Scope } from '../../schemas/identifiers.ts'
import { present } from '../runtime/certain.ts'
import { createCounts } from '../runtime/turns/counts.ts'
import { createBusyCores } from './cpu/busy-cores.ts'
import { type Crew, startCrew } from './crew.ts'
import { ThreadsUnavailable, TooManyWaiting } from './failures.ts'
import type { PoolThread, Task, ThreadSource } from './pool-thread.ts'
import { createWaitingLine, type WaitingLine } from './waiting-line.ts'

export type ThreadPoolOptions = ThreadSource & {
  /** The most at a time. There is one at first; another starts when a request waits that may run, or all compute. */
  size: number
  /** `beside`: what starts the pool does not wait until its first thread serves, and is not told if it cannot start. */
  starts?: 'awaited' | 'beside'
  /**
   * True: each answer starts another thread until there are all, so that none starts when many requests come at once and
   * the cores are needed for them.
   */
  startsAhead?: boolean
  /** Requests that a thread takes at a time. More than 1 when they wait for servers. */
  perThread?: number
  /** How many requests may wait for a thread, of all apps and of one. Further ones are refused with TooManyWaiting. */
  maxWaiting: number
  maxWaitingOfApp?: number
  /** How many requests of one app may run at a time; the rest of the threads is kept for the others. */
  maxRunningOfApp?: number
  /** How long running requests may continue when the pool closes, in milliseconds. */
  closeGraceMs?: number
  /** Called for every thread that ends before the pool does, with the reason. */
  lost?: (reason: Error) => void
  /** The clock, in milliseconds, by which threads compute most of the time or do not. */
  now?: () => number
}

type RunOptions = {
  /** Whose turn it takes. */
  scope: Scope
  /** Milliseconds of CPU time after which the thread is ended. Only if a thread takes one request at a time. */
  cpuBudgetMs?: number
  /** Aborted: a waiting request is dropped, a running one is told; either rejects with the signal's reason. */
  signal?: AbortSignal
}

/** `cpuMs` is exact if a thread takes one request at a time; otherwise it includes the requests beside it. */
export type Ran<Answer> = { answer: Answer; cpuMs: number }

/** `threads`, `waiting` and `running` are current values. The others count since the pool began. */
export type PoolCounts = {
  threads: number
  waiting: number
  running: number
  /** Threads that were ended for a request over its budget, and those that ended otherwise. */
  killed: number
  died: number
  /** Requests whose caller had gone before a thread took them, and while a thread worked on them. */
  dropped: number
  abandoned: number
  /** Requests that were refused because too many waited. */
  refused: number
}

export type ThreadPool<Request, Answer> = {
  /**
   * Rejects with what the handler threw, with OverBudget or ThreadDied if its thread ended, and with TooManyWaiting or
   * ThreadsUnavailable, which are outages, if no thread took it.
   */
  run(request: Request, options: RunOptions): Promise<Ran<Answer>>
  counts(): PoolCounts
  /** Tells every thread to drop what it holds that may have been erased, before any later request. */
  letGo(): void
  /** Ends all threads: after their requests, or after `closeGraceMs` whatever still runs. */
  close(): Promise<void>
}

const CLOSE_GRACE_MS = 2_000

type PoolTask<Request, Answer> = Task<Request, Answer> & {
  appId: string
  /** Null while it waits. */
  leave: (() => void) | null
}

type Parts<Request, Answer> = {
  crew: Crew<Request, Answer>
  line: WaitingLine<PoolTask<Request, Answer>>
  totals: { dropped: number; abandoned: number; refused: number }
  perThread: number
  startsAhead: boolean
  areBusy: ReturnType<typeof createBusyCores>
  apps: ReturnType<typeof countRunning>
  isClosing: () => boolean
}

/** Resolves when a thread serves, and rejects if it cannot start, unless it starts `beside`. */
export async function createThreadPool<Request, Answer>(
  options: ThreadPoolOptions,
): Promise<ThreadPool<Request, Answer>> {
  const { size, perThread = 1, startsAhead = false } = options
  const { maxWaiting, maxWaitingOfApp = maxWaiting } = options
  const line = createWaitingLine<PoolTask<Request, Answer>>({
    most: maxWaiting,
    mostOfApp: maxWaitingOfApp,
  })
  const rejectWaiting = (message: string) => {
    for (let task = line.shift(); task; task = line.shift()) {
      task.failed(new ThreadsUnavailable(message))
    }
  }
  const crew = startCrew<Request, Answer>(options, size, {
    free: () => handOut(parts),
    lost: (reason) => {
      options.lost?.(reason)
      // What it did counts for its app no more.
      handOut(parts)
    },
    unmanned: () => rejectWaiting('no thread can be started for now: try again'),
  })
  let closing = false
  const totals = { dropped: 0, abandoned: 0, refused: 0 }
  const apps = countRunning(options.maxRunningOfApp ?? Number.POSITIVE_INFINITY)
  const isClosing = () => closing
  const areBusy = createBusyCores(options.now)
  const parts = { crew, line, totals, perThread, startsAhead, areBusy, apps, isClosing }
  const close = async () => {
    closing = true
    rejectWaiting('the threads are closing: try again')
    await crew.close(options.closeGraceMs ?? CLOSE_GRACE_MS)
  }
  crew.grow()
  if (options.starts !== 'beside') {
    await crew.started.catch(async (error: Error) => {
      await close()
      throw error
    })
  }
  return {
    run: (request, given) => run(parts, request, given),
    counts: () => ({
      threads: crew.threads.size,
      waiting: line.size,
      running: [...crew.threads].reduce((sum, { running }) => sum + running, 0),
      ...crew.lost,
      ...totals,
    }),
    letGo: () => {
      for (const thread of crew.threads) thread.letGo()
    },
    close,
  }
}

async function run<Request, Answer>(
  parts: Parts<Request, Answer>,
  request: Request,
  { scope, cpuBudgetMs, signal }: RunOptions,
): Promise<Ran<Answer>> {
  const { line, totals } = parts
  signal?.throwIfAborted()
  if (parts.isClosing()) throw new ThreadsUnavailable('the threads are closing: try again')
  if (line.isFull(scope) && !(leastBusy(parts) && parts.apps.mayRun(scope.appId))) {
    totals.refused++
    throw new TooManyWaiting('too many requests wait: try again later')
  }
  const { promise, resolve, reject } = Promise.withResolvers<Ran<Answer>>()
  const { appId } = scope
  const ended = () => {
    task.leave?.()
  }
  const task: PoolTask<Request, Answer> = {
    request,
    cpuBudgetMs,
    appId,
    leave: null,
    done: (ran) => {
      ended()
      resolve(ran)
      if (parts.startsAhead) parts.crew.grow()
    },
    failed: (error) => {
      ended()
      reject(error)
    },
  }
  const abort = () => {
    if (line.remove(scope, task)) totals.dropped++
    else {
      totals.abandoned++
      for (const thread of parts.crew.threads) thread.abort(task)
    }
    reject(present(signal, 'signal').reason)
  }
  signal?.addEventListener('abort', abort, { once: true })
  line.push(scope, task)
  handOut(parts)
  return promise.finally(() => signal?.removeEventListener('abort', abort))
}

function handOut<Request, Answer>(parts: Parts<Request, Answer>): void {
  const { crew, line, apps } = parts
  for (let thread = leastBusy(parts); thread; thread = leastBusy(parts)) {
    const task = line.shift(apps.mayRun)
    if (!task) break
    task.leave = apps.began(task.appId)
    thread.take(task)
  }
  const computing = () =>
    parts.perThread > 1 && parts.areBusy([...crew.threads].filter((thread) => thread.isReady()))
  if (line.holdsAny(apps.mayRun) || computing()) crew.grow()
}

function countRunning(most: number) {
  const running = createCounts()
  return { mayRun: (appId: string) => running.of(appId) < most, began: running.enter }
}

/** The thread with the fewest requests among those that can take another one. */
function leastBusy<Request, Answer>({ crew, perThread }: Parts<Request, Answer>) {
  let best: PoolThread<Request, Answer> | undefined
  for (const thread of crew.threads) {
    if (!thread.isReady() || thread.running >= perThread) continue
    if (!best || thread.running < best.running) best = thread
  }
  return best
}
