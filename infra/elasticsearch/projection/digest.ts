// A hash over all that can be read, streamed in the order of owners and ids, so that it does not depend on the order of
// writing. Documents that a fence forbids cannot be read and do not count.
import { createHash, type Hash } from 'node:crypto'
import type { Client, estypes } from '@elastic/elasticsearch'
import { lastOf } from '../../runtime/certain.ts'
import { sortOf, sourceOf } from '../client/hits.ts'
import type { Names } from '../indices/indices.ts'
import { type FencesByOwner, isForbidden, type MetaSource, readFences } from './fences/fences.ts'
import { fencedOf, type GuardSource } from './fences/remove-forbidden.ts'

const PAGE = 1000
const KEEP_ALIVE = '2m'

type Source = GuardSource & { kind?: string; doc: string; aside?: string }
type Hit = estypes.SearchHit<Source>

export async function digestOf(client: Client, { meta, ...tables }: Names): Promise<string> {
  const hash = createHash('sha256')
  await client.indices.refresh({ index: [meta, ...Object.values(tables)] })
  const inOrder = Object.entries(tables).sort(([some], [other]) => (some < other ? -1 : 1))
  for (const [table, index] of inOrder) {
    await digestTable(client, hash, { index, extra: table === 'records' ? ['kind'] : [], meta })
  }
  const fences = { term: { kind: 'fence' } }
  for await (const hits of pagesOf<MetaSource>(client, meta, {
    fields: ['owner'],
    query: fences,
  })) {
    for (const { owner, doc } of hits.map(sourceOf)) addRow(hash, ['fences', owner, doc])
  }
  return hash.digest('hex')
}

async function digestTable(
  client: Client,
  hash: Hash,
  { index, extra, meta }: { index: string; extra: string[]; meta: string },
): Promise<void> {
  for await (const hits of pagesOf<Source>(client, index, { fields: ['owner', ...extra, 'id'] })) {
    const fences = await readFences(client, meta, hits.map(ownerOfHit))
    for (const hit of hits) if (!isHidden(hit, fences)) addRow(hash, rowOf(hit))
  }
}

function isHidden(hit: Hit, fences: FencesByOwner): boolean {
  return isForbidden(fences, fencedOf(ownerOfHit(hit), sourceOf(hit)))
}

function ownerOfHit(hit: Hit): string {
  return String(sortOf(hit)[0])
}

/** Owner, kind, id and document; readers see neither its version nor its source. */
function rowOf(hit: Hit): unknown[] {
  const { doc, aside = null } = sourceOf(hit)
  return [sortOf(hit).slice(0, -1), doc, aside]
}

function addRow(hash: Hash, row: unknown): void {
  hash.update(`${JSON.stringify(row)}\n`)
}

/** All documents of an index as it is now, in the order of these fields. */
async function* pagesOf<T>(
  client: Client,
  index: string,
  {
    fields,
    query = { match_all: {} },
  }: { fields: string[]; query?: estypes.QueryDslQueryContainer | undefined },
): AsyncIterable<estypes.SearchHit<T>[]> {
  const { id } = await client.openPointInTime({ index, keep_alive: KEEP_ALIVE })
  let after: estypes.SortResults | undefined
  try {
    do {
      const answer = await client.search<T>({
        pit: { id, keep_alive: KEEP_ALIVE },
        size: PAGE,
        sort: fields.map((field) => ({ [field]: 'asc' })),
        query,
        track_total_hits: false,
        allow_partial_search_results: false,
        ...(after ? { search_after: after } : {}),
      })
      const { hits } = answer.hits
      if (hits.length > 0) yield hits
      after = hits.length === PAGE ? lastOf(hits).sort : undefined
    } while (after)
  } finally {
    await client.closePointInTime({ id }, { ignore: [404] })
  }
}
