// What clients give with items, and which items are wanted by it. Pure.
import { type FactType, NO_TRAITS, type Traits } from '../../schemas/facts.ts'

/** What a client gave with an item, or what counts where nothing was given. */
export function traitsOf({ type, scopes, aliases, pinned }: Partial<Traits>): Traits {
  return {
    type: type ?? NO_TRAITS.type,
    scopes: scopes ?? NO_TRAITS.scopes,
    aliases: aliases ?? NO_TRAITS.aliases,
    pinned: pinned ?? NO_TRAITS.pinned,
  }
}

/** Which items are wanted by what a client gave with them. What is not named is not asked. */
export type TraitFilter = {
  types?: readonly FactType[] | undefined
  /** Items without a scope are seen in every one. */
  scopes?: readonly string[] | undefined
  /** Only those that were given for this scope: none that is seen in every one. */
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
