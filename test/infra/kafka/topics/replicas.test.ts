// Topics that were made while one of several brokers was up have one copy for good: the next start says so.
import kafkajs from 'kafkajs'
import { describe, expect, test } from 'vitest'
import { replicasAt, warningOfReplicas } from '../../../../infra/kafka/topics/replicas.ts'
import { layOut, prepareTopics, topicConfig } from '../../../../infra/kafka/topics/topics.ts'
import { topics } from '../../../../schemas/topics.ts'

const partition = (copies: number) => ({
  partitionErrorCode: 0,
  partitionId: 0,
  leader: 1,
  replicas: Array.from({ length: copies }, (_, n) => n),
  isr: [],
})
const topic = (name: string, ...copies: number[]) => ({ name, partitions: copies.map(partition) })

describe('a warning', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [5, 3],
  ])('given %i brokers, is of fewer than %i replicas', (brokers, wanted) => {
    expect(warningOfReplicas([topic('a', wanted, wanted)], brokers)).toBeNull()
    const few = [topic('a', wanted), topic('b', wanted, wanted - 1)]
    const warning = warningOfReplicas(few, brokers)
    expect(warning?.details).toEqual({ topics: ['b'], brokers })
    expect(warning?.text).toMatch(`fewer than ${wanted} replicas`)
    expect(warning?.text).toMatch('kafka-reassign-partitions.sh')
  })
})

test('a topic is made with a replica on each broker, and with three where there are more', () => {
  expect([1, 2, 3, 5].map(replicasAt)).toEqual([1, 2, 3, 3])
})

describe('a start', () => {
  const started = async (brokers: number, copies: number) => {
    const warned: unknown[] = []
    const layout = layOut('', 1)
    const { TOPIC } = kafkajs.ConfigResourceTypes
    const settings = (name: string) =>
      Object.entries(topicConfig(topics.find((each) => each.name === name)!))
    const cluster = {
      connect: async () => undefined,
      disconnect: async () => undefined,
      createTopics: async () => true,
      listTopics: async () => layout.all.map(({ kafka }) => kafka),
      describeCluster: async () => ({
        brokers: Array.from({ length: brokers }, (_, nodeId) => ({ nodeId, host: 'b', port: 1 })),
        controller: 0,
        clusterId: 'c',
      }),
      fetchTopicMetadata: async () => ({
        topics: layout.all.map(({ kafka }) => topic(kafka, copies)),
      }),
      describeConfigs: async () => ({
        throttleTime: 0,
        resources: layout.all.map(({ kafka }) => ({
          errorCode: 0,
          errorMessage: '',
          resourceName: kafka,
          resourceType: TOPIC,
          configEntries: settings(kafka).map(([configName, configValue]) => ({
            configName,
            configValue,
            readOnly: false,
            isDefault: false,
            configSource: kafkajs.ConfigSource.TOPIC_CONFIG,
            isSensitive: false,
            configSynonyms: [],
          })),
        })),
      }),
    }
    const paces = await prepareTopics(cluster, layout, (details) => warned.push(details))
    expect(paces).toHaveLength(topics.length)
    return warned
  }

  test('given topics with fewer replicas than the brokers can keep, tells them once', async () => {
    expect(await started(3, 1)).toEqual([{ topics: topics.map(({ name }) => name), brokers: 3 }])
  })

  test('given topics with as many, tells nothing', async () => {
    expect(await started(3, 3)).toEqual([])
    expect(await started(1, 1)).toEqual([])
  })

  test.each([
    ['a certificate that is not accepted', 'DEPTH_ZERO_SELF_SIGNED_CERT', 1],
    ['a certificate of another host', 'ERR_TLS_CERT_ALTNAME_INVALID', 1],
    ['no broker', 'ECONNREFUSED', 5],
    ['a broker that takes the connection and says nothing', null, 1],
  ])('given %s (%s), tries %i times', async (_, code, times) => {
    let tried = 0
    const fails = async () => {
      tried++
      // As the client says it.
      if (code === null) throw new Error('Broker not connected')
      throw new kafkajs.KafkaJSConnectionError('no', { broker: 'b', code })
    }
    const cluster = {
      connect: fails,
      disconnect: async () => undefined,
      createTopics: fails,
      listTopics: fails,
      describeCluster: fails,
      fetchTopicMetadata: fails,
      describeConfigs: fails,
    }
    const preparing = prepareTopics(cluster, layOut('', 1), () => undefined)
    await expect(preparing).rejects.toThrow(/KAFKA_TLS \(NODE_EXTRA_CA_CERTS/)
    expect(tried).toBe(times)
  })
})
