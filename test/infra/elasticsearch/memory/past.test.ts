// The filters of another time, over the fields that items are stored with: they let through what the rule of items shows
// (ports/rules/item-times.ts). Needs no server: the few kinds of queries that they are made of are evaluated here.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareMemoryStep } from '../../../../infra/elasticsearch/memory/memory-documents.ts'
import { changedWithin, pastMemory } from '../../../../infra/elasticsearch/memory/past.ts'
import type { Query } from '../../../../infra/elasticsearch/projection/fences/fence-query.ts'
import type { ItemDocument } from '../../../../infra/ports/memory-store.ts'
import type { Time } from '../../../../infra/ports/rules/time.ts'
import type { Delivered } from '../../../../infra/runtime/run/processor.ts'
import { createSqliteMemoryStore } from '../../../../infra/sqlite/memory-store.ts'
import { createIndexMemory } from '../../../../processors/index-memory/processor.ts'
import { newScope } from '../../../contracts/given.ts'
import { historyOf, shownAt, steps, timesAsked } from '../../../contracts/random-times.ts'
import { onDay, takeIn, timesCases } from '../../../contracts/times.ts'
import { runs } from '../../../long.ts'

type Fields = Record<string, unknown>

function valueAt(fields: Fields, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, name) => (part as Fields | undefined)?.[name], fields)
}

function listOf(some: Query | Query[] | undefined): Query[] {
  return some === undefined ? [] : [some].flat()
}

function passes(query: Query, fields: Fields): boolean {
  const { bool, range, exists, term, ...more } = query
  expect(Object.keys(more)).toEqual([])
  if (bool) {
    const should = listOf(bool.should as Query[])
    return (
      listOf(bool.filter as Query[]).every((each) => passes(each, fields)) &&
      !listOf(bool.must_not as Query[]).some((each) => passes(each, fields)) &&
      (should.length === 0 || should.some((each) => passes(each, fields)))
    )
  }
  if (exists) return valueAt(fields, exists.field as string) !== undefined
  const [[name, asked] = ['', {}]] = Object.entries(range ?? term ?? {})
  const value = valueAt(fields, name)
  if (term) return value === asked
  if (value === undefined) return false
  const { gt, lte, ...others } = asked as { gt?: number | string; lte?: number | string }
  expect(others).toEqual({})
  const is = value as number
  return (gt === undefined || is > (gt as number)) && (lte === undefined || is <= (lte as number))
}

/** What the store gives a count to filter by. */
async function filterOf(time: Time): Promise<Query[]> {
  let asked: Query[] = []
  const within = {
    search: async (_: string, { filter = [] }: { filter?: Query[] }) => {
      asked = filter
      return { aggregations: { by: { buckets: [] } } }
    },
  }
  type Ports = Parameters<typeof pastMemory>
  const read = (async (_, ask) => ask(within as never)) as Ports[1]
  await pastMemory(null as unknown as Ports[0], read, time).categoryCounts(newScope())
  return asked
}

test.each(timesCases)('$name: what passes is what is shown', async ({ events, asked }) => {
  const { stored, close } = await storedOf(events(newScope()))
  for (const { time, shown } of asked) {
    expect({ time, found: await found(stored, time) }).toEqual({ time, found: shown })
  }
  await close()
})

test('given any history, when filtered by any time, then what passes is what a replay shows that stops there', async () => {
  await fc.assert(
    fc.asyncProperty(steps, timesAsked, async (told, times) => {
      const scope = newScope()
      const events = historyOf(told, scope)
      const { stored, memory, close } = await storedOf(events)
      for (const time of times) {
        const { shown } = await shownAt(events, time)
        expect({ time, found: await found(stored, time) }).toEqual({ time, found: shown })
      }
      for (const [from, to] of [
        [3, 9],
        [9, 20],
      ] as const) {
        const span = { from: onDay(from), to: onDay(to) }
        const changed = await memory.changedWithin(scope, span, { limit: 100 })
        const filter = changedWithin(span)
        const told = stored.filter(({ fields }) => passes(filter, fields)).map(({ id }) => id)
        expect(told.toSorted()).toEqual(changed.data.map(({ id }) => id).toSorted())
      }
      await close()
    }),
    { numRuns: runs(50, 500) },
  )
})

type Stored = { id: string; fields: Fields }

async function storedOf(events: readonly Delivered[]) {
  const memory = createSqliteMemoryStore({ path: ':memory:' })
  const terms = (text: string) => text.split(' ')
  await takeIn(createIndexMemory({ memory, language: { terms } }), events)
  const refs = events.flatMap(({ event }) =>
    event.type === 'FactAsserted'
      ? [{ appId: event.appId, userId: event.userId, id: event.open.factId }]
      : [],
  )
  const stored = (await memory.itemDocuments(refs)).map(fieldsOf)
  return { stored, memory, close: () => memory.close() }
}

async function found(stored: readonly Stored[], time: Time): Promise<string[]> {
  const filter = await filterOf(time)
  const passing = stored.filter(({ fields }) => filter.every((each) => passes(each, fields)))
  return passing.map(({ id }) => id).toSorted()
}

function fieldsOf(document: ItemDocument): Stored {
  const dimensions = document.vector.length
  const [prepared] = prepareMemoryStep(
    { erasedResources: [], erasures: [] },
    [document],
    dimensions,
  )
  const { body } = prepared as { body: Fields }
  return { id: document.item.id, fields: body }
}
