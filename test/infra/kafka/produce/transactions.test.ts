// What transactions of one process share: the coordinators, which are looked up again once a transaction has failed. And
// whose partition it is.
import type { Kafka } from 'kafkajs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTransactions } from '../../../../infra/kafka/produce/transactions.ts'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { missing, newPrefix, openLog } from '../cluster.ts'
import { countingClient } from '../counting-client.ts'
import { TOPIC } from '../given-events.ts'

async function givenTransactions() {
  const topicPrefix = newPrefix()
  const log = await openLog({ topicPrefix, partitions: 2 })
  const { state, kafka } = countingClient()
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

const AT = ['group', 'topic', 0] as const
const oneCheckpoint = {
  group: 'group',
  messages: [],
  checkpoints: [{ topic: 'topic', partition: 0, offset: 1, note: null }],
}

/** Transactions over a client whose commits wait for the test, without a broker. */
function overScripted() {
  const state = { opened: 0, held: Promise.resolve() }
  const nothing = async () => undefined
  const transaction = {
    sendOffsets: () => state.held,
    commit: nothing,
    abort: nothing,
    isActive: () => false,
  }
  const producer = {
    connect: async () => void state.opened++,
    disconnect: nothing,
    transaction: async () => transaction,
  }
  const kafka = {
    [Symbol('private:Kafka:createCluster')]: () => undefined,
    producer: () => producer,
  } as unknown as Kafka
  return { state, transactions: createTransactions(kafka) }
}

describe('a partition that is taken away', () => {
  test('given a claim that waits for a commit, when it is taken away meanwhile, then its next owner is not fenced', async () => {
    const { state, transactions } = overScripted()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    state.held = promise
    const committing = transactions.commit(oneCheckpoint)
    await nextTurn()
    const claiming = transactions.claim(...AT).catch((error: Error) => error.name)
    transactions.revoke(...AT)
    release()
    await committing
    expect(await claiming).toBe('Outage')
    expect(state.opened).toBe(1)
    await transactions.claim(...AT)
    expect(state.opened).toBe(2)
  })

  test('given no writer of it, when committed, then that is refused until it is claimed again', async () => {
    const { state, transactions } = overScripted()
    const outcome = () =>
      transactions.commit(oneCheckpoint).then(
        () => 'done',
        (error: Error) => error.name,
      )
    /** After a failure there is no writer. */
    const failing = () => {
      state.held = Promise.reject(new Error('refused'))
      return outcome().finally(() => {
        state.held = Promise.resolve()
      })
    }
    await transactions.claim(...AT)
    expect(await failing()).toBe('LogFailed')
    transactions.revoke(...AT)
    expect(await outcome()).toBe('Fenced')
    await transactions.claim(...AT)
    expect([await outcome(), await failing(), await outcome()]).toEqual([
      'done',
      'LogFailed',
      'done',
    ])
  })
})

describe.skipIf(missing.length > 0)(`transactions (need ${missing.join(', ')})`, () => {
  test.each(['claim', 'commit'] as const)(
    'given a %s that fails, when another partition commits, then its coordinators are asked for again',
    async (doing) => {
      const given = await givenTransactions()
      await given.commit(0)
      given.state.isRefused = true
      await expect(given[doing](1)).rejects.toThrow()
      const before = given.state.asked
      await given.commit(0)
      // One lookup for the transaction, one for the group.
      expect(given.state.asked).toBe(before + 2)
    },
  )
})
