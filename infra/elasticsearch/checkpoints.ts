// Where a store stands in each topic and partition. The position is the document's version, so that it never goes
// back, whoever writes last.
import type { Client } from '@elastic/elasticsearch'
import type { AnyTopicName } from '../../schemas/topics.ts'
import type { Checkpoints, LogPosition } from '../ports/event-log.ts'
import { IGNORE_CONFLICT, type MetaSource } from './fences.ts'

const MAX_CHECKPOINTS = 10_000

/** True where the step at this place has been applied. Read by id: as it stands now. */
export async function isReached(client: Client, meta: string, at: LogPosition): Promise<boolean> {
  const id = checkpointId(at)
  const stored = await client.get<MetaSource>({ index: meta, id }, { ignore: [404] })
  return stored.found === true && (stored._version ?? 0) >= at.position
}

export async function advance(client: Client, meta: string, to: LogPosition): Promise<void> {
  const { topic, partition, position } = to
  const document = { kind: 'checkpoint', doc: JSON.stringify({ topic, partition, position }) }
  const versioned = { version: position, version_type: 'external' as const }
  await client.index({ index: meta, id: checkpointId(to), document, ...versioned }, IGNORE_CONFLICT)
}

export async function readCheckpoints(
  client: Client,
  meta: string,
  topic: AnyTopicName,
): Promise<Checkpoints> {
  const all = await allCheckpoints(client, meta)
  return new Map(
    all.filter((each) => each.topic === topic).map((each) => [each.partition, each.position]),
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
