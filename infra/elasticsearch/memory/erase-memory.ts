// What a fence removes from the memory store. Counted before anything is removed, so that a resumed forget reports the
// same counts; then removed, however often that is repeated.
import type { estypes } from '@elastic/elasticsearch'
import type { Resource } from '../../ports/memory-store.ts'
import { type Emptied, type Fence, isAllFenced } from '../../ports/projection.ts'
import { present } from '../../runtime/certain.ts'
import type { CompositePage } from '../client/aggregations.ts'
import { searchOne } from '../client/batch-reads.ts'
import { sourceOf } from '../client/hits.ts'
import type { MemoryTable } from '../indices/mappings.ts'
import { countFound } from '../projection/fences/erase-table.ts'
import { forbiddenBy, type Query } from '../projection/fences/fence-query.ts'
import { readFences } from '../projection/fences/fences.ts'
import { removeFound } from '../projection/fences/remove-forbidden.ts'
import type { Plan, Removal } from '../projection/receipts.ts'
import type { Target } from '../projection/target.ts'
import { ownerOf, routingOf } from '../reading/identity.ts'

const PAGE = 1000

export async function planMemory(target: Target<MemoryTable>, fence: Fence): Promise<Removal> {
  const owner = ownerOf(fence)
  const gone = within(owner, forbiddenBy([fence]))
  const kind = (name: string): Query => ({ bool: { filter: [gone, { term: { kind: name } }] } })
  const [items, summaries, { resources, resourceIds }] = await Promise.all([
    countFound(target, 'items', { owner, query: gone }),
    countFound(target, 'records', { owner, query: kind('summary') }),
    fence.category === null
      ? allResources(target, owner, kind('resource'))
      : emptiedResources(target, owner, fence),
  ])
  return { removed: { items, resources, summaries }, resourceIds }
}

export async function eraseMemory(
  { client, names }: Target<MemoryTable>,
  fence: Fence,
  { resourceIds }: Plan,
): Promise<void> {
  const owner = ownerOf(fence)
  const gone = within(owner, forbiddenBy([fence]))
  await Promise.all([
    removeFound(client, names.items, { owner, query: gone }),
    removeFound(client, names.records, { owner, query: gone }),
  ])
  for (const ids of pages(resourceIds)) {
    await removeFound(client, names.records, { owner, query: resourcesNamed(owner, ids) })
  }
}

function within(owner: string, oneOf: Query[]): Query {
  return { bool: { filter: [{ term: { owner } }], should: oneOf, minimum_should_match: 1 } }
}

function resourcesNamed(owner: string, ids: readonly string[]): Query {
  const filter: Query[] = [{ term: { owner } }, { term: { kind: 'resource' } }]
  return { bool: { filter: [...filter, { terms: { id: [...ids] } }] } }
}

type Resources = { resources: number; resourceIds: string[] }

async function allResources(
  target: Target<MemoryTable>,
  owner: string,
  query: Query,
): Promise<Resources> {
  return { resources: await countFound(target, 'records', { owner, query }), resourceIds: [] }
}

async function emptiedResources(
  target: Target<MemoryTable>,
  owner: string,
  fence: Fence,
): Promise<Resources> {
  const resourceIds = await allEmptied(target, owner, fence)
  return { resources: await countResources(target, owner, resourceIds), resourceIds }
}

async function countResources(
  target: Target<MemoryTable>,
  owner: string,
  ids: readonly string[],
): Promise<number> {
  let sum = 0
  for (const some of pages(ids)) {
    sum += await countFound(target, 'records', { owner, query: resourcesNamed(owner, some) })
  }
  return sum
}

/**
 * The resources that have no item left after the fence, which held only the forgotten category, and those that only
 * said such facts again.
 */
async function allEmptied(
  target: Target<MemoryTable>,
  owner: string,
  fence: Fence,
): Promise<string[]> {
  const ofItems = await resourcesOf(target, owner, within(owner, forbiddenBy([fence])))
  const [ids, others] = await Promise.all([
    withoutItems(target, fence, ofItems),
    emptied(target, fence),
  ])
  return [...new Set([...ids, ...others.map(({ id }) => id)])].sort()
}

/** Those of the resources that no item names that stays. */
async function withoutItems(
  target: Target<MemoryTable>,
  fence: Fence,
  resourceIds: readonly string[],
): Promise<string[]> {
  const owner = ownerOf(fence)
  const left: string[] = []
  for (const ids of pages(resourceIds)) {
    const filter: Query[] = [{ term: { owner } }, { terms: { resourceId: [...ids] } }]
    const staying = { bool: { filter, must_not: forbiddenBy([fence]) } }
    const still = new Set(await resourcesOf(target, owner, staying))
    left.push(...ids.filter((id) => !still.has(id)))
  }
  return left
}

/** The stored fences count as well. What was just written counts once it is shown. */
export async function emptied(target: Target<MemoryTable>, fence: Fence): Promise<Emptied[]> {
  const { client, names } = target
  const owner = ownerOf(fence)
  const stored = await readFences(client, names.meta, [owner])
  const fences = [fence, ...(stored.get(owner) ?? [])]
  const found: Emptied[] = []
  for await (const resources of resourcesThatSaid(target, fence)) {
    const gone = resources.filter((each) => isAllFenced(fences, { ...fence, ...each }))
    const left = await withoutItems(
      target,
      fence,
      gone.map(({ id }) => id),
    )
    const isLeft = new Set(left)
    found.push(...gone.filter(({ id }) => isLeft.has(id)).map(({ id, source }) => ({ id, source })))
  }
  return found
}

/** The resources before the fence that said something of its category, page after page. */
async function* resourcesThatSaid(
  { client, names }: Target<MemoryTable>,
  fence: Fence,
): AsyncIterable<(Emptied & { saidIn: readonly string[] })[]> {
  const owner = ownerOf(fence)
  const filter: Query[] = [
    { term: { owner } },
    { term: { kind: 'resource' } },
    { term: { saidIn: present(fence.category, 'category') } },
    { range: { source: { lt: fence.before } } },
  ]
  let after: estypes.SortResults | undefined
  do {
    const { hits } = await searchOne<{ source: number; doc: string }>(client, {
      index: names.records,
      routing: routingOf(owner),
      size: PAGE,
      sort: [{ id: 'asc' }],
      ...(after ? { search_after: after } : {}),
      _source: ['source', 'doc'],
      track_total_hits: false,
      query: { bool: { filter } },
    }).then((answer) => answer.hits)
    yield hits.map((hit) => {
      const { source, doc } = sourceOf(hit)
      const { id, saidIn = [] }: Resource = JSON.parse(doc)
      return { id, source, saidIn }
    })
    after = hits.at(-1)?.sort
  } while (after)
}

/** The resources of all the items that a query finds. */
async function resourcesOf({ client, names }: Target<MemoryTable>, owner: string, query: Query) {
  const found: string[] = []
  let after: Record<string, estypes.FieldValue> | undefined
  do {
    const answer = await client.search<unknown, { of: CompositePage<'id'> }>({
      index: names.items,
      routing: routingOf(owner),
      size: 0,
      allow_partial_search_results: false,
      query,
      aggs: {
        of: {
          composite: {
            size: PAGE,
            sources: [{ id: { terms: { field: 'resourceId' } } }],
            ...(after ? { after } : {}),
          },
        },
      },
    })
    const { of } = present(answer.aggregations, 'aggregations')
    found.push(...of.buckets.map(({ key }) => String(key.id)))
    after = of.after_key
  } while (after)
  return found
}

function* pages<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += PAGE) yield all.slice(from, from + PAGE)
}
