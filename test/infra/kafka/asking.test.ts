// Concurrent requests to the cluster, and where a request for a group's offsets goes.
import { Kafka, logLevel } from 'kafkajs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clusterFactoryOf, createRawClient } from '../../../infra/kafka/client/raw-client.ts'
import { standingOf } from '../../../infra/kafka/consume/standing.ts'
import { layOut } from '../../../infra/kafka/topics/topics.ts'
import { eventually } from '../../contracts/eventually.ts'
import { newScope } from '../../contracts/given.ts'
import { cluster, missing, newPrefix, openLog } from './cluster.ts'
import { countingClient } from './counting-client.ts'
import { newRecord, TOPIC } from './given-events.ts'

/** A client that counts its requests for offsets. */
function countingOffsets(topics: readonly string[]) {
  const state = { asked: 0 }
  const kafka = new Kafka({ brokers: cluster.brokers, logLevel: logLevel.NOTHING })
  const { symbol, create } = clusterFactoryOf(kafka)
  const counting: typeof create = (options) => {
    const made = create(options)
    const ask = made.fetchTopicsOffset.bind(made)
    made.fetchTopicsOffset = (asked) => {
      state.asked++
      return ask(asked)
    }
    return made
  }
  const client = createRawClient(Object.create(kafka, { [symbol]: { value: counting } }), topics)
  onTestFinished(() => void client.close())
  return { state, client }
}

describe.skipIf(missing.length > 0)(`asking a cluster (needs ${missing.join(', ')})`, () => {
  test('given questions about several topics, when asked side by side, then they go together, and each gets its own', async () => {
    const topicPrefix = newPrefix()
    const log = await openLog({ topicPrefix, partitions: 2 })
    onTestFinished(() => log.close())
    for (let n = 0; n < 3; n++) await log.append([{ ...newRecord(newScope()), partition: 1 }])
    const [writes, facts] = [`${topicPrefix}${TOPIC}`, `${topicPrefix}memory.facts.v1`]
    const { state, client } = countingOffsets([writes, facts])
    // New topics have no leader for a moment.
    await eventually(() => client.offsets(facts, [0, 1], 'first'))
    state.asked = 0
    const asked = [
      client.offsets(writes, [0], 'next'),
      client.offsets(writes, [1], 'next'),
      client.offsets(facts, [0, 1], 'next'),
      client.offsets(writes, [1], 'first'),
    ]
    expect((await Promise.all(asked)).map((each) => [...each].sort())).toEqual([
      [[0, 0]],
      [[1, 3]],
      [
        [0, 0],
        [1, 0],
      ],
      [[1, 0]],
    ])
    // One for the ends, one for the beginnings.
    expect(state.asked).toBe(2)
  })

  test('given a topic that is not there, when it is asked about beside another, then only that has failed', async () => {
    const topicPrefix = newPrefix()
    const log = await openLog({ topicPrefix, partitions: 1 })
    onTestFinished(() => log.close())
    const { client } = countingOffsets([`${topicPrefix}${TOPIC}`])
    await eventually(() => client.offsets(`${topicPrefix}${TOPIC}`, [0], 'next'))
    const asked = [
      client.offsets(`${topicPrefix}${TOPIC}`, [0], 'next'),
      client.offsets(`${topicPrefix}nothing`, [0], 'next'),
    ]
    const settled = await Promise.allSettled(asked)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  test('given a look at where a group stands, when it fails, then its coordinator is asked for again', async () => {
    const topicPrefix = newPrefix()
    const log = await openLog({ topicPrefix, partitions: 1 })
    onTestFinished(() => log.close())
    const { state, kafka } = countingClient()
    const admin = kafka.admin()
    await admin.connect()
    onTestFinished(() => admin.disconnect())
    let forgotten = 0
    const parts = {
      admin,
      layout: layOut(topicPrefix, 1),
      prefix: topicPrefix,
      coordinators: { forget: () => void forgotten++ },
      ownership: { claim: async () => undefined },
    }
    expect((await standingOf(parts, 'nobody', [TOPIC])).get(TOPIC)).toEqual(new Map())
    expect(forgotten).toBe(0)
    await admin.disconnect()
    state.isRefused = true
    await expect(standingOf(parts, 'nobody', [TOPIC])).rejects.toThrow('reading the checkpoints')
    expect(forgotten).toBe(1)
  })
})
