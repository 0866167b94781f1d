// Where a store stands in each topic and partition. The position is the document's version, so that it never goes
// back, whoever writes last.
import type { Client } from '@elastic/elasticsearch'
import { type AnyTopicName, topics } from '../../schemas/topics.ts'
import type { Checkpoints, LogPosition } from '../ports/event-log.ts'
import { IGNORE_CONFLICT, type MetaSource } from './fences.ts'
import { getDocument } from './gather.ts'

const MAX_CHECKPOINTS = 10_000
/** At least as many as any topic has. */
const PARTITIONS = Math.max(16, ...topics.map(({ partitions }) => partitions))

/** True where the step at this place has been applied. Read by id: as it stands now. */
export async function isReached(client: Client, meta: string, at: LogPosition): Promise<boolean> {
  const id = checkpointId(at)
  const { found, _version } = await getDocument<MetaSource>(client, { index: meta, id })
  return found && (_version ?? 0) >= at.position
}

export async function advance(client: Client, meta: string, to: LogPosition): Promise<void> {
  const { topic, partition, position } = to
  const document = { kind: 'checkpoint', doc: JSON.stringify({ topic, partition, position }) }
  const versioned = { version: position, version_type: 'external' as const }
  await client.index({ index: meta, id: checkpointId(to), document, ...versioned }, IGNORE_CONFLICT)
}

/** Read by their ids: as they stand now, and without a search, because processors ask while they wait. */
export async function readCheckpoints(
  client: Client,
  meta: string,
  topic: AnyTopicName,
): Promise<Checkpoints> {
  const stored = await Promise.all(
    Array.from({ length: PARTITIONS }, (_, partition) => {
      const id = checkpointId({ topic, partition, position: 0 })
      return getDocument<MetaSource>(client, { index: meta, id })
    }),
  )
  return new Map(
    stored.flatMap(({ found, _version }, partition) =>
      found ? [[partition, _version!] as const] : [],
    ),
  )
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
  return found.hits.hits.map((hit) => JSON.parse(hit._source!.doc))
}

function checkpointId({ topic, partition }: LogPosition): string {
  return `checkpoint:${topic}:${partition}`
}
