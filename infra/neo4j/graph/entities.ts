// Reads of entities: lists and details.
import type { Scope } from '../../../schemas/identifiers.ts'
import {
  type Currently,
  type EntityDetail,
  type EntityListed,
  type EntityQuery,
  type GraphStore,
  MENTIONS_SHOWN,
  PROPERTIES_SHOWN,
  RELATIONSHIPS_SHOWN,
} from '../../ports/graph-store.ts'
import { nameKey } from '../../ports/rules/entity-name.ts'
import { millis } from '../../ports/rules/time.ts'
import { IN_BUILD, type Which } from '../builds/builds.ts'
import { type Run, whole } from '../client/connection.ts'
import { nameIdOf, ownerOf } from './identify.ts'

/**
 * The newest value of each attribute, for the attributes that were set last. Needs `e`; `isShown` is a condition on `d`
 * and its fact `f`. It aggregates, so a statement that is ordered by anything else puts it in a WITH of its own.
 */
export const propertiesWhere = (isShown: string) => `COLLECT {
  MATCH (e)<-[d:DESCRIBES]-(f:Fact) WHERE ${isShown}
  WITH d ORDER BY d.at DESC, f.factId DESC
  WITH d.attribute AS attribute, head(collect(d)) AS newest
  RETURN [attribute, newest.value]
  ORDER BY newest.at DESC, startNode(newest).factId DESC, attribute LIMIT ${PROPERTIES_SHOWN} }`

/**
 * Of a current fact `f`: it has begun and not ended at `$given.now`; where that is null, every current fact counts. What began
 * when it was learnt has begun on every clock. A missing time holds for ever.
 */
const HOLDS_NOW = `(NOT coalesce(f.heldFrom > $given.now AND f.heldFrom > f.recordedMs, false)
  AND NOT coalesce(f.heldUntil <= $given.now, false))`
/** Of a fact `f`: it is current, and no other has taken its place. */
export const STANDS = `(f.current AND NOT coalesce(f.closedMs IS NOT NULL AND f.heldUntil <= $given.now, false))`
export const PROPERTY_HOLDS = `d.current AND ${HOLDS_NOW}`
/** Only the fact of a relationship that is `dated` is looked up: one that is planned or has an end. */
const RELATION_HOLDS = `(r.current AND (r.dated IS NULL
  OR EXISTS { MATCH (f:Fact {build: r.build, id: r.fact}) WHERE ${HOLDS_NOW} }))`

/** `$given.now`. */
export function nowOf({ currentAt }: Currently) {
  return { now: currentAt === undefined ? null : whole(millis(currentAt)) }
}

const PROPERTIES = propertiesWhere(PROPERTY_HOLDS)

/**
 * What it is related to, each once, and of too many those told last: type, and the other's name and type. Needs `e` and
 * `$given.relationships`; `isShown` is a condition on `r` and its fact `f`. Its aggregate counts as one of the clause in
 * which it stands: such a clause cannot sort by what came before it.
 */
export const outgoingWhere = (isShown: string, name = 'other.name') => `COLLECT {
  MATCH (e)-[r:RELATES]->(other:Entity) MATCH (f:Fact {build: r.build, id: r.fact}) WHERE ${isShown}
  WITH r.type AS type, other, max(f.at + ' ' + f.factId) AS told
  ORDER BY told DESC, type, other.key LIMIT $given.relationships
  RETURN [type, ${name}, other.type] ORDER BY type, other.key }`

export const incoming = (outgoing: string) => outgoing.replace('-[r:RELATES]->', '<-[r:RELATES]-')

/** As RELATION_HOLDS, where the fact `f` of `r` is at hand. */
export const TOLD_HOLDS = `r.current AND (r.dated IS NULL OR ${HOLDS_NOW})`
const OUTGOING = outgoingWhere(TOLD_HOLDS)

const COUNTS = `
  COUNT { MATCH (e)-[r:RELATES]->(other) WHERE ${RELATION_HOLDS} RETURN DISTINCT r.type, other }
  + COUNT { MATCH (e)<-[r:RELATES]-(other) WHERE ${RELATION_HOLDS} RETURN DISTINCT r.type, other }`

type Pairs = [string, string][]
type Related = [type: string, name: string, otherType: string][]
type ListRow = Omit<EntityListed, 'properties'> & { properties: Pairs }

/** The most mentioned first, then by key. An entity's mentions are its degree, so nothing has to be counted. */
export function listEntities(
  run: Run,
  { type, limit, offset, ...query }: Parameters<GraphStore['listEntities']>[1],
  { which, scope }: { which: Which; scope: Scope },
): Promise<{ entities: EntityListed[]; total: number }> {
  const parameters = { ...which, ...nowOf(query), owner: ownerOf(scope), type: type ?? null }
  return entityPage(run, { owned: OWNED, shown: SHOWN }, { ...parameters, limit, offset })
}

export async function entityCount(run: Run, which: Which, scope: Scope): Promise<number> {
  const [row] = await run<{ total: number }>(
    `${IN_BUILD} MATCH (e:Entity {build: build, owner: $given.owner}) RETURN count(e) AS total`,
    { ...which, owner: ownerOf(scope) },
  )
  return row?.total ?? 0
}

const OWNED = `${IN_BUILD} MATCH (e:Entity {build: build, owner: $given.owner})
  WHERE ($given.type IS NULL OR e.type = $given.type) AND (e)<-[:MENTIONS]-()`
const SHOWN = `
  WITH e, COUNT { (e)<-[:MENTIONS]-() } AS mentions
  ORDER BY mentions DESC, e.key SKIP $given.offset LIMIT $given.limit
  WITH e, mentions, ${PROPERTIES} AS properties
  RETURN e.name AS name, e.type AS type, e.first AS firstMentioned, e.last AS lastMentioned,
    properties, ${COUNTS} AS relationshipCount
  ORDER BY mentions DESC, e.key`

/** `owned`: the beginning of a statement, which gives every `e` of the list. `shown`: its end, which gives ListRows. */
export async function entityPage(
  run: Run,
  { owned, shown }: { owned: string; shown: string },
  { limit, offset, ...parameters }: Record<string, unknown> & { limit: number; offset: number },
): Promise<{ entities: EntityListed[]; total: number }> {
  const [counted] = await run<{ total: number }>(`${owned} RETURN count(e) AS total`, parameters)
  const place = { offset: whole(offset), limit: whole(limit) }
  const rows = await run<ListRow>(`${owned}${shown}`, { ...parameters, ...place })
  return { total: counted?.total ?? 0, entities: rows.map(listedOf) }
}

function listedOf({ properties, relationshipCount, ...row }: ListRow): EntityListed {
  return {
    ...row,
    properties: Object.fromEntries(properties),
    relationshipCount: Math.min(relationshipCount, RELATIONSHIPS_SHOWN),
  }
}

export type DetailRow = {
  name: string
  type: string
  properties: Pairs
  outgoing: Related
  incoming: Related
  mentions: [itemId: string, context: string, timestamp: string][]
}

/** The entities of a name, or of the name and a type. */
export const OF_NAME = `MATCH (e:Entity {build: build, nameId: $given.nameId})
  WHERE $given.type IS NULL OR e.type = $given.type`

/** The most mentioned of the entities that share a folded name; of these, the one mentioned first. */
export async function entityDetail(
  run: Run,
  which: Which,
  { scope, name, query }: { scope: Scope; name: string; query: EntityQuery },
): Promise<EntityDetail | null> {
  const [row] = await run<DetailRow>(
    `${IN_BUILD} ${OF_NAME}
     WITH e, COUNT { (e)<-[:MENTIONS]-() } AS mentions WHERE mentions > 0
     WITH e, mentions ORDER BY mentions DESC, e.first, e.firstFact, e.key LIMIT 1
     RETURN e.name AS name, e.type AS type, ${PROPERTIES} AS properties,
       ${OUTGOING} AS outgoing, ${incoming(OUTGOING)} AS incoming,
       COLLECT { MATCH (e)<-[m:MENTIONS]-(f:Fact)
         WITH m.at AS at, f ORDER BY at DESC, f.factId DESC LIMIT $given.mentions
         RETURN [f.factId, f.context, at] } AS mentions`,
    {
      ...which,
      ...nowOf(query),
      nameId: nameIdOf(scope, nameKey(name)),
      type: query.type ?? null,
      relationships: whole(RELATIONSHIPS_SHOWN),
      mentions: whole(MENTIONS_SHOWN),
    },
  )
  return row ? detailOf(row) : null
}

export function detailOf({
  name,
  type,
  properties,
  outgoing,
  incoming,
  mentions,
}: DetailRow): EntityDetail {
  const relationships = [
    ...outgoing.map((each) => related('outgoing', each)),
    ...incoming.map((each) => related('incoming', each)),
  ]
  return {
    name,
    type,
    properties: Object.fromEntries(properties),
    relationships: relationships.slice(0, RELATIONSHIPS_SHOWN),
    mentions: mentions.map(([itemId, context, timestamp]) => ({ itemId, context, timestamp })),
  }
}

function related(
  direction: 'outgoing' | 'incoming',
  [type, target, targetType]: Related[number],
): EntityDetail['relationships'][number] {
  return { type, direction, target, targetType, properties: {} }
}
