// Looks over a user's whole memory, page by page, for what maintenance could do. Reads the index and changes nothing:
// extraction decides from it, the schedule and a dry run only ask.
import {
  type Item,
  type ItemDocument,
  isCurrent,
  type MemoryStore,
} from '../../infra/ports/memory-store.ts'
import { latest } from '../../infra/ports/rules/time.ts'
import { piecesOf } from '../../infra/runtime/pages.ts'
import { nextTurn } from '../../infra/runtime/turns/next-turn.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { documentsOf } from '../documents-of.ts'
import { summaryFacts } from '../evolve-summaries/summary-facts.ts'
import { MAX_CHANGES, type Survey } from './decide.ts'
import { duplicatesAmong } from './duplicates.ts'
import { pruneReason } from './lifetime.ts'
import { createLookAlikes } from './look-alikes.ts'

const PAGE = 500
/** The most pages that are looked over, the newest items first. */
const MAX_PAGES = 1000
const GROUPS_A_READ = 10

export async function survey(memory: MemoryStore, scope: Scope, asOf: string): Promise<Survey> {
  const faded: Survey['faded'][number][] = []
  const alike = createLookAlikes()
  for await (const item of currentItems(memory, scope)) {
    const reason = pruneReason(item, asOf)
    if (reason) faded.push({ item, reason })
    alike.add(item)
  }
  return {
    // The oldest first, in case there are more than can be changed at a time.
    faded: faded.reverse(),
    alike: await duplicatesIn(memory, scope, alike.groups()),
    stale: await staleCategories(memory, scope, asOf),
  }
}

/** The newest first. */
async function* currentItems(memory: MemoryStore, scope: Scope): AsyncIterable<Item> {
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    // An embedded store answers at once: without this, nothing else would get its turn.
    await nextTurn()
    const { data, nextCursor } = await memory.listItems(scope, {
      limit: PAGE,
      ...(cursor ? { cursor } : {}),
    })
    yield* data.filter(isCurrent)
    if (nextCursor === null) return
    cursor = nextCursor
  }
}

/** Groups with a duplicate in them, no more than can be merged at a time. */
async function duplicatesIn(
  memory: MemoryStore,
  scope: Scope,
  groups: readonly (readonly string[])[],
): Promise<ItemDocument[][]> {
  const found: ItemDocument[][] = []
  for (const some of piecesOf(groups, GROUPS_A_READ)) {
    if (found.length >= MAX_CHANGES) break
    await nextTurn()
    const documents = await documentsOf(memory, scope, some.flat())
    const byId = new Map(documents.map((document) => [document.item.id, document]))
    for (const ids of some) {
      const group = ids.flatMap((id) => byId.get(id) ?? [])
      if (duplicatesAmong(group).length > 0) found.push(group)
    }
  }
  return found
}

/**
 * A summary is stale if a fact that it would rest on came into the log after it, by the log's own times, if it rests on
 * nothing any more, or if a value has begun or ended since. The position of the write that led to a summary would not
 * tell: the summary may have been written from an index that was ahead of that write.
 */
async function staleCategories(memory: MemoryStore, scope: Scope, asOf: string): Promise<string[]> {
  const summaries = new Map((await memory.summaries(scope)).map((each) => [each.category, each]))
  const counts = await memory.categoryCounts(scope)
  const categories = new Set([...summaries.keys(), ...counts.map(({ category }) => category)])
  const stale: string[] = []
  for (const category of categories) {
    const summary = summaries.get(category)
    const at = latest(asOf, summary?.updatedAt ?? asOf)
    const facts = await summaryFacts(memory, scope, { category, at })
    const isStale =
      facts.length === 0 || !summary
        ? (facts.length === 0) !== (summary === undefined)
        : (await newestProcessing(memory, scope, facts)) > Date.parse(summary.updatedAt) ||
          !isSame(facts, await summaryFacts(memory, scope, { category, at: summary.updatedAt }))
    if (isStale) stale.push(category)
  }
  return stale
}

function isSame(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every(({ id }, n) => id === others[n]?.id)
}

/** When the newest of the facts came into the log, in Unix milliseconds. */
async function newestProcessing(
  memory: MemoryStore,
  scope: Scope,
  facts: readonly Item[],
): Promise<number> {
  const ids = [...new Set(facts.map(({ resourceId }) => resourceId))]
  const resources = await Promise.all(ids.map((id) => memory.resource(scope, id)))
  const times = resources.flatMap((resource) => resource?.processedAt ?? [])
  return Math.max(...times.map((time) => Date.parse(time)), 0)
}
