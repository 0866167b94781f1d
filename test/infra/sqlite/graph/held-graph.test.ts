// A connection that only reads tells of the entities that a query names exactly what one tells that reads everything
// from the file, whatever other connections write, close, forget or rebuild meanwhile.
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GraphFact, GraphStep } from '../../../../infra/ports/graph-store.ts'
import { openDatabase } from '../../../../infra/sqlite/database/database.ts'
import { replaceContents } from '../../../../infra/sqlite/database/replace-contents.ts'
import { heldGraph } from '../../../../infra/sqlite/graph/held-graph.ts'
import { createSqliteGraphStore, graphSchema } from '../../../../infra/sqlite/graph-store.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { AT, createPlaces, fenceOf, lookAlikes } from '../../../contracts/given.ts'
import { graphFact, graphStep } from '../../../contracts/graph-facts.ts'
import { isCollected } from '../collected.ts'
import { createDirectories } from '../directory.ts'

const newDirectory = createDirectories()
const NAMES = ['Ana', 'Lisbon', 'Old Town']
const users = lookAlikes().slice(0, 3)
const query = { words: ['ana', 'lisbon', 'old', 'town'], entityLimit: 9, factLimit: 3 }

function factOf(scope: Scope, id: number, source: number, value = `v${id}`): GraphFact {
  const [name, other] = [NAMES[id % 3]!, NAMES[(id + 1) % 3]!]
  return graphFact(scope, `f${id}`, {
    source,
    keyGeneration: 1,
    category: id % 2 ? 'work' : 'health',
    entities: [name, other].map((each) => ({ name: each, type: 'thing' })),
    relationships: [{ source: name, type: 'near', target: other }],
    properties: [{ entity: name, attribute: 'home', value }],
  })
}

function given({ mostEntities }: { mostEntities?: number } = {}) {
  const path = join(newDirectory(), 'graph.db')
  const [writer, place] = [createSqliteGraphStore({ path }), createPlaces()]
  const db = openDatabase({ path, readOnly: true, durable: false, schema: graphSchema })
  const reader = heldGraph(db, mostEntities)
  const apply = (more: Partial<GraphStep>) => writer.apply(graphStep(place(), more))
  const close = async () => {
    db.close()
    await writer.close()
  }
  return { path, writer, reader, place, apply, close }
}

type Given = ReturnType<typeof given>

/** Builds the same facts of these users into the file, in this order: so each has another number there. */
async function rebuild({ path }: Given, inOrder: readonly Scope[], build: number) {
  const freshPath = `${path}.build-${build}`
  const fresh = createSqliteGraphStore({ path: freshPath })
  const facts = inOrder.map((scope, n) => factOf(scope, n, 1, `build ${build}`))
  const checkpoint = createPlaces()()
  await fresh.apply(graphStep(checkpoint, { facts }))
  await replaceContents({ path, freshPath, catchUp: () => fresh.close() })
}

async function expectSame({ reader, writer }: Given) {
  for (const scope of users) {
    for (const categories of [undefined, ['work']]) {
      for (const currentAt of [undefined, ...[1, 2, 5, 9, 1].map(hour)]) {
        const asked = { ...query, categories, currentAt }
        const answer = await reader.named(scope, asked)
        expect({ currentAt, ...answer }).toEqual({
          currentAt,
          ...(await writer.named(scope, asked)),
        })
      }
    }
  }
}

/** So many hours after it was said. */
const hour = (n: number) => new Date(Date.parse(AT) + n * 3_600_000).toISOString()

const user = fc.integer({ min: 0, max: users.length - 1 })
const id = fc.integer({ min: 0, max: 9 })
const from = fc.constantFrom(0, 0, 2, 5)
const until = fc.constantFrom(null, null, 3, 6)
const end = fc.constantFrom(0, 2, 5)
const step = fc.oneof(
  fc.record({ kind: fc.constant('fact' as const), user, id, from, until }),
  fc.record({ kind: fc.constant('close' as const), user, id, end }),
  fc.record({ kind: fc.constantFrom('forget' as const, 'forget work' as const), user }),
)

test('given any writes, plans, closings and forgets, when asked after each at any hour, then the answers are those of the file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const story = given()
      try {
        for (const [n, each] of steps.entries()) {
          const scope = users[each.user]!
          const source = n + 1
          if (each.kind === 'fact') {
            const until = each.until === null ? null : hour(each.until)
            const held = { from: hour(each.from), until }
            await story.apply({ facts: [{ ...factOf(scope, each.id, source), held }] })
          } else if (each.kind === 'close') {
            const closed = {
              ...scope,
              factId: `f${each.id}`,
              source: 9,
              validTo: hour(each.end),
              recordedAt: AT,
            }
            await story.apply({ closed: [closed] })
          } else {
            const category = each.kind === 'forget' ? null : 'work'
            await story.apply({ fences: [fenceOf(scope, source, { category })] })
          }
          await expectSame(story)
        }
      } finally {
        await story.close()
      }
    }),
    { numRuns: 60 },
  )
})

describe('what is held', () => {
  const [ann, bob] = users as [Scope, Scope, Scope]

  test('holds no name that only what has ended mentions', async () => {
    const { reader, writer, apply, close } = given()
    const about = (name: string, id: number) => {
      const entities = [{ name, type: 'thing' }]
      return { ...factOf(ann, id, 1), entities, relationships: [], properties: [] }
    }
    const ended = { ...ann, factId: 'f0', source: 9, validTo: AT, recordedAt: AT }
    await apply({ facts: [about('Ana', 0), about('Lisbon', 1)], closed: [ended] })
    for (const graph of [reader, writer]) {
      expect((await graph.named(ann, { ...query, entityLimit: 1 })).factIds).toEqual(['f1'])
    }
    await close()
  })

  test('is the same objects until something of the user changes', async () => {
    const { reader, apply, close } = given()
    await apply({ facts: [factOf(ann, 0, 1), factOf(bob, 0, 1)] })
    const [before] = (await reader.named(ann, query)).entities
    for (const shared of [before, before?.properties, before?.relationships]) {
      expect(Object.isFrozen(shared)).toBe(true)
    }
    await apply({ facts: [factOf(bob, 1, 2)] })
    expect((await reader.named(ann, query)).entities[0]).toBe(before)
    await apply({ facts: [factOf(ann, 1, 3)] })
    expect((await reader.named(ann, query)).entities[0]).not.toBe(before)
    await close()
  })

  test('is that of the hour: until the next value begins or ends, and from then on', async () => {
    const { reader, apply, close } = given()
    const planned = { ...factOf(ann, 0, 1), held: { from: hour(3), until: hour(6) } }
    await apply({ facts: [planned] })
    const at = async (n: number) =>
      (await reader.named(ann, { ...query, currentAt: hour(n) })).entities[0]
    const [first, second] = [await at(0), await at(2)]
    expect(second).toBe(first)
    expect(first?.properties).toEqual({})
    const begun = await at(3)
    expect(begun?.properties).toEqual({ home: 'v0' })
    expect(await at(5)).toBe(begun)
    expect((await at(6))?.properties).toEqual({})
    expect((await at(4))?.properties).toEqual({ home: 'v0' })
    await close()
  })

  test('goes with the next question of any user where one was forgotten', async () => {
    const { reader, apply, close } = given()
    await apply({ facts: [factOf(ann, 0, 1), factOf(bob, 0, 1)] })
    const [before] = (await reader.named(ann, query)).entities
    await apply({ fences: [fenceOf(bob, 9)] })
    expect((await reader.named(ann, query)).entities[0]).not.toBe(before)
    await close()
  })

  test('goes with a ping where one was forgotten, so that an idle connection holds nothing', async () => {
    const { reader, apply, close } = given()
    await apply({ facts: [factOf(ann, 0, 1)] })
    const held = new WeakRef((await reader.named(ann, query)).entities[0]!)
    await apply({ fences: [fenceOf(ann, 9)] })
    await reader.ping()
    expect(await isCollected(held)).toBe(true)
    await close()
  })

  test('is not taken for what a rebuild has put under the same numbers', async () => {
    const story = given()
    await story.apply({ facts: [factOf(ann, 0, 1)] })
    await story.apply({ facts: [factOf(bob, 0, 1)] })
    await expectSame(story)
    for (const [n, inOrder] of [
      [ann, bob],
      [bob, ann],
      [bob, ann],
    ].entries()) {
      await rebuild(story, inOrder, n)
      await expectSame(story)
    }
    await story.apply({ facts: [factOf(ann, 4, 2)] })
    await expectSame(story)
    await story.close()
  })

  test('is of one user where nothing has changed since revisions are kept', async () => {
    const story = given()
    await story.apply({ facts: [factOf(ann, 0, 1), factOf(bob, 0, 1, 'of bob')] })
    const db = openDatabase({ path: story.path, durable: false, schema: '' })
    db.exec('DELETE FROM graph_revisions')
    db.close()
    await expectSame(story)
    await expectSame(story)
    await story.close()
  })

  test('is bounded, and what made room is read again', async () => {
    const story = given({ mostEntities: 2 })
    await story.apply({ facts: [factOf(ann, 0, 1), factOf(bob, 0, 1)] })
    const [before] = (await story.reader.named(ann, query)).entities
    await story.reader.named(bob, query)
    expect((await story.reader.named(ann, query)).entities[0]).not.toBe(before)
    await expectSame(story)
    await story.close()
  })

  test('depends on how many facts are asked for', async () => {
    const { reader, writer, apply, close } = given()
    await apply({ facts: [factOf(ann, 0, 1), factOf(ann, 3, 2), factOf(ann, 6, 3)] })
    for (const factLimit of [3, 1, 2]) {
      const asked = { ...query, factLimit }
      expect(await reader.named(ann, asked)).toEqual(await writer.named(ann, asked))
    }
    await close()
  })
})
