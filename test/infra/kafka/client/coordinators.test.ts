// Coordinators are looked up once in a while, not for each request of a transaction.
import { describe, expect, onTestFinished, test } from 'vitest'
import { rememberCoordinators } from '../../../../infra/kafka/client/coordinators.ts'
import { clusterFactoryOf } from '../../../../infra/kafka/client/raw-client.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { missing, newPrefix, openLog } from '../cluster.ts'
import { countingClient } from '../counting-client.ts'
import { foreignClient, TOPIC } from '../given-events.ts'

/** A transactional producer, the coordinators that it remembers, and how often it has looked them up. */
async function givenWriter(topicPrefix: string) {
  const clock = { now: 0 }
  const coordinators = rememberCoordinators(foreignClient(), () => clock.now)
  const writer = coordinators.kafka.producer({
    transactionalId: topicPrefix,
    maxInFlightRequests: 1,
  })
  const asked = { times: 0 }
  writer.on('producer.network.request', ({ payload }) => {
    if (payload.apiName === 'GroupCoordinator') asked.times++
  })
  await writer.connect()
  const commit = async () => {
    const transaction = await writer.transaction()
    const topics = [
      { topic: `${topicPrefix}${TOPIC}`, partitions: [{ partition: 0, offset: '1' }] },
    ]
    // The marker of the transaction before may still be on its way.
    await eventually(() => transaction.sendOffsets({ consumerGroupId: topicPrefix, topics }))
    await transaction.commit()
    return asked.times
  }
  return { clock, coordinators, writer, commit }
}

describe.skipIf(missing.length > 0)(`coordinators (needs ${missing.join(', ')})`, () => {
  test('given transactions, when they are committed, then who coordinates them is asked now and then, and after a failure', async () => {
    const topicPrefix = newPrefix()
    const log = await openLog({ topicPrefix, partitions: 1 })
    const { clock, coordinators, writer, commit } = await givenWriter(topicPrefix)
    const first = await commit()
    expect(await commit()).toBe(first)
    clock.now += 30_000
    // One question for the transaction, one for the group.
    expect(await commit()).toBe(first + 2)
    coordinators.forget()
    expect(await commit()).toBe(first + 4)
    await writer.disconnect()
    await log.close()
  })

  test('given a question that the broker refuses, when it is repeated, then the broker is asked again', async () => {
    const { state, kafka } = countingClient()
    const client = rememberCoordinators(kafka, () => 0).kafka
    const cluster = clusterFactoryOf(client).create({
      metadataMaxAge: 60_000,
      allowAutoTopicCreation: false,
      isolationLevel: 0,
    })
    onTestFinished(() => cluster.disconnect())
    await cluster.connect()
    // Nothing has a coordinator under this type.
    const asked = { groupId: newPrefix(), coordinatorType: 9 }
    for (const times of [1, 2]) {
      await expect(cluster.findGroupCoordinatorMetadata(asked)).rejects.toThrow()
      expect(state.asked).toBe(times)
    }
  })
})
