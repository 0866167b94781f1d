// What transactions of one process share: who coordinates them is asked anew once one of them has failed.
import { connect as connectTo } from 'node:net'
import { Kafka, logLevel } from 'kafkajs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Cluster, clusterFactoryOf } from '../../../infra/kafka/raw-client.ts'
import { createTransactions } from '../../../infra/kafka/transactions.ts'
import { cluster, missing, newPrefix, openLog } from './cluster.ts'
import { TOPIC } from './given-events.ts'

/** A client that tells how often coordinators were asked for, and opens no new connection while it is told so. */
function givenClient() {
  const state = { asked: 0, isRefused: false }
  const kafka = new Kafka({
    brokers: cluster.brokers,
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 1, retries: 1 },
    socketFactory: ({ host, port, onConnect }) =>
      // Nothing listens on port 1.
      connectTo({ host, port: state.isRefused ? 1 : port }, onConnect),
  })
  const { symbol, create } = clusterFactoryOf(kafka)
  const counting = (...options: Parameters<typeof create>): Cluster => {
    const made = create(...options)
    const ask = made.findGroupCoordinatorMetadata.bind(made)
    made.findGroupCoordinatorMetadata = (asked) => {
      state.asked++
      return ask(asked)
    }
    return made
  }
  return { state, kafka: Object.create(kafka, { [symbol]: { value: counting } }) as Kafka }
}

async function givenTransactions() {
  const topicPrefix = newPrefix()
  const log = await openLog({ topicPrefix, partitions: 2 })
  const { state, kafka } = givenClient()
  const transactions = createTransactions(kafka)
  onTestFinished(async () => {
    await transactions.close()
    await log.close()
  })
  const [group, topic] = [topicPrefix, `${topicPrefix}${TOPIC}`]
  return {
    state,
    claim: (partition: number) => transactions.claim(group, topic, partition),
    commit: (partition: number) =>
      transactions.commit({
        group,
        messages: [],
        checkpoints: [{ topic, partition, offset: 1, note: null }],
      }),
  }
}

describe.skipIf(missing.length > 0)(`transactions (need ${missing.join(', ')})`, () => {
  test.each(['claim', 'commit'] as const)(
    'given a %s that fails, when another partition commits, then its coordinators are asked for anew',
    async (doing) => {
      const given = await givenTransactions()
      await given.commit(0)
      given.state.isRefused = true
      await expect(given[doing](1)).rejects.toThrow()
      const before = given.state.asked
      await given.commit(0)
      // One question for the transaction, one for the group.
      expect(given.state.asked).toBe(before + 2)
    },
  )
})
