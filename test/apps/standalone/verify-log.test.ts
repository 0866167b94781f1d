// A log that is shorter than what was read of it is refused at the start; one of which the end was erased is not.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { verifyLog } from '../../../apps/standalone/verify-log.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import { newScope, storedEvent } from '../../contracts/given.ts'
import { emptyStep } from '../../contracts/memory-documents.ts'
import { createDirectories } from '../../infra/sqlite/directory.ts'
import { inMemoryProjections } from '../../processors/in-memory.ts'

const newDirectory = createDirectories()
const [WRITES, FACTS] = ['memory.writes.v1', 'memory.facts.v1'] as const

/** Three records of a topic, the last of which a group or a store has read. */
async function given() {
  const directory = newDirectory()
  const open = () => createSqliteEventLog({ directory: join(directory, 'log') })
  const scope = newScope()
  const stores = inMemoryProjections()
  const log = open()
  onTestFinished(() => log.close())
  const append = async (topic: AnyTopicName) => {
    for (let n = 0; n < 3; n++) await log.append([{ topic, event: storedEvent(scope) }])
  }
  await append(WRITES)
  await append(FACTS)
  const read = (group: string, topic: AnyTopicName, position: number) =>
    log.commit({ group, records: [], checkpoints: [{ topic, partition: 0, position, note: null }] })
  const indexed = (topic: AnyTopicName, position: number) =>
    stores.memory.apply({ ...emptyStep, checkpoint: { topic, partition: 0, position } })
  const verified = () => verifyLog({ log, ...stores }, directory)
  return { directory, scope, log, open, stores, read, indexed, verified }
}

test('given a log that was read to its end, when verified, then it passes, also once that end is erased', async () => {
  const { log, scope, read, indexed, verified } = await given()
  await verified()
  await read('extract-facts', WRITES, 3)
  await indexed(FACTS, 3)
  await verified()
  for (const topic of [WRITES, FACTS]) {
    expect(await log.erase({ topic, scope, matches: () => true })).toBe(3)
  }
  await verified()
})

test.each([WRITES, FACTS])(
  'given a group, or a store, that has read more of %s than there is, when verified, then it is refused',
  async (topic) => {
    const refusal = { fatal: true, message: expect.stringContaining(`(${topic})`) }
    const ofGroup = await given()
    await ofGroup.read('extract-facts', topic, 4)
    await expect(ofGroup.verified()).rejects.toMatchObject(refusal)
    const ofStore = await given()
    await ofStore.indexed(topic, 4)
    await expect(ofStore.verified()).rejects.toMatchObject(refusal)
  },
)

test.each([
  ['intake.db', WRITES],
  ['derived.db', FACTS],
])('given that %s is gone, when the service starts, then it is refused', async (file, topic) => {
  const { directory, log, open, stores, indexed } = await given()
  await indexed(topic, 3)
  await log.close()
  for (const end of ['', '-wal', '-shm'])
    rmSync(join(directory, 'log', file + end), { force: true })
  const fresh = open()
  onTestFinished(() => fresh.close())
  await expect(verifyLog({ log: fresh, ...stores }, directory)).rejects.toThrow(topic)
})
