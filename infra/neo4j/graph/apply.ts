// How the graph takes steps: one transaction raises the fences, writes new facts, marks closed facts and moves the
// checkpoints. All of it happens, or none.
import { createHash } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { LogPosition } from '../../ports/event-log.ts'
import type { GraphFact, GraphStep } from '../../ports/graph-store.ts'
import { isFenced } from '../../ports/projection.ts'
import { NEVER_HELD } from '../../ports/rules/item-times.ts'
import { millis } from '../../ports/rules/time.ts'
import { nth } from '../../runtime/certain.ts'
import { BuildIsGone, claimOtherBuilds, IN_BUILD, lockBuild, type Which } from '../builds/builds.ts'
import { SLOTS } from '../builds/schema.ts'
import { type Run, whole } from '../client/connection.ts'
import { isEndAhead, keepClosings } from '../past.ts'
import { raiseFence, readFences, showAgain } from './fences.ts'
import { factIdOf, ownerOf } from './identify.ts'
import { rowsOf } from './rows.ts'

/** Of different topics or partitions. Those that have been applied before do nothing. */
export async function applySteps(
  run: Run,
  which: Which,
  given: readonly GraphStep[],
): Promise<void> {
  const { build, positions } = await begin(
    run,
    which,
    given.map(({ checkpoint }) => checkpoint),
  )
  const steps = given.filter(({ checkpoint }, n) => checkpoint.position > nth(positions, n))
  if (steps.length === 0) return
  const fences = steps.flatMap((step) => step.fences)
  const facts = steps.flatMap((step) => step.facts)
  const closed = steps.flatMap((step) => step.closed)
  await lockOwners(run, build, scopesOf([...fences, ...facts, ...closed]))
  await raiseFences(run, which, { build, fences })
  const news = await allowed(run, build, facts)
  // Sent without waiting for each other's answers; the server runs them in this order.
  await Promise.all([
    ...writeFacts(run, build, news),
    ...closeFacts(run, build, closed),
    dropMentions(run, build, closed),
    moveCheckpoints(
      run,
      build,
      steps.map(({ checkpoint }) => checkpoint),
    ),
  ])
}

/** Stands before the first place of every log. */
const BEFORE_ALL = -1

/**
 * Takes the slots of the topics and partitions, in one order everywhere, and holds them until the transaction ends, so
 * that no swap of builds can come between. Then returns the build to write to, locked if necessary, and where it stands
 * in each of them.
 */
async function begin(
  run: Run,
  which: Which,
  places: readonly LogPosition[],
): Promise<{ build: string; positions: number[] }> {
  const numbers = [...new Set(places.map(slotOf))].sort((a, b) => a - b)
  const rows = await run<{ build: string; position: number | null }>(
    `UNWIND $given.numbers AS number
     OPTIONAL MATCH (s:Slot {graph: $given.graph, number: number}) SET s.taken = timestamp()
     WITH count(*) AS taken
     ${IN_BUILD}
     MATCH (b:Build {id: build})
     UNWIND $given.places AS place
     OPTIONAL MATCH
       (c:Checkpoint {build: build, topic: place.topic, partition: place.partition})
     RETURN build, c.position AS position ORDER BY place.number`,
    {
      ...which,
      numbers: numbers.map(whole),
      places: places.map(({ topic, partition }, n) => ({
        number: whole(n),
        topic,
        partition: whole(partition),
      })),
    },
  )
  const [row] = rows
  if (!row) throw new BuildIsGone(which)
  if (which.build !== null) await lockBuild(run, which)
  return { build: row.build, positions: rows.map(({ position }) => position ?? BEFORE_ALL) }
}

function slotOf({ topic, partition }: LogPosition): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([topic, partition]))
    .digest()
  return hash.readUInt32BE() % SLOTS
}

function moveCheckpoints(run: Run, build: string, places: readonly LogPosition[]) {
  return run(
    `UNWIND $given.places AS place
     MERGE (c:Checkpoint {build: $given.build, topic: place.topic, partition: place.partition})
     SET c.position = place.position`,
    {
      build,
      places: places.map(({ topic, partition, position }) => ({
        topic,
        partition: whole(partition),
        position: whole(position),
      })),
    },
  )
}

/** Each user once, in one order everywhere, so that writers of the same users wait rather than deadlock. */
function scopesOf(things: readonly Scope[]): Scope[] {
  const scopes = new Map(
    things.map(({ appId, userId }) => [ownerOf({ appId, userId }), { appId, userId }]),
  )
  return [...scopes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, scope]) => scope)
}

/** Serializes a user's steps, including steps of two topics: a fact cannot slip in beside the fence that forbids it. */
async function lockOwners(run: Run, build: string, scopes: readonly Scope[]): Promise<void> {
  if (scopes.length === 0) return
  await run(
    `UNWIND $given.owners AS owner
     MERGE (o:Owner {build: $given.build, owner: owner}) SET o.taken = timestamp()`,
    { build, owners: scopes.map(ownerOf) },
  )
}

/**
 * A fence that reaches the graph in use also removes its facts from the other builds: those that were in use before,
 * and those that are being made.
 */
async function raiseFences(
  run: Run,
  which: Which,
  { build, fences }: { build: string; fences: GraphStep['fences'] },
): Promise<void> {
  if (fences.length === 0) return
  const others = which.build === null ? await claimOtherBuilds(run, which.graph, build) : []
  for (const fence of fences) await raiseFence(run, build, fence)
  for (const other of others) {
    await lockOwners(run, other, scopesOf(fences))
    for (const fence of fences) await raiseFence(run, other, fence)
  }
}

/** Facts that no fence forbids and that are not stored yet, each once. */
async function allowed(run: Run, build: string, facts: readonly GraphFact[]): Promise<GraphFact[]> {
  if (facts.length === 0) return []
  const byId = new Map<string, GraphFact>()
  for (const fact of facts) {
    const id = factIdOf(fact, fact.factId)
    if (!byId.has(id)) byId.set(id, fact)
  }
  const [known, fences] = await Promise.all([
    run<{ id: string }>(
      'UNWIND $given.ids AS id MATCH (f:Fact {build: $given.build, id: id}) RETURN f.id AS id',
      { build, ids: [...byId.keys()] },
    ),
    readFences(run, build, scopesOf(facts)),
  ])
  for (const { id } of known) byId.delete(id)
  return [...byId.values()].filter((fact) => !isFenced(fences, fact))
}

function writeFacts(run: Run, build: string, facts: readonly GraphFact[]): Promise<unknown>[] {
  const rows = rowsOf(facts)
  const put = (cypher: string, these: readonly unknown[]) =>
    these.length === 0 ? [] : [run(cypher, { build, rows: these })]
  return [
    ...put(CREATE_FACTS, rows.facts),
    ...put(MERGE_ENTITIES, rows.entities),
    ...put(CREATE_MENTIONS, rows.mentions),
    ...put(RELATE, rows.relationships),
    ...put(DESCRIBE, rows.properties),
  ]
}

const CREATE_FACTS = `
  UNWIND $given.rows AS row
  CREATE (f:Fact) SET f = row, f.build = $given.build`

/**
 * What is shown of an entity comes from its mentions: the name from the first, and the times of the first and the last.
 */
const MERGE_ENTITIES = `
  UNWIND $given.rows AS row
  MERGE (e:Entity {build: $given.build, id: row.id})
  ON CREATE SET e += row
  WITH e, row,
    row.first < e.first OR (row.first = e.first AND row.firstFact < e.firstFact) AS isFirst
  SET e.last = CASE WHEN row.last > e.last THEN row.last ELSE e.last END
  WITH e, row WHERE isFirst
  SET e.name = row.name, e.first = row.first, e.firstFact = row.firstFact`

const CREATE_MENTIONS = `
  UNWIND $given.rows AS row
  MATCH (f:Fact {build: $given.build, id: row.fact})
  MATCH (e:Entity {build: $given.build, id: row.entity})
  CREATE (f)-[:MENTIONS {name: row.name, at: row.at, source: row.source}]->(e)`

const RELATE = `
  UNWIND $given.rows AS row
  MATCH (a:Entity {build: $given.build, id: row.from})
  MATCH (b:Entity {build: $given.build, id: row.to})
  CREATE (a)-[:RELATES {
    build: $given.build, fact: row.fact, type: row.type, source: row.source, current: row.current,
    dated: row.dated}]->(b)`

const DESCRIBE = `
  UNWIND $given.rows AS row
  MATCH (f:Fact {build: $given.build, id: row.fact})
  MATCH (e:Entity {build: $given.build, id: row.entity})
  CREATE (f)-[:DESCRIBES {
    attribute: row.attribute, value: row.value, at: row.at, current: row.current}]->(e)`

/** Those whose end lies ahead stay current until then, unless they would begin later still. */
const OVER = `
  UNWIND $given.rows AS row
  MATCH (f:Fact {build: $given.build, id: row.id})
  WHERE NOT ${isEndAhead('row.until', 'row.at')}
  WITH DISTINCT f`

/** The fact's mentions stay; what it said about them is no longer current. */
function closeFacts(run: Run, build: string, closed: GraphStep['closed']): Promise<unknown>[] {
  if (closed.length === 0) return []
  const rows = closed
    .map((each) => ({
      id: factIdOf(each, each.factId),
      at: whole(millis(each.recordedAt)),
      until: whole(millis(each.validTo)),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return [
    run(`${OVER} SET f.current = false`, { build, rows }),
    run(`${OVER} MATCH (f)-[d:DESCRIBES]->() SET d.current = false`, { build, rows }),
    run(
      `${OVER} WITH f.id AS id
       MATCH ()-[r:RELATES {build: $given.build, fact: id}]->() SET r.current = false`,
      { build, rows },
    ),
    ...dateRelations(run, build, closed),
    keepClosings(run, build, closed),
  ]
}

/** What was never true mentions nothing any more; reads of another time still find what it mentioned. */
async function dropMentions(run: Run, build: string, closed: GraphStep['closed']): Promise<void> {
  const untrue = closed.filter(({ validTo }) => validTo === NEVER_HELD)
  if (untrue.length === 0) return
  const facts = [...new Set(untrue.map((each) => factIdOf(each, each.factId)))].sort()
  const mentioned = await run<{ id: string }>(
    `UNWIND $given.facts AS id
     MATCH (f:Fact {build: $given.build, id: id})-[m:MENTIONS]->(e)
     CREATE (f)-[taken:MENTIONED]->(e) SET taken = properties(m) DELETE m
     RETURN DISTINCT e.id AS id`,
    { build, facts },
  )
  await showAgain(run, build, mentioned.map(({ id }) => id).sort())
}

/** What is current until a later day is asked for its fact from now on. */
function dateRelations(run: Run, build: string, closed: GraphStep['closed']): Promise<unknown>[] {
  const later = closed.filter(({ validTo, recordedAt }) => millis(validTo) > millis(recordedAt))
  if (later.length === 0) return []
  const ids = [...new Set(later.map((each) => factIdOf(each, each.factId)))].sort()
  return [
    run(
      `UNWIND $given.ids AS id
       MATCH ()-[r:RELATES {build: $given.build, fact: id}]->() SET r.dated = true`,
      { build, ids },
    ),
  ]
}
