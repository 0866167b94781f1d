// How the graph takes a step: one transaction raises the fences, writes new facts, marks closed facts and moves the
// checkpoint. All of it happens, or none.
import { createHash } from 'node:crypto'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { LogPosition } from '../../ports/event-log.ts'
import type { GraphFact, GraphStep } from '../../ports/graph-store.ts'
import { isFenced } from '../../ports/projection.ts'
import { BuildIsGone, claimOtherBuilds, IN_BUILD, lockBuild, type Which } from '../builds/builds.ts'
import { SLOTS } from '../builds/schema.ts'
import { type Run, whole } from '../client/connection.ts'
import { keepClosings } from '../past.ts'
import { raiseFence, readFences } from './fences.ts'
import { factIdOf, ownerOf } from './identify.ts'
import { rowsOf } from './rows.ts'

/** Does nothing if the step has been applied before. */
export async function applyStep(run: Run, which: Which, step: GraphStep): Promise<void> {
  const { build, position } = await begin(run, which, step.checkpoint)
  if (position !== null && position >= step.checkpoint.position) return
  const scopes = scopesOf([...step.fences, ...step.facts, ...step.closed])
  await lockOwners(run, build, scopes)
  await raiseFences(run, which, { build, step })
  await writeFacts(run, build, await allowed(run, build, step.facts))
  await closeFacts(run, build, step.closed)
  await moveCheckpoint(run, build, step.checkpoint)
}

/**
 * Takes the slot of the topic and partition and holds it until the transaction ends, so that no swap of builds can come
 * between. Then returns the build to write to, locked if necessary, and where it stands.
 */
async function begin(
  run: Run,
  which: Which,
  { topic, partition }: LogPosition,
): Promise<{ build: string; position: number | null }> {
  const hash = createHash('sha256')
    .update(JSON.stringify([topic, partition]))
    .digest()
  const [row] = await run<{ build: string; position: number | null }>(
    `OPTIONAL MATCH (s:Slot {graph: $graph, number: $number}) SET s.taken = timestamp()
     WITH s
     ${IN_BUILD}
     MATCH (b:Build {id: build})
     OPTIONAL MATCH (c:Checkpoint {build: build, topic: $topic, partition: $partition})
     RETURN build, c.position AS position`,
    {
      ...which,
      number: whole(hash.readUInt32BE() % SLOTS),
      topic,
      partition: whole(partition),
    },
  )
  if (!row) throw new BuildIsGone(which)
  if (which.build !== null) await lockBuild(run, which)
  return { build: row.build, position: row.position }
}

function moveCheckpoint(run: Run, build: string, at: LogPosition) {
  return run(
    `MERGE (c:Checkpoint {build: $build, topic: $topic, partition: $partition})
     SET c.position = $position`,
    {
      build,
      topic: at.topic,
      partition: whole(at.partition),
      position: whole(at.position),
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
    `UNWIND $owners AS owner
     MERGE (o:Owner {build: $build, owner: owner}) SET o.taken = timestamp()`,
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
  { build, step }: { build: string; step: GraphStep },
): Promise<void> {
  if (step.fences.length === 0) return
  const others = which.build === null ? await claimOtherBuilds(run, which.graph, build) : []
  for (const fence of step.fences) await raiseFence(run, build, fence)
  for (const other of others) {
    await lockOwners(run, other, scopesOf(step.fences))
    for (const fence of step.fences) await raiseFence(run, other, fence)
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
  const known = await run<{ id: string }>(
    'UNWIND $ids AS id MATCH (f:Fact {build: $build, id: id}) RETURN f.id AS id',
    { build, ids: [...byId.keys()] },
  )
  for (const { id } of known) byId.delete(id)
  const fences = await readFences(run, build, scopesOf(facts))
  return [...byId.values()].filter((fact) => !isFenced(fences, fact))
}

async function writeFacts(run: Run, build: string, facts: readonly GraphFact[]): Promise<void> {
  if (facts.length === 0) return
  const rows = rowsOf(facts)
  const put = (cypher: string, these: readonly unknown[]) =>
    these.length === 0 ? [] : run(cypher, { build, rows: these })
  // Sent without waiting for each other's answers; the server runs them in this order.
  await Promise.all([
    put(CREATE_FACTS, rows.facts),
    put(MERGE_ENTITIES, rows.entities),
    put(CREATE_MENTIONS, rows.mentions),
    put(RELATE, rows.relationships),
    put(DESCRIBE, rows.properties),
  ])
}

const CREATE_FACTS = `
  UNWIND $rows AS row
  CREATE (f:Fact) SET f = row, f.build = $build`

/**
 * What is shown of an entity comes from its mentions: the name from the first, and the times of the first and the last.
 */
const MERGE_ENTITIES = `
  UNWIND $rows AS row
  MERGE (e:Entity {build: $build, id: row.id})
  ON CREATE SET e += row
  WITH e, row,
    row.first < e.first OR (row.first = e.first AND row.firstFact < e.firstFact) AS isFirst
  SET e.last = CASE WHEN row.last > e.last THEN row.last ELSE e.last END
  WITH e, row WHERE isFirst
  SET e.name = row.name, e.first = row.first, e.firstFact = row.firstFact`

const CREATE_MENTIONS = `
  UNWIND $rows AS row
  MATCH (f:Fact {build: $build, id: row.fact})
  MATCH (e:Entity {build: $build, id: row.entity})
  CREATE (f)-[:MENTIONS {name: row.name, at: row.at, source: row.source}]->(e)`

const RELATE = `
  UNWIND $rows AS row
  MATCH (a:Entity {build: $build, id: row.from})
  MATCH (b:Entity {build: $build, id: row.to})
  CREATE (a)-[:RELATES {
    build: $build, fact: row.fact, type: row.type, source: row.source, current: row.current}]->(b)`

const DESCRIBE = `
  UNWIND $rows AS row
  MATCH (f:Fact {build: $build, id: row.fact})
  MATCH (e:Entity {build: $build, id: row.entity})
  CREATE (f)-[:DESCRIBES {
    attribute: row.attribute, value: row.value, at: row.at, current: row.current}]->(e)`

/** The fact's mentions stay; what it said about them is no longer current. */
async function closeFacts(run: Run, build: string, closed: GraphStep['closed']): Promise<void> {
  if (closed.length === 0) return
  const ids = [...new Set(closed.map((each) => factIdOf(each, each.factId)))].sort()
  await run('UNWIND $ids AS id MATCH (f:Fact {build: $build, id: id}) SET f.current = false', {
    build,
    ids,
  })
  await run(
    `UNWIND $ids AS id
     MATCH (:Fact {build: $build, id: id})-[d:DESCRIBES]->() SET d.current = false`,
    { build, ids },
  )
  await run(
    `UNWIND $ids AS id
     MATCH ()-[r:RELATES {build: $build, fact: id}]->() SET r.current = false`,
    { build, ids },
  )
  await keepClosings(run, build, closed)
}
