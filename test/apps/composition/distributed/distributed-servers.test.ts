// A client of Elasticsearch for one piece of work, without a server.
import type { Client } from '@elastic/elasticsearch'
import { expect, test } from 'vitest'
import { withElasticsearch } from '../../../../apps/composition/distributed/distributed-servers.ts'
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
