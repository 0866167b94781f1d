// The candidate of the embedded setting.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  candidateFolder,
  candidateIfAny,
  candidateInFiles,
} from '../../../../apps/composition/candidate/in-files.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { fenceOf, newScope, storedEvent } from '../../../contracts/given.ts'
import { recordsOf } from '../../../infra/runtime/given.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const TOPIC = 'memory.facts.v1'
const newDirectory = createDirectories()

test('given a forget that it has read, when its files are read, then they name the user by a pseudonym', async () => {
  const [directory, masterKey] = [newDirectory(), randomBytes(32)]
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey })
  const place = candidateInFiles({ directory, masterKey, keys })
  const event = { ...storedEvent(newScope()), type: 'ExtractionFenced' }
  const candidate = await place.open('any')
  await candidate.log.append([{ topic: TOPIC, event }])
  const files = createSqliteEventLog({ directory: join(candidateFolder(directory), 'log') })
  for (const [log, userId] of [
    [files, expect.stringMatching(/^~/)],
    [candidate.log, event.userId],
  ] as const) {
    const found = await recordsOf(log, TOPIC)
    expect(found.map((record) => record.event)).toEqual([{ ...event, userId }])
  }
  await Promise.all([files.close(), candidate.close(), keys.close()])
})

const HANDLES = '/proc/self/fd'

function openUnder(folder: string): string[] {
  const link = (handle: string) => {
    try {
      return readlinkSync(join(HANDLES, handle))
    } catch {
      return ''
    }
  }
  return readdirSync(HANDLES)
    .map(link)
    .filter((path) => path.startsWith(folder))
}

test.runIf(existsSync(HANDLES))(
  'given a memory of it that is damaged, when a forget tries to reach it, then no file of it stays open',
  async () => {
    const [directory, masterKey] = [newDirectory(), randomBytes(32)]
    const keys = createSqliteKeyStore({ path: ':memory:', masterKey })
    const folder = candidateFolder(directory)
    mkdirSync(folder)
    writeFileSync(join(folder, 'memory.db'), 'x'.repeat(4096))
    const fence = { ...fenceOf(newScope(), 9), recordedAt: new Date().toISOString() }
    const { forget } = candidateIfAny({ directory, masterKey, keys })
    await expect(forget(fence)).rejects.toThrow('not a database')
    expect(openUnder(folder)).toEqual([])
    await keys.close()
  },
)
