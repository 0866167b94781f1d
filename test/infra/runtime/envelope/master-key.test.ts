// When a key store may be used: with the master key that wrapped it, and never where its keys are gone.
import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  DamagedKey,
  type KeyStore,
  KeysLost,
  WrongMasterKey,
} from '../../../../infra/ports/key-store.ts'
import {
  holdsNothingSealed,
  onlyVerified,
  PROBE,
  type ProbedStore,
  verifyMasterKey,
  type WrappedKey,
} from '../../../../infra/runtime/envelope/master-key.ts'
import { newKey } from '../../../../infra/runtime/envelope/wrap-key.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { appId } from '../../../../schemas/identifiers.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { newScope } from '../../../contracts/given.ts'
import { appendAll, contentStored } from '../given.ts'

const newMasterKey = () => createSecretKey(randomBytes(32))
const empty = async () => true
const notEmpty = async () => false

function store(key: WrappedKey | 'destroyed' | null): ProbedStore & { probe: Uint8Array | null } {
  return {
    probe: null,
    readProbe: async function () {
      return this.probe
    },
    createProbe: async function (wrapped) {
      this.probe ??= wrapped
      return this.probe
    },
    anyKey: async () => key,
  }
}

function keyUnder(masterKey: ReturnType<typeof newMasterKey>): WrappedKey {
  const scope = newScope()
  return { ...scope, generation: 1, wrapped: newKey(masterKey, scope, 1).wrapped }
}

test('given an empty store, when verified first, then later ones need the same master key', async () => {
  const [right, wrong] = [newMasterKey(), newMasterKey()]
  const fresh = store(null)
  await verifyMasterKey(fresh, right, empty)
  await verifyMasterKey(fresh, right, notEmpty)
  await expect(verifyMasterKey(fresh, wrong, empty)).rejects.toThrow(WrongMasterKey)
})

test('given a probe that does not open, when a user’s key opens, then it is damaged, and else the master key is another', async () => {
  const [right, wrong] = [newMasterKey(), newMasterKey()]
  const probe = newKey(wrong, PROBE, 1).wrapped
  const verifying = (key: WrappedKey | 'destroyed' | null) =>
    verifyMasterKey({ ...store(key), readProbe: async () => probe }, right, notEmpty)
  await expect(verifying(keyUnder(right))).rejects.toThrow(DamagedKey)
  await expect(verifying(keyUnder(wrong))).rejects.toThrow(WrongMasterKey)
  await expect(verifying('destroyed')).rejects.toThrow(WrongMasterKey)
  await expect(verifying(null)).rejects.toThrow(WrongMasterKey)
})

test('given keys from before there was a probe, when verified, then a key decides and the probe is made', async () => {
  const [right, wrong] = [newMasterKey(), newMasterKey()]
  const old = store(keyUnder(right))
  await expect(verifyMasterKey(old, wrong, notEmpty)).rejects.toThrow(WrongMasterKey)
  expect(old.probe).toBeNull()
  await verifyMasterKey(old, right, notEmpty)
  expect(old.probe).not.toBeNull()
})

test('given no key and a log that holds what was sealed, when verified, then the keys are lost', async () => {
  const lost = store(null)
  await expect(verifyMasterKey(lost, newMasterKey(), notEmpty)).rejects.toThrow(KeysLost)
  expect(lost.probe).toBeNull()
})

test('given users who were all forgotten, when verified, then nothing is lost', async () => {
  await verifyMasterKey(store('destroyed'), newMasterKey(), notEmpty)
})

test('given a log, when something sealed is in it, then the key store may not be empty', async () => {
  const log = createSqliteEventLog({ directory: null })
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  expect(await holdsNothingSealed(log)).toBe(true)
  const forget = { open: { category: null, keyGeneration: 0 }, sealed: null }
  const forgotten = { ...contentStored(newScope()), type: 'MemoryForgotten' as const, ...forget }
  await appendAll({ log, keys }, [forgotten])
  expect(await holdsNothingSealed(log)).toBe(true)
  const unreadable = async function* () {
    yield [{ topic: WRITES, partition: 0, position: 1, event: null, defect: 'no Avro' }]
  }
  expect(await holdsNothingSealed({ ...log, read: unreadable })).toBe(true)
  await appendAll({ log, keys }, [contentStored(newScope())])
  expect(await holdsNothingSealed(log)).toBe(false)
  await log.close()
  await keys.close()
})

test('given a store that was down, when keys are asked for, then none is given before it is verified', async () => {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  const wrong = new WrongMasterKey()
  const answers = [new Outage('down'), wrong, wrong, wrong, null]
  let asked = 0
  const held: KeyStore = onlyVerified({
    ...keys,
    verify: async () => {
      const answer = answers[asked++]
      if (answer) throw answer
    },
  })
  const scope = newScope()
  await expect(held.current([scope])).rejects.toThrow(Outage)
  await expect(held.get(scope, 1)).rejects.toThrow(WrongMasterKey)
  await expect(held.rotate(scope)).rejects.toThrow(WrongMasterKey)
  await expect(held.generations([scope])).rejects.toThrow(WrongMasterKey)
  expect(await keys.get(scope, 1)).toBeNull()
  await held.current([scope])
  await held.destroy(scope, 1)
  expect(asked).toBe(5)
  await held.close()
})

test('given a verified store, when used, then it is the store itself that answers', async () => {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: randomBytes(32) })
  const verified = onlyVerified(keys)
  const scope = newScope()
  const [made] = await verified.current([scope])
  expect(await verified.get(scope, made!.generation)).toEqual(await keys.get(scope, 1))
  expect(await verified.rotate(scope)).toBe(1)
  expect(await verified.generations([scope])).toEqual([[2, 1]])
  await verified.destroy(scope, 1)
  expect(await keys.get(scope, 1)).toBeNull()
  expect(await verified.get(scope, 2)).not.toBeNull()
  await verified.close()
  await expect((async () => keys.get(scope, 2))()).rejects.toThrow()
})

test('the probe is of a name that no app can have', () => {
  expect(PROBE).toEqual({ appId: '~master-key', userId: 'probe' })
  expect(appId.safeParse(PROBE.appId).success).toBe(false)
})
