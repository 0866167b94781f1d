// Mends the client library (kafkajs 2.2.4, its issue 1704): from the first answer on each connection looks every
// millisecond whether a request is held back by the broker's throttling, also where none is.
import { createRequire } from 'node:module'

type RequestQueue = { pending: unknown[]; scheduleCheckPendingRequests(): void }

const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
  prototype: RequestQueue
}
const schedule = prototype.scheduleCheckPendingRequests

/** Connections look again only while a request is held back. To be called before any is opened; again is no harm. */
export function letConnectionsRest(): void {
  prototype.scheduleCheckPendingRequests = function ofThis(this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this)
  }
}
