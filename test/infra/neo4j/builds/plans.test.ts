// What Neo4j plans: a database that knows all names from its start plans a statement once, and a build's nodes are found
// by an index, however much other builds hold.
import neo4j, { type Plan } from 'neo4j-driver'
import { describe, expect, test } from 'vitest'
import { deleteBuild } from '../../../../infra/neo4j/builds/builds.ts'
import { digestOf } from '../../../../infra/neo4j/builds/digest.ts'
import { prepare } from '../../../../infra/neo4j/builds/schema.ts'
import { type Connection, connect } from '../../../../infra/neo4j/client/connection.ts'
import type { GraphStore } from '../../../../infra/ports/graph-store.ts'
import { fenceOf, newScope } from '../../../contracts/given.ts'
import { factOf, stepAt } from '../given.ts'
import { createGraphs, isMissing, MISSING, options } from '../server.ts'

type Note = (statement: string, given: Readonly<Record<string, unknown>>) => void

/** A connection that runs nothing and tells each statement. */
function telling(note: Note): Connection {
  const noted = async (statement: string, given = {}) => {
    note(statement, given)
    return []
  }
  const managed: Connection['write'] = (work) => work(noted)
  return {
    read: managed,
    write: managed,
    readOnce: noted,
    alone: async (statement, given) => void (await noted(statement, given)),
    stream: async function* (statement, given) {
      yield* await noted(statement, given)
    },
    ping: async () => undefined,
    close: async () => undefined,
  }
}

/** Steps after which a build holds everything that a graph keeps. */
async function writeAll(store: GraphStore): Promise<void> {
  const scope = newScope()
  const properties = [{ entity: 'Ana', attribute: 'role', value: 'engineer' }]
  const ended = (recordedAt: string, validTo: string) =>
    stepAt(Date.parse(recordedAt), {
      closed: [{ ...scope, factId: 'f1', source: 9, recordedAt, validTo }],
    })
  await store.apply(stepAt(0, { facts: [factOf(scope, 1, { properties })] }))
  await store.apply(ended('2026-01-20T00:00:00Z', '2026-03-01T00:00:00Z'))
  await store.apply(ended('2026-02-01T00:00:00Z', '2026-02-01T00:00:00Z'))
  await store.apply(stepAt(Date.parse('2026-04-01T00:00:00Z'), { fences: [fenceOf(scope, 1)] }))
}

const WRITTEN = `
  MATCH (n) WHERE n.build = $given.build
  UNWIND keys(n) + COLLECT { MATCH (n)-[r]->() UNWIND keys(r) + type(r) AS name RETURN name } AS name
  RETURN DISTINCT name`

describe.skipIf(isMissing)(`what Neo4j plans${MISSING}`, () => {
  const { open } = createGraphs()

  test('given a database that was prepared, when steps write all that a graph keeps, then it knew each name before', async () => {
    const known = new Set<string>()
    const note: Note = (statement, { names = [] }) => {
      for (const [, name] of statement.matchAll(/\b[nr]\.(\w+)/g)) known.add(String(name))
      for (const name of names as string[]) known.add(name)
    }
    await prepare(telling(note), { graph: 'a graph', build: null })
    const { build, store } = open()
    await writeAll(store)
    const connection = connect(options)
    const written = await connection.read((run) => run<{ name: string }>(WRITTEN, { build }))
    await Promise.all([connection.close(), store.close()])
    const names = written.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['endsUntil', 'DESCRIBES', 'receipt', 'position']))
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  test('given statements about one whole build, when they are planned, then none looks at the nodes of others', async () => {
    const statements: string[] = []
    const connection = telling((statement) => statements.push(statement))
    await deleteBuild(connection, 'one')
    await digestOf(connection, { graph: 'a graph', build: 'one' })
    expect(statements).toHaveLength(10)
    const driver = neo4j.driver(
      options.url,
      neo4j.auth.basic(options.user ?? '', options.password ?? ''),
    )
    for (const statement of statements) {
      const { summary } = await driver.executeQuery(`EXPLAIN ${statement}`)
      expect(operators(summary.plan as Plan).join(' ')).toMatch(/IndexSeek/)
      expect(operators(summary.plan as Plan).join(' ')).not.toMatch(/LabelScan|AllNodesScan/)
    }
    await driver.close()
  })
})

const operators = ({ operatorType, children }: Plan): string[] => [
  operatorType,
  ...children.flatMap(operators),
]
