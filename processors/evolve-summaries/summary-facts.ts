// The facts that a summary rests on, as the index holds them: the processor writes from them, and maintenance asks
// whether a summary is still theirs.
import { type Item, isCurrent, type MemoryStore } from '../../infra/ports/memory-store.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { FACTS_PER_SUMMARY, restsOn, uncontested, weightiestFirst } from './decide.ts'

/**
 * The weightiest first. More are read, so that contested ones and questions crowd out few others; what holds now is read
 * apart, because it counts however long ago it was said.
 */
export async function summaryFacts(
  memory: MemoryStore,
  scope: Scope,
  category: string,
  most = FACTS_PER_SUMMARY,
): Promise<readonly Item[]> {
  const limit = most + FACTS_PER_SUMMARY
  const [top, held] = await Promise.all([
    memory.topItems(scope, { category, limit }),
    memory.topItems(scope, { category, limit, held: true }),
  ])
  const all = [...new Map([...top, ...held].map((item) => [item.id, item])).values()]
  const sure = weightiestFirst(all.filter(restsOn))
  return uncontested(sure, await standing(memory, scope, sure)).slice(0, most)
}

/** Ids of the facts that these contest and that are current. */
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
