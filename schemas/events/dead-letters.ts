// <topic>.dlq: what could not be handled. A dead letter points at the record and says why; it never copies its content.
import { z } from 'zod'
import { nothingSealed } from './envelope.ts'

/** Not bound to one topic: every topic has a dead-letter topic of its own, so `topic` is filled in for each record. */
export const recordParked = {
  type: 'RecordParked' as const,
  version: 1,
  open: z.strictObject({
    processor: z.string(),
    topic: z.string(),
    partition: z.int().nonnegative(),
    position: z.int().nonnegative(),
    eventId: z.string(),
    eventType: z.string(),
    errorClass: z.string(),
    /** Written for people; holds no user text. */
    reason: z.string().max(1000),
    attempts: z.int().positive(),
  }),
  sealed: nothingSealed,
}
