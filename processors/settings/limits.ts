// How many bindings, webhooks and partners an app may have, and how many it has. Counted as the settings are folded, so
// that the last event costs as much as the first. Pure.
import { put } from './immutable-map.ts'

/** Per app and source: enough to roll a secret over, and too few to crowd out other apps. */
export const MAX_BINDINGS = 10
/** Per app. */
export const MAX_WEBHOOKS = 50
/** For one app. */
export const MAX_PARTNERS = 50

/** Of one app, beside the built-in ones. Each stays for ever, because there is no call that removes one. */
export const MAX_TEMPLATES = 1_000

/** How many there are of each kind. */
export type Counts = ReadonlyMap<string, number>

export function bindingKind({ appId, source }: { appId: string; source: string }): string {
  return `binding/${source}/${appId}`
}

/** One for each app of a partner. */
export function partnerKinds({ appIds }: { appIds: readonly string[] }): string[] {
  return [...new Set(appIds)].map((appId) => `partner/${appId}`)
}

export function counted(counts: Counts, kinds: readonly string[], by: 1 | -1): Counts {
  return kinds.reduce((before, kind) => put(before, kind, (before.get(kind) ?? 0) + by), counts)
}
