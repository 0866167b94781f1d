// What this process knows of users' keys, for a short time. A view is what one list of names said; its age counts from
// before the list began, so that whoever waits that long after a change knows that nobody sees the old state.
import type { KeyObject } from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'
import type { ObjectStore } from '../ports/object-store.ts'
import { unwrapKey } from '../runtime/wrap-key.ts'
import { generationName, type KeyNames, keysPrefix, readKeyNames } from './key-names.ts'

export type KeyView = KeyNames & {
  /** Null where it is gone meanwhile. */
  key(generation: number): Promise<Uint8Array | null>
}

export type KeyViews = {
  /** A view that began less than `cacheMs` ago. */
  recent(scope: Scope): Promise<KeyView>
  /** A view that begins now. `made`: a key that this process has just made. */
  fresh(scope: Scope, made?: { generation: number; key: Uint8Array }): Promise<KeyView>
  close(): void
}

export type KeyViewOptions = { masterKey: KeyObject; cacheMs: number; cachedUsers: number }

type Keys = Map<number, Promise<Uint8Array | null>>
type Entry = { beganAt: number; view: Promise<KeyView>; keys: Keys }

const NAMES_A_LIST = 1_000
/** A user who was not asked for in so many times `cacheMs` is forgotten, so that no key stays in memory for long. */
const IDLE = 10

export function createKeyViews(objects: ObjectStore, options: KeyViewOptions): KeyViews {
  const { cacheMs, cachedUsers } = options
  const entries = new Map<string, Entry>()
  const forgetIdle = () => {
    const before = performance.now() - IDLE * cacheMs
    for (const [id, { beganAt }] of entries) if (beganAt < before) entries.delete(id)
  }
  const timer = setInterval(forgetIdle, IDLE * cacheMs).unref()
  const isRecent = (entry: Entry) => performance.now() - entry.beganAt < cacheMs
  const fresh: KeyViews['fresh'] = (scope, made) => {
    const id = keysPrefix(scope)
    const keys: Keys = new Map(entries.get(id)?.keys)
    if (made) keys.set(made.generation, Promise.resolve(made.key))
    const beganAt = performance.now()
    const entry = { beganAt, keys, view: readView(objects, options.masterKey, scope, keys) }
    remember(entries, id, entry, cachedUsers)
    entry.view.catch(() => {
      if (entries.get(id) === entry) entries.delete(id)
    })
    return entry.view
  }
  const recent: KeyViews['recent'] = async (scope) => {
    const entry = entries.get(keysPrefix(scope))
    if (entry && isRecent(entry)) {
      const view = await entry.view
      if (isRecent(entry)) return view
    }
    return fresh(scope)
  }
  return {
    recent,
    fresh,
    close: () => {
      clearInterval(timer)
      entries.clear()
    },
  }
}

/** The one that was asked for longest ago makes room. */
function remember(entries: Map<string, Entry>, id: string, entry: Entry, most: number): void {
  entries.delete(id)
  entries.set(id, entry)
  if (entries.size > most) entries.delete(entries.keys().next().value!)
}

async function readView(
  objects: ObjectStore,
  masterKey: KeyObject,
  scope: Scope,
  keys: Keys,
): Promise<KeyView> {
  const names = readKeyNames(await objects.list({ prefix: keysPrefix(scope), limit: NAMES_A_LIST }))
  for (const generation of keys.keys()) {
    if (!names.live.includes(generation)) keys.delete(generation)
  }
  return { ...names, key: (generation) => readKey(objects, masterKey, scope, generation, keys) }
}

/** A generation's key never changes, so it is read once for as long as its name is seen. */
function readKey(
  objects: ObjectStore,
  masterKey: KeyObject,
  scope: Scope,
  generation: number,
  keys: Keys,
): Promise<Uint8Array | null> {
  const known = keys.get(generation)
  if (known) return known
  const reading = objects
    .get(generationName(scope, generation))
    .then((wrapped) => wrapped && unwrapKey(masterKey, scope, generation, wrapped))
  keys.set(generation, reading)
  reading.then(
    (key) => key || keys.delete(generation),
    () => keys.delete(generation),
  )
  return reading
}
