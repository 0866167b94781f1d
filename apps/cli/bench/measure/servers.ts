// The servers of the distributed setting, as the bench sees them: their processes on this machine, and their own
// request counts; S3 has none, so the service counts those. The counts include every client, so no other client may use
// the servers during a run.
import { z } from 'zod'
import type { Config } from '../../../../infra/config.ts'
import { listenerOn } from '../../../../infra/local/machine/port-owner.ts'
import { connect } from '../../../../infra/neo4j/client/connection.ts'
import { present } from '../../../../infra/runtime/certain.ts'
import { brokersOf, neo4jServer } from '../../../composition/distributed/distributed-servers.ts'
import type { OwnService } from '../load/own-service.ts'
import type { Amounts, Servers } from './meter.ts'

export async function lookAtServers({
  config,
  metricsUrls,
}: Pick<OwnService, 'config' | 'metricsUrls'>): Promise<Servers> {
  const graph = connect(neo4jServer(config))
  const counts = async () => ({
    ...(await elasticsearchRequests(present(config.ELASTICSEARCH_URL, 'ELASTICSEARCH_URL'))),
    ...objectRequests(await Promise.all(metricsUrls.map(textOf))),
    'Neo4j transactions': lastTransaction(
      await graph.read((run) => run('SHOW TRANSACTIONS YIELD transactionId')),
    ),
  })
  return { pids: await pidsOf(config), counts, close: () => graph.close() }
}

async function pidsOf(config: Config): Promise<Record<string, number>> {
  const urls = {
    Kafka: `kafka://${brokersOf(config)[0]}`,
    Elasticsearch: config.ELASTICSEARCH_URL,
    Neo4j: config.NEO4J_URL,
    S3: config.S3_ENDPOINT,
    registry: config.SCHEMA_REGISTRY_URL,
  }
  const found = Object.entries(urls).map(async ([name, url]) => {
    const pid = url === undefined ? undefined : await listenerOn(localPort(url))
    return pid === undefined ? [] : [[name, pid] as const]
  })
  return Object.fromEntries((await Promise.all(found)).flat())
}

/** 0, a port without a listener, where the address is on another machine. */
export function localPort(url: string): number {
  const { hostname, port } = new URL(url)
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname) ? Number(port) : 0
}

const routes = z.record(z.string(), z.object({ requests: z.object({ count: z.number() }) }))

const nodesStats = z.object({
  nodes: z.record(
    z.string(),
    z.object({
      http: z.object({ routes: routes.optional() }),
      indices: z.object({ refresh: z.object({ external_total: z.number() }) }),
    }),
  ),
})

async function elasticsearchRequests(url: string): Promise<Amounts> {
  const answer = await fetch(`${url}/_nodes/stats/http,indices/refresh`)
  const { nodes } = nodesStats.parse(await answer.json())
  const each = Object.values(nodes)
  const refreshes = each.reduce((sum, { indices }) => sum + indices.refresh.external_total, 0)
  return { ...requestsByEndpoint(each.map(({ http }) => http.routes ?? {})), refreshes }
}

/** Counts `/{index}/_search` under `_search`; leaves out requests for the state of the cluster. */
export function requestsByEndpoint(nodes: readonly z.infer<typeof routes>[]): Amounts {
  const requests: Record<string, number> = {}
  for (const [route, { requests: asked }] of nodes.flatMap((each) => Object.entries(each))) {
    const endpoint = /_(search|msearch|mget|doc|bulk|refresh|count|update|create)\b/.exec(
      route,
    )?.[0]
    if (endpoint) requests[endpoint] = (requests[endpoint] ?? 0) + asked.count
  }
  return requests
}

const textOf = async (url: string) => (await fetch(url)).text()

/** The sum over the metrics of several processes, by operation. */
export function objectRequests(metrics: readonly string[]): Amounts {
  const requests: Record<string, number> = {}
  const line = /^palimpsest_object_requests_total\{operation="(\w+)"\} (\d+)/gm
  for (const [, operation, count] of metrics.flatMap((text) => [...text.matchAll(line)])) {
    const name = `S3 ${operation}`
    requests[name] = (requests[name] ?? 0) + Number(count)
  }
  return requests
}

/** Transactions are numbered: `neo4j-transaction-17`. */
export function lastTransaction(rows: readonly { transactionId: string }[]): number {
  return Math.max(
    0,
    ...rows.map(({ transactionId }) => Number(/\d+$/.exec(transactionId)?.[0] ?? 0)),
  )
}
