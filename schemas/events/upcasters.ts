// Reads older versions of events as the newest. An event is never rewritten; it is lifted a version at a time when
// it is read. A golden fixture in test/schemas/events/golden/ is kept for every version ever released.
import { DEFAULT_FACT_TYPE } from '../facts.ts'
import type { ContentType } from '../identifiers.ts'
import { threadBegunBy } from '../threads.ts'

export type Parts = { open: Record<string, unknown>; sealed: unknown }

/** `upcasters[type][n]` lifts version n to version n + 1. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, (parts: Parts) => Parts>>>>

/** What was said before channels were kept, by what is known of it. A conversation's facts count as the user's. */
const CHANNELS: Readonly<Record<string, string>> = {
  conversation: 'user',
  event: 'app',
  document: 'document',
}

/** How a write came in was not kept: it counts as one over the API. */
const cameOverTheApi = ({ open, sealed }: Parts): Parts => ({
  open: { ...open, entry: 'api' },
  sealed,
})

/** The process that wrote it had looked whether the key was the last: it took effect, whatever was left. */
const tookEffect = ({ open, sealed }: Parts): Parts => ({
  open: { ...open, unlessLast: false },
  sealed,
})

const released: Upcasters = {
  ApiKeyRotated: { 1: tookEffect },
  ApiKeyRevoked: { 1: tookEffect },
  ContentStored: { 1: cameOverTheApi },
  ActivityRecorded: { 1: cameOverTheApi },
  FactAsserted: {
    1: ({ open, sealed }) => ({
      open: { ...open, channel: CHANNELS[String(open.contentType)] },
      // Null where the key has been destroyed.
      sealed: sealed && { ...sealed, saidBy: null },
    }),
    // Threads were not kept: every write counts as one of its own.
    2: ({ open, sealed }) => ({
      open: {
        ...open,
        threadId: threadBegunBy(String(open.resourceId), open.contentType as ContentType),
        place: open.ordinal,
      },
      sealed,
    }),
    // Facts were extracted, and none was given.
    3: ({ open, sealed }) => ({
      open: { ...open, factType: DEFAULT_FACT_TYPE, pinned: false },
      sealed: sealed && { ...sealed, aliases: [], scopes: [] },
    }),
  },
}

export function upcast(
  type: string,
  version: number,
  parts: Parts,
  upcasters: Upcasters = released,
): Parts {
  return readings(type, version, parts, upcasters).at(-1)!
}

/** As it was written, and as each version since would have read it; the newest last. */
export function readings(
  type: string,
  version: number,
  parts: Parts,
  upcasters: Upcasters = released,
): Parts[] {
  const steps = upcasters[type] ?? {}
  const lifted = [parts]
  for (let from = version; steps[from]; from++) lifted.push(steps[from]!(lifted.at(-1)!))
  return lifted
}
