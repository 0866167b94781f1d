// Fetches by partition and offset, without a consumer group. The client library has this only in its internals. The
// internals in use are declared here and nowhere else, and the library's version is pinned.
import { createRequire } from 'node:module'
import type { Kafka } from 'kafkajs'
import { asError } from '../../runtime/certain.ts'
import { createRequestBatcher } from '../../runtime/wait/request-batcher.ts'
import { type FetchedPartition, readFetchResponse } from '../consume/fetch-response.ts'
import { LogRefused } from './failures.ts'

type Broker = {
  connectionPool: {
    send<Data, Answer>(call: {
      request: unknown
      response: { decode(bytes: Buffer): Promise<Data>; parse(data: Data): Promise<Answer> }
      requestTimeout: number
    }): Promise<Answer>
  }
}
export type Cluster = {
  connect(): Promise<void>
  disconnect(): Promise<void>
  refreshMetadata(): Promise<void>
  refreshMetadataIfNecessary(): Promise<void>
  addMultipleTargetTopics(topics: string[]): Promise<void>
  findTopicPartitionMetadata(topic: string): { partitionId: number; leader: number }[]
  findBroker(which: { nodeId: string }): Promise<Broker>
  findGroupCoordinatorMetadata(asked: {
    groupId: string
    coordinatorType: number
  }): Promise<{ coordinator: { nodeId: string } }>
  fetchTopicsOffset(
    topics: { topic: string; partitions: { partition: number }[]; fromBeginning: boolean }[],
  ): Promise<{ topic: string; partitions: { partition: number; offset: string }[] }[]>
}
export type CreateCluster = (options: {
  metadataMaxAge: number
  allowAutoTopicCreation: boolean
  isolationLevel: number
}) => Cluster

export type FetchFrom = { topic: string; partition: number; offset: number }
export type FetchLimits = { maxWaitMs: number; maxBytes: number; maxBytesPerPartition: number }

export type RawClient = {
  leaders(topic: string): Promise<ReadonlyMap<number, number>>
  /** One request to one node. Returns committed records only. */
  fetch(node: number, from: readonly FetchFrom[], limits: FetchLimits): Promise<FetchedPartition[]>
  /** By partition, the first offset that exists or the offset that the next record will get. */
  offsets(topic: string, partitions: readonly number[], which: 'first' | 'next'): Promise<Offsets>
  /** Call it when leaders have changed. */
  refresh(): Promise<void>
  /** Drops all connections; the next call makes new ones. */
  reset(): void
  close(): Promise<void>
}
type Offsets = ReadonlyMap<number, number>
type OffsetsAsked = { topic: string; partitions: readonly number[] }
const OFFSETS = { atATime: 4, most: 64 }

const READ_UNCOMMITTED = 0
const READ_COMMITTED = 1
const METADATA_MAX_AGE_MS = 60_000
const RESPONSE_MARGIN_MS = 15_000

const encodeFetch = createRequire(import.meta.url)(
  'kafkajs/src/protocol/requests/fetch/v11/request',
) as (fields: Record<string, unknown>) => unknown

export function createRawClient(kafka: Kafka, topics: readonly string[]): RawClient {
  const { create: createCluster } = clusterFactoryOf(kafka)
  let current: Promise<Cluster> | null = null
  const cluster = () => {
    if (current) return current
    const opening = openCluster(createCluster, topics)
    current = opening
    opening.catch(() => {
      if (current === opening) current = null
    })
    return opening
  }
  const gathering = (which: 'first' | 'next') =>
    createRequestBatcher((asked: OffsetsAsked[]) => offsetsOf(cluster(), asked, which), OFFSETS)
  const freshGatherings = () => ({ first: gathering('first'), next: gathering('next') })
  let gathered = freshGatherings()
  const reset = async () => {
    const old = current
    current = null
    // What a silent node was asked keeps its places until its time is over.
    gathered = freshGatherings()
    await (await old?.catch(() => null))?.disconnect().catch(() => undefined)
  }
  return {
    leaders: async (topic) => leadersOf(await cluster(), topic),
    fetch: async (node, from, limits) => fetchFrom(await cluster(), limits, { node, from }),
    offsets: (topic, partitions, which) => gathered[which]({ topic, partitions }),
    refresh: async () => (await cluster()).refreshMetadata(),
    reset: () => void reset(),
    close: reset,
  }
}

/** How the client makes its connections to a cluster, and the symbol under which it keeps that function. */
export function clusterFactoryOf(kafka: Kafka): { symbol: symbol; create: CreateCluster } {
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === 'private:Kafka:createCluster',
  )
  const create: unknown = symbol && Reflect.get(kafka, symbol)
  if (!symbol || !isFactory(create))
    throw new Error('this version of kafkajs is not the one that this adapter is made for')
  return { symbol, create }
}

function isFactory(value: unknown): value is CreateCluster {
  return typeof value === 'function'
}

async function openCluster(create: CreateCluster, topics: readonly string[]): Promise<Cluster> {
  const cluster = create({
    metadataMaxAge: METADATA_MAX_AGE_MS,
    allowAutoTopicCreation: false,
    isolationLevel: READ_UNCOMMITTED,
  })
  try {
    await cluster.connect()
    await cluster.addMultipleTargetTopics([...topics])
    return cluster
  } catch (error) {
    // No caller gets it, so no other would close its connections.
    void cluster.disconnect().catch(() => undefined)
    throw error
  }
}

async function leadersOf(cluster: Cluster, topic: string): Promise<ReadonlyMap<number, number>> {
  await cluster.refreshMetadataIfNecessary()
  const found = cluster.findTopicPartitionMetadata(topic)
  return new Map(found.map(({ partitionId, leader }) => [partitionId, leader]))
}

async function fetchFrom(
  cluster: Cluster,
  { maxWaitMs, maxBytes, maxBytesPerPartition }: FetchLimits,
  { node, from }: { node: number; from: readonly FetchFrom[] },
): Promise<FetchedPartition[]> {
  const broker = await cluster.findBroker({ nodeId: String(node) })
  const partitionsOf = (topic: string) =>
    from
      .filter((each) => each.topic === topic)
      .map(({ partition, offset }) => ({
        partition,
        fetchOffset: String(offset),
        maxBytes: maxBytesPerPartition,
      }))
  const topics = [...new Set(from.map(({ topic }) => topic))]
  const request = encodeFetch({
    replicaId: -1,
    maxWaitTime: maxWaitMs,
    minBytes: 1,
    maxBytes,
    isolationLevel: READ_COMMITTED,
    topics: topics.map((topic) => ({ topic, partitions: partitionsOf(topic) })),
  })
  const offsets = new Map(from.map((each) => [`${each.topic}/${each.partition}`, each.offset]))
  const fetched = await broker.connectionPool.send({
    request,
    response: {
      decode: async (bytes) => readFetchResponse(bytes, offsets),
      parse: async (data) => data,
    },
    requestTimeout: maxWaitMs + RESPONSE_MARGIN_MS,
  })
  return fetched.partitions
}

/** Offsets asked for together go in one request to each node. If one request fails, all of them fail. */
async function offsetsOf(
  opening: Promise<Cluster>,
  asked: readonly OffsetsAsked[],
  which: 'first' | 'next',
): Promise<(Offsets | Error)[]> {
  try {
    const cluster = await opening
    await cluster.refreshMetadataIfNecessary()
    const found = await cluster.fetchTopicsOffset(
      [...Map.groupBy(asked, ({ topic }) => topic)].map(([topic, some]) => ({
        topic,
        partitions: [...new Set(some.flatMap(({ partitions }) => partitions))].map((partition) => ({
          partition,
        })),
        fromBeginning: which === 'first',
      })),
    )
    return asked.map((each) => offsetsIn(found, each))
  } catch (error) {
    return asked.map(() => asError(error))
  }
}

function offsetsIn(
  found: Awaited<ReturnType<Cluster['fetchTopicsOffset']>>,
  { topic, partitions }: OffsetsAsked,
): Offsets | Error {
  const known = found.find((each) => each.topic === topic)?.partitions
  if (!known) return new LogRefused(`the topic ${topic} has no partitions`)
  const asked = known.filter(({ partition }) => partitions.includes(partition))
  return new Map(asked.map(({ partition, offset }) => [partition, Number(offset)]))
}
