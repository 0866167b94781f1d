// A client whose cluster cannot tell where the topics are, or says nothing, without a broker.
import type { Kafka } from 'kafkajs'
import { expect, test } from 'vitest'
import { type Cluster, createRawClient } from '../../../../infra/kafka/client/raw-client.ts'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { within } from '../../../../infra/runtime/wait/within.ts'

function clientOf(createCluster: () => Cluster) {
  // The symbol under which the library keeps its function.
  const kafka = { [Symbol('private:Kafka:createCluster')]: createCluster } as unknown as Kafka
  return createRawClient(kafka, ['writes'])
}

test('given a cluster that connects and tells no topics, when it is asked again, then no connection is left open', async () => {
  let open = 0
  const cluster = {
    connect: async () => void open++,
    disconnect: async () => void open--,
    addMultipleTargetTopics: () => Promise.reject(new Error('no leader')),
  } as unknown as Cluster
  const client = clientOf(() => cluster)
  for (let asked = 0; asked < 2; asked++) {
    await expect(client.leaders('writes')).rejects.toThrow('no leader')
  }
  expect(open).toBe(0)
})

test('given a cluster that says nothing, when its connections are dropped, then the next question does not wait for those before', async () => {
  let isSilent = true
  let asked = 0
  const answer = [{ topic: 'writes', partitions: [{ partition: 0, offset: '7' }] }]
  const cluster = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    addMultipleTargetTopics: async () => undefined,
    refreshMetadataIfNecessary: async () => undefined,
    fetchTopicsOffset: () => {
      asked++
      return isSilent ? new Promise(() => undefined) : Promise.resolve(answer)
    },
  } as unknown as Cluster
  const client = clientOf(() => cluster)
  // More than may be under way at a time.
  for (let n = 0; n < 10; n++) {
    void client.offsets('writes', [0], 'next')
    await nextTurn()
  }
  expect(asked).toBeLessThan(10)
  isSilent = false
  client.reset()
  const told = await within(client.offsets('writes', [0], 'next'), 20_000, 'the cluster')
  expect(told).toEqual(new Map([[0, 7]]))
})
