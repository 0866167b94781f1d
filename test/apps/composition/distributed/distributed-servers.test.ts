// How servers are reached, and a client of Elasticsearch for one piece of work, without a server.
import type { Client } from '@elastic/elasticsearch'
import { expect, test } from 'vitest'
import {
  elasticsearchServer,
  logServers,
  withElasticsearch,
} from '../../../../apps/composition/distributed/distributed-servers.ts'
import { readConfig } from '../../../../infra/config.ts'

const config = readConfig({ ELASTICSEARCH_URL: 'http://127.0.0.1:9' })

test.each<[string, () => Promise<string>]>([
  ['ends', async () => 'done'],
  ['fails', () => Promise.reject(new Error('refused'))],
  [
    'fails before it waits for anything',
    () => {
      throw new Error('refused')
    },
  ],
])('given work that %s, when it has ended, then the client is closed', async (_, work) => {
  const clients: Client[] = []
  const told = withElasticsearch(config, (client) => {
    clients.push(client)
    expect(client.connectionPool.size).toBe(1)
    return work()
  })
  expect(['done', 'refused']).toContain(await told.catch(({ message }: Error) => message))
  expect(clients.map(({ connectionPool }) => connectionPool.size)).toEqual([0])
})

const servers = {
  KAFKA_BROKERS: 'a:9092, b:9092',
  SCHEMA_REGISTRY_URL: 'http://registry',
  ELASTICSEARCH_URL: 'http://elasticsearch',
}

test('given no login, then none is told, and nothing is encrypted', () => {
  const registryUrl = 'http://registry'
  const open = { tls: false, sasl: undefined, registryLogin: undefined }
  expect(logServers(readConfig(servers))).toEqual({
    brokers: ['a:9092', 'b:9092'],
    registryUrl,
    ...open,
  })
  expect(elasticsearchServer(readConfig(servers))).toEqual({ url: 'http://elasticsearch' })
})

test('given logins, then each server is told its own', () => {
  const given = readConfig({
    ...servers,
    ...{ KAFKA_TLS: 'on', KAFKA_SASL: 'scram-sha-512', KAFKA_USER: 'k', KAFKA_PASSWORD: 'kp' },
    ...{ SCHEMA_REGISTRY_USER: 'r', SCHEMA_REGISTRY_PASSWORD: 'rp' },
    ...{ ELASTICSEARCH_USER: 'e', ELASTICSEARCH_PASSWORD: 'ep' },
  })
  expect(logServers(given)).toMatchObject({
    tls: true,
    sasl: { mechanism: 'scram-sha-512', username: 'k', password: 'kp' },
    registryLogin: { username: 'r', password: 'rp' },
  })
  expect(elasticsearchServer(given).auth).toEqual({ username: 'e', password: 'ep' })
  const withKey = readConfig({ ...servers, ELASTICSEARCH_API_KEY: 'key' })
  expect(elasticsearchServer(withKey).auth).toEqual({ apiKey: 'key' })
})
