// How a store of one table forgets: it counts what the fence forbids, then removes it.
import type { Fence } from '../../../ports/projection.ts'
import { searchOne } from '../../client/batch-reads.ts'
import { totalOf } from '../../memory/search-text.ts'
import { ownerOf, routingOf } from '../../reading/identity.ts'
import type { StepWork } from '../step.ts'
import type { Target } from '../target.ts'
import { forbiddenBy, type Query } from './fence-query.ts'
import { removeFound } from './remove-forbidden.ts'

/** `table` names the index, and the count in its receipts. */
export function erasing<Table extends string>(
  table: Table,
): Pick<StepWork<Table>, 'plan' | 'erase'> {
  return {
    plan: async (target, fence) => {
      const removed = await countForbidden(target, table, fence)
      return { removed: { [table]: removed }, resourceIds: [] }
    },
    erase: ({ client, names }, fence) =>
      removeFound(client, names[table], { owner: ownerOf(fence), query: forgotten(fence) }),
  }
}

export function countForbidden<Table extends string>(
  target: Target<Table>,
  table: Table,
  fence: Fence,
): Promise<number> {
  return countFound(target, table, { owner: ownerOf(fence), query: forgotten(fence) })
}

function forgotten(fence: Fence): Query {
  return { bool: { filter: [{ term: { owner: ownerOf(fence) } }, ...forbiddenBy([fence])] } }
}

/** The number of the owner's documents that the query finds. */
export async function countFound<Table extends string>(
  { client, names }: Target<Table>,
  table: Table,
  { owner, query }: { owner: string; query: Query },
): Promise<number> {
  const answer = await searchOne(client, {
    index: names[table],
    routing: routingOf(owner),
    size: 0,
    track_total_hits: true,
    query,
  })
  return totalOf(answer)
}
