// Works around a defect of the client library (kafkajs 2.2.4, its issue 1704): from the first answer on, each
// connection checks every millisecond whether the broker's throttling holds back a request, even when it holds back
// none.
import { createRequire } from 'node:module'

type RequestQueue = { pending: unknown[]; scheduleCheckPendingRequests(): void }

const { prototype }: { prototype: RequestQueue } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue',
)
const schedule = prototype.scheduleCheckPendingRequests

/**
 * Connections check only while a request is held back. Call it before any connection is opened; calling it again does
 * no harm.
 */
export function letConnectionsRest(): void {
  prototype.scheduleCheckPendingRequests = function ofThis(this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this)
  }
}
