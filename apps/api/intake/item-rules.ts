// Checks before a fact is given or changed: that its category is the app's, that the items which it names are the
// user's, and that not too much is pinned.
import { type Item, isCurrent, type MemoryStore } from '../../../infra/ports/memory-store.ts'
import { writeOfGiven } from '../../../infra/runtime/envelope/ids.ts'
import type { RevisionRequest } from '../../../processors/accept-inbox/plan.ts'
import type { ItemRequest } from '../../../schemas/api/reading/items.ts'
import { MAX_PINNED } from '../../../schemas/facts.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { invalid, notFound } from '../errors.ts'
import { MOST_PINS, mayPin } from '../retrieval/query/pins.ts'
import type { WhereItStands } from '../routes/writing/where-it-stands.ts'
import type { Services } from '../services.ts'

export type Doorkeeper = {
  /** Throws if the fact may not be stored. `within`: the prefix of its field names in the request. */
  admitFact(request: ItemRequest, within?: string): Promise<void>
  /** Throws if `more` further pins would be too many. */
  admitPins(scope: Scope, more: number, field: string): Promise<void>
  /** Throws 404 if the user has no such item, and 400 if it is closed. */
  admitRevision(request: RevisionRequest): Promise<void>
}

/** `waiting`: it has been given, and is not indexed yet. */
type Found = { item: Item } | 'waiting'

export type FindItem = (scope: Scope, id: string) => Promise<Found | null>

export function createFindItem(
  memory: Pick<MemoryStore, 'items'>,
  whereItStands: WhereItStands,
): FindItem {
  const indexed = async (scope: Scope, id: string) => {
    const [item] = await memory.items(scope, [id])
    return item ? { item } : null
  }
  return async (scope, id) => {
    const found = await indexed(scope, id)
    const write = writeOfGiven(id)
    if (found || write === null) return found
    const stands = await whereItStands(scope, write)
    if (stands?.resource.status === 'queued') return 'waiting'
    // It may have been indexed in between.
    return stands && indexed(scope, id)
  }
}

export function createDoorkeeper(
  { ports, settings, now }: Pick<Services, 'ports' | 'settings' | 'now'>,
  find: FindItem,
): Doorkeeper {
  return {
    admitFact: async (
      { appId, userId, category, pinned, supersedes = [], ...span },
      within = '',
    ) => {
      const scope = { appId, userId }
      admitSpan({ validFrom: now().toISOString(), ...span }, `${within}validTo`)
      admitCategory(settings, { appId, category, within })
      const named = await Promise.all(supersedes.map((id) => find(scope, id)))
      const unknown = named.indexOf(null)
      if (unknown >= 0) throw invalid(`${within}supersedes.${unknown}`, 'is no item of this user')
      if (pinned) await admitPins({ ports, now }, scope, { field: `${within}pinned` })
    },
    admitPins: (scope, more, field) => admitPins({ ports, now }, scope, { more, field }),
    admitRevision: async ({ appId, userId, factId, changes }) => {
      const scope = { appId, userId }
      const found = await find(scope, factId)
      if (found === null) throw notFound('item')
      if (found !== 'waiting') {
        admitOpen(found.item)
        // An item of an earlier version may end before it begins, and can still be pinned or taken back.
        if (changes.validTo) admitSpan({ ...found.item, ...changes }, 'validTo')
        else if (changes.validFrom) admitSpan({ ...found.item, ...changes }, 'validFrom')
      }
      admitCategory(settings, { appId, category: changes.category })
      const isPinned = found !== 'waiting' && found.item.pinned
      if (changes.pinned && !isPinned) await admitPins({ ports, now }, scope, { field: 'pinned' })
    },
  }
}

/** A fact without a start holds from now on, or since its item does. */
function admitSpan(
  { validFrom, validTo = null }: { validFrom: string; validTo?: string | null | undefined },
  field: string,
): void {
  if (validTo === null || Date.parse(validTo) >= Date.parse(validFrom)) return
  throw invalid(
    field,
    field === 'validFrom'
      ? `the fact would begin after it ends (${validTo}): give validTo as well`
      : `the fact would end before it begins (${validFrom}): give validFrom as well`,
  )
}

function admitCategory(
  settings: Services['settings'],
  {
    appId,
    category,
    within = '',
  }: { appId: string; category: string | undefined; within?: string },
): void {
  if (category === undefined) return
  const isKnown = settings.categoriesOf(appId).some(({ name }) => name === category)
  if (!isKnown) throw invalid(`${within}category`, 'is none of the app’s categories')
}

function admitOpen(item: Item): void {
  if (isCurrent(item)) return
  const by = item.supersededBy
  throw invalid(
    'itemId',
    by === null ? 'is closed already' : `is closed already: ${by} stands in its place`,
  )
}

/** Pins that wait to be indexed are not counted: an answer shows at most the limit in any case. */
async function admitPins(
  { ports, now }: Pick<Services, 'ports' | 'now'>,
  scope: Scope,
  { more = 1, field }: { more?: number; field: string },
): Promise<void> {
  const pinned = await ports.memory.pinnedItems(scope, MOST_PINS)
  if (mayPin(pinned, { more, at: now().toISOString() })) return
  throw invalid(field, `of a user at most ${MAX_PINNED} items are pinned: unpin another one first`)
}
