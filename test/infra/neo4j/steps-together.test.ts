// Small steps that come while a transaction is under way share the next one; each still happens as if it were alone.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connection, connect } from '../../../infra/neo4j/client/connection.ts'
import { graphStoreOver } from '../../../infra/neo4j/graph-store.ts'
import type { GraphStep, GraphStore } from '../../../infra/ports/graph-store.ts'
import { fenceOf, newScope } from '../../contracts/given.ts'
import { factOf, namesOf, stepAt } from './given.ts'
import { createGraphs, isMissing, MISSING, options } from './server.ts'

describe.skipIf(isMissing)(`steps side by side on a real server${MISSING}`, () => {
  const { newGraph } = createGraphs()
  let store: GraphStore
  /** Since the store was prepared. */
  let transactions: number

  beforeEach(async () => {
    const connection = connect(options)
    const counted: Connection = {
      ...connection,
      write: (work) => {
        transactions++
        return connection.write(work)
      },
    }
    const graph = newGraph()
    store = graphStoreOver(counted, { graph, build: `${graph}/${randomUUID()}` })
    await store.checkpoints('memory.facts.v1')
    transactions = 0
  })
  afterEach(() => store.close())

  const stepOf = (partition: number, position: number, more: Partial<GraphStep>): GraphStep => ({
    ...stepAt(position, more),
    checkpoint: { topic: 'memory.facts.v1', partition, position },
  })
  const places = async () => [...(await store.checkpoints('memory.facts.v1'))]

  test('given steps of six partitions, when applied at the same time, then they share a transaction and all is there', async () => {
    const scopes = Array.from({ length: 6 }, newScope)
    await Promise.all(
      scopes.map((scope, n) => store.apply(stepOf(n, 5 + n, { facts: [factOf(scope, n + 1)] }))),
    )
    expect(transactions).toBe(1)
    expect(await Promise.all(scopes.map((scope) => namesOf(store, scope)))).toEqual(
      scopes.map((_, n) => ['Ana', `Place ${n + 1}`]),
    )
    expect(await places()).toEqual(scopes.map((_, n) => [n, 5 + n]))
  })

  test('given one that was applied before, when it comes again beside others, then it alone does nothing', async () => {
    const [ana, ben] = [newScope(), newScope()]
    await store.apply(stepOf(1, 9, { facts: [factOf(ana, 1)] }))
    await Promise.all([
      store.apply(stepOf(0, 4, { facts: [factOf(ben, 2)] })),
      store.apply(stepOf(1, 8, { facts: [factOf(ana, 3)] })),
    ])
    expect(await namesOf(store, ana)).toEqual(['Ana', 'Place 1'])
    expect(await namesOf(store, ben)).toEqual(['Ana', 'Place 2'])
    expect(await places()).toEqual([
      [0, 4],
      [1, 9],
    ])
  })

  test('given a fact and its end in steps that share a transaction with others, when applied, then only that fact has ended', async () => {
    const [ana, ben] = [newScope(), newScope()]
    const living = { properties: [{ entity: 'Ana', attribute: 'city', value: 'Rome' }] }
    const ended = { ...ana, factId: 'f1', source: 9, validTo: '2026-02-01T00:00:00.000Z' }
    await Promise.all([
      store.apply(
        stepOf(0, 1, {
          facts: [factOf(ana, 1, living)],
          closed: [{ ...ended, recordedAt: ended.validTo }],
        }),
      ),
      store.apply(stepOf(1, 1, { facts: [factOf(ben, 1, living)] })),
    ])
    const ofBoth = await Promise.all([ana, ben].map((scope) => store.entity(scope, 'Ana')))
    expect(ofBoth.map((entity) => entity?.properties)).toEqual([{}, { city: 'Rome' }])
  })

  test('given a forget, when other steps come with it, then none of them waits for its transaction', async () => {
    const [ana, ben, cem] = [newScope(), newScope(), newScope()]
    await store.apply(stepOf(0, 1, { facts: [factOf(ana, 1)] }))
    transactions = 0
    await Promise.all([
      store.apply(stepOf(0, 2, { fences: [fenceOf(ana, 2)] })),
      store.apply(stepOf(1, 1, { facts: [factOf(ben, 1)] })),
      store.apply(stepOf(2, 1, { facts: [factOf(cem, 1)] })),
    ])
    expect(transactions).toBe(2)
    expect(await namesOf(store, ana)).toEqual([])
    expect(await namesOf(store, ben)).toEqual(['Ana', 'Place 1'])
  })

  test('given a step of many facts, when others come with it, then it has a transaction of its own', async () => {
    const [ana, ben] = [newScope(), newScope()]
    const facts = Array.from({ length: 101 }, (_, n) => factOf(ana, n + 1))
    await Promise.all([
      store.apply(stepOf(0, 200, { facts })),
      store.apply(stepOf(1, 1, { facts: [factOf(ben, 1)] })),
    ])
    expect(transactions).toBe(2)
  })

  test('given a step that ends many facts, when others come with it, then it has a transaction of its own', async () => {
    const [ana, ben] = [newScope(), newScope()]
    const end = '2026-02-01T00:00:00.000Z'
    const closed = Array.from({ length: 101 }, (_, n) => {
      return { ...ana, factId: `f${n}`, source: 9, validTo: end, recordedAt: end }
    })
    await Promise.all([
      store.apply(stepOf(0, 200, { closed })),
      store.apply(stepOf(1, 1, { facts: [factOf(ben, 1)] })),
    ])
    expect(transactions).toBe(2)
  })

  test('given one that the server refuses, when applied beside another, then the other is there', async () => {
    const [ana, ben] = [newScope(), newScope()]
    const refused = factOf(ana, 1, { category: { no: 'text' } as unknown as string })
    const results = await Promise.allSettled([
      store.apply(stepOf(0, 1, { facts: [refused] })),
      store.apply(stepOf(1, 1, { facts: [factOf(ben, 1)] })),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await namesOf(store, ben)).toEqual(['Ana', 'Place 1'])
    expect(await places()).toEqual([[1, 1]])
  })
})
