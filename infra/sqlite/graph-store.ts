// The embedded graph store: mentions, relationships and properties as rows that each name their fact. Entities are not
// stored: they are groups of mentions, so that erasing facts can never leave one behind.
import type { Scope } from '../../schemas/identifiers.ts'
import { nameKey } from '../ports/entity-name.ts'
import {
  type EntityDetail,
  type GraphStore,
  MENTIONS_SHOWN,
  RELATIONSHIPS_SHOWN,
} from '../ports/graph-store.ts'
import { type Database, openDatabase } from './database/database.ts'
import { firstMentions, shownAs } from './graph/first-mentions.ts'
import { graphRevisionsSchema } from './graph/graph-revisions.ts'
import { applyGraphStep, graphDigest } from './graph/graph-store-writes.ts'
import { heldGraph } from './graph/held-graph.ts'
import { currentRows, listEntities } from './graph/list-entities.ts'
import { keysNamed, named, namedEntity, propertiesOf } from './graph/named.ts'
import { factTimesSchema, pastGraph } from './graph/past-graph.ts'
import {
  findOwner,
  projectionSchema,
  readCheckpoints,
  readFences,
  readReceipt,
} from './projection/projection-tables.ts'

// `entity` is the entity's key; `word_count` and graph_words find the entities that a question names.
export const graphSchema = `${projectionSchema}${factTimesSchema}${graphRevisionsSchema}
  CREATE TABLE IF NOT EXISTS graph_facts (
    owner INTEGER, fact_id TEXT, source INTEGER NOT NULL, category TEXT NOT NULL, at TEXT NOT NULL,
    current INTEGER NOT NULL, context TEXT NOT NULL, PRIMARY KEY (owner, fact_id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS mentions (
    owner INTEGER, entity TEXT, fact_id TEXT, name TEXT NOT NULL, type TEXT NOT NULL, at TEXT NOT NULL,
    source INTEGER NOT NULL, PRIMARY KEY (owner, entity, fact_id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS mentions_by_fact ON mentions (owner, fact_id);
  CREATE INDEX IF NOT EXISTS mentions_by_time ON mentions (owner, entity, at, fact_id);
  CREATE TABLE IF NOT EXISTS graph_words (
    owner INTEGER, word TEXT, entity TEXT, word_count INTEGER NOT NULL, PRIMARY KEY (owner, word, entity)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS relationships (
    owner INTEGER, fact_id TEXT, source_entity TEXT, type TEXT, target_entity TEXT, current INTEGER NOT NULL,
    PRIMARY KEY (owner, fact_id, source_entity, type, target_entity)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS relationships_out ON relationships (owner, source_entity, current, type, target_entity);
  CREATE INDEX IF NOT EXISTS relationships_in ON relationships (owner, target_entity, current, type, source_entity);
  CREATE TABLE IF NOT EXISTS properties (
    owner INTEGER, entity TEXT, attribute TEXT, fact_id TEXT, value TEXT NOT NULL, at TEXT NOT NULL,
    current INTEGER NOT NULL, PRIMARY KEY (owner, entity, attribute, fact_id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS properties_by_fact ON properties (owner, fact_id);
`

/** `readOnly`: for queries. What they named is held until it changes; callers must not change it. */
export function createSqliteGraphStore(options: { path: string; readOnly?: boolean }): GraphStore {
  const db = openDatabase({ ...options, durable: false, schema: graphSchema })
  const store = graphStoreOver(db)
  return options.readOnly ? { ...store, ...heldGraph(db) } : store
}

/**
 * `keepsPast`: also keeps what only reads of another time, and connections that only read, need. A state is only asked
 * about the present, by the connection that writes it.
 */
export function graphStoreOver(db: Database, { keepsPast = true } = {}): GraphStore {
  const owned = <T>(scope: Scope, none: T, query: (owner: number) => T): T => {
    // A replay beside the service renumbers owners: a number must be read in one snapshot with the rows that carry it.
    return db.snapshot(() => {
      const owner = findOwner(db, scope)
      return owner === undefined ? none : query(owner)
    })
  }
  return {
    apply: async (step) => applyGraphStep(db, step, { hasReaders: keepsPast }),
    checkpoints: async (topic) => readCheckpoints(db, topic),
    fences: async (scopes) => readFences(db, scopes),
    remainders: [],
    receipt: async (scope, before) => readReceipt(db, scope, before),
    digest: async () => graphDigest(db),
    ping: async () => db.ping(),
    close: async () => db.close(),
    at: (time) => pastGraph(db, owned, time),
    listEntities: async (scope, query) =>
      owned(scope, { entities: [], total: 0 }, (owner) =>
        listEntities(db, currentRows(owner), query),
      ),
    entity: async (scope, name) => owned(scope, null, (owner) => entityDetail(db, owner, name)),
    named: async (scope, query) =>
      owned(scope, { entities: [], factIds: [] }, (owner) =>
        named(keysNamed(db, owner, query), (key) =>
          namedEntity(db, owner, { key, factLimit: query.factLimit }),
        ),
      ),
    firstMentions: async (scope, factIds) =>
      owned(scope, { entities: [], relationships: [], updated: [] }, (owner) =>
        firstMentions(db, owner, factIds),
      ),
  }
}

type RelationshipRow = { type: string; other: string; direction: 'outgoing' | 'incoming' }

function relationshipRows(
  db: Database,
  owner: number,
  { entity, limit }: { entity: string; limit: number },
): RelationshipRow[] {
  return db.all<RelationshipRow>(
    `SELECT DISTINCT type, target_entity AS other, 'outgoing' AS direction FROM relationships
       WHERE owner = ? AND source_entity = ? AND current = 1
     UNION SELECT DISTINCT type, source_entity, 'incoming' FROM relationships
       WHERE owner = ? AND target_entity = ? AND current = 1
     ORDER BY direction DESC, type, other LIMIT ?`,
    owner,
    entity,
    owner,
    entity,
    limit,
  )
}

function entityDetail(db: Database, owner: number, name: string): EntityDetail | null {
  const key = nameKey(name)
  const row = db.get<{ entity: string }>(
    `SELECT entity FROM mentions
     WHERE owner = ? AND entity >= ? AND entity < ? GROUP BY entity ORDER BY count(*) DESC, entity LIMIT 1`,
    owner,
    `${key}\u0000`,
    `${key}\u0001`,
  )
  if (!row) return null
  const relationships = relationshipRows(db, owner, {
    entity: row.entity,
    limit: RELATIONSHIPS_SHOWN,
  })
  return {
    ...shownAs(db, owner, row.entity),
    properties: propertiesOf(db, owner, row.entity),
    relationships: relationships.map(({ type, other, direction }) => {
      const target = shownAs(db, owner, other)
      return { type, direction, target: target.name, targetType: target.type, properties: {} }
    }),
    mentions: db.all<{ context: string; timestamp: string }>(
      `SELECT context, mentions.at AS timestamp FROM mentions JOIN graph_facts USING (owner, fact_id)
       WHERE owner = ? AND entity = ? ORDER BY mentions.at DESC, fact_id DESC LIMIT ?`,
      owner,
      row.entity,
      MENTIONS_SHOWN,
    ),
  }
}
