// How long a request may take to arrive: some seconds, and more in proportion to what has arrived. A request that has
// been answered before it arrived whole (401, 413, 429) is read on for a moment, so that the client sees the answer,
// and then its connection ends.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerRaw } from '../../raw-answer.ts'

export type BodyDeadline = {
  /** For a body of any size. */
  firstMs: number
  bytesPerSecond: number
  /** After the answer. */
  lingerMs: number
}

export const bodyDeadline: BodyDeadline = {
  firstMs: 10_000,
  bytesPerSecond: 32 * 1024,
  lingerMs: 2_000,
}

export function registerBodyDeadline(
  app: FastifyInstance,
  given: Partial<BodyDeadline> = {},
): void {
  const deadline = { ...bodyDeadline, ...given }
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw)) watch(request.raw, reply.raw, deadline)
    done()
  })
}

/**
 * The time left for a request that has been arriving for this long, with this many bytes so far; 0 or less: its time is
 * over.
 */
export function timeLeftMs(
  { elapsedMs, bytes }: { elapsedMs: number; bytes: number },
  { firstMs, bytesPerSecond }: BodyDeadline,
): number {
  return firstMs + (bytes / bytesPerSecond) * 1000 - elapsedMs
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watch(request: IncomingMessage, response: ServerResponse, deadline: BodyDeadline): void {
  const { firstMs, lingerMs } = deadline
  const { socket } = request
  const startedAt = performance.now()
  const readBefore = socket.bytesRead
  const look = () => {
    if (!isArriving(request)) return
    const elapsedMs = performance.now() - startedAt
    const leftMs = timeLeftMs({ elapsedMs, bytes: socket.bytesRead - readBefore }, deadline)
    if (leftMs > 0) timer = setTimeout(look, leftMs)
    else if (response.headersSent) socket.destroy()
    else answerRaw(socket, { field: 'body', issue: 'took too long to arrive', status: 408 })
  }
  let timer = setTimeout(look, firstMs)
  // Once it has arrived and was read, or its connection has ended.
  request.once('close', () => clearTimeout(timer))
  response.once('finish', () => {
    if (!isArriving(request)) return
    clearTimeout(timer)
    timer = setTimeout(() => socket.destroy(), lingerMs)
  })
}

/** An injected request came over no connection, so this does not apply to it. */
function isArriving({ complete }: IncomingMessage): boolean {
  return complete === false
}
