// The port to the graph of entities and relationships. Neo4j is one; SQLite is another. Spec: `graph_store`.
//
// Contract, beyond that of projection.ts:
// - Everything hangs on facts: a mention, a relationship and a property each name the fact they came from, so that
//   erasing facts erases exactly what they said. An entity is there as long as one mention of it is.
// - An entity is its normalised name and type within one user; its shown name is that of its first mention.
// - Closed facts (validTo set) keep their mentions, but their relationships and properties are not shown.
// - Of an attribute the newest value of current facts is shown; of an entity the PROPERTIES_SHOWN attributes that were
//   told last.
import type { Scope } from '../../schemas/identifiers.ts'
import type { Position } from './event-log.ts'
import type { ProjectionStore, Step } from './projection.ts'
import type { Time } from './time.ts'

export const PROPERTIES_SHOWN = 100
export const MENTIONS_SHOWN = 100
export const RELATIONSHIPS_SHOWN = 500

/** What one fact says about entities. */
export type GraphFact = Scope & {
  factId: string
  source: Position
  /** Of the user's key that sealed its event: what is sealed of it is sealed under the same. */
  keyGeneration?: number
  category: string
  /** When it was said, ISO 8601. */
  at: string
  /** Null while it is current. */
  validTo: string | null
  /** From when and until when it holds, and when the service learnt it: for who asks of another time. */
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
  /** Facts that stopped being current. Unknown ones are ignored. */
  closed: readonly (Scope & { factId: string; validTo: string; recordedAt: string })[]
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
  mentions: { context: string; timestamp: string }[]
}

export type EntityContext = {
  name: string
  type: string
  properties: Record<string, string>
  relationships: { type: string; target: string }[]
}

/** `category`: of the facts that say it, where all are of one; null otherwise. */
export type Firsts = {
  entities: { name: string; type: string; category: string | null }[]
  relationships: { source: string; type: string; target: string; category: string | null }[]
  /** Of entities that an earlier write had mentioned: the properties that have another value now, or their first. */
  updated: {
    name: string
    type: string
    properties: Record<string, string>
    category: string | null
  }[]
}

/** Those reads that can be asked for another time. */
export type PastGraph = Pick<GraphStore, 'listEntities' | 'entity' | 'named'>

export interface GraphStore extends ProjectionStore {
  apply(step: GraphStep): Promise<void>
  /**
   * The same store at another time (time.ts): mentions are those of facts that were known and had begun, relationships and
   * properties those of facts that were current at `knownAt`, or held at `asOf`.
   */
  at(time: Time): PastGraph
  /**
   * The most mentioned first; of those that are mentioned alike in an order that stays, and that is not told: a store may
   * not know the letters of names (entity-name.ts).
   */
  listEntities(
    scope: Scope,
    query: { type?: string | undefined; limit: number; offset: number },
  ): Promise<{ entities: EntityListed[]; total: number }>
  /** By name, case and accents folded; of several types the most mentioned. */
  entity(scope: Scope, name: string): Promise<EntityDetail | null>
  /**
   * Entities that a current fact mentions and all of whose name's words are among `words`; and those facts' ids.
   */
  named(
    scope: Scope,
    query: { words: readonly string[]; entityLimit: number; factLimit: number },
  ): Promise<{ entities: EntityContext[]; factIds: string[] }>
  /**
   * Of these facts' entities: those that no earlier write had mentioned, and what changed of the others; and the
   * facts' new relationships. What later writes say changes nothing.
   */
  firsts(scope: Scope, factIds: readonly string[]): Promise<Firsts>
}
