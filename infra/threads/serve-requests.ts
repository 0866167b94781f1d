// The thread's side of a pool: takes requests, answers them, and closes on request.
import { parentPort } from 'node:worker_threads'
import { toCrossed } from './cross-errors.ts'
import type { FromThread, ToThread } from './messages.ts'

type Handler<Request, Answer> = (
  request: Request,
  /** Aborted when the caller has gone. A handler sees that between two waits at the earliest. */
  context: { signal: AbortSignal },
) => Answer | Promise<Answer>

type Others = {
  close?: () => Promise<void>
  /** Drops what is held that may have been erased. */
  letGo?: () => Promise<void>
}

/**
 * Answers the pool's requests from now on. Call it once, when everything that the handler needs is open. An error of a
 * request goes to its caller; an error thrown elsewhere ends the thread.
 */
export function serveRequests<Request, Answer>(
  handler: Handler<Request, Answer>,
  { close = async () => undefined, letGo = async () => undefined }: Others = {},
): void {
  const port = parentPort
  if (!port) throw new Error('requests are served by a thread of a pool only')
  const tell = (message: FromThread<Answer>) => port.postMessage(message)
  const aborting = new Map<number, AbortController>()
  const running = new Set<Promise<void>>()
  const answer = async (id: number, request: Request) => {
    const aborted = new AbortController()
    aborting.set(id, aborted)
    const before = cpuMs()
    const spent = () => ({ id, usedMs: cpuMs() - before, cpuMs: cpuMs() })
    try {
      tell({ tell: 'answer', answer: await handler(request, aborted), ...spent() })
    } catch (error) {
      tell({ tell: 'error', error: toCrossed(error), ...spent() })
    }
    aborting.delete(id)
  }
  const start = (id: number, request: Request) => {
    const work: Promise<void> = answer(id, request).finally(() => running.delete(work))
    running.add(work)
  }
  const end = async () => {
    await Promise.all(running)
    await close().finally(() => port.close())
  }
  port.on('message', (message: ToThread<Request>) => {
    if (message.tell === 'run') start(message.id, message.request)
    else if (message.tell === 'abort') aborting.get(message.id)?.abort()
    else if (message.tell === 'let go') void letGo()
    else void end()
  })
  tell({ tell: 'ready', cpuMs: cpuMs() })
}

/** CPU time of this thread since it began, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
