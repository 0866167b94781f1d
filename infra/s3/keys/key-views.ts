// What this process knows of users' keys. A view is what one list of a user's names said. It holds until a change is
// announced; the process looks for changes at most `cacheMs` before it uses a view.
import type { KeyObject } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import { dropOldest } from '../../runtime/certain.ts'
import { meaningOf, PROBE, PROBE_GENERATION } from '../../runtime/envelope/master-key.ts'
import { unwrapKey } from '../../runtime/envelope/wrap-key.ts'
import { every } from '../../runtime/wait/every.ts'
import type { KeyChanges, KeyChangesHeard } from './key-changes.ts'
import {
  generationName,
  type KeyNames,
  type KeyObjects,
  keysPrefix,
  readKeyNames,
} from './key-names.ts'
import { storedPrefix } from './stored-key.ts'

type KeyView = KeyNames & {
  /** Null if it is gone meanwhile. */
  key(generation: number): Promise<Uint8Array | null>
}

export type KeyViews = {
  /** A view that held less than `cacheMs` ago. */
  recent(scope: Scope): Promise<KeyView>
  /** A view that begins now. `made`: a key that this process has just made. */
  fresh(scope: Scope, made?: { generation: number; key: Uint8Array }): Promise<KeyView>
  /** Tells every process that this user's names have changed. */
  announce(scope: Scope): Promise<void>
  close(): void
}

type Keys = Map<number, Promise<Uint8Array | null>>
type Entry = { usedAt: number; view: Promise<KeyView>; keys: Keys }

const NAMES_A_LIST = 1_000
/** `idleMs`: a user who is not asked for in this time is forgotten, so that no key stays in memory for long. */
export function createKeyViews(
  objects: KeyObjects,
  changes: (heard: KeyChangesHeard) => KeyChanges,
  options: { masterKey: KeyObject; cacheMs: number; cachedUsers: number; idleMs: number },
): KeyViews {
  const { cachedUsers, idleMs } = options
  const entries = new Map<string, Entry>()
  const { known, announce } = changes({
    changed: (prefix) => entries.delete(storedPrefix(prefix)),
    lost: () => entries.clear(),
  })
  const forgetIdle = () => {
    const before = performance.now() - idleMs
    for (const [id, { usedAt }] of entries) if (usedAt < before) entries.delete(id)
  }
  const stopForgetting = every(idleMs, forgetIdle)
  const fresh: KeyViews['fresh'] = (scope, made) => {
    const id = idOf(scope)
    const keys: Keys = new Map(entries.get(id)?.keys)
    if (made) keys.set(made.generation, Promise.resolve(made.key))
    const usedAt = performance.now()
    const entry = { usedAt, keys, view: readView(objects, options.masterKey, { scope, keys }) }
    remember(entries, id, { entry, most: cachedUsers })
    entry.view.catch(() => {
      if (entries.get(id) === entry) entries.delete(id)
    })
    return entry.view
  }
  const recent: KeyViews['recent'] = async (scope) => {
    for (;;) {
      await known()
      const entry = entries.get(idOf(scope))
      if (!entry) return fresh(scope)
      entry.usedAt = performance.now()
      const view = await entry.view
      // The entry may have been dropped while it was read.
      if (entries.get(idOf(scope)) === entry) return view
    }
  }
  return {
    recent,
    fresh,
    announce,
    close: () => {
      stopForgetting()
      entries.clear()
    },
  }
}

/** A change may name a user by the names as they are stored (object-store.ts). */
function idOf(scope: Scope): string {
  return storedPrefix(keysPrefix(scope))
}

/** The entry that was asked for longest ago makes room. */
function remember(
  entries: Map<string, Entry>,
  id: string,
  { entry, most }: { entry: Entry; most: number },
): void {
  entries.delete(id)
  entries.set(id, entry)
  if (entries.size > most) dropOldest(entries)
}

async function readView(
  objects: KeyObjects,
  masterKey: KeyObject,
  { scope, keys }: { scope: Scope; keys: Keys },
): Promise<KeyView> {
  const names = readKeyNames(await objects.list({ prefix: keysPrefix(scope), limit: NAMES_A_LIST }))
  for (const generation of keys.keys()) {
    if (!names.live.includes(generation)) keys.delete(generation)
  }
  return { ...names, key: (generation) => readKey(objects, masterKey, { scope, generation, keys }) }
}

/** A generation's key never changes, so it is read once for as long as its name is seen. */
function readKey(
  objects: KeyObjects,
  masterKey: KeyObject,
  { scope, generation, keys }: { scope: Scope; generation: number; keys: Keys },
): Promise<Uint8Array | null> {
  const known = keys.get(generation)
  if (known) return known
  const reading = objects
    .get(generationName(scope, generation))
    .then((wrapped) => wrapped && unwrapped(objects, masterKey, { scope, generation, wrapped }))
  keys.set(generation, reading)
  reading.then(
    (key) => key || keys.delete(generation),
    () => keys.delete(generation),
  )
  return reading
}

async function unwrapped(
  objects: KeyObjects,
  masterKey: KeyObject,
  { scope, ...key }: { scope: Scope; generation: number; wrapped: Uint8Array },
): Promise<Uint8Array> {
  try {
    return unwrapKey(masterKey, scope, key)
  } catch (error) {
    const probe = await objects.get(generationName(PROBE, PROBE_GENERATION))
    throw meaningOf(error, masterKey, probe)
  }
}
