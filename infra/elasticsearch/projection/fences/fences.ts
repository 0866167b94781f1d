// The fences of each user: one small document. It is read by id and is therefore current even before a refresh. A
// forget writes it first, and every read and every write reads it.
import type { Client } from '@elastic/elasticsearch'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { type Fence, isFenced, raisedFence } from '../../../ports/projection.ts'
import { memberOf, present } from '../../../runtime/certain.ts'
import { getDocument } from '../../client/batch-reads.ts'
import { ElasticsearchUnavailable } from '../../client/client.ts'
import { sourceOf, writingSeen } from '../../client/hits.ts'
import { documentId, ownerOf } from '../../reading/identity.ts'

/** Fences by owner; an owner without fences is left out. */
export type FencesByOwner = ReadonlyMap<string, readonly Fence[]>

export type MetaSource = { kind: string; owner?: string; doc: string }

const ATTEMPTS = 20

export async function readFences(
  client: Client,
  meta: string,
  owners: Iterable<string>,
): Promise<FencesByOwner> {
  const ids = [...new Set(owners)].map(fenceId)
  const stored = await Promise.all(
    ids.map((id) => getDocument<MetaSource>(client, { index: meta, id })),
  )
  return new Map(
    stored.flatMap(({ found, _source }) =>
      found && _source ? [[present(_source.owner, 'owner'), JSON.parse(_source.doc)]] : [],
    ),
  )
}

/** Adds a fence to the user's others. Two workers may do so at once: the second one reads again. */
export async function addFence(client: Client, meta: string, fence: Fence): Promise<void> {
  const owner = ownerOf(fence)
  const id = fenceId(owner)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const stored = await client.get<MetaSource>({ index: meta, id }, { ignore: [404] })
    const known: Fence[] = stored.found ? JSON.parse(sourceOf(stored).doc) : []
    const merged = mergeFences(known, fence)
    if (sameFences(known, merged)) return
    const document = { kind: 'fence', owner, doc: JSON.stringify(merged) }
    const guard = stored.found ? writingSeen(stored) : { op_type: 'create' as const }
    const answer = await client.index({ index: meta, id, document, ...guard }, IGNORE_CONFLICT)
    if (!isConflict(answer)) return
  }
  throw new ElasticsearchUnavailable('too many writers of one fence')
}

export const IGNORE_CONFLICT = { ignore: [409] }

/** True if an answer to a request with IGNORE_CONFLICT reports a conflict. */
export function isConflict(answer: object): boolean {
  return memberOf(answer, 'status') === 409
}

/** One for each category. */
export function mergeFences(known: readonly Fence[], fence: Fence): Fence[] {
  const others = known.filter(({ category }) => category !== fence.category)
  const name = ({ category }: Fence) => (category === null ? '' : ` ${category}`)
  return [...others, raisedFence(known, fence)].sort((a, b) => (name(a) < name(b) ? -1 : 1))
}

export function sameFences(some: readonly Fence[], others: readonly Fence[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others)
}

/** What a fence asks about a document. Null: no fence reaches it. */
export type Fenced =
  | (Scope & { source: number; category: string | null; keyGeneration?: number | undefined })
  | null

export function isForbidden(fences: FencesByOwner, what: Fenced): boolean {
  if (!what) return false
  const { keyGeneration, ...rest } = what
  const asked = keyGeneration === undefined ? rest : { ...rest, keyGeneration }
  return isFenced(fences.get(ownerOf(what)) ?? [], asked)
}

function fenceId(owner: string): string {
  return `fence:${documentId('fence', owner, '')}`
}
