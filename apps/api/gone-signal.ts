// Tells a route that the client no longer waits for its answer.
import type { FastifyReply } from 'fastify'

/** Aborted if the connection ends before the answer has been sent. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // It may have ended while the request was carried out.
  if (raw.closed) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
