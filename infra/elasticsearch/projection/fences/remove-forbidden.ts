// Removes documents that a fence forbids: those that a step names, or all that a query finds. Each is removed only at
// the version that was seen, so that what a returning user has written since under the same name stays.
import type { Client, estypes } from '@elastic/elasticsearch'
import { scopeNamed } from '../../../../schemas/scope-name.ts'
import { nth } from '../../../runtime/certain.ts'
import { searchOne } from '../../client/batch-reads.ts'
import { type Write, writeAll, writeShown } from '../../client/bulk.ts'
import { failureOf } from '../../client/client.ts'
import { idOf } from '../../client/hits.ts'
import { routingOf } from '../../reading/identity.ts'
import type { Prepared } from '../documents.ts'
import type { Target } from '../target.ts'
import type { Query } from './fence-query.ts'
import { type Fenced, type FencesByOwner, isForbidden } from './fences.ts'

const PAGE = 1000
/** Only names and versions are read. */
const FOUND_A_PAGE = 5_000

/** The fields of a stored document that fences ask about. Documents without `source` are never fenced. */
export type GuardSource = { source?: number; category?: string; keyGeneration?: number }
const guardFields = ['source', 'category', 'keyGeneration']

export function fencedOf(owner: string, stored: GuardSource): Fenced {
  const { source, category = null, keyGeneration } = stored
  return source === undefined ? null : { ...scopeNamed(owner), source, category, keyGeneration }
}

/** Reads what is stored under these names and removes each document that is itself forbidden. */
export async function removeForbidden<Table extends string>(
  { client, names }: Target<Table>,
  documents: readonly Prepared<Table>[],
  fences: FencesByOwner,
): Promise<void> {
  for (let from = 0; from < documents.length; from += PAGE) {
    const some = documents.slice(from, from + PAGE)
    const docs = some.map(({ table, id, owner }) => ({
      _index: names[table],
      _id: id,
      routing: routingOf(owner),
    }))
    const { docs: answers } = await client.mget<GuardSource>({ docs, _source: guardFields })
    const writes = answers.flatMap((answer, n) => forbiddenWrite(answer, nth(some, n), fences))
    await writeAll(client, writes)
  }
}

function forbiddenWrite(
  answer: estypes.MgetResponseItem<GuardSource>,
  { owner }: Prepared,
  fences: FencesByOwner,
): Write[] {
  if ('error' in answer) throw failureOf(503, answer.error.type)
  if (!answer.found) return []
  const stored = fencedOf(owner, answer._source ?? {})
  if (!isForbidden(fences, stored)) return []
  return [removal(answer._index, answer._id, { owner, version: answer._version })]
}

/**
 * Removes all that the query finds, page after page. What changes meanwhile stays, and the writer that changed it takes
 * it back where a fence forbids it.
 */
export async function removeFound(
  client: Client,
  index: string,
  { owner, query }: { owner: string; query: Query },
): Promise<void> {
  for (;;) {
    const found = await searchOne(client, {
      index,
      routing: routingOf(owner),
      size: FOUND_A_PAGE,
      version: true,
      _source: false,
      track_total_hits: false,
      query,
    })
    const { hits } = found.hits
    if (hits.length === 0) return
    await writeShown(
      client,
      hits.map((hit) => removal(hit._index, idOf(hit), { owner, version: hit._version })),
    )
    if (hits.length < FOUND_A_PAGE) return
  }
}

function removal(
  index: string,
  id: string,
  { owner, version }: { owner: string; version: number | undefined },
): Write {
  const write: Write = { index, id, routing: routingOf(owner), action: 'remove' }
  return version === undefined ? write : { ...write, version }
}
