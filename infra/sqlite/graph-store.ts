// The embedded graph store: mentions, relationships and properties as rows that each name their fact. An entity is a
// group of mentions, so that erasing facts can never leave one behind.
import type { DecidingGraph } from '../ports/graph-store.ts'
import { type Database, openDatabase } from './database/database.ts'
import { firstMentions } from './graph/first-mentions.ts'
import { graphRevisionsSchema } from './graph/graph-revisions.ts'
import { applyGraphStep, entityCount, graphDigest } from './graph/graph-store-writes.ts'
import { heldGraph } from './graph/held-graph.ts'
import { currentRows, listEntities } from './graph/list-entities.ts'
import { keysNamed, named, namedEntity } from './graph/named.ts'
import { entityDetail, namedNowAmong } from './graph/named-among.ts'
import { graphEndsSchema, pastGraph } from './graph/past-graph.ts'
import { NEVER_MS } from './graph/standing.ts'
import { ownedIn, projectionReads, projectionSchema } from './projection/projection-tables.ts'

// Facts and entities have numbers, because a sealed name or type has a hundred characters, and every row and index that
// repeated it would. What is said again and again (an entity, a relationship between two) has one row, which goes with
// the last fact that says it. `key` is the entity's key; `name` is how the first mention wrote it, and a mention has a
// name of its own only where it differs. `word_count` and graph_words find the entities that a question names. A
// number belongs to one owner, and is only ever found by way of the owner. The columns from `recorded` on are in
// past-graph.ts. graph_unshown has the facts that their own write closed.
export const graphSchema = `${projectionSchema}${graphRevisionsSchema}
  CREATE TABLE IF NOT EXISTS graph_facts (
    fact INTEGER PRIMARY KEY, owner INTEGER NOT NULL, fact_id TEXT NOT NULL, source INTEGER NOT NULL,
    category TEXT NOT NULL, at TEXT NOT NULL, current INTEGER NOT NULL, context TEXT NOT NULL,
    recorded INTEGER, began_current INTEGER, held_from INTEGER, held_until INTEGER, closed INTEGER,
    held_until_before INTEGER, UNIQUE (owner, fact_id));
  CREATE TABLE IF NOT EXISTS graph_unshown (fact INTEGER PRIMARY KEY);
  CREATE INDEX IF NOT EXISTS graph_facts_planned ON graph_facts (owner, held_from) WHERE held_from > recorded;
  CREATE INDEX IF NOT EXISTS graph_facts_ending ON graph_facts (owner, held_until) WHERE held_until > recorded;
  CREATE INDEX IF NOT EXISTS graph_facts_untrue ON graph_facts (owner) WHERE held_until = ${NEVER_MS};
${graphEndsSchema}  CREATE TABLE IF NOT EXISTS graph_entities (
    entity INTEGER PRIMARY KEY, owner INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
    UNIQUE (owner, key));
  CREATE TABLE IF NOT EXISTS mentions (
    entity INTEGER, at TEXT, fact INTEGER, name TEXT, source INTEGER NOT NULL,
    PRIMARY KEY (entity, at, fact)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS mentions_by_fact ON mentions (fact);
  CREATE TABLE IF NOT EXISTS graph_words (
    owner INTEGER, word TEXT, entity INTEGER, word_count INTEGER NOT NULL, PRIMARY KEY (owner, word, entity)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS edges (
    edge INTEGER PRIMARY KEY, source_entity INTEGER NOT NULL, type TEXT NOT NULL, target_key TEXT NOT NULL,
    target_entity INTEGER NOT NULL, UNIQUE (source_entity, type, target_key));
  CREATE INDEX IF NOT EXISTS edges_in ON edges (target_entity);
  CREATE TABLE IF NOT EXISTS relationships (
    fact INTEGER, edge INTEGER, current INTEGER NOT NULL, PRIMARY KEY (fact, edge)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS relationships_by_edge ON relationships (edge, current);
  CREATE TABLE IF NOT EXISTS properties (
    entity INTEGER, attribute TEXT, at TEXT, fact INTEGER, value TEXT NOT NULL, current INTEGER NOT NULL,
    PRIMARY KEY (entity, attribute, at, fact)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS properties_by_fact ON properties (fact);
`

/** `readOnly`: for queries. What they named is held until it changes; callers must not change it. */
export function createSqliteGraphStore(options: {
  path: string
  readOnly?: boolean
}): DecidingGraph {
  const db = openDatabase({ ...options, durable: false, schema: graphSchema })
  const store = graphStoreOver(db)
  return options.readOnly ? { ...store, ...heldGraph(db) } : store
}

/**
 * `keepsPast`: also keeps what only reads of another time, and connections that only read, need. A state is only asked
 * about the present, by the connection that writes it.
 */
export function graphStoreOver(db: Database, { keepsPast = true } = {}): DecidingGraph {
  const owned = ownedIn(db)
  return {
    apply: async (step) => applyGraphStep(db, step, { hasReaders: keepsPast }),
    ...projectionReads(db),
    digest: async () => graphDigest(db),
    at: (time) => pastGraph(db, owned, time),
    listEntities: async (scope, query) =>
      owned(scope, { entities: [], total: 0 }, (owner) =>
        listEntities(db, currentRows(owner, query), query),
      ),
    entityCount: async (scope) => owned(scope, 0, (owner) => entityCount(db, owner)),
    entity: async (scope, name, query = {}) =>
      owned(scope, null, (owner) =>
        entityDetail(db, currentRows(owner, query), { name, type: query.type }),
      ),
    named: async (scope, query) =>
      owned(scope, { entities: [], factIds: [] }, (owner) =>
        query.categories
          ? namedNowAmong(db, owner, query)
          : named(keysNamed(db, owner, query), (key) => namedEntity(db, owner, { key, query })),
      ),
    firstMentions: async (scope, factIds) =>
      owned(scope, { entities: [], relationships: [], updated: [] }, (owner) =>
        firstMentions(db, owner, factIds),
      ),
  }
}
