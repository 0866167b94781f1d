// Works around a defect of the client library (kafkajs 2.2.4): of requests that find a connection closed at one moment,
// each opens a socket, and only the last socket is ever closed. The others stay open as long as the process, which does
// not end for them.
import { createRequire } from 'node:module'

type Connection = { connect(): Promise<unknown> }

const { prototype }: { prototype: Connection } = createRequire(import.meta.url)(
  'kafkajs/src/network/connection',
)
const connect = prototype.connect
const underWay = new WeakMap<Connection, Promise<unknown>>()

/**
 * A connection that is being made is waited for. Call it before any connection is opened; calling it again does no
 * harm.
 */
export function connectThroughOneSocket(): void {
  prototype.connect = function ofThis(this: Connection) {
    const known = underWay.get(this)
    if (known) return known
    const connecting = connect.call(this).finally(() => underWay.delete(this))
    underWay.set(this, connecting)
    return connecting
  }
}
