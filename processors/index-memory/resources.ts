// What the document of a resource is: queued, and then processed or failed. Pure.
import type { ResourceDocument } from '../../infra/ports/memory-store.ts'
import type { FactEvent, WriteEvent } from '../../schemas/events/catalogue.ts'
import type { ResourceType } from '../../schemas/identifiers.ts'

const QUEUED_VERSION = 1
const FAILED_VERSION = 2
/** An operator may retry a failed write, which is then processed, whichever of the two events is read first. */
const PROCESSED_VERSION = 3

type Queued = Extract<
  WriteEvent,
  { type: 'ContentStored' | 'ActivityRecorded' | 'FactGiven' | 'FactRevised' }
>

export function queued(
  event: Queued,
  position: number,
  { contentType, threadId }: { contentType: ResourceType; threadId: string | null },
): ResourceDocument {
  return {
    kind: 'resource',
    appId: event.appId,
    userId: event.userId,
    version: QUEUED_VERSION,
    source: position,
    keyGeneration: event.open.keyGeneration,
    resource: {
      id: event.id,
      status: 'queued',
      contentType,
      threadId,
      receivedAt: event.recordedAt,
      processedAt: null,
      contentBytes: event.open.contentBytes,
      facts: 0,
      reason: null,
    },
  }
}

type Done = Extract<FactEvent, { type: 'ResourceProcessed' | 'ExtractionRejected' }>

export function processed(event: Done): ResourceDocument {
  const { open } = event
  const failed = event.type === 'ExtractionRejected'
  return {
    kind: 'resource',
    appId: event.appId,
    userId: event.userId,
    version: failed ? FAILED_VERSION : PROCESSED_VERSION,
    source: open.source,
    keyGeneration: open.keyGeneration,
    resource: {
      id: open.resourceId,
      status: failed ? 'failed' : 'processed',
      contentType: open.contentType,
      threadId: open.threadId,
      receivedAt: open.receivedAt,
      processedAt: event.recordedAt,
      contentBytes: open.contentBytes,
      facts: event.type === 'ResourceProcessed' ? event.open.asserted : 0,
      reason: event.type === 'ExtractionRejected' ? event.open.reason : null,
      ...(event.type === 'ResourceProcessed' && event.open.saidIn && { saidIn: event.open.saidIn }),
    },
  }
}
