// Sends what is written to Neo4j at once. The driver writes a message in pieces and leaves Nagle's algorithm on, so the
// last piece of every larger message waits 40 ms for the server's delayed acknowledgement. The driver gives no access
// to its sockets, but Node reports each one that is made.
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { memberOf } from '../../runtime/certain.ts'

const DEFAULT_PORT = 7687
const ports = new Set<number>()

/** Applies from now on to every connection to the port of this address. */
export function sendAtOnce(url: string): void {
  if (ports.size === 0) subscribe('net.client.socket', watch)
  ports.add(portOf(url))
}

function watch(message: unknown): void {
  const socket = memberOf(message, 'socket')
  if (!(socket instanceof Socket)) return
  socket.once('connect', () => {
    if (ports.has(socket.remotePort ?? 0)) socket.setNoDelay(true)
  })
}

/** The driver reports an address that cannot be parsed. */
function portOf(url: string): number {
  return Number(/:(\d+)(?:[/?]|$)/.exec(url)?.[1] ?? DEFAULT_PORT)
}
