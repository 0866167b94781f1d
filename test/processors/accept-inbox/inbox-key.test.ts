// The key that partners seal to follows from the user's data key, and what is sealed to it opens for its user alone.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSealed, publicInboxKey } from '../../../processors/accept-inbox/inbox-key.ts'
import { sealTo } from './sealing.ts'

const anna = { appId: 'shop', userId: 'anna' }

test('given a data key of an earlier release, then the inbox key is still the same', () => {
  const dataKey = Buffer.from(Array.from({ length: 32 }, (_, n) => n))
  expect(publicInboxKey(dataKey)).toBe('orsTr4PltkquqTEuduLr7tr1h9mP79_TJHPtohVgfQM')
  expect(publicInboxKey(randomBytes(32))).not.toBe('orsTr4PltkquqTEuduLr7tr1h9mP79_TJHPtohVgfQM')
})

test('given what was sealed for a user, then it opens with the key and the names that it was sealed for', async () => {
  const dataKey = randomBytes(32)
  const given = { keyGeneration: 3, publicKey: publicInboxKey(dataKey) }
  const { ciphertext } = await sealTo(given, anna, { memorize: 'x' })
  const opened = (changed: object) =>
    openSealed({ ...anna, keyGeneration: 3, dataKey, ...changed }, ciphertext)
  expect(Buffer.from(opened({})!).toString()).toBe('{"memorize":"x"}')
  expect(opened({ userId: 'berta' })).toBe(null)
  expect(opened({ appId: 'bank' })).toBe(null)
  expect(opened({ keyGeneration: 2 })).toBe(null)
  expect(opened({ dataKey: randomBytes(32) })).toBe(null)
})
