// The key that partners seal to follows from the user's data key, and what is sealed to it opens for its user alone.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
  expect(Buffer.from((await opened({}))!).toString()).toBe('{"memorize":"x"}')
  expect(await opened({ userId: 'berta' })).toBe(null)
  expect(await opened({ appId: 'bank' })).toBe(null)
  expect(await opened({ keyGeneration: 2 })).toBe(null)
  expect(await opened({ dataKey: randomBytes(32) })).toBe(null)
})

/** The function as README.md gives it to partners. */
function pythonOfReadme(): string {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const blocks = readme.split('```python\n').map((part) => part.slice(0, part.indexOf('```')))
  return blocks.find((block) => block.includes('palimpsest-inbox-seal-v1')) ?? ''
}

const hasPython = (() => {
  const check = 'import cryptography.hazmat.primitives.hpke'
  try {
    execFileSync('python3', ['-c', check], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.runIf(hasPython)('given what the Python of the README sealed, then it opens', async () => {
  const dataKey = randomBytes(32)
  const key = { keyGeneration: 3, publicKey: publicInboxKey(dataKey) }
  const user = 'änna/7'
  const content = { memorize: { content: 'Ich mag 象棋.', contentType: 'document' } }
  const call = 'import sys\nprint(json.dumps(sealed(*json.load(sys.stdin))))'
  const told = execFileSync('python3', ['-c', `${pythonOfReadme()}\n${call}`], {
    input: JSON.stringify([key, 'shop', user, content]),
    encoding: 'utf8',
  })
  const { keyGeneration, ciphertext } = JSON.parse(told)
  const opened = await openSealed(
    { appId: 'shop', userId: user, keyGeneration, dataKey },
    ciphertext,
  )
  expect(JSON.parse(Buffer.from(opened!).toString())).toEqual(content)
})
