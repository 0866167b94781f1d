// The users' data keys as objects of an S3 bucket, for any number of processes. Each process keeps what it has read,
// and checks every `cacheMs` whose keys have changed. A process that rotates or destroys a key announces it and waits
// that long before it reports success; then no process anywhere still works with the previous state (README.md).
import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { DataKey, KeyStore } from '../../ports/key-store.ts'
import {
  PROBE,
  PROBE_GENERATION,
  type ProbedStore,
  verifyMasterKey,
} from '../../runtime/envelope/master-key.ts'
import { newKey } from '../../runtime/envelope/wrap-key.ts'
import { Outage } from '../../runtime/fail/retry.ts'
import { inParallel } from '../../runtime/in-parallel.ts'
import { keyPages } from '../../runtime/pages.ts'
import { sleep } from '../../runtime/wait/pause.ts'
import { createConditionally } from '../conditional-create.ts'
import { connectToS3, PARALLEL, type S3Options } from '../connection.ts'
import { objectStoreOver } from '../object-store.ts'
import { createKeyChanges } from './key-changes.ts'
import { destroyedName, generationName, type KeyObjects, keyNamed } from './key-names.ts'
import { createKeyViews, type KeyViews } from './key-views.ts'
import { isHashed } from './stored-key.ts'

type KeyCacheOptions = {
  /** 32 bytes that wrap the keys; the same in all processes. */
  masterKey: Uint8Array
  /** How long a process may work without looking for changes; the same in all processes. */
  cacheMs?: number | undefined
  /** The number of users whose keys a process remembers. */
  cachedUsers?: number | undefined
  /** For how many milliseconds it remembers those of a user whom nothing asks for; ten times `cacheMs` by default. */
  idleMs?: number | undefined
  /** Called if the store has never held a key, to learn whether it may be empty; by default it may. */
  mayBeEmpty?: (() => Promise<boolean>) | undefined
}

export type S3KeyStoreOptions = S3Options &
  KeyCacheOptions & {
    prefix?: string | undefined
    /** What stands between the store and its objects; nothing by default. */
    over?: ((objects: KeyObjects) => KeyObjects) | undefined
  }

const DEFAULT_PREFIX = 'keys/'
const CACHE_MS = 1_000
const CACHED_USERS = 10_000
/** Times `cacheMs`. */
const IDLE = 10
const NAMES_A_LIST = 1_000
/** Allows for clocks of slightly different speed and timers that end slightly late. */
const MARGIN = 1.1
const MARGIN_MS = 20

/** Two processes could each make a user's key and seal under it, and one of the two keys would be lost. */
export class UnsafeKeyStore extends Error {
  override readonly name = 'UnsafeKeyStore'
  /** No event is at fault: events wait until another server is in use. */
  readonly outage = true
  constructor() {
    super('the S3 server has no conditional writes (If-None-Match), without which keys can be lost')
  }
}

export function createS3KeyStore(options: S3KeyStoreOptions): KeyStore {
  const connection = connectToS3(options)
  const { prefix: root = DEFAULT_PREFIX, over = (objects) => objects } = options
  const create = createConditionally(connection, root, () => {
    throw new UnsafeKeyStore()
  })
  return keyStoreOver(over(objectStoreOver(connection, root, create)), options)
}

/** Works over any object store that creates an object once, however many writers try at the same time. */
export function keyStoreOver(objects: KeyObjects, options: KeyCacheOptions): KeyStore {
  const { cacheMs = CACHE_MS, cachedUsers = CACHED_USERS, mayBeEmpty = async () => true } = options
  const { idleMs = IDLE * cacheMs } = options
  const masterKey = createSecretKey(options.masterKey)
  const parts: Parts = {
    objects,
    masterKey,
    views: createKeyViews(objects, (heard) => createKeyChanges(objects, cacheMs, heard), {
      masterKey,
      cacheMs,
      cachedUsers,
      idleMs,
    }),
    everybodyHasSeen: () => sleep(cacheMs * MARGIN + MARGIN_MS),
  }
  return {
    verify: () => verifyMasterKey(probedStore(objects), masterKey, mayBeEmpty),
    current: (scopes) => inParallel(scopes, PARALLEL, (scope) => currentKey(parts, scope)),
    generations: (scopes) => inParallel(scopes, PARALLEL, (scope) => living(parts, scope)),
    get: (scope, generation) => keyOf(parts, scope, generation),
    rotate: (scope) => rotate(parts, scope),
    destroy: (scope, generation) => destroy(parts, scope, generation),
    close: async () => {
      parts.views.close()
      await objects.close()
    },
  }
}

type Parts = {
  objects: KeyObjects
  masterKey: KeyObject
  views: KeyViews
  everybodyHasSeen: () => Promise<void>
}

function probedStore(objects: KeyObjects): ProbedStore {
  const name = generationName(PROBE, PROBE_GENERATION)
  return {
    readProbe: () => objects.get(name),
    createProbe: async (wrapped) => {
      const [answer] = await objects.putMany([{ key: name, body: wrapped }])
      const stored = answer === 'created' ? wrapped : await objects.get(name)
      if (!stored) throw new Outage('the probe of another process cannot be read yet')
      return stored
    },
    anyKey: () => anyKey(objects),
  }
}

/** Asked once in the life of an installation, so reading all names of forgotten users costs little. */
async function anyKey(objects: KeyObjects): ReturnType<ProbedStore['anyKey']> {
  let destroyed = false
  for await (const names of keyPages(objects, { prefix: '', limit: NAMES_A_LIST })) {
    for (const name of names) {
      // A user whose name is hashed: the entry only says that there have been keys.
      destroyed ||= isHashed(name)
      const named = isHashed(name) ? null : keyNamed(objects.opened?.(name) ?? name)
      if (!named) continue
      destroyed ||= named.destroyed
      const wrapped = named.destroyed ? null : await objects.get(name)
      if (wrapped) return { ...named, wrapped }
    }
  }
  return destroyed ? 'destroyed' : null
}

/**
 * After making a key the names are read again: the key that counts is the one that every process reads, and a
 * generation that was destroyed meanwhile is not used.
 */
async function currentKey(parts: Parts, scope: Scope): Promise<DataKey> {
  let view = await parts.views.recent(scope)
  for (;;) {
    const generation = view.live.at(-1)
    if (generation === undefined) view = await makeKey(parts, scope, view.highest + 1)
    else {
      const key = await view.key(generation)
      if (key) return { generation, key }
      view = await parts.views.fresh(scope)
    }
  }
}

/**
 * A key that was not there a moment ago may have been made since; only a key that is there, or gone for ever, is known.
 */
async function keyOf(parts: Parts, scope: Scope, generation: number): Promise<Uint8Array | null> {
  if (generation < 1) return null
  let view = await parts.views.recent(scope)
  if (generation > view.destroyed && !view.live.includes(generation)) {
    view = await parts.views.fresh(scope)
  }
  return view.live.includes(generation) ? view.key(generation) : null
}

/** A user who had no key a moment ago may have one now: first keys are not announced. */
async function living({ views }: Parts, scope: Scope): Promise<number[]> {
  const recent = await views.recent(scope)
  const { live } = recent.live.length > 0 ? recent : await views.fresh(scope)
  return live.toReversed()
}

/** Makes a generation if there is none of that number; returns the view after that. */
async function makeKey({ objects, masterKey, views }: Parts, scope: Scope, generation: number) {
  const { key, wrapped } = newKey(masterKey, scope, generation)
  const [answer] = await objects.putMany([
    { key: generationName(scope, generation), body: wrapped },
  ])
  const made = answer === 'created'
  const view = await views.fresh(scope, made ? { generation, key } : undefined)
  // It was destroyed before it was made, and must not stay there.
  if (made && generation <= view.destroyed) {
    await objects.deleteMany([generationName(scope, generation)])
  }
  return { ...view, made: made && generation > view.destroyed }
}

async function rotate(parts: Parts, scope: Scope): Promise<number> {
  for (;;) {
    const { highest } = await parts.views.fresh(scope)
    const { made } = await makeKey(parts, scope, highest + 1)
    if (!made) continue
    await parts.views.announce(scope)
    await parts.everybodyHasSeen()
    return highest
  }
}

/** The mark comes first: whatever happens then, no process that reads the names uses these generations any more. */
async function destroy(parts: Parts, scope: Scope, generation: number): Promise<void> {
  if (generation < 1) return
  const { objects, views } = parts
  await objects.putMany([{ key: destroyedName(scope, generation), body: new Uint8Array(0) }])
  await views.announce(scope)
  const { obsolete } = await views.fresh(scope)
  if (obsolete.length > 0) await objects.deleteMany(obsolete)
  await parts.everybodyHasSeen()
}
