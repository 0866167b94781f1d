// Tells a route that the client no longer waits for its answer.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply } from 'fastify'

const caller = new AsyncLocalStorage<AbortSignal>()

/** Makes a call of this process that has no connection: whether its answer is waited for, `signal` tells. */
export function callWaitedFor<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  return caller.run(signal, call)
}

/** Aborted if the connection ends before the answer has been sent. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // It may have ended while the request was carried out.
  if (raw.closed) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  const signal = caller.getStore()
  return signal ? AbortSignal.any([gone.signal, signal]) : gone.signal
}
