// Reads older versions of events as the newest. An event is never rewritten; it is lifted a version at a time when
// it is read. A golden fixture in test/schemas/events/golden/ is kept for every version ever released.
import { DEFAULT_FACT_TYPE } from '../facts.ts'
import type { ContentType } from '../identifiers.ts'
import { threadBegunBy } from '../threads.ts'

export type Parts = { open: Record<string, unknown>; sealed: unknown }

/** `upcasters[type][n]` lifts version n to version n + 1. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, (parts: Parts) => Parts>>>>

/**
 * The channels of facts from before channels were kept, by content type. A conversation's facts count as the user's.
 */
const CHANNELS: Readonly<Record<string, string>> = {
  conversation: 'user',
  event: 'app',
  document: 'document',
}

/** How a write came in was not kept then: it counts as a write over the API. */
const cameOverTheApi = ({ open, sealed }: Parts): Parts => ({
  open: { ...open, entry: 'api' },
  sealed,
})

/** The process that wrote it had checked whether the key was the last, so it took effect whatever keys were left. */
const tookEffect = ({ open, sealed }: Parts): Parts => ({
  open: { ...open, unlessLast: false },
  sealed,
})

/** Which key asked was not kept then. */
const keyNotKept = ({ open, sealed }: Parts): Parts => ({
  open: { ...open, keyId: null },
  sealed,
})

/** Only in which categories something changed was kept then. */
const saidUnknown = ({ open, sealed }: Parts): Parts => ({
  open: { ...open, saidIn: null },
  sealed,
})

/**
 * The envelope of version 1 may hold the user's own id, where that of version 2 holds a pseudonym. A log opens it before
 * it gives the event away, so nothing else differs: the version keeps services from the event that do not open it.
 */
const namedTheUser = (parts: Parts) => parts

/** Runs were not chained then. */
const notChained = ({ open, sealed }: Parts): Parts => ({
  open: { ...open, chained: null },
  sealed,
})

const released: Upcasters = {
  AuditRooted: { 1: notChained },
  ApiKeyRotated: { 1: tookEffect },
  ApiKeyRevoked: { 1: tookEffect },
  ContentStored: { 1: cameOverTheApi },
  ActivityRecorded: { 1: cameOverTheApi },
  FactRevised: { 1: keyNotKept },
  MemoryForgotten: { 1: namedTheUser },
  ExtractionFenced: { 1: namedTheUser },
  ResourceErased: { 1: namedTheUser },
  MemoryErased: { 1: namedTheUser },
  ReceiptIssued: { 1: namedTheUser },
  ResourceProcessed: { 1: saidUnknown },
  // Only clients closed facts then.
  FactClosed: { 1: (parts) => parts },
  FactAsserted: {
    1: ({ open, sealed }) => ({
      open: { ...open, channel: CHANNELS[String(open.contentType)] },
      // Null where the key has been destroyed.
      sealed: sealed && { ...sealed, saidBy: null },
    }),
    // Threads were not kept then: every write counts as its own thread.
    2: ({ open, sealed }) => ({
      open: {
        ...open,
        threadId: threadBegunBy(String(open.resourceId), open.contentType as ContentType),
        place: open.ordinal,
      },
      sealed,
    }),
    // All facts were extracted then, and none was given.
    3: ({ open, sealed }) => ({
      open: { ...open, factType: DEFAULT_FACT_TYPE, pinned: false },
      sealed: sealed && { ...sealed, aliases: [], scopes: [] },
    }),
  },
}

export function upcast(
  type: string,
  version: number,
  { parts, upcasters = released }: { parts: Parts; upcasters?: Upcasters | undefined },
): Parts {
  return lift(type, version, { parts, upcasters }).newest
}

/** The parts as they were written, then as each version since reads them; the newest last. */
export function readings(
  type: string,
  version: number,
  { parts, upcasters = released }: { parts: Parts; upcasters?: Upcasters | undefined },
): Parts[] {
  const { older, newest } = lift(type, version, { parts, upcasters })
  return [...older, newest]
}

function lift(
  type: string,
  version: number,
  { parts, upcasters }: { parts: Parts; upcasters: Upcasters },
): { older: readonly Parts[]; newest: Parts } {
  const steps = upcasters[type] ?? {}
  const older: Parts[] = []
  let newest = parts
  for (let from = version, step = steps[from]; step; step = steps[++from]) {
    older.push(newest)
    newest = step(newest)
  }
  return { older, newest }
}
