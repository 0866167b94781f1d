// The port to the graph of entities and relationships. Neo4j is one adapter, SQLite another. Spec: `graph_store`.
//
// Contract, beyond that of projection.ts:
// - Everything belongs to facts: a mention, a relationship and a property each name the fact they came from, so that
//   erasing facts erases exactly what they said. An entity exists as long as one mention of it does.
// - An entity is its normalised name and type within one user; its shown name is that of its first mention.
// - Closed facts (validTo set) keep their mentions, but their relationships and properties are not shown. One that was
//   never true (closed with NEVER_HELD) mentions nothing since that is known, and names nothing first or last.
// - With `currentAt`, relationships and properties are those of current facts that hold then: neither a planned value nor
//   one that has ended is shown. Without it every current fact counts.
// - An attribute shows the newest value of current facts; an entity shows the PROPERTIES_SHOWN attributes that were
//   told last. The ids of facts decide between those told at once, because attributes are sealed, and another key would
//   show others of the same facts. So do the relationships of an entity that has more than are shown, the outgoing
//   before the incoming.
import type { Scope } from '../../schemas/identifiers.ts'
import type { Position } from './event-log.ts'
import type { ProjectionStore, Step } from './projection.ts'
import type { Time } from './rules/time.ts'

export const PROPERTIES_SHOWN = 100
export const MENTIONS_SHOWN = 100
export const RELATIONSHIPS_SHOWN = 500

/** What one fact says about entities. */
export type GraphFact = Scope & {
  factId: string
  source: Position
  /** The generation of the user's key that sealed its event; the store seals it under the same. */
  keyGeneration?: number
  category: string
  /** When it was said, ISO 8601. */
  at: string
  /** Null while it is current. */
  validTo: string | null
  /** From when and until when it holds, and when the service learnt it: for queries about another time. */
  held: { from: string; until: string | null }
  recordedAt: string
  /** The excerpt shown with the mention. */
  context: string
  entities: readonly { name: string; type: string }[]
  relationships: readonly { source: string; type: string; target: string }[]
  properties: readonly { entity: string; attribute: string; value: string }[]
}

export type GraphStep = Step & {
  facts: readonly GraphFact[]
  /**
   * Facts that stop being current. Unknown ones are ignored. A fact whose end lies ahead of when that is learnt is
   * current until then, unless it would begin later still. `source`: of the write that closes it.
   */
  closed: readonly (Scope & {
    factId: string
    source: Position
    validTo: string
    recordedAt: string
  })[]
}

export type EntityListed = {
  name: string
  type: string
  properties: Record<string, string>
  relationshipCount: number
  firstMentioned: string
  lastMentioned: string
}

export type EntityDetail = {
  name: string
  type: string
  properties: Record<string, string>
  relationships: {
    type: string
    direction: 'outgoing' | 'incoming'
    target: string
    targetType: string
    properties: Record<string, string>
  }[]
  /** The newest first, bounded. */
  mentions: { itemId: string; context: string; timestamp: string }[]
}

export type EntityContext = {
  name: string
  type: string
  properties: Record<string, string>
  relationships: { type: string; target: string }[]
}

/** The instant at which a read of the present is made. Ignored at another time. */
export type Currently = { currentAt?: string | undefined }

/** `type`: the entity of that type alone. */
export type EntityQuery = Currently & { type?: string | undefined }

export type NamedQuery = Currently & {
  words: readonly string[]
  categories?: readonly string[] | undefined
  entityLimit: number
  factLimit: number
}

/** `category`: that of the facts that say it, where they share one; null otherwise. */
export type FirstMentions = {
  entities: { name: string; type: string; category: string | null }[]
  relationships: { source: string; type: string; target: string; category: string | null }[]
  /** For entities that an earlier write had mentioned: the properties that have a new value, or their first. */
  updated: {
    name: string
    type: string
    properties: Record<string, string>
    category: string | null
  }[]
}

/** The reads that work at another time. */
export type PastGraph = Pick<GraphStore, 'listEntities' | 'entity' | 'named'>

export interface GraphStore extends ProjectionStore {
  apply(step: GraphStep): Promise<void>
  /**
   * The same store at another time (rules/time.ts): mentions are those of facts that were known and had begun, relationships
   * and properties those of facts that were current at `knownAt` and held then, or held at `asOf`.
   */
  at(time: Time): PastGraph
  /**
   * The most mentioned first; ties in a stable but unspecified order, because a store may not know the letters of names
   * (rules/entity-name.ts).
   */
  listEntities(
    scope: Scope,
    query: EntityQuery & { limit: number; offset: number },
  ): Promise<{ entities: EntityListed[]; total: number }>
  /** How many entities are kept of the user, those included that no read of the present shows. */
  entityCount(scope: Scope): Promise<number>
  /**
   * By name, case and accents folded; where several types have the name, the most mentioned, and of these the one that was
   * mentioned first. The order of sealed types would change with the key.
   */
  entity(scope: Scope, name: string, query?: EntityQuery): Promise<EntityDetail | null>
  /**
   * Entities that a current fact mentions, planned or not, and whose name has all its words among `words`; and the ids of
   * those facts.
   * With `categories`, only facts of these count, for properties and relationships too.
   */
  named(scope: Scope, query: NamedQuery): Promise<{ entities: EntityContext[]; factIds: string[] }>
}

/** What the processor that raises notices asks as well. */
export interface DecidingGraph extends GraphStore {
  /**
   * The entities of these facts that no earlier write had mentioned, what changed of the others, and the facts' new
   * relationships. What their own write closed has no part in changes and relationships, neither of these facts nor of
   * earlier ones: no graph ever showed it. Later writes do not change the answer.
   */
  firstMentions(scope: Scope, factIds: readonly string[]): Promise<FirstMentions>
}
