// What may be read in a text from before a category was forgotten: the words of facts that are still there. The text
// stays as long as any fact of it does, so the words around them may be forgotten ones, and another engine could file
// them otherwise. Pure.
import type { ItemDocument } from '../../infra/ports/memory-store.ts'
import type { Fence } from '../../infra/ports/projection.ts'

type Span = ItemDocument['item']['span']
type Words = Pick<ItemDocument['item'], 'resourceId' | 'span'>

/** Engines differ in whether a full stop and the space behind it belong to a fact. */
const MOST_BETWEEN = 2

/** True for what was read from words that may be forgotten. `facts`: those that are there, closed ones too. */
export function forgottenWords(
  fences: readonly Pick<Fence, 'before'>[],
  facts: readonly { item: Words }[],
): (read: Pick<ItemDocument, 'source'> & { item: Words }) => boolean {
  const forgottenBefore = Math.max(...fences.map(({ before }) => before))
  if (fences.length === 0) return () => false
  const byResource = Map.groupBy(facts, ({ item }) => item.resourceId)
  return ({ source, item: { resourceId, span } }) =>
    source < forgottenBefore &&
    !isWithin(
      span,
      (byResource.get(resourceId) ?? []).map(({ item }) => item.span),
    )
}

function isWithin({ start, end }: Span, spans: readonly Span[]): boolean {
  let covered = start
  for (const each of spans.toSorted((a, b) => a.start - b.start)) {
    if (each.start > covered + MOST_BETWEEN) break
    if (each.end > covered) covered = each.end
  }
  return covered > start && covered + MOST_BETWEEN >= end
}
