// The audit store with its users under pseudonyms, and with an entry's details sealed if its event held something
// sealed: such an entry goes with the user's key. Entries about forgetting itself hold no words, and stay readable.
import type { Scope } from '../../schemas/identifiers.ts'
import type { AuditEntry, AuditStore } from '../ports/audit-store.ts'
import { type Fence, isFenced } from '../ports/projection.ts'
import { firstOf } from '../runtime/certain.ts'
import type { Keys } from './keys/keyring.ts'
import { keyFor, keyThatSealed, ownedUsers, type Sealing } from './keys/sealing.ts'
import { sealedUnder } from './keys/user-keys.ts'
import { sealProjection } from './seal-projection.ts'

export function sealAudit(store: AuditStore, sealing: Sealing): AuditStore {
  const { owners, keyring } = sealing
  return {
    ...sealProjection(store, sealing),
    apply: async ({ checkpoint, fences, entries, removed, generations = new Map() }) => {
      const users = await ownedUsers(sealing, entries)
      const named = fences.map((fence) => ({ ...fence, ...owners.seal(fence) }))
      const known = await fencesOn(users.beingForgotten(), store, named)
      await store.apply({
        checkpoint,
        fences: named,
        removed: removed.map((each) => ({ ...each, ...owners.seal(each) })),
        entries: entries.flatMap((entry) => {
          const owner = owners.seal(entry)
          const keyGeneration = generations.get(entry.id)
          const sealed = sealEntry(entry, users.of(owner)?.keys ?? [], keyGeneration)
          const isGoing = !entry.permanent && isFenced(known, { ...entry, ...owner, keyGeneration })
          return sealed && !isGoing ? [{ ...sealed, ...owner }] : []
        }),
      })
    },
    places: (scope, page) => store.places(owners.seal(scope), page),
    hasCategory: (scope, category) => store.hasCategory(owners.seal(scope), category),
    list: async (scope, page) => {
      const keys = firstOf(await keyring.of([scope]))
      const { data, ...rest } = await store.list(owners.seal(scope), page)
      const { appId, userId } = scope
      const open = (entry: AuditEntry) => openEntry({ ...entry, appId, userId }, keys) ?? []
      return { ...rest, data: data.flatMap(open) }
    },
  }
}

/**
 * A write that was accepted while a forget was asked for may lie behind its fence, sealed under the key that it destroys.
 * A replay finds no such key, so the entry is left out while the key lives as well.
 */
async function fencesOn(going: readonly Scope[], store: AuditStore, step: readonly Fence[]) {
  return going.length === 0 ? step : [...step, ...(await store.fences(going))]
}

const about = ({ id }: AuditEntry) => `audit ${id}`

/** Null if the key that sealed the event is gone. */
function sealEntry(entry: AuditEntry, keys: Keys, generation?: number): AuditEntry | null {
  if (generation === undefined || entry.permanent) return entry
  const sealed = keyFor(keys, generation)?.seal(about(entry), JSON.stringify(entry.details))
  return sealed === undefined ? null : { ...entry, details: { sealed } }
}

/**
 * Null if the key that sealed it is gone. If that key lives and does not open it, its details were changed: they are
 * returned as they are, so that a verification reports a changed entry and not a missing one.
 */
function openEntry(entry: AuditEntry, keys: Keys): AuditEntry | null {
  const { sealed } = entry.details
  if (entry.permanent || typeof sealed !== 'string' || sealedUnder(sealed) === null) return entry
  const key = keyThatSealed(keys, sealed)
  const plain = key?.open(about(entry), sealed)
  if (plain) return { ...entry, details: JSON.parse(plain) }
  return key ? entry : null
}
