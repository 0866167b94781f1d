// Fences and receipts: raising a fence removes what it forbids, and the removed things are counted once.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Fence, Receipt } from '../../ports/projection.ts'
import { present } from '../../runtime/certain.ts'
import { type Run, whole } from '../client/connection.ts'
import { idOf, ownerOf, scopeNamed } from './identify.ts'

/** Raises a fence once; the owner must be locked. A fence that was raised before changes nothing. */
export async function raiseFence(run: Run, build: string, fence: Fence): Promise<void> {
  if (await readReceipt(run, build, { scope: fence, before: fence.before })) return
  const entities = await erase(run, build, fence)
  const receipt: Receipt = { before: fence.before, removed: { entities }, resourceIds: [] }
  await run(
    `MERGE (n:Fence {build: $given.build, id: $given.id})
     ON CREATE SET n.owner = $given.owner, n.category = $given.category, n.before = $given.before,
       n.keyGeneration = $given.keyGeneration
     ON MATCH SET n.before = CASE WHEN $given.before > n.before THEN $given.before ELSE n.before END,
       n.keyGeneration =
         CASE WHEN $given.keyGeneration > n.keyGeneration THEN $given.keyGeneration ELSE n.keyGeneration END
     CREATE (:Receipt {build: $given.build, id: $given.receiptId, receipt: $given.receipt})`,
    {
      build,
      id: idOf('fence', fence, JSON.stringify(fence.category)),
      owner: ownerOf(fence),
      category: fence.category,
      before: whole(fence.before),
      keyGeneration: whole(fence.keyGeneration),
      receiptId: receiptIdOf(fence, fence.before),
      receipt: JSON.stringify(receipt),
    },
  )
}

const receiptIdOf = (scope: Scope, before: number) => idOf('receipt', scope, String(before))

export async function readReceipt(
  run: Run,
  build: string,
  { scope, before }: { scope: Scope; before: number },
): Promise<Receipt | null> {
  const [row] = await run<{ receipt: string }>(
    'MATCH (r:Receipt {build: $given.build, id: $given.id}) RETURN r.receipt AS receipt',
    { build, id: receiptIdOf(scope, before) },
  )
  return row ? JSON.parse(row.receipt) : null
}

type FenceRow = {
  owner: string
  category: string | null
  before: number
  keyGeneration: number
}

export async function readFences(
  run: Run,
  build: string,
  scopes: readonly Scope[],
): Promise<Fence[]> {
  if (scopes.length === 0) return []
  const rows = await run<FenceRow>(
    `UNWIND $given.owners AS owner
     MATCH (n:Fence {build: $given.build, owner: owner})
     RETURN n.owner AS owner, n.category AS category, n.before AS before,
       n.keyGeneration AS keyGeneration
     ORDER BY owner, before, category`,
    { build, owners: [...new Set(scopes.map(ownerOf))] },
  )
  return rows.map(({ owner, ...row }) => ({ ...scopeNamed(owner), ...row }))
}

const FORBIDDEN = `
  MATCH (f:Fact {build: $given.build, owner: $given.owner})
  WHERE f.source < $given.before AND ($given.category IS NULL OR f.category = $given.category)`

/** Removes what the forbidden facts said; returns how many entities went with their last mention. */
async function erase(run: Run, build: string, fence: Fence): Promise<number> {
  const parameters = {
    build,
    owner: ownerOf(fence),
    before: whole(fence.before),
    category: fence.category,
  }
  const mentioned = await run<{ id: string }>(
    `${FORBIDDEN} MATCH (f)-[:MENTIONS|MENTIONED]->(e:Entity) RETURN DISTINCT e.id AS id`,
    parameters,
  )
  await run(
    `${FORBIDDEN} MATCH ()-[r:RELATES {build: $given.build, fact: f.id}]->() DELETE r`,
    parameters,
  )
  await run(`${FORBIDDEN} DETACH DELETE f`, parameters)
  const ids = mentioned.map(({ id }) => id)
  const removed = await removeUnmentioned(run, build, ids)
  if (removed < ids.length) await showAgain(run, build, ids)
  return removed
}

async function removeUnmentioned(run: Run, build: string, ids: readonly string[]): Promise<number> {
  const [row] = await run<{ removed: number }>(
    `UNWIND $given.ids AS id
     MATCH (e:Entity {build: $given.build, id: id}) WHERE NOT (e)<-[:MENTIONS|MENTIONED]-()
     DETACH DELETE e
     RETURN count(*) AS removed`,
    { build, ids },
  )
  return present(row, 'row').removed
}

/**
 * Updates what is shown of the remaining entities from their remaining mentions. One that has none left has no first: the
 * next is the first again.
 */
export async function showAgain(run: Run, build: string, ids: readonly string[]): Promise<void> {
  await run(
    `UNWIND $given.ids AS id
     MATCH (e:Entity {build: $given.build, id: id})
     WITH e, head(COLLECT { MATCH (e)<-[m:MENTIONS]-(f:Fact)
       RETURN [m.name, m.at, f.factId] ORDER BY m.at, f.factId LIMIT 1 }) AS first
     CALL (e) { MATCH (e)<-[m:MENTIONS]-() RETURN max(m.at) AS last }
     SET e.name = coalesce(first[0], head(COLLECT { MATCH (e)<-[m:MENTIONED]-(f:Fact)
       RETURN m.name ORDER BY m.at, f.factId LIMIT 1 }), e.name), e.first = coalesce(first[1], $given.never),
       e.firstFact = coalesce(first[2], ''), e.last = coalesce(last, '')`,
    { build, ids, never: AFTER_ALL },
  )
}

/** Comes after every instant, as text. */
const AFTER_ALL = '~'
