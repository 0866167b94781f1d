// The part of a user's graph that the console holds: all entities up to a bound, and the relations of the opened ones.
import { entities, entity } from '../api.ts'
import { Refused } from '../calls.ts'
import { isNow, type Time } from '../pure/times.ts'
import type { Entity, EntityDetail, Scope } from '../shapes.ts'

const PAGE = 200
const MOST_ENTITIES = 2_000
/** The relations of so many entities load without a click: of those with the most relations. */
const OPENED_AT_FIRST = 40
/** Fewer at another time: each step of the slider asks for them again, and calls are rate-limited. */
const OPENED_OF_THEN = 12
const AT_ONCE = 4

export type Known = {
  /** The first of them at once; all up to a bound when `loadRest` has ended. */
  entities: readonly Entity[]
  total: number
  time: Time
  /** All that is loaded without a click has come. */
  whole: boolean
  /** By name; null where the service does not know the entity any more. */
  details: Map<string, EntityDetail | null>
  loadRest(): Promise<void>
  /** Loads the relations of an entity, unless they are loaded. */
  expand(name: string): Promise<void>
}

export type Shown = { known: Known; shown: ReadonlySet<string>; chosen: string | null }
export type Drawing = { show(what: Shown): void; close(): void }

type Of = { scope: Scope; time: Time }

export async function loadGraph({ scope, time }: Of, leaving: AbortSignal): Promise<Known> {
  const first = await entities(scope, { limit: PAGE, offset: 0, ...time }, leaving)
  const { total } = first
  const found = new Map(first.entities.map((each) => [each.name, each]))
  const known: Known = {
    entities: first.entities,
    total,
    time,
    whole: false,
    details: new Map(),
    loadRest: async () => {
      await sideBySide(offsetsUpTo(total), async (offset) => {
        const page = await entities(scope, { limit: PAGE, offset, ...time }, leaving)
        for (const each of page.entities) found.set(each.name, each)
      })
      known.entities = [...found.values()]
      // Of several types that share a name the page shows one.
      if (total <= MOST_ENTITIES) known.total = found.size
    },
    expand: async (name) => {
      if (known.details.has(name)) return
      known.details.set(name, await detailOf({ ...scope, entityName: name }, time, leaving))
    },
  }
  return known
}

/** The offsets of the pages after the first. */
function offsetsUpTo(total: number): number[] {
  const offsets: number[] = []
  for (let offset = PAGE; offset < Math.min(total, MOST_ENTITIES); offset += PAGE) {
    offsets.push(offset)
  }
  return offsets
}

/** Opens those with the most relations. */
export async function openFirst(known: Known): Promise<void> {
  const first = known.entities
    .filter(({ relationshipCount }) => relationshipCount > 0)
    .sort((a, b) => b.relationshipCount - a.relationshipCount)
    .slice(0, isNow(known.time) ? OPENED_AT_FIRST : OPENED_OF_THEN)
  await sideBySide(first, ({ name }) => known.expand(name))
}

async function sideBySide<T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  const take = async () => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) await work(each)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
}

async function detailOf(...asked: Parameters<typeof entity>): Promise<EntityDetail | null> {
  try {
    return (await entity(...asked)).entity
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}
