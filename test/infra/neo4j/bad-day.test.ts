// A Neo4j on a bad day, as the store is told through the driver: whether events wait for it.
import { expect, test } from 'vitest'
import { openNeo4jRebuild } from '../../../infra/neo4j/builds/rebuild.ts'
import { createNeo4jGraphStore } from '../../../infra/neo4j/graph-store.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { eventually } from '../../contracts/eventually.ts'
import { startedEach } from '../../started.ts'
import { type Reply, startBoltServer } from './bolt-server.ts'
import { stepAt } from './given.ts'

let reply: (name: string, statement: string) => Reply | undefined = () => undefined
const server = startedEach(() => startBoltServer((name, statement) => reply(name, statement)))

/** What `begin` of a step reads: no checkpoint yet. */
const BEGUN: Reply = { rows: [{ build: 'g/1', position: null }] }
const begins = (statement: string) =>
  statement.includes('UNWIND $given.places AS place\n     OPTIONAL')
const moves = (statement: string) => statement.includes('SET c.position')

async function applied(): Promise<unknown> {
  const store = createNeo4jGraphStore({ url: server.url, graph: 'g' })
  const told = await store.apply(stepAt(1)).catch((error: unknown) => error)
  await store.close()
  return told
}

test('given a server that answers, when a step comes, then it is applied', async () => {
  reply = (name, statement) => (name === 'run' && begins(statement) ? BEGUN : undefined)
  expect(await applied()).toBeUndefined()
})

test.each([
  ['was killed', 'Neo.TransientError.Transaction.Terminated'],
  ['took longer than the server lets it', 'Neo.ClientError.Transaction.TransactionTimedOut'],
  ['reached a server that leads no longer', 'Neo.ClientError.Cluster.NotALeader'],
])('given a transaction that %s, when a step is told, then it waits', async (_, failure) => {
  reply = (name, statement) => {
    if (name !== 'run') return undefined
    if (moves(statement)) return { failure }
    return begins(statement) ? BEGUN : undefined
  }
  expect(isOutage(await applied())).toBe(true)
})

test('given indexes that are still being filled, when a step comes, then it waits', async () => {
  reply = (_, statement) =>
    statement.includes('awaitIndexes')
      ? { failure: 'Neo.ClientError.Procedure.ProcedureTimedOut' }
      : undefined
  expect(isOutage(await applied())).toBe(true)
})

test('given a step that the server refuses, when it is told, then it is at fault', async () => {
  reply = (name, statement) => {
    if (name !== 'run') return undefined
    if (moves(statement)) return { failure: 'Neo.ClientError.Statement.TypeError' }
    return begins(statement) ? BEGUN : undefined
  }
  const error = await applied()
  expect([isOutage(error), `${error}`]).toEqual([
    false,
    'GraphStoreError: the graph store failed: Neo.ClientError.Statement.TypeError',
  ])
})

test('given a swap of builds whose commit is done and not told, when it is tried again, then it is over', async () => {
  let inUse = 'g/1'
  let isSwapping = false
  reply = (name, statement) => {
    if (name === 'commit' && isSwapping) {
      isSwapping = false
      inUse = 'g/fresh'
      return 'lost'
    }
    if (statement.includes('begunBy: $given.begunBy')) return { rows: [{ id: 'g/fresh' }] }
    if (statement.includes('RETURN b.id AS id')) return { rows: [{ id: inUse }] }
    if (statement.includes('SET a.build = $given.fresh')) isSwapping = true
    return undefined
  }
  const rebuild = await openNeo4jRebuild({ url: server.url, graph: 'g' })
  await rebuild.swap()
  expect([inUse, isSwapping]).toEqual(['g/fresh', false])
})

test('given a rebuild that fails half-way, when it is left, then its connections end', async () => {
  reply = (_, statement) =>
    statement.includes('RETURN b.id AS id') ? { rows: [{ id: 'g/1' }] } : undefined
  const rebuild = await openNeo4jRebuild({ url: server.url, graph: 'g', resumes: false })
  await rebuild.before.checkpoints('memory.facts.v1')
  await rebuild.fresh.checkpoints('memory.facts.v1')
  expect(server.connections()).toBe(3)
  await rebuild.leave?.()
  await eventually(() => expect(server.connections()).toBe(0))
})
