// The facts that a summary rests on, as the index holds them: the processor writes from them, and maintenance checks
// whether a summary still rests on them.
import { type Item, isCurrent, type MemoryStore } from '../../infra/ports/memory-store.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { FACTS_PER_SUMMARY, restsOn, uncontested, weightiestFirst } from './decide.ts'

/** `at`: when the summary is written. */
type Asked = { category: string; at: string; most?: number | undefined }

/**
 * The weightiest first. Reads more than are needed, so that contested facts and questions crowd out few others. Facts
 * that hold now are read apart, because they count however long ago they were said.
 */
export async function summaryFacts(
  memory: MemoryStore,
  scope: Scope,
  { category, at, most = FACTS_PER_SUMMARY }: Asked,
): Promise<readonly Item[]> {
  const limit = most + FACTS_PER_SUMMARY
  const [top, held] = await Promise.all([
    memory.topItems(scope, { category, limit }),
    memory.topItems(scope, { category, limit, held: true }),
  ])
  const all = [...new Map([...top, ...held].map((item) => [item.id, item])).values()]
  const sure = weightiestFirst(all.filter((item) => restsOn(item, at)))
  return uncontested(sure, await standing(memory, scope, sure)).slice(0, most)
}

/** Ids of current facts that these contest. */
async function standing(
  memory: MemoryStore,
  scope: Scope,
  items: readonly Item[],
): Promise<ReadonlySet<string>> {
  const contested = [...new Set(items.flatMap(({ contests = [] }) => contests))]
  if (contested.length === 0) return new Set()
  const found = await memory.items(scope, contested)
  return new Set(found.filter(isCurrent).map(({ id }) => id))
}
