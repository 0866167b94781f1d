// Answers on a socket when there is no request to reply to: the bytes are no HTTP, or never arrived whole. Nothing of
// them is logged: they may be anything.
import type { Socket } from 'node:net'
import { invalid } from './errors.ts'

// Not imported, because that would load undici too.
const http = process.getBuiltinModule('node:http')

type Refusal = { field: string; issue: string; status: number }

/** Sends a validation error and ends the connection. */
export function answerRaw(socket: Socket, { field, issue, status }: Refusal): void {
  if (socket.destroyed || !socket.writable) return
  const { code, message, details } = invalid(field, issue)
  const body = JSON.stringify({ error: { code, message, details } })
  socket.write(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { field: 'request', issue: 'took too long to arrive', status: 408 },
  HPE_HEADER_OVERFLOW: { field: 'headers', issue: 'are larger than 16 KiB', status: 431 },
}
const NO_HTTP: Refusal = { field: 'request', issue: 'is not valid HTTP', status: 400 }

/** Fastify's clientErrorHandler. A client that has gone gets no answer. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') return
  answerRaw(socket, REFUSALS[error.code ?? ''] ?? NO_HTTP)
}
