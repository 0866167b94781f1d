// What was before, for a query that asks for it ("Where did I work before?"): the facts that those found have replaced.
// Each says its end, because it no longer holds.
import { isOfThen } from '../../../infra/ports/rules/time.ts'
import { isWanted } from '../../../infra/ports/rules/traits.ts'
import type { RetrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import { asksOfBefore, isFormer } from './query/former.ts'
import { filterOf } from './query/wanted.ts'
import type { Hit } from './ranking/fuse.ts'
import { formerly, type RankedItem, rankable } from './ranking/ranked-item.ts'
import type { SearchedPorts } from './search-arms.ts'

/** So many of the best candidates have replaced what may be asked for ... */
const REPLACING = 8
/** ... and each the last so many. */
const REPLACED = 3
/** What was before comes before what replaced it. */
const LIFT = 2

type Found = { fused: readonly Hit[]; items: readonly RankedItem[] }

/** What was found, with what was before; the same where the query does not ask for it. */
export async function withFormer<Given extends Found>(
  { memory, now }: Pick<SearchedPorts, 'memory' | 'now'>,
  request: RetrieveRequest,
  found: Given,
): Promise<Given> {
  if (isOfThen(request) || !asksOfBefore(request.query)) return found
  const scores = replacedBy(found)
  if (scores.size === 0) return found
  const filter = filterOf(request)
  const at = now().toISOString()
  const items = (await memory.items(request, [...scores.keys()]))
    .filter((item) => isFormer(item, at) && (!filter || isWanted(item, filter)))
    .map((item) => formerly(rankable(item)))
  const hits = items.map(({ id }) => ({ id, score: scores.get(id) ?? 0 }))
  const fused = [...hits, ...found.fused].sort((a, b) => b.score - a.score)
  return { ...found, fused, items: [...found.items, ...items] }
}

/** Scores of what the best candidates have replaced, by id. */
function replacedBy({ fused, items }: Found): Map<string, number> {
  const byId = new Map(items.map(({ id, item }) => [id, item]))
  const replaced = fused.slice(0, REPLACING).flatMap(({ id, score }) => {
    const last = byId.get(id)?.supersedes.slice(-REPLACED) ?? []
    return last.map((former) => [former, score * LIFT] as const)
  })
  // The best is the first, and counts.
  return new Map(replaced.reverse())
}
