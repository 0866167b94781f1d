// Over a real broker: a partition to which nothing more is written is written to once more after an erasure, so that the
// broker closes its file and compacts it; and the promise is what the topics are set to.
import { Kafka, logLevel } from 'kafkajs'
import { expect, test } from 'vitest'
import { topicConfig } from '../../../../infra/kafka/topics/topics.ts'
import { topics } from '../../../../schemas/topics.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'
import { cluster, looseWire, missing, newPrefix, openLog } from '../cluster.ts'

const WRITES = 'memory.writes.v1'
const LAG_MS = 1_000

/** As an operator has changed it. */
async function createWrites(prefix: string): Promise<void> {
  const { brokers } = cluster
  const admin = new Kafka({ brokers, clientId: 'operator', logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  const declared = topics.find(({ name }) => name === WRITES)!
  const config = { ...topicConfig(declared), 'max.compaction.lag.ms': String(LAG_MS) }
  const configEntries = Object.entries(config).map(([name, value]) => ({ name, value }))
  const topic = { topic: `${prefix}${WRITES}`, numPartitions: 2, configEntries }
  await admin.createTopics({ waitForLeaders: true, topics: [topic] })
  await admin.disconnect()
}

test.skipIf(missing.length > 0)(
  'given a partition that was erased from, when nothing more is written, then its file is closed, also for a process that is gone',
  async () => {
    const topicPrefix = newPrefix()
    await createWrites(topicPrefix)
    const open = () => openLog({ topicPrefix, wire: looseWire })
    const log = await open()
    const scope = newScope()
    const partition = log.partitionOf(WRITES, scope)
    const endOf = async (of = log) => (await of.ends(WRITES)).get(partition) ?? -1
    const [place] = await log.append([{ topic: WRITES, event: storedEvent(scope) }])
    expect(await log.erase({ topic: WRITES, scope, matches: () => true })).toBe(1)
    // The record, its tombstone, and what closes the file.
    await eventually(async () => expect(await endOf()).toBe(place!.position + 2))
    await log.close()
    const next = await open()
    await next.subscribe({
      group: 'next',
      topics: [WRITES],
      resumeAfter: async () => undefined,
      deliver: async () => undefined,
      failed: () => undefined,
      maxRecords: 10,
    })
    await eventually(async () => expect(await endOf(next)).toBe(place!.position + 3))
    await next.close()
  },
)
