// What the driver's sockets need and the driver does not do. It writes a message in pieces and leaves Nagle's algorithm
// on, so the last piece of every larger message waits 40 ms for the server's delayed acknowledgement. And unless the
// server asks for a time-out, as Neo4j does by default (two minutes), it waits for ever for one that has fallen silent.
// The driver gives no access to its sockets, but Node reports each one that is made.
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { memberOf } from '../../runtime/certain.ts'

const DEFAULT_PORT = 7687
/** By port, how long a server may say nothing. */
const silences = new Map<number, number>()

/**
 * Applies from now on to every connection to the port of this address. One that is silent for `silentMs` is ended by
 * the driver, whether or not an answer is due: connections at rest are made again when they are needed.
 */
export function tendSockets(url: string, silentMs: number): void {
  if (silences.size === 0) subscribe('net.client.socket', watch)
  // The driver reports an address that cannot be parsed.
  silences.set(Number(/:(\d+)(?:[/?]|$)/.exec(url)?.[1] ?? DEFAULT_PORT), silentMs)
}

function watch(message: unknown): void {
  const socket = memberOf(message, 'socket')
  if (!(socket instanceof Socket)) return
  socket.once('connect', () => {
    const silentMs = silences.get(socket.remotePort ?? 0)
    if (silentMs === undefined) return
    socket.setNoDelay(true)
    // The driver lifts its own time-out when this event has come to all.
    setImmediate(() => socket.setTimeout(silentMs))
  })
}
