// What the console knows of a user's graph: all entities up to a bound, and the relations of those that were opened.
import { entities, entity, Refused } from '../api.ts'
import type { Entity, EntityDetail, Scope } from '../shapes.ts'

const PAGE = 200
const MOST_ENTITIES = 2_000
/** The relations of so many are asked for at once: those that have the most. */
const OPENED_AT_FIRST = 24
const AT_ONCE = 4

export type Known = {
  entities: readonly Entity[]
  total: number
  /** By name; null where the service knows no more of it. */
  details: Map<string, EntityDetail | null>
  /** Learns the relations of an entity, where they are not known yet. */
  expand(name: string): Promise<void>
}

export type Shown = { known: Known; shown: ReadonlySet<string>; chosen: string | null }
export type Drawing = { show(what: Shown): void; close(): void }

export async function loadGraph(scope: Scope): Promise<Known> {
  const { found, total } = await listAll(scope)
  const details: Known['details'] = new Map()
  const expand = async (name: string) => {
    if (details.has(name)) return
    details.set(name, await detailOf(scope, name))
  }
  const first = [...found]
    .sort((a, b) => b.relationshipCount - a.relationshipCount)
    .slice(0, OPENED_AT_FIRST)
    .map(({ name }) => name)
  await Promise.all(Array.from({ length: AT_ONCE }, () => takeTurns(first, expand)))
  return { entities: found, total, details, expand }
}

async function listAll(scope: Scope): Promise<{ found: Entity[]; total: number }> {
  const found: Entity[] = []
  for (;;) {
    const page = await entities(scope, { limit: PAGE, offset: found.length })
    found.push(...page.entities)
    if (!page.hasMore || found.length >= MOST_ENTITIES) return { found, total: page.total }
  }
}

async function takeTurns(names: string[], work: (name: string) => Promise<void>): Promise<void> {
  for (let name = names.shift(); name !== undefined; name = names.shift()) await work(name)
}

async function detailOf(scope: Scope, name: string): Promise<EntityDetail | null> {
  try {
    return (await entity(scope, name)).entity
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return null
    throw error
  }
}
