// The errors that callers get where Neo4j fails: whether waiting helps, and no word of the stored content.
import { Neo4jError } from 'neo4j-driver'
import { describe, expect, test } from 'vitest'
import { connect } from '../../../../infra/neo4j/client/connection.ts'
import { graphStoreError, isThereAlready } from '../../../../infra/neo4j/client/failures.ts'
import { createNeo4jGraphStore } from '../../../../infra/neo4j/graph-store.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { AT, fenceOf, newScope } from '../../../contracts/given.ts'
import { factOf, namesOf, stepAt } from '../given.ts'
import { createGraphs, isMissing, MISSING, options } from '../server.ts'

const CANARY = 'what nobody may read'

describe('an error of the graph store', () => {
  test.each([
    ['ServiceUnavailable', true],
    ['SessionExpired', true],
    ['Neo.TransientError.Transaction.DeadlockDetected', true],
    ['Neo.TransientError.Database.DatabaseUnavailable', true],
    ['Neo.DatabaseError.Transaction.TransactionCommitFailed', true],
    ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', false],
    ['Neo.ClientError.Statement.SyntaxError', false],
    ['Neo.ClientError.Security.Unauthorized', true],
    ['Neo.DatabaseError.General.UnknownError', false],
    ['Neo.ClientError.Cluster.NotALeader', true],
    ['Neo.ClientError.General.ForbiddenOnReadOnlyDatabase', true],
    ['Neo.ClientError.General.WriteOnReadOnlyAccessDatabase', true],
    ['Neo.ClientError.General.InvalidArguments', false],
    ['Neo.ClientError.Transaction.TransactionTimedOut', true],
    ['ProtocolError', true],
  ])('of code %s is an outage: %s', (code, outage) => {
    const error = graphStoreError(new Neo4jError(CANARY, code, code, CANARY))
    expect(isOutage(error)).toBe(outage)
    expect(error.message).toBe(`the graph store failed: ${code}`)
  })

  test.each([
    ['Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists', true],
    ['Neo.ClientError.Schema.ConstraintValidationFailed', false],
  ])('of code %s says that what was to be created is there: %s', (code, there) => {
    expect(isThereAlready(graphStoreError(new Neo4jError(CANARY, code, code, CANARY)))).toBe(there)
  })

  test('quotes nothing of what it was made of', () => {
    const odd = Object.assign(new Error(CANARY), { code: CANARY })
    for (const cause of [new Error(CANARY), CANARY, null, undefined, odd]) {
      const error = graphStoreError(cause)
      expect(JSON.stringify([error, error.message, error.cause, error.stack])).not.toContain(CANARY)
    }
  })

  test('is an outage where the driver gives no code, as where all its connections are at work', () => {
    const error = graphStoreError(new Neo4jError(CANARY, 'N/A', 'N/A', CANARY))
    expect([isOutage(error), error.message]).toEqual([true, 'the graph store failed: Neo4jError'])
  })

  test('is an outage where no server answers', async () => {
    const store = createNeo4jGraphStore({ url: 'bolt://127.0.0.1:1' })
    const calls = [
      () => store.ping(),
      () => store.checkpoints('memory.facts.v1'),
      () => store.apply(stepAt(1)),
    ]
    for (const call of calls) {
      const error = await call().catch((reason: unknown) => reason)
      expect(isOutage(error)).toBe(true)
    }
    await store.close()
    await store.close()
  })
})

describe.skipIf(isMissing)(`on a real server${MISSING}`, () => {
  const { newGraph, open } = createGraphs()

  test('given what the server refuses, when told, then no parameter is quoted', async () => {
    const connection = connect(options)
    const failed = connection.read((run) => run('RETURN $given.text + 1 / 0', { text: CANARY }))
    const error = (await failed.catch((reason: unknown) => reason)) as Error
    expect(error.name).toBe('GraphStoreError')
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(CANARY)
    await connection.close()
  })

  test('given the graph in use was deleted, when a step comes, then it waits as in an outage', async () => {
    const graph = newGraph()
    const store = createNeo4jGraphStore({ ...options, graph })
    await store.apply(stepAt(1))
    const connection = connect(options)
    await connection.write((run) =>
      run('MATCH (n {graph: $given.graph}) WHERE n:Build OR n:ActiveBuild DELETE n', { graph }),
    )
    await connection.close()
    const error = await store.apply(stepAt(2)).catch((reason: unknown) => reason)
    expect(isOutage(error)).toBe(true)
    await store.close()
  })

  test('given two writers of one user, when facts and their fence come at once, then none is left', async () => {
    const { store, build } = open()
    const other = open(build).store
    const scopes = Array.from({ length: 12 }, newScope)
    await Promise.all([
      ...scopes.map((scope, n) =>
        store.apply({
          ...stepAt(1, { facts: [factOf(scope, n + 1)] }),
          checkpoint: { topic: 'memory.facts.v1', partition: n, position: 1 },
        }),
      ),
      ...scopes.map((scope, n) =>
        other.apply({
          ...stepAt(n + 1, { fences: [fenceOf(scope, 99)] }),
          checkpoint: { topic: 'memory.writes.v1', partition: n, position: 1 },
        }),
      ),
    ])
    for (const scope of scopes) expect(await namesOf(store, scope)).toEqual([])
    await store.close()
    await other.close()
  })

  test('given a paused writer, when it comes back after another, then it overwrites nothing', async () => {
    const { store, build } = open()
    const zombie = open(build).store
    const scope = newScope()
    await zombie.apply(stepAt(1, { facts: [factOf(scope, 1)] }))
    await store.apply(
      stepAt(4, {
        facts: [factOf(scope, 2)],
        closed: [{ ...scope, factId: 'f1', source: 9, validTo: AT, recordedAt: AT }],
      }),
    )
    const digest = await store.digest()
    await zombie.apply(stepAt(3, { facts: [factOf(scope, 1), factOf(scope, 3)] }))
    expect(await store.digest()).toBe(digest)
    await store.close()
    await zombie.close()
  })

  test('given names too long for an index, when mentioned, then they are found', async () => {
    const { store } = open()
    const scope = newScope()
    const name = `${'long '.repeat(5_000)}name${'x'.repeat(20_000)}`
    await store.apply(
      stepAt(1, { facts: [factOf(scope, 1, { entities: [{ name, type: name }] })] }),
    )
    expect((await store.entity(scope, name))?.name).toBe(name)
    await store.close()
  })
})
