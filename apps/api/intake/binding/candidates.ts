// The order in which the secrets of a source are tried on a request that names no binding. Bindings that have verified
// before come first: for the same sender, then recently at all. The others follow in turns between the apps, so that
// one app's bindings never all come before another's. Held in this process; the order affects time and decides nothing.
import { dropOldest } from '../../../../infra/runtime/certain.ts'
import type { SourceBinding } from '../../../../processors/settings/evolve.ts'

export type Bindings = ReadonlyMap<string, SourceBinding>

export type Candidates = {
  /** Bindings that have verified before, the most likely first: few, at most one of each app and kind. */
  known(source: string, senderIds: readonly string[], bindings: Bindings): SourceBinding[]
  /** Remembers that a request of this sender was verified by this binding. */
  verified(source: string, senderIds: readonly string[], binding: SourceBinding): void
}

const MAX_SENDERS = 20_000
/** Apps that may share a sender, such as two apps that one workspace has installed. */
const MAX_OF_A_SENDER = 4
const MAX_RECENT = 12
/** Until then no other app's binding displaces one that has verified for a sender. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** By app: the binding that verified last, and when. */
type Verified = Map<string, { id: string; at: number }>
const none: Verified = new Map()

export function createCandidates(now: () => Date): Candidates {
  const bySender = new Map<string, Verified>()
  const recent = new Map<string, Verified>()
  return {
    known: (source, senderIds, bindings) => {
      const ofSender = senderIds.flatMap((id) => [...(bySender.get(keyOf(source, id)) ?? none)])
      const lately = [...(recent.get(source) ?? none)].reverse()
      const ids = new Set([...ofSender, ...lately].map(([, { id }]) => id))
      return [...ids].flatMap((id) => bindings.get(id) ?? [])
    },
    verified: (source, senderIds, { id, appId }) => {
      const at = now().getTime()
      const lately = ofKey(recent, source)
      lately.delete(appId)
      lately.set(appId, { id, at })
      if (lately.size > MAX_RECENT) dropOldest(lately)
      for (const senderId of senderIds) {
        const key = keyOf(source, senderId)
        if (!bySender.has(key) && bySender.size >= MAX_SENDERS) dropOldest(bySender)
        remember(ofKey(bySender, key), appId, { id, at })
      }
    },
  }
}

/** First come, first kept: an app that knows another app's sender cannot push that app out. */
function remember(verified: Verified, appId: string, entry: { id: string; at: number }): void {
  if (!verified.has(appId) && verified.size >= MAX_OF_A_SENDER) {
    const stale = [...verified].find(([, { at }]) => entry.at - at > KEPT_MS)
    if (!stale) return
    verified.delete(stale[0])
  }
  verified.set(appId, entry)
}

function keyOf(source: string, senderId: string): string {
  return `${source} ${senderId}`
}

function ofKey(all: Map<string, Verified>, key: string): Verified {
  const known = all.get(key) ?? new Map()
  all.set(key, known)
  return known
}

/** One binding of each app, then a second of each, and so on. */
export function inTurns(bindings: Iterable<SourceBinding>): SourceBinding[] {
  const byApp = Map.groupBy(bindings, ({ appId }) => appId)
  const longest = Math.max(0, ...[...byApp.values()].map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) =>
    [...byApp.values()].flatMap((ofApp) => ofApp[turn] ?? []),
  ).flat()
}
