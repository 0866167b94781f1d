// Rebuilding the graph beside the one in use.
import { describe, expect, test } from 'vitest'
import { openNeo4jRebuild } from '../../../../infra/neo4j/builds/rebuild.ts'
import { connect } from '../../../../infra/neo4j/client/connection.ts'
import { createNeo4jGraphStore } from '../../../../infra/neo4j/graph-store.ts'
import { fenceOf, newScope } from '../../../contracts/given.ts'
import { factOf, namesOf, stepAt } from '../given.ts'
import { createGraphs, isMissing, MISSING, options } from '../server.ts'

describe.skipIf(isMissing)(`a rebuild of the graph on a real server${MISSING}`, () => {
  const { newGraph } = createGraphs()
  const inUse = (graph: string) => createNeo4jGraphStore({ ...options, graph })

  test('given a graph in use, when the fresh one has read all, then a swap shows it to open stores', async () => {
    const [graph, scope] = [newGraph(), newScope()]
    const live = inUse(graph)
    await live.apply(stepAt(5, { facts: [factOf(scope, 1), factOf(scope, 2)] }))
    const rebuild = await openNeo4jRebuild({ ...options, graph })
    expect(await rebuild.before.digest()).toBe(await live.digest())
    expect(await namesOf(rebuild.fresh, scope)).toEqual([])
    await rebuild.fresh.apply(stepAt(5, { facts: [factOf(scope, 2)] }))
    expect(await namesOf(live, scope)).toEqual(['Ana', 'Place 1', 'Place 2'])
    await rebuild.swap()
    expect(await namesOf(live, scope)).toEqual(['Ana', 'Place 2'])
    await live.apply(stepAt(6, { facts: [factOf(scope, 3)] }))
    expect(await namesOf(live, scope)).toEqual(['Ana', 'Place 2', 'Place 3'])
    await live.close()
  })

  test('given a graph that moved on meanwhile, when swapped, then it is refused until the fresh one caught up', async () => {
    const [graph, scope] = [newGraph(), newScope()]
    const live = inUse(graph)
    await live.apply(stepAt(5, { facts: [factOf(scope, 1)] }))
    const rebuild = await openNeo4jRebuild({ ...options, graph })
    await rebuild.fresh.apply(stepAt(5, { facts: [factOf(scope, 1)] }))
    await live.apply(stepAt(7, { facts: [factOf(scope, 2)] }))
    await expect(rebuild.swap()).rejects.toThrow(/not yet taken in/)
    await rebuild.fresh.apply(stepAt(7, { facts: [factOf(scope, 2)] }))
    expect(await rebuild.fresh.digest()).toBe(await live.digest())
    await rebuild.swap()
    expect(await namesOf(live, scope)).toEqual(['Ana', 'Place 1', 'Place 2'])
    await live.close()
  })

  test('given writers at work, when builds are swapped, then no step is lost between them', async () => {
    const [graph, scope] = [newGraph(), newScope()]
    const live = inUse(graph)
    const steps = Array.from({ length: 40 }, (_, n) =>
      stepAt(n + 1, { facts: [factOf(scope, n + 1)] }),
    )
    await live.apply(steps[0]!)
    const rebuild = await openNeo4jRebuild({ ...options, graph })
    const writing = (async () => {
      for (const step of steps) await live.apply(step)
    })()
    let read = 0
    await rebuild.swap(async () => {
      const upTo = (await live.checkpoints('memory.facts.v1')).get(0)!
      for (; read < upTo; read++) await rebuild.fresh.apply(steps[read]!)
    })
    await writing
    expect(await namesOf(live, scope)).toHaveLength(steps.length + 1)
    await live.close()
  })

  test('given a fence, when it comes to the graph in use, then every other build obeys it too', async () => {
    const [graph, scope, other] = [newGraph(), newScope(), newScope()]
    const live = inUse(graph)
    const facts = [factOf(scope, 1), factOf(other, 1)]
    await live.apply(stepAt(5, { facts }))
    const first = await openNeo4jRebuild({ ...options, graph })
    await first.fresh.apply(stepAt(5, { facts }))
    await first.swap()
    await live.apply(stepAt(6, { fences: [fenceOf(scope, 9)] }))
    expect(await countOf(graph, scope.userId)).toBe(0)
    expect(await countOf(graph, other.userId)).toBe(2)
    expect((await live.receipt(scope, 9))?.removed).toEqual({ entities: 2 })
    await live.close()
  })

  test('given a rebuild under way, when a user is forgotten, then the fresh build takes nothing of that', async () => {
    const [graph, scope] = [newGraph(), newScope()]
    const live = inUse(graph)
    await live.apply(stepAt(5, { facts: [factOf(scope, 1)] }))
    const rebuild = await openNeo4jRebuild({ ...options, graph })
    await live.apply(stepAt(6, { fences: [fenceOf(scope, 9)] }))
    await rebuild.fresh.apply(stepAt(5, { facts: [factOf(scope, 1)] }))
    expect(await countOf(graph, scope.userId)).toBe(0)
    await rebuild.fresh.apply(stepAt(6, { fences: [fenceOf(scope, 9)] }))
    expect(await rebuild.fresh.digest()).toBe(await live.digest())
    await rebuild.swap()
    expect((await live.receipt(scope, 9))?.removed).toEqual({ entities: 2 })
    await live.close()
  })

  test('given a rebuild that was thrown away, when the next begins, then nothing of it is there', async () => {
    const [graph, scope] = [newGraph(), newScope()]
    const live = inUse(graph)
    await live.apply(stepAt(5, { facts: [factOf(scope, 1)] }))
    const discarded = await openNeo4jRebuild({ ...options, graph })
    await discarded.fresh.apply(stepAt(5, { facts: [factOf(scope, 2)] }))
    await discarded.discard()
    expect(await countOf(graph, scope.userId)).toBe(1)
    const next = await openNeo4jRebuild({ ...options, graph })
    expect(next.resumed).toBe(false)
    await next.discard()
    await live.close()
  })

  test('given a rebuild that was killed, when the next begins, then it goes on, and one that was in use is not filled again', async () => {
    const [graph, scope] = [newGraph(), newScope()]
    const live = inUse(graph)
    await live.apply(stepAt(5, { facts: [factOf(scope, 1)] }))
    const digest = await live.digest()
    const left = await openNeo4jRebuild({ ...options, graph })
    await left.fresh.apply(stepAt(4, { facts: [factOf(scope, 3)] }))
    const next = await openNeo4jRebuild({ ...options, graph })
    expect(next.resumed).toBe(true)
    expect((await next.fresh.checkpoints('memory.facts.v1')).get(0)).toBe(4)
    expect(await live.digest()).toBe(digest)
    await next.fresh.apply(stepAt(5, { facts: [factOf(scope, 4)] }))
    await next.swap()
    // It is the same build, so what was asked for is done.
    await left.swap()
    expect(await namesOf(live, scope)).toEqual(['Ana', 'Place 3', 'Place 4'])
    await live.close()
  })

  test('given a rebuild whose place another has taken, when swapped, then it is refused', async () => {
    const [graph, scope] = [newGraph(), newScope()]
    const live = inUse(graph)
    const step = stepAt(5, { facts: [factOf(scope, 1)] })
    await live.apply(step)
    const left = await openNeo4jRebuild({ ...options, graph })
    const next = await openNeo4jRebuild({ ...options, graph, resumes: false })
    await next.fresh.apply(step)
    await next.swap()
    await expect(left.swap()).rejects.toThrow(/has taken the place/)
    await left.discard()
    await live.close()
  })

  test('given a rebuild that was killed, when one that resumes nothing begins, then nothing of it is there', async () => {
    const [graph, scope] = [newGraph(), newScope()]
    const live = inUse(graph)
    await live.apply(stepAt(5, { facts: [factOf(scope, 1)] }))
    const left = await openNeo4jRebuild({ ...options, graph })
    await left.fresh.apply(stepAt(4, { facts: [factOf(scope, 3)] }))
    const next = await openNeo4jRebuild({ ...options, graph, resumes: false })
    expect(next.resumed).toBe(false)
    expect(await next.fresh.checkpoints('memory.facts.v1')).toEqual(new Map())
    expect(await countOf(graph, scope.userId)).toBe(1)
    await next.discard()
    await left.discard()
    await live.close()
  })
})

/** Facts of a user in all builds of a graph. */
async function countOf(graph: string, userId: string): Promise<number> {
  const connection = connect(options)
  const [row] = await connection.read((run) =>
    run<{ total: number }>(
      `MATCH (b:Build {graph: $given.graph}) MATCH (f:Fact {build: b.id})
       WHERE f.owner CONTAINS $given.userId RETURN count(f) AS total`,
      { graph, userId },
    ),
  )
  await connection.close()
  return row!.total
}
