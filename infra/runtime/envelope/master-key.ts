// Checks that the master key is the one that wrapped the stored keys, by a probe: a key that belongs to no user,
// wrapped when the key store was first used. So a process with another master key refuses to start, before it reads
// anything.
import type { KeyObject } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { EventLog } from '../../ports/event-log.ts'
import { DamagedKey, type KeyStore, KeysLost, WrongMasterKey } from '../../ports/key-store.ts'
import { onceItWorks } from '../wait/shared-answer.ts'
import { newKey, unwrapKey } from './wrap-key.ts'

/** No app can be called this: identifiers never begin with ~. */
export const PROBE: Scope = { appId: '~master-key', userId: 'probe' }
export const PROBE_GENERATION = 1

/** A key as it is stored. */
export type WrappedKey = Scope & { generation: number; wrapped: Uint8Array }

/** What a key store reveals of its content. */
export type ProbedStore = {
  /** Null without a probe. */
  readProbe(): Promise<Uint8Array | null>
  /** Stores the probe unless there is one; gives the one that the store has then. */
  createProbe(wrapped: Uint8Array): Promise<Uint8Array>
  /** Any user's key; `destroyed` where all were destroyed, null where the store never held one. */
  anyKey(): Promise<WrappedKey | 'destroyed' | null>
}

/**
 * Throws WrongMasterKey, DamagedKey or KeysLost (ports/key-store.ts). Makes the probe where there is none: in an installation older
 * than probes, a user's key tells whether the master key is right.
 */
export async function verifyMasterKey(
  store: ProbedStore,
  masterKey: KeyObject,
  mayBeEmpty: () => Promise<boolean>,
): Promise<void> {
  const probe = await store.readProbe()
  if (probe) return verifyProbe(store, masterKey, probe)
  const known = await store.anyKey()
  if (known === null && !(await mayBeEmpty())) throw new KeysLost()
  if (known && known !== 'destroyed') open(masterKey, known)
  // Of two first starts with different master keys, the second finds the probe of the first.
  open(
    masterKey,
    probeOf(await store.createProbe(newKey(masterKey, PROBE, PROBE_GENERATION).wrapped)),
  )
}

/** A probe that does not open is damaged where a user's key does. */
async function verifyProbe(
  store: ProbedStore,
  masterKey: KeyObject,
  probe: Uint8Array,
): Promise<void> {
  if (opens(masterKey, probeOf(probe))) return
  const known = await store.anyKey()
  const isRight = known !== null && known !== 'destroyed' && opens(masterKey, known)
  throw isRight ? new DamagedKey() : new WrongMasterKey()
}

/** What it means that a user's key did not open: it is damaged where the probe opens. */
export function meaningOf(error: unknown, masterKey: KeyObject, probe: Uint8Array | null): unknown {
  const isRight = probe !== null && opens(masterKey, probeOf(probe))
  return error instanceof WrongMasterKey && isRight ? new DamagedKey() : error
}

const probeOf = (wrapped: Uint8Array): WrappedKey => ({
  ...PROBE,
  generation: PROBE_GENERATION,
  wrapped,
})

function open(masterKey: KeyObject, { generation, wrapped, ...scope }: WrappedKey): Uint8Array {
  return unwrapKey(masterKey, scope, { generation, wrapped })
}

function opens(masterKey: KeyObject, key: WrappedKey): boolean {
  try {
    open(masterKey, key)
    return true
  } catch {
    return false
  }
}

/** True where the log holds nothing sealed, so that the key store may be empty. */
export async function holdsNothingSealed(log: EventLog): Promise<boolean> {
  for (const topic of ['memory.writes.v1', 'memory.settings.v1'] as const) {
    for (const partition of log.partitions(topic)) {
      for await (const records of log.read({ topic, partition })) {
        if (records.some(({ event }) => event?.sealed)) return false
      }
    }
  }
  return true
}

/**
 * A key store that gives no key before it has been verified: where the store was down at the start, the first call that
 * reaches it verifies it.
 */
export function onlyVerified(keys: KeyStore): KeyStore {
  const verify = onceItWorks(() => keys.verify())
  return {
    verify,
    current: (scopes) => verify().then(() => keys.current(scopes)),
    generations: (scopes) => verify().then(() => keys.generations(scopes)),
    get: (scope, generation) => verify().then(() => keys.get(scope, generation)),
    rotate: (scope) => verify().then(() => keys.rotate(scope)),
    destroy: (scope, generation) => verify().then(() => keys.destroy(scope, generation)),
    close: () => keys.close(),
  }
}
