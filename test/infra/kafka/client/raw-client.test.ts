// A client that cannot tell where the topics are, without a broker.
import type { Kafka } from 'kafkajs'
import { expect, test } from 'vitest'
import { type Cluster, createRawClient } from '../../../../infra/kafka/client/raw-client.ts'

test('given a cluster that connects and tells no topics, when it is asked again, then no connection is left open', async () => {
  let open = 0
  const cluster = {
    connect: async () => void open++,
    disconnect: async () => void open--,
    addMultipleTargetTopics: () => Promise.reject(new Error('no leader')),
  } as unknown as Cluster
  // The symbol under which the library keeps its function.
  const kafka = { [Symbol('private:Kafka:createCluster')]: () => cluster } as unknown as Kafka
  const client = createRawClient(kafka, ['writes'])
  for (let asked = 0; asked < 2; asked++) {
    await expect(client.leaders('writes')).rejects.toThrow('no leader')
  }
  expect(open).toBe(0)
})
