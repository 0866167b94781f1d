// What transactions of one process share: the coordinators, which are looked up again once a transaction has failed.
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTransactions } from '../../../../infra/kafka/produce/transactions.ts'
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
