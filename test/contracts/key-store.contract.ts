// What every key store must do, whatever the technology.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type KeyStore, WrongMasterKey } from '../../infra/ports/key-store.ts'
import { eachOpened, lookAlikes, newScope } from './given.ts'

export type OpenedKeyStore = {
  keys: KeyStore
  /** Opens the same store again after `keys` was closed, perhaps with another master key. */
  reopen?: (masterKey?: Uint8Array) => Promise<KeyStore>
  close: () => Promise<void>
}

export function keyStoreContract(name: string, open: () => Promise<OpenedKeyStore>): void {
  describe(`${name} as a key store`, () => {
    const opened = eachOpened(open)
    const keys = () => opened().keys

    test('given a new user, when asked for the current key, then generation 1 is made and kept', async () => {
      const scope = newScope()
      const [made] = await keys().current([scope])
      expect(made!.generation).toBe(1)
      expect(made!.key).toHaveLength(32)
      const [again] = await keys().current([scope])
      expect(hex(again!.key)).toBe(hex(made!.key))
      expect(hex((await keys().get(scope, 1))!)).toBe(hex(made!.key))
    })

    test('given several users, when asked together, then the answers are in order, each its own', async () => {
      const scopes = lookAlikes()
      const [known] = await keys().current([scopes[2]!])
      const made = await keys().current([...scopes, scopes[0]!])
      expect(new Set(made.map(({ key }) => hex(key))).size).toBe(scopes.length)
      expect(hex(made[2]!.key)).toBe(hex(known!.key))
      expect(hex(made.at(-1)!.key)).toBe(hex(made[0]!.key))
    })

    test('given writers at the same time, when a user is new, then all get the same key', async () => {
      const scope = newScope()
      const made = await Promise.all(Array.from({ length: 8 }, () => keys().current([scope])))
      expect(new Set(made.map(([each]) => hex(each!.key))).size).toBe(1)
    })

    test('given no key, when asked for one by generation, then the answer is null', async () => {
      const scope = newScope()
      expect(await keys().get(scope, 1)).toBeNull()
      await keys().current([scope])
      expect(await keys().get(scope, 2)).toBeNull()
      expect(await keys().get(scope, 0)).toBeNull()
    })

    test('given a key, when rotated, then a new one is current and the old one goes on working', async () => {
      const scope = newScope()
      const [old] = await keys().current([scope])
      expect(await keys().rotate(scope)).toBe(1)
      const [current] = await keys().current([scope])
      expect(current!.generation).toBe(2)
      expect(hex(current!.key)).not.toBe(hex(old!.key))
      expect(hex((await keys().get(scope, 1))!)).toBe(hex(old!.key))
    })

    test('given generations that live and others that do not, when asked for, then the living come, the newest first', async () => {
      const [scope, unknown] = [newScope(), newScope()]
      expect(await keys().generations([unknown])).toEqual([[]])
      await keys().current([scope])
      expect(await keys().generations([scope, unknown])).toEqual([[1], []])
      await keys().rotate(scope)
      await keys().rotate(scope)
      await keys().destroy(scope, 1)
      expect(await keys().generations([unknown, scope])).toEqual([[], [3, 2]])
      await keys().destroy(scope, 3)
      expect(await keys().generations([scope])).toEqual([[]])
      expect((await keys().current([unknown]))[0]!.generation).toBe(1)
    })

    test('given a user without a key, when rotated, then there is none before it', async () => {
      const scope = newScope()
      expect(await keys().rotate(scope)).toBe(0)
      expect((await keys().current([scope]))[0]!.generation).toBe(1)
    })

    test('given two rotations at the same time, when asked, then each has made a generation', async () => {
      const scope = newScope()
      await keys().current([scope])
      const before = await Promise.all([keys().rotate(scope), keys().rotate(scope)])
      expect(before.sort()).toEqual([1, 2])
      expect((await keys().current([scope]))[0]!.generation).toBe(3)
    })

    test('given several generations, when destroyed up to one, then only the later ones work', async () => {
      const scope = newScope()
      await keys().current([scope])
      await keys().rotate(scope)
      await keys().rotate(scope)
      await keys().destroy(scope, 2)
      await keys().destroy(scope, 2)
      expect(await keys().get(scope, 1)).toBeNull()
      expect(await keys().get(scope, 2)).toBeNull()
      expect(await keys().get(scope, 3)).not.toBeNull()
      expect((await keys().current([scope]))[0]!.generation).toBe(3)
    })

    test('given every generation destroyed, when asked for the current key, then a higher one is made', async () => {
      const scope = newScope()
      await keys().current([scope])
      await keys().destroy(scope, 1)
      expect((await keys().current([scope]))[0]!.generation).toBe(2)
      expect(await keys().get(scope, 1)).toBeNull()
    })

    test('given generations that were never made, when destroyed, then they are never given', async () => {
      const scope = newScope()
      await keys().destroy(scope, 3)
      const [made] = await keys().current([scope])
      expect(made!.generation).toBeGreaterThan(3)
      expect(await keys().get(scope, 3)).toBeNull()
    })

    test('given generation 0, when destroyed, then nothing is', async () => {
      const scope = newScope()
      await keys().current([scope])
      await keys().destroy(scope, 0)
      expect(await keys().get(scope, 1)).not.toBeNull()
    })

    test('given users with names alike, when the keys of one are destroyed, then the others keep theirs', async () => {
      const [first, ...others] = lookAlikes()
      await keys().current([first!, ...others])
      await keys().destroy(first!, 1)
      expect(await keys().get(first!, 1)).toBeNull()
      for (const scope of others) expect(await keys().get(scope, 1)).not.toBeNull()
    })

    test('given a store that was closed, when opened again, then keys are kept and destroyed ones stay so', async (context) => {
      const { reopen } = opened()
      if (!reopen) return context.skip()
      const [kept, lost] = [newScope(), newScope()]
      const [made] = await keys().current([kept, lost])
      await keys().destroy(lost, 1)
      await keys().close()
      await keys().close()
      const again = await reopen()
      expect(hex((await again.get(kept, 1))!)).toBe(hex(made!.key))
      expect(await again.get(lost, 1)).toBeNull()
      expect((await again.current([lost]))[0]!.generation).toBe(2)
      await again.close()
    })

    test('given another master key, when a kept key is asked for, then it does not open', async (context) => {
      const { reopen } = opened()
      if (!reopen) return context.skip()
      const scope = newScope()
      await keys().current([scope])
      await keys().close()
      // A store may refuse to open at all.
      const stranger = await reopen(randomBytes(32)).catch(() => null)
      if (!stranger) return
      await expect(stranger.get(scope, 1)).rejects.toThrow(WrongMasterKey)
      await expect(stranger.current([scope])).rejects.toThrow(WrongMasterKey)
      await stranger.close()
    })

    test('given a verified store, when opened with another master key, then it is refused, also without any key', async (context) => {
      const { reopen } = opened()
      if (!reopen) return context.skip()
      await keys().verify()
      await keys().verify()
      const scope = newScope()
      await keys().current([scope])
      await keys().destroy(scope, 1)
      await keys().close()
      const stranger = async () => (await reopen(randomBytes(32))).verify()
      await expect(stranger()).rejects.toThrow(WrongMasterKey)
      const again = await reopen()
      await again.verify()
      await again.close()
    })

    test('given keys that were never verified, when verified with another master key, then it is refused', async (context) => {
      const { reopen } = opened()
      if (!reopen) return context.skip()
      await keys().current([newScope()])
      await keys().close()
      const stranger = async () => (await reopen(randomBytes(32))).verify()
      await expect(stranger()).rejects.toThrow(WrongMasterKey)
      const again = await reopen()
      await again.verify()
      await again.close()
    })
  })
}

function hex(key: Uint8Array): string {
  return Buffer.from(key).toString('hex')
}
