// The graph at another time: the same reads as entities.ts and named.ts, restricted by when facts were learnt and when
// they held. Facts from before times were kept count as learnt when they were said, and as current or not as they are
// now.
import {
  type GraphFact,
  type GraphStep,
  MENTIONS_SHOWN,
  type PastGraph,
  RELATIONSHIPS_SHOWN,
} from '../ports/graph-store.ts'
import { nameKey } from '../ports/rules/entity-name.ts'
import { NEVER_HELD } from '../ports/rules/item-times.ts'
import { endOfTime, millis, type Time } from '../ports/rules/time.ts'
import { IN_BUILD, type Which } from './builds/builds.ts'
import { type Run, whole } from './client/connection.ts'
import {
  type DetailRow,
  detailOf,
  entityPage,
  incoming,
  OF_NAME,
  outgoingWhere,
  propertiesWhere,
} from './graph/entities.ts'
import { factIdOf, nameIdOf, ownerOf } from './graph/identify.ts'
import { IS_AMONG, idsOfWords, type NamedRow, namedOf, namedWhere } from './graph/named.ts'

/** The times that a fact's node holds; null: none. */
export function timesOf({ validTo, held, recordedAt }: GraphFact) {
  return {
    recordedMs: whole(millis(recordedAt)),
    beganCurrent: validTo === null,
    heldFrom: whole(millis(held.from)),
    heldUntil: held.until === null ? null : whole(millis(held.until)),
  }
}

/** Closings of one fact go one after another, because each changes what the next one finds; nearly all facts have one. */
export async function keepClosings(
  run: Run,
  build: string,
  closed: GraphStep['closed'],
): Promise<void> {
  const byId = Map.groupBy(closed, (each) => factIdOf(each, each.factId))
  for (let n = 0; ; n++) {
    const rows = [...byId].flatMap(([id, all]) => {
      const each = all[n]
      if (!each) return []
      return { id, at: whole(millis(each.recordedAt)), until: whole(millis(each.validTo)) }
    })
    if (rows.length === 0) return
    await run(CLOSE, { build, rows })
  }
}

/**
 * `closedMs`: when an end was learnt first; `heldUntilBefore`: what was known of it before. Where an end is learnt again,
 * `endsChanged` says until when the end in the same place of `endsUntil` was what was known.
 */
const CLOSE = `
  UNWIND $given.rows AS row
  MATCH (f:Fact {build: $given.build, id: row.id})
  WITH f, row, f.closedMs IS NULL AS first, f.heldUntil AS known,
    f.closedMs < row.at AND f.heldUntil > row.until
      AND NOT row.at IN coalesce(f.endsChanged, []) AS again
  SET f.heldUntilBefore = CASE WHEN first THEN known ELSE f.heldUntilBefore END,
    f.endsChanged = CASE WHEN again THEN coalesce(f.endsChanged, []) + row.at ELSE f.endsChanged END,
    f.endsUntil = CASE WHEN again THEN coalesce(f.endsUntil, []) + known ELSE f.endsUntil END,
    f.closedMs = coalesce(f.closedMs, row.at),
    f.heldUntil = CASE WHEN known < row.until THEN known ELSE row.until END`

/** `isEndAhead` of ports/rules/item-times.ts as a condition on a fact `f`: null or false where the fact is over. */
export const isEndAhead = (end: string, at: string) =>
  `(${end} > ${at} AND (f.heldFrom IS NULL OR ${end} > f.heldFrom))`

// Neo4j takes a fifth of a second of a core to plan what a thousand characters say, at each place where they stand. So a
// condition says when a fact was over once, and not for each case.
const said = 'datetime(f.at).epochMillis'
/** Nothing closes what was taken back, so its last end is the one that says so. */
const BEGUN = `coalesce(f.recordedMs, ${said}) <= $given.knownAt
  AND ($given.asOf IS NULL OR coalesce(f.heldFrom, ${said}) <= $given.asOf)
  AND coalesce(f.heldUntil <> ${millis(NEVER_HELD)} OR coalesce(last(f.endsChanged), f.closedMs) > $given.knownAt, true)`
/** As known then; null: no end was known. */
const UNTIL = `CASE WHEN f.closedMs IS NULL THEN f.heldUntil WHEN f.closedMs > $given.knownAt THEN f.heldUntilBefore
  ELSE coalesce(head([n IN range(0, size(coalesce(f.endsChanged, [])) - 1)
    WHERE f.endsChanged[n] > $given.knownAt | f.endsUntil[n]]), f.heldUntil) END`
/** Facts that a query finds. `$given.categories` is null except where a query names some. */
const STOOD = `${BEGUN} AND ${IS_AMONG} AND CASE WHEN f.recordedMs IS NULL THEN f.current
  ELSE ($given.asOf IS NOT NULL OR f.beganCurrent)
    AND ($given.asOf IS NULL AND coalesce(f.closedMs > $given.knownAt, true) OR coalesce(${UNTIL} >
      CASE WHEN $given.asOf IS NULL AND f.heldFrom > $given.knownAt THEN f.heldFrom ELSE $given.at END, true)) END`
/** Facts that relate and describe. */
const SHOWN = `${BEGUN} AND ${IS_AMONG} AND CASE WHEN f.recordedMs IS NULL THEN f.current
  ELSE ($given.asOf IS NOT NULL OR f.beganCurrent AND f.heldFrom <= $given.knownAt)
    AND coalesce(${UNTIL} > $given.at, true) END`

/** The name as the entity's first mention of that time wrote it. */
const nameOf = (entity: string) => `head(COLLECT {
  MATCH (${entity})<-[m:MENTIONS|MENTIONED]-(f:Fact) WHERE ${BEGUN}
  RETURN m.name ORDER BY m.at, f.factId LIMIT 1 })`

const MENTIONS = `COUNT { MATCH (e)<-[:MENTIONS|MENTIONED]-(f:Fact) WHERE ${BEGUN} }`

const PROPERTIES = propertiesWhere(SHOWN)

const SAID_THEN = `EXISTS { MATCH (f:Fact {build: r.build, id: r.fact}) WHERE ${SHOWN} }`

const OUTGOING = outgoingWhere(SHOWN, nameOf('other'))

const COUNTS = `
  COUNT { MATCH (e)-[r:RELATES]->(other) WHERE ${SAID_THEN} RETURN DISTINCT r.type, other }
  + COUNT { MATCH (e)<-[r:RELATES]-(other) WHERE ${SAID_THEN} RETURN DISTINCT r.type, other }`

type Read = <T>(work: (run: Run) => Promise<T>) => Promise<T>

export function pastGraph(read: Read, which: Which, { asOf, knownAt }: Time): PastGraph {
  const known = whole(knownAt === undefined ? endOfTime : millis(knownAt))
  const held = asOf === undefined ? null : whole(millis(asOf))
  const time = { knownAt: known, asOf: held, at: held ?? known }
  const limits = { relationships: whole(RELATIONSHIPS_SHOWN) }
  const asked = { ...which, ...time, ...limits, categories: null }
  return {
    listEntities: (scope, { type = null, limit, offset }) => {
      const parameters = { ...asked, owner: ownerOf(scope), type, limit, offset }
      return read((run) => entityPage(run, { owned: LISTED, shown: LIST }, parameters))
    },
    entity: async (scope, name, { type = null } = {}) => {
      const nameId = nameIdOf(scope, nameKey(name))
      const parameters = { ...asked, nameId, type, mentions: whole(MENTIONS_SHOWN) }
      const [row] = await read((run) => run<DetailRow>(DETAIL, parameters))
      return row ? detailOf(row) : null
    },
    named: async (scope, { words, categories, entityLimit, factLimit }) => {
      const most = whole(factLimit)
      const limits = { entityLimit: whole(entityLimit), facts: most, relationships: most }
      const wanted = { ...idsOfWords(scope, words), categories: categories ?? null }
      const parameters = { ...asked, ...limits, ...wanted }
      return namedOf(await read((run) => run<NamedRow>(NAMED, parameters)))
    },
  }
}

const LISTED = `${IN_BUILD} MATCH (e:Entity {build: build, owner: $given.owner})
  WHERE $given.type IS NULL OR e.type = $given.type
  WITH e, ${MENTIONS} AS mentions WHERE mentions > 0`

const LIST = `
  WITH e, mentions ORDER BY mentions DESC, e.key SKIP $given.offset LIMIT $given.limit
  WITH e, mentions, ${PROPERTIES} AS properties, COLLECT {
    MATCH (e)<-[m:MENTIONS|MENTIONED]-(f:Fact) WHERE ${BEGUN} RETURN m.at ORDER BY m.at } AS times
  RETURN ${nameOf('e')} AS name, e.type AS type, head(times) AS firstMentioned,
    last(times) AS lastMentioned, properties, ${COUNTS} AS relationshipCount
  ORDER BY mentions DESC, e.key`

const DETAIL = `${IN_BUILD} ${OF_NAME}
  WITH e, ${MENTIONS} AS mentions WHERE mentions > 0
  WITH e, mentions, head(COLLECT { MATCH (e)<-[m:MENTIONS|MENTIONED]-(f:Fact) WHERE ${BEGUN}
    RETURN m.at + ' ' + f.factId ORDER BY m.at, f.factId LIMIT 1 }) AS first
  ORDER BY mentions DESC, first, e.key LIMIT 1
  WITH e
  RETURN ${nameOf('e')} AS name, e.type AS type, ${PROPERTIES} AS properties,
    ${OUTGOING} AS outgoing, ${incoming(OUTGOING)} AS incoming,
    COLLECT { MATCH (e)<-[m:MENTIONS|MENTIONED]-(f:Fact) WHERE ${BEGUN}
      WITH m.at AS at, f ORDER BY at DESC, f.factId DESC LIMIT $given.mentions
      RETURN [f.factId, f.context, at] } AS mentions`

const NAMED = namedWhere({
  fact: STOOD,
  name: nameOf('e'),
  properties: PROPERTIES,
  outgoing: OUTGOING,
})
