// Where a store stands in each topic and partition. The position is the document's version, so it never goes back, in
// whatever order workers write.
import type { Client } from '@elastic/elasticsearch'
import { type AnyTopicName, topics } from '../../../schemas/topics.ts'
import type { Checkpoints, LogPosition } from '../../ports/event-log.ts'
import { firstOf, getFrom, present } from '../../runtime/certain.ts'
import { getDocument } from '../client/batch-reads.ts'
import { writeAll } from '../client/bulk.ts'
import { ElasticsearchUnavailable } from '../client/client.ts'
import { sourceOf } from '../client/hits.ts'
import type { MetaSource } from './fences/fences.ts'

const MAX_CHECKPOINTS = 10_000
const partitionsOf = new Map(topics.map(({ name, partitions }) => [name, partitions]))

/** True if the step at this place has been applied. Read by id, so the answer is current. */
export async function isReached(client: Client, meta: string, at: LogPosition): Promise<boolean> {
  const id = checkpointId(at)
  const { found, _version } = await getDocument<MetaSource>(client, { index: meta, id })
  return found && (_version ?? 0) >= at.position
}

export async function advance(client: Client, meta: string, to: LogPosition): Promise<void> {
  const { topic, partition, position } = to
  const body = { kind: 'checkpoint', doc: JSON.stringify({ topic, partition, position }) }
  await writeAll(client, [
    { index: meta, id: checkpointId(to), action: 'put', version: position, body },
  ])
}

/**
 * Read by id, so the answer is current and needs no search: processors ask while they wait. `build` is the index that
 * was read when `meta` is an alias.
 */
export async function readCheckpoints(
  client: Client,
  meta: string,
  topic: AnyTopicName,
): Promise<{ build: string; stands: Checkpoints }> {
  const stored = await Promise.all(
    Array.from({ length: getFrom(partitionsOf, topic) }, (_, partition) => {
      const id = checkpointId({ topic, partition, position: 0 })
      return getDocument<MetaSource>(client, { index: meta, id })
    }),
  )
  const build = firstOf(stored)._index
  if (stored.some(({ _index }) => _index !== build)) {
    throw new ElasticsearchUnavailable('the build in use changed while it was read')
  }
  const known = stored.flatMap(({ found, _version }, partition) =>
    found ? [[partition, present(_version, '_version')] as const] : [],
  )
  return { build, stands: new Map(known) }
}

export async function allCheckpoints(client: Client, meta: string): Promise<LogPosition[]> {
  await client.indices.refresh({ index: meta })
  const found = await client.search<MetaSource>({
    index: meta,
    size: MAX_CHECKPOINTS,
    query: { term: { kind: 'checkpoint' } },
    track_total_hits: false,
    allow_partial_search_results: false,
  })
  return found.hits.hits.map((hit) => JSON.parse(sourceOf(hit).doc))
}

/** Where one index stands and another does not yet; undefined if there is no such place. */
export async function unreached(
  client: Client,
  { from, to }: { from: string; to: string },
): Promise<LogPosition | undefined> {
  const reached = new Map(
    (await allCheckpoints(client, to)).map((each) => [checkpointId(each), each.position]),
  )
  const wanted = await allCheckpoints(client, from)
  return wanted.find((each) => (reached.get(checkpointId(each)) ?? -1) < each.position)
}

function checkpointId({ topic, partition }: LogPosition): string {
  return `checkpoint:${topic}:${partition}`
}
