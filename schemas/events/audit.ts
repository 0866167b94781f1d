// memory.audit.v1: the audit, sealed. Seals hold keyed hashes of what happened to a user, so that they stay when the
// user is forgotten and still verify; the root of each app is signed.
import { z } from 'zod'
import { bytes32, bytes64 } from '../signed.ts'
import { eventsOf } from './envelope.ts'

const define = eventsOf('memory.audit.v1')

/** What happened to a user's memory since the previous seal. The envelope's user is a keyed hash of the user's name. */
export const auditSealed = define({
  type: 'AuditSealed',
  version: 1,
  open: z.strictObject({
    /** The AuditRooted that includes the seal; without that one the seal is void. */
    rootedBy: z.uuid(),
    /** The number among this user's seals, from 1. */
    number: z.int().positive(),
    /** Hash of the user's previous seal; null for the first. */
    previous: bytes32.nullable(),
    /** In the order of topics, and within a topic in the order of the log. */
    entries: z.array(
      z.strictObject({
        id: z.uuid(),
        source: z.int().nonnegative(),
        /** A keyed hash, to be compared with what was forgotten. */
        category: bytes32.nullable(),
        /** Keyed hash of the event as the log holds it. */
        commitment: bytes32,
      }),
    ),
    /** Over all of the above. */
    hash: bytes32,
  }),
})

/** A run of seals is complete. Of several with one number the first counts, and the others are void. */
export const auditRooted = define({
  type: 'AuditRooted',
  version: 2,
  open: z.strictObject({
    run: z.int().positive(),
    /** The AuditRooted of the previous run. */
    previous: z.uuid().nullable(),
    /** Hash of all runs before; null in a run of version 1. Every root's signature includes it. */
    chained: bytes32.nullable(),
    day: z.iso.date(),
    /** Up to where each partition is sealed; an event before that is in a seal, or was not there. */
    upTo: z.array(
      z.strictObject({
        topic: z.string(),
        partition: z.int().nonnegative(),
        position: z.int().nonnegative(),
      }),
    ),
    roots: z.array(
      z.strictObject({
        appId: z.string(),
        users: z.int().nonnegative(),
        entries: z.int().nonnegative(),
        previous: bytes32.nullable(),
        root: bytes32,
        signature: bytes64,
      }),
    ),
    publicKey: bytes32,
  }),
})
