// Tells a route that nobody waits for its answer any more.
import type { FastifyReply } from 'fastify'

/** Aborted where the connection ends before the answer has been sent. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
