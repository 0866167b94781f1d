// What clients give with items, and how items are selected by it. Pure.
import { type FactType, NO_TRAITS, type Traits } from '../../../schemas/facts.ts'

/** What a client gave with an item, or what counts where nothing was given. */
export function traitsOf({ type, scopes, aliases, pinned }: Partial<Traits>): Traits {
  return {
    type: type ?? NO_TRAITS.type,
    scopes: scopes ?? NO_TRAITS.scopes,
    aliases: aliases ?? NO_TRAITS.aliases,
    pinned: pinned ?? NO_TRAITS.pinned,
  }
}

/** Selects items by what a client gave with them. A missing field excludes nothing. */
export type TraitFilter = {
  types?: readonly FactType[] | undefined
  /** Items without a scope are seen in every scope. */
  scopes?: readonly string[] | undefined
  /** Only items that were given for this scope, without those that are seen in every scope. */
  onlyScope?: string | undefined
  pinned?: true | undefined
}

export function isWanted(
  item: Partial<Traits> & { category: string },
  {
    categories,
    types,
    scopes,
    onlyScope,
    pinned,
  }: TraitFilter & { categories?: readonly string[] | undefined },
): boolean {
  const { type, scopes: seenIn, pinned: isPinned } = traitsOf(item)
  const isSeen = scopes === undefined || seenIn.length === 0
  return (
    (categories?.includes(item.category) ?? true) &&
    (types?.includes(type) ?? true) &&
    (isSeen || seenIn.some((each) => scopes.includes(each))) &&
    (onlyScope === undefined || seenIn.includes(onlyScope)) &&
    (pinned === undefined || isPinned)
  )
}
