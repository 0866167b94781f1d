// The facts that a summary rests on, as the index holds them: the processor writes from them, and maintenance asks
// whether a summary is still theirs.
import { type Item, isCurrent, type MemoryStore } from '../../infra/ports/memory-store.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { FACTS_PER_SUMMARY, restsOn, uncontested } from './decide.ts'

/** The weightiest first, then the newest. Twice as many are read, so that contested ones crowd out few others. */
export async function summaryFacts(
  memory: MemoryStore,
  scope: Scope,
  category: string,
): Promise<readonly Item[]> {
  const top = await memory.topItems(scope, { category, limit: 2 * FACTS_PER_SUMMARY })
  const sure = top.filter(restsOn)
  return uncontested(sure, await standing(memory, scope, sure)).slice(0, FACTS_PER_SUMMARY)
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
