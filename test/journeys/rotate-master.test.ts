// The master key is rotated while the service is written to and read: nothing is lost, and only the next key opens it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { runCommand, runCommandHere } from './process.ts'
import { startedService } from './started-service.ts'

const FIRST = 'd'.repeat(64)
const folder = ownDirectory()
const inFolder = (name: string) => join(folder, name)

const service = startedService({ MASTER_KEY: FIRST })

const rotate = (MASTER_KEY: string, to: string, run = runCommandHere) =>
  run({ ...service.env, MASTER_KEY }, 'keys', 'rotate-master', '--to', to)

const keyIn = (path: string) => readFileSync(path, 'utf8').trim()
const known = async (userId: string): Promise<string[]> =>
  (await service.items(userId)).map(({ content }) => content).sort()

/** Each user is new, so that keys are made before, during and after. */
async function usingMeanwhile(work: () => Promise<unknown>): Promise<string[]> {
  const users: string[] = []
  let done = false
  const using = (async () => {
    while (!done) {
      const userId = `dora${users.length}`
      await service.remember(userId, 'I own a kettle.')
      users.push(userId)
      expect(await known('anna')).toEqual(['I live in Berlin.'])
    }
  })()
  await work().finally(() => {
    done = true
  })
  await using
  return users
}

test('given writes and reads meanwhile, when rotated twice, then all of it is there under the last key alone', async () => {
  await service.remember('anna', 'I live in Berlin.')
  const [second, third] = [inFolder('second.key'), inFolder('third.key')]
  const users = await usingMeanwhile(() => rotate(FIRST, second, runCommand))
  expect(users.length).toBeGreaterThan(0)
  await service.remember('ben', 'I live in Oslo.')
  await expect(rotate(FIRST, third)).rejects.toThrow(/MASTER_KEY is not the one/)
  await rotate(keyIn(second), third)

  await service.pause()
  for (const MASTER_KEY of [FIRST, keyIn(second)]) {
    await expect(service.resume({ MASTER_KEY })).rejects.toThrow(/MASTER_KEY is not the one/)
  }
  await service.resume({ MASTER_KEY: keyIn(third) })
  expect(await known('anna')).toEqual(['I live in Berlin.'])
  expect(await known('ben')).toEqual(['I live in Oslo.'])
  for (const userId of users) expect(await known(userId)).toEqual(['I own a kettle.'])
  await service.remember('ben', 'I have a sister called Julia.')
  expect(await known('ben')).toHaveLength(2)
}, 300_000)

test('given a file that holds no key, or the one in use, then it is refused and nothing changes', async () => {
  const third = inFolder('third.key')
  writeFileSync(inFolder('no.key'), 'not a key')
  await expect(rotate(keyIn(third), inFolder('no.key'))).rejects.toThrow(/holds no key/)
  await expect(rotate(keyIn(third), third)).rejects.toThrow(/in use/)
  await runCommandHere({ ...service.env, MASTER_KEY: keyIn(third) }, 'audit', 'verify')
})
