// The lines of an export as the body of an answer.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { tellFailed } from '../errors.ts'

export function exportStream(
  request: FastifyRequest,
  lines: () => AsyncIterable<string>,
): Readable {
  // Fastify would read all lines for it, and no client could end that.
  if (request.method === 'HEAD') return Readable.from([])
  return Readable.from(telling(request, lines()))
}

/** Once an answer has begun, Fastify cuts it off at an error, and tells none. */
async function* telling(
  request: FastifyRequest,
  lines: AsyncIterable<string>,
): AsyncGenerator<string> {
  try {
    for await (const line of lines) {
      // A client may take its lines for as long as it likes.
      request.server.requireKeyStill(request)
      yield line
    }
  } catch (error) {
    tellFailed(error, request)
    throw error
  }
}
