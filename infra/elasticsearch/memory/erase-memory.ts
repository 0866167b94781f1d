// What a fence removes from the memory store. Counted before anything is removed, so that a resumed forget reports the
// same counts; then removed, however often that is repeated.
import type { estypes } from '@elastic/elasticsearch'
import type { Fence } from '../../ports/projection.ts'
import { present } from '../../runtime/certain.ts'
import { countFound } from '../projection/erase-table.ts'
import { forbiddenBy, type Query } from '../projection/fence-query.ts'
import type { Plan, Removal } from '../projection/receipts.ts'
import { removeFound } from '../projection/remove-forbidden.ts'
import type { Target } from '../projection/target.ts'
import { ownerOf, routingOf } from '../reading/identity.ts'

const PAGE = 1000

export async function planMemory(target: Target, fence: Fence): Promise<Removal> {
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
  { client, names }: Target,
  fence: Fence,
  { resourceIds }: Plan,
): Promise<void> {
  const owner = ownerOf(fence)
  const gone = within(owner, forbiddenBy([fence]))
  await Promise.all([
    removeFound(client, names.items!, { owner, query: gone }),
    removeFound(client, names.records!, { owner, query: gone }),
  ])
  for (const ids of pages(resourceIds)) {
    await removeFound(client, names.records!, { owner, query: resourcesNamed(owner, ids) })
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

async function allResources(target: Target, owner: string, query: Query): Promise<Resources> {
  return { resources: await countFound(target, 'records', { owner, query }), resourceIds: [] }
}

async function emptiedResources(target: Target, owner: string, fence: Fence): Promise<Resources> {
  const resourceIds = await emptied(target, owner, fence)
  return { resources: await countResources(target, owner, resourceIds), resourceIds }
}

async function countResources(
  target: Target,
  owner: string,
  ids: readonly string[],
): Promise<number> {
  let sum = 0
  for (const some of pages(ids)) {
    sum += await countFound(target, 'records', { owner, query: resourcesNamed(owner, some) })
  }
  return sum
}

/** The resources that have no item left after the fence: they held only the forgotten category. */
async function emptied(target: Target, owner: string, fence: Fence): Promise<string[]> {
  const mine: Query = { term: { owner } }
  const gone = forbiddenBy([fence])
  const left: string[] = []
  for (const ids of pages(await resourcesOf(target, owner, within(owner, gone)))) {
    const named: Query = { terms: { resourceId: [...ids] } }
    const staying = { bool: { filter: [mine, named], must_not: gone } }
    const still = new Set(await resourcesOf(target, owner, staying))
    left.push(...ids.filter((id) => !still.has(id)))
  }
  return left.sort()
}

/** The resources of all the items that a query finds. */
async function resourcesOf({ client, names }: Target, owner: string, query: Query) {
  const found: string[] = []
  let after: Record<string, estypes.FieldValue> | undefined
  do {
    const answer = await client.search({
      index: names.items!,
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
    const page = present(answer.aggregations, 'aggregations')
      .of as estypes.AggregationsCompositeAggregate
    const buckets = page.buckets as estypes.AggregationsCompositeBucket[]
    found.push(...buckets.map(({ key }) => String(key.id)))
    after = page.after_key
  } while (after)
  return found
}

function* pages<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += PAGE) yield all.slice(from, from + PAGE)
}
