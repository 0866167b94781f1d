// The candidate of the embedded setting.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  candidateFolder,
  candidateInFiles,
} from '../../../../apps/composition/candidate/in-files.ts'
import { createSqliteEventLog } from '../../../../infra/sqlite/event-log.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
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
