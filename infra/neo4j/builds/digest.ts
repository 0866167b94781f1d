// A hash over everything that can be read from a build. Each fact, entity and fence is hashed by itself and the hashes
// are added, so rows may come in any order: nothing is sorted, and only one row is held at a time.
import { createHash } from 'node:crypto'
import type { Connection } from '../client/connection.ts'
import { IN_BUILD, isOfBuild, type Which } from './builds.ts'

const SPACE = 1n << 256n

const FACTS = `
  ${IN_BUILD}
  MATCH (f:Fact) WHERE ${isOfBuild('Fact', 'f', 'build')}
  RETURN ['fact', f.owner, f.factId, f.category, f.at, f.current, f.context,
    f.recordedMs, f.beganCurrent, f.heldFrom, f.heldUntil, f.closedMs, f.heldUntilBefore,
    f.endsChanged, f.endsUntil] AS row, [
    [(f)-[m:MENTIONS|MENTIONED]->(e) | [e.key, m.name, m.at]],
    [(f)-[d:DESCRIBES]->(e) | [e.key, d.attribute, d.value, d.at, d.current]],
    COLLECT { MATCH (a:Entity)-[r:RELATES {build: build, fact: f.id}]->(b:Entity)
      RETURN [a.key, r.type, b.key, r.current] }] AS said`

const ENTITIES = `
  ${IN_BUILD}
  MATCH (e:Entity) WHERE ${isOfBuild('Entity', 'e', 'build')}
  RETURN ['entity', e.owner, e.key, e.name, e.type, e.first, e.last] AS row, [] AS said`

const FENCES = `
  ${IN_BUILD}
  MATCH (n:Fence) WHERE ${isOfBuild('Fence', 'n', 'build')}
  RETURN ['fence', n.owner, n.category, n.before, n.keyGeneration] AS row, [] AS said`

type DigestRow = { row: unknown[]; said: unknown[][] }

export async function digestOf(connection: Connection, which: Which): Promise<string> {
  let sum = 0n
  for (const statement of [FACTS, ENTITIES, FENCES]) {
    for await (const row of connection.stream<DigestRow>(statement, which)) {
      sum = (sum + hashOf(row)) % SPACE
    }
  }
  return sum.toString(16).padStart(64, '0')
}

/** What a fact said comes in any order too. */
function hashOf({ row, said }: DigestRow): bigint {
  const parts = said.map((list) => list.map((each) => JSON.stringify(each)).sort())
  const hash = createHash('sha256').update(JSON.stringify([row, parts]))
  return BigInt(`0x${hash.digest('hex')}`)
}
