// What every memory store must do, whatever the technology: the contract of projections, and search and lists.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  Item,
  ItemDocument,
  ItemFilter,
  MemoryDocument,
  MemoryStep,
  MemoryStore,
  Paged,
} from '../../infra/ports/memory-store.ts'
import { demandOf } from '../../infra/ports/rules/bm25.ts'

import { encodeCursor, InvalidCursor } from '../../infra/ports/rules/cursor.ts'
import { isShown } from '../../infra/ports/rules/item-times.ts'

import { createIndexMemory } from '../../processors/index-memory/processor.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { threadBegunBy } from '../../schemas/threads.ts'
import { runs } from '../long.ts'
import { AT, createPlaces, eachOpened, fenceOf, lookAlikes, newScope } from './given.ts'
import { itemDocument, resourceDocument, summaryDocument } from './memory-documents.ts'
import { type OpenedProjection, projectionContract } from './projection.contract.ts'
import { historyOf, shownAt, steps, timesAsked } from './random-times.ts'
import { onDay, takeIn, timesCases } from './times.ts'

const emptyPage = { data: [], total: 0, nextCursor: null }

export type MemoryStoreDifferences = {
  /** How far a score may be from the exact cosine. */
  cosineTolerance?: number
  /** Searches of another time compute scores in another way, so that they differ in their last digits. */
  pastScoresDiffer?: true
  /** Terms of stored documents are hashes. */
  hashesTerms?: true
  /** Users and threads are not listed by id, but in a stable order. */
  ownOrder?: true
}

export function memoryStoreContract(
  name: string,
  open: () => Promise<OpenedProjection<MemoryStore>>,
  declared: MemoryStoreDifferences = {},
): void {
  projectionContract(name, open, {
    counted: 'items',
    apply: (store, { entries, ...step }) =>
      store.apply({
        ...step,
        documents: entries.map(({ appId, userId, id, source, category, text }) =>
          itemDocument({ appId, userId }, { id, source, item: { category, text } }),
        ),
        erasedResources: [],
        erasures: [],
      }),
    idsOf: async (store, scope) =>
      (await store.listItems(scope, { limit: 100 })).data.map((item) => item.id),
    textOf: async (store, scope, id) => (await store.items(scope, [id]))[0]?.text,
  })

  describe(`${name} as a memory store`, () => {
    const opened = eachOpened(open)
    const store = () => opened().store
    const inOrder = (names: string[]) => (declared.ownOrder ? names.sort() : names)

    describe('another time', () => {
      const terms = (text: string) => text.toLowerCase().split(' ')
      const indexed = (events: Parameters<typeof takeIn>[1]) =>
        takeIn(createIndexMemory({ memory: store(), language: { terms } }), events)

      for (const { name: what, events, asked } of timesCases) {
        test(`${what}: searches, neighbours, counts and lists are those of then`, async () => {
          const scope = newScope()
          await indexed(events(scope))
          for (const { time, shown } of asked) {
            const then = store().at(time)
            const text = await then.searchText(scope, { terms: ['ana', 'unknown'], limit: 9 })
            const vector = Int8Array.from([100, 20, 97])
            const alike = await then.searchVectors(scope, { vector, limit: 9 })
            const place = { threadId: 'thread', place: 0 }
            const near = await then.neighbours(scope, [place], 1)
            const { data, total } = await then.listItems(scope, { limit: 9 })
            const listed = data.filter((item) => isShown(item, time))
            expect({
              time,
              text: ids(text.hits).toSorted(),
              items: text.demand.items,
              alike: ids(alike).toSorted(),
              near: ids(near).toSorted(),
              listed: ids(listed).toSorted(),
              total,
              counts: (await then.categoryCounts(scope)).map(({ itemCount }) => itemCount),
            }).toEqual({
              time,
              text: shown,
              items: shown.length,
              alike: shown,
              near: shown,
              listed: shown,
              total: data.length,
              counts: shown.length === 0 ? [] : [shown.length],
            })
          }
        })
      }

      test.each(timesCases)(
        '$name: the present is counted as what was known last',
        async ({ events }) => {
          const scope = newScope()
          const learnt = events(scope)
          await indexed(learnt)
          const last = learnt.at(-1)!.event.recordedAt
          for (const currentAt of [last, onDay(15), onDay(19), onDay(20), onDay(21)]) {
            if (currentAt < last) continue
            const then = await store().at({ knownAt: currentAt }).categoryCounts(scope)
            const now = await store().categoryCounts(scope, { currentAt })
            expect({ currentAt, counts: now }).toEqual({ currentAt, counts: then })
          }
        },
      )

      test('given ends that were learnt again, and a place that was taken later, when asked what changed, then they are among it', async () => {
        const changedOf = async (what: string) => {
          const scope = newScope()
          await indexed(timesCases.find(({ name: each }) => each.startsWith(what))!.events(scope))
          return async (from: number, to: number) => {
            const span = { from: onDay(from), to: onDay(to) }
            return ids((await store().changedWithin(scope, span, { limit: 9 })).data).toSorted()
          }
        }
        const followed = await changedOf('followed: another')
        expect(await followed(4, 5)).toEqual(['a', 'b'])
        expect(await followed(5, 19)).toEqual([])
        expect(await followed(19, 20)).toEqual(['a'])
        const takenBack = await changedOf('followed on a day that lies ahead, and taken back')
        expect(await takenBack(5, 9)).toEqual([])
        expect(await takenBack(9, 10)).toEqual(['a'])
        expect(await takenBack(19, 20)).toEqual([])
        const often = await changedOf('its end is learnt four times')
        expect(await often(4, 5)).toEqual(['a', 'c'])
        expect(await often(5, 7)).toEqual(['a', 'd'])
        expect(await often(8, 9)).toEqual(['a'])
      })

      test('given any history, when asked at any time, then searches, counts and lists are those of a replay that stops there', async () => {
        await fc.assert(
          fc.asyncProperty(steps, timesAsked, async (told, times) => {
            const scope = newScope()
            const events = historyOf(told, scope)
            await indexed(events)
            for (const time of times) {
              const then = store().at(time)
              const { shown } = await shownAt(events, time)
              const { hits } = await then.searchText(scope, { terms: ['ana'], limit: 9 })
              const { data } = await then.listItems(scope, { limit: 9 })
              const counts = await then.categoryCounts(scope)
              expect({
                time,
                found: ids(hits).toSorted(),
                listed: ids(data.filter((item) => isShown(item, time))).toSorted(),
                counted: counts.map(({ itemCount }) => itemCount),
              }).toEqual({
                time,
                found: shown,
                listed: shown,
                counted: shown.length === 0 ? [] : [shown.length],
              })
            }
          }),
          { numRuns: runs(25, 500) },
        )
      })

      test('given an end that was learnt later, when asked for before, then it is undone', async () => {
        const scope = newScope()
        const { events } = timesCases.find(({ name: what }) => what.includes('comes earlier'))!
        await indexed(events(scope))
        const [now] = await store().items(scope, ['a'])
        expect(now).toMatchObject({ validTo: onDay(10), supersededBy: 'b' })
        const before = store().at({ knownAt: onDay(9) })
        const [then] = await before.items(scope, ['a', 'b'])
        expect(then).toMatchObject({ id: 'a', validTo: onDay(20), supersededBy: null })
        expect(then).not.toHaveProperty('changes')
        expect((await before.listItems(scope, { limit: 9 })).data).toEqual([then])
      })

      test('given scores, when asked for another time, then they are those that were given then', async () => {
        const [scope, untouched] = [newScope(), newScope()]
        const { events } = timesCases.find(({ name: what }) => what === 'superseded')!
        await indexed(events(scope))
        await indexed(events(untouched).slice(0, 1))
        const query = { terms: ['ana', 'is'], limit: 9 }
        const then = store().at({ knownAt: onDay(9) })
        const asGiven = (hits: readonly { id: string; score: number }[]) =>
          declared.pastScoresDiffer ? ids(hits) : hits
        const [past, now] = [
          await then.searchText(scope, query),
          await store().searchText(untouched, query),
        ]
        expect(past.demand).toEqual(now.demand)
        expect(asGiven(past.hits)).toEqual(asGiven(now.hits))
        const near = { vector: Int8Array.from([1, 2, 3]), limit: 9 }
        expect(asGiven(await then.searchVectors(scope, near))).toEqual(
          asGiven(await store().searchVectors(untouched, near)),
        )
        expect((await then.searchText(scope, { ...query, limit: 1 })).hits).toHaveLength(1)
      })

      test('given many, when listed of another time, then page follows page, and others’ are never seen', async () => {
        const [scope, other] = [newScope(), newScope()]
        const item = (id: string, n: number) =>
          itemDocument(scope, {
            id,
            item: { createdAt: onDay(n), recordedAt: onDay(n), category: n < 4 ? 'work' : 'home' },
          })
        await write(store(), [item('a', 1), item('b', 2), item('c', 3), item('d', 4), item('e', 5)])
        const then = store().at({ knownAt: onDay(4) })
        const first = await then.listItems(scope, { limit: 3 })
        expect(ids(first.data)).toEqual(['d', 'c', 'b'])
        expect(first.total).toBe(4)
        const cursor = first.nextCursor ?? ''
        const second = await then.listItems(scope, { limit: 3, cursor })
        expect(ids(second.data)).toEqual(['a'])
        expect(second.nextCursor).toBeNull()
        const work = await then.listItems(scope, { limit: 9, category: 'work' })
        expect(ids(work.data)).toEqual(['c', 'b', 'a'])
        expect((await then.listItems(other, { limit: 3 })).data).toEqual([])
        expect(await then.items(other, ['a'])).toEqual([])
        await expect(then.listItems(scope, { limit: 3, cursor: 'none' })).rejects.toThrow(
          InvalidCursor,
        )
      })

      test('given a span, when asked what changed, then it is what was learnt or closed within it', async () => {
        const scope = newScope()
        const { events } = timesCases.find(({ name: what }) => what === 'superseded')!
        await indexed(events(scope))
        const changed = async (from: number, to: number) => {
          const span = { from: onDay(from), to: onDay(to) }
          const { data, total } = await store().changedWithin(scope, span, { limit: 9 })
          expect(total).toBe(data.length)
          return ids(data)
        }
        expect(await changed(1, 9)).toEqual([])
        expect(await changed(0, 1)).toEqual(['a'])
        expect(await changed(9, 10)).toEqual(['b', 'a'])
        expect(await changed(10, 20)).toEqual([])
        const page = { limit: 1 }
        const span = { from: onDay(9), to: onDay(10) }
        const { nextCursor } = await store().changedWithin(scope, span, page)
        const next = await store().changedWithin(scope, span, { ...page, cursor: nextCursor ?? '' })
        expect(ids(next.data)).toEqual(['a'])
        expect((await store().changedWithin(newScope(), span, page)).data).toEqual([])
      })

      test('given facts and their ends, when forgotten, then they are forgotten in every time', async () => {
        const [scope, other] = [newScope(), newScope()]
        const { events } = timesCases.find(({ name: what }) => what === 'superseded')!
        await indexed(events(scope))
        await indexed(events(other))
        const checkpoint = createPlaces('memory.facts.v1', 1)()
        await store().apply({ ...emptyStep(checkpoint), fences: [fenceOf(scope, 9)] })
        for (const time of [{ knownAt: onDay(9) }, { asOf: onDay(9) }]) {
          const then = store().at(time)
          expect((await then.listItems(scope, { limit: 9 })).data).toEqual([])
          expect((await then.searchText(scope, { terms: ['ana'], limit: 9 })).hits).toEqual([])
          const vector = Int8Array.from([100, 20, 97])
          expect(await then.searchVectors(scope, { vector, limit: 9 })).toEqual([])
          expect((await then.listItems(other, { limit: 9 })).data).toHaveLength(1)
        }
      })
    })

    describe('documents', () => {
      test('given an item, when read as a document, then every field is as it was written', async () => {
        const scope = newScope()
        const document = itemDocument(scope, {
          id: 'one',
          version: 7,
          source: 5,
          terms: ['coffee', 'кофе', 'コーヒー'],
          vector: Int8Array.from([127, -127, 3, 0]),
          slot: 'user\nhome',
          item: {
            entities: [{ name: 'Ana', type: 'person' }],
            supersedes: ['x'],
            value: 'Lisbon',
            channel: 'tool',
            saidBy: 'поиск',
            contests: ['y'],
          },
        })
        await write(store(), [document])
        const terms = declared.hashesTerms ? expect.any(Array) : document.terms
        const stored = { ...document, terms }
        expect(await store().itemDocuments([{ ...scope, id: 'one' }])).toEqual([stored])
        expect(await store().items(scope, ['one'])).toEqual([document.item])
      })

      test('given some that are not there, when asked for, then they are left out', async () => {
        const scope = newScope()
        await write(store(), [itemDocument(scope, { id: 'one' })])
        expect(ids(await store().items(scope, ['none', 'one']))).toEqual(['one'])
        expect(await store().itemDocuments([{ ...scope, id: 'none' }])).toEqual([])
        expect(await store().items(newScope(), ['one'])).toEqual([])
        expect(await store().resource(scope, 'none')).toBeNull()
        expect(await store().erasure(scope, 'none')).toBeNull()
      })

      test('given resources of several users, when read at once, then each is told of their own, in the order asked for', async () => {
        const [scope, other] = [newScope(), newScope()]
        const ofBoth = resourceDocument(scope, { id: 'r', resource: { reason: 'ours' } })
        const others = resourceDocument(other, { id: 'r', resource: { reason: 'theirs' } })
        await write(store(), [ofBoth, others])
        const refs = [
          { ...other, id: 'r' },
          { ...scope, id: 'none' },
          { ...scope, id: 'r' },
        ]
        expect(await store().resources(refs)).toEqual([others.resource, null, ofBoth.resource])
        expect(await store().resources([])).toEqual([])
      })

      test('given documents that are made of items, when taken in, then they are made of what stands, others’ never', async () => {
        const [scope, other, place] = [newScope(), newScope(), createPlaces()]
        const stored = itemDocument(scope, { id: 'i', item: { text: 'old' } })
        await write(store(), [stored, itemDocument(other, { id: 'only another’s' })], place())
        const seen: (readonly ItemDocument[])[] = []
        const documents = {
          reads: ['i', 'none', 'only another’s'].map((id) => ({ ...scope, id })),
          scopes: [scope],
          make: (known: readonly ItemDocument[]) => {
            seen.push(known)
            return known.map((each) => ({
              ...each,
              version: 2,
              item: { ...each.item, text: 'new' },
            }))
          },
        }
        await store().apply({ ...emptyStep(place()), documents })
        expect(seen).toEqual([[stored]])
        expect((await store().items(scope, ['i']))[0]?.text).toBe('new')
      })

      test('given a stored version, when one at or below it comes, then it is ignored, of every kind', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        const version = (n: number, text: string): MemoryDocument[] => [
          itemDocument(scope, { id: 'i', version: n, item: { text } }),
          resourceDocument(scope, { id: 'r', version: n, resource: { reason: text } }),
          summaryDocument(scope, { category: 'work', text, version: n }),
        ]
        const read = async () => [
          (await store().items(scope, ['i']))[0]?.text,
          (await store().resource(scope, 'r'))?.reason,
          (await store().summaries(scope))[0]?.text,
        ]
        await write(store(), version(5, 'five'), place())
        await write(store(), [...version(4, 'four'), ...version(5, 'again')], place())
        expect(await read()).toEqual(['five', 'five', 'five'])
        await write(store(), version(6, 'six'), place())
        expect(await read()).toEqual(['six', 'six', 'six'])
      })

      test('given vectors that differ, when digested, then the digests differ', async () => {
        const scope = newScope()
        const digests: string[] = []
        for (const vector of [[1, 2, 3], [1, 2, 4], []]) {
          const fresh = await open()
          await write(fresh.store, [
            itemDocument(scope, { id: 'one', vector: Int8Array.from(vector) }),
          ])
          digests.push(await fresh.store.digest())
          await fresh.close()
        }
        expect(new Set(digests).size).toBe(3)
      })
    })

    describe('searching text', () => {
      test('given items, when searched, then those with a term are found, the best first', async () => {
        const scope = newScope()
        await write(store(), [
          itemDocument(scope, { id: 'both', terms: ['coffee', 'lisbon'] }),
          itemDocument(scope, { id: 'common', terms: ['coffee', 'morning'] }),
          itemDocument(scope, { id: 'common2', terms: ['coffee', 'evening'] }),
          itemDocument(scope, { id: 'neither', terms: ['tea'] }),
        ])
        const hits = await search(store(), scope, ['coffee', 'lisbon'])
        expect(hits.map(({ id }) => id)).toEqual(['both', 'common', 'common2'])
        expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score)
        expect(hits[1]!.score).toBe(hits[2]!.score)
        expect(await search(store(), scope, [])).toEqual([])
        expect(await search(store(), scope, ['unknown'])).toEqual([])
        expect(await search(store(), newScope(), ['coffee'])).toEqual([])
      })

      test('given a rare and a common term, when searched, then the rare one weighs more', async () => {
        const scope = newScope()
        await write(store(), [
          ...[1, 2, 3, 4, 5].map((n) => itemDocument(scope, { id: `c${n}`, terms: ['common'] })),
          itemDocument(scope, { id: 'rare', terms: ['rare'] }),
        ])
        expect((await search(store(), scope, ['common', 'rare']))[0]!.id).toBe('rare')
      })

      test('given equal scores, when the limit cuts them, then the lowest ids are left, in order', async () => {
        const scope = newScope()
        const names = ['m', 'z', 'a', 'k', 'c']
        await write(
          store(),
          names.map((id) => itemDocument(scope, { id, terms: ['tie'] })),
        )
        expect((await search(store(), scope, ['tie'], 3)).map(({ id }) => id)).toEqual([
          'a',
          'c',
          'k',
        ])
      })

      test('given another user, when that one writes and forgets, then scores never move', async () => {
        const [scope, other, place] = [newScope(), newScope(), createPlaces()]
        const own = ['one', 'two', 'three'].map((id, n) =>
          itemDocument(scope, { id, terms: ['coffee', ...Array(n).fill('word')] }),
        )
        await write(store(), own, place())
        const before = await search(store(), scope, ['coffee', 'word'])
        const crowd = Array.from({ length: 50 }, (_, n) =>
          itemDocument(other, { id: `other ${n}`, terms: ['coffee', 'coffee', 'word'] }),
        )
        await write(store(), crowd, place())
        expect(await search(store(), scope, ['coffee', 'word'])).toEqual(before)
        await fence(store(), place(), fenceOf(other, 9))
        expect(await search(store(), scope, ['coffee', 'word'])).toEqual(before)
      })

      test('given users with names alike, when searched, then none sees items of another', async () => {
        const scopes = lookAlikes()
        await write(
          store(),
          scopes.map((scope, n) =>
            itemDocument(scope, { id: `item ${n}`, terms: ['same'], vector: Int8Array.of(9, 9) }),
          ),
        )
        for (const [n, scope] of scopes.entries()) {
          const vector = Int8Array.of(1, 1)
          expect(ids(await search(store(), scope, ['same']))).toEqual([`item ${n}`])
          expect(ids(await store().searchVectors(scope, { vector, limit: 9 }))).toEqual([
            `item ${n}`,
          ])
        }
      })

      test('given an item that is superseded or changed, when searched, then only current words find it', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        const made = { id: 'old', terms: ['coffee'], vector: Int8Array.of(1, 0) }
        await write(store(), [itemDocument(scope, made)], place())
        expect(await search(store(), scope, ['coffee'])).toHaveLength(1)
        await write(
          store(),
          [itemDocument(scope, { ...made, version: 2, item: { supersededBy: 'new' } })],
          place(),
        )
        expect(await search(store(), scope, ['coffee'])).toEqual([])
        expect(
          await store().searchVectors(scope, { vector: Int8Array.of(1, 0), limit: 5 }),
        ).toEqual([])
        expect(ids(await store().items(scope, ['old']))).toEqual(['old'])
      })

      test('given items of one word that come step by step, when one of them ends, then the others are found as if they had come at once', async () => {
        const [scope, atOnce, place] = [newScope(), newScope(), createPlaces()]
        const made = (id: string, terms: readonly string[]) => ({ id, terms: ['coffee', ...terms] })
        const [first, second, third] = [
          made('a', []),
          made('b', ['tea', 'tea']),
          made('c', ['tea']),
        ]
        const ended = { version: 2, item: { supersededBy: 'a' } }
        const steps = [
          [first],
          [second],
          [{ ...first, ...ended }, third],
          [{ ...third, version: 2 }],
        ]
        for (const step of steps) {
          const documents = step.map((each) => itemDocument(scope, each))
          await write(store(), documents, place())
        }
        const both = [second, third].map((each) => itemDocument(atOnce, each))
        await write(store(), both, place())
        for (const word of ['coffee', 'tea']) {
          const hits = await search(store(), scope, [word])
          expect(hits).toEqual(await search(store(), atOnce, [word]))
          expect(hits).toHaveLength(2)
        }
      })

      test.each([
        ['the older', 'a', 'b'],
        ['the newer', 'b', 'a'],
      ])(
        'given two items of the same words, when %s ends or its category is forgotten, then the other is found by them',
        async (_, gone, left) => {
          const [ending, forgetting, place] = [newScope(), newScope(), createPlaces()]
          const vector = Int8Array.of(1, 0)
          const made = (id: string) => {
            const alike = { terms: ['coffee'], vector, fingerprint: 'coffee' }
            return { ...alike, id, item: { category: `category of ${id}` } }
          }
          const found = async (scope: Scope) => [
            ids(await search(store(), scope, ['coffee'])),
            ids(await store().searchVectors(scope, { vector, limit: 5 })),
          ]
          for (const scope of [ending, forgetting]) {
            for (const id of ['a', 'b']) {
              await write(store(), [itemDocument(scope, made(id))], place())
            }
            expect(await found(scope)).toEqual(Array(2).fill(['a', 'b']))
          }
          const { item, ...rest } = made(gone)
          const pruned = { ...item, pruned: { at: AT, reason: 'retracted' } } as const
          const ended = itemDocument(ending, { ...rest, version: 2, item: pruned })
          await write(store(), [ended], place())
          await fence(store(), place(), fenceOf(forgetting, 9, item))
          for (const scope of [ending, forgetting]) {
            expect(await found(scope)).toEqual(Array(2).fill([left]))
          }
        },
      )

      test('given an item that is written and ends in one step, when searched, then it is not found', async () => {
        const scope = newScope()
        const made = { id: 'brief', terms: ['coffee'] }
        await write(store(), [
          itemDocument(scope, made),
          itemDocument(scope, { ...made, version: 2, item: { supersededBy: 'new' } }),
        ])
        expect(await search(store(), scope, ['coffee'])).toEqual([])
      })

      test('given an item that is pruned, when searched or counted, then it is not there, and can be read by its id', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        const made = { id: 'old', terms: ['coffee'], vector: Int8Array.of(1, 0), slot: 's' }
        await write(store(), [itemDocument(scope, made)], place())
        const pruned = { at: '2026-01-01T00:00:00.000Z', reason: 'faded' as const }
        await write(
          store(),
          [itemDocument(scope, { ...made, version: 2, item: { pruned } })],
          place(),
        )
        const vector = Int8Array.of(1, 0)
        expect(await search(store(), scope, ['coffee'])).toEqual([])
        expect(await store().searchVectors(scope, { vector, limit: 5 })).toEqual([])
        expect(await store().topItems(scope, { category: 'work', limit: 5 })).toEqual([])
        expect(await store().categoryCounts(scope)).toEqual([])
        expect(await store().hasItems(scope)).toBe(false)
        expect(await store().items(scope, ['old'])).toMatchObject([{ id: 'old', pruned }])
        expect(ids((await store().listItems(scope, { limit: 5 })).data)).toEqual(['old'])
      })

      test('given an item that said how long it held, when searched, then it is still current', async () => {
        const scope = newScope()
        await write(store(), [
          itemDocument(scope, {
            id: 'ended',
            terms: ['job'],
            item: { validTo: '2026-01-01T00:00:00.000Z' },
          }),
        ])
        expect(ids(await search(store(), scope, ['job']))).toEqual(['ended'])
      })
    })

    describe('searching vectors', () => {
      test('given vectors, when searched, then scores are their cosines, the best first', async () => {
        const scope = newScope()
        const vectors = { near: [127, 0, 0, 0], far: [0, 90, 90, 0], between: [90, 90, 0, 0] }
        await write(
          store(),
          Object.entries(vectors).map(([id, each]) =>
            itemDocument(scope, { id, vector: Int8Array.from(each) }),
          ),
        )
        const vector = Int8Array.of(120, 42, 0, 0)
        const hits = await store().searchVectors(scope, { vector, limit: 10 })
        expect(ids(hits)).toEqual(['near', 'between', 'far'])
        for (const { id, score } of hits) {
          const exact = cosine(vectors[id as keyof typeof vectors], [...vector])
          expect(Math.abs(score - exact)).toBeLessThan(declared.cosineTolerance ?? 0.01)
        }
      })

      test('given equal vectors, when the limit cuts them, then the lowest ids are left, in order', async () => {
        const scope = newScope()
        const names = ['m', 'z', 'a', 'k', 'c']
        const vector = Int8Array.of(100, 20)
        await write(
          store(),
          names.map((id) => itemDocument(scope, { id, vector })),
        )
        expect(ids(await store().searchVectors(scope, { vector, limit: 3 }))).toEqual([
          'a',
          'c',
          'k',
        ])
      })

      test('given an item without a vector, when searched, then it is not found and stops nothing', async () => {
        const scope = newScope()
        await write(store(), [
          itemDocument(scope, { id: 'without' }),
          itemDocument(scope, { id: 'with', vector: Int8Array.of(5, 5) }),
        ])
        const find = (vector: Int8Array) => store().searchVectors(scope, { vector, limit: 5 })
        expect(ids(await find(Int8Array.of(1, 1)))).toEqual(['with'])
        expect(await find(Int8Array.of(0, 0))).toEqual([])
      })

      test('given more than a few hundred vectors, when searched, then the nearest is found', async () => {
        const scope = newScope()
        const documents = Array.from({ length: 300 }, (_, n) =>
          itemDocument(scope, {
            id: `item ${n}`,
            vector: Int8Array.from([Math.cos(n / 300), Math.sin(n / 300)], (x) => x * 127),
          }),
        )
        await write(store(), documents)
        const vector = Int8Array.from([Math.cos(0.5), Math.sin(0.5)], (x) => x * 127)
        const hits = await store().searchVectors(scope, { vector, limit: 300 })
        expect(hits).toHaveLength(300)
        expect(hits[0]!.score).toBeGreaterThan(0.99)
        expect(hits.map(({ score }) => score)).toEqual(
          hits.map(({ score }) => score).sort((a, b) => b - a),
        )
      })
    })

    describe('looking up', () => {
      test('given a thread’s items, when asked for neighbours, then current ones within the window come', async () => {
        const scope = newScope()
        const of = (n: number, more = {}) =>
          itemDocument(scope, { id: `n${n}`, item: { threadId: 't', place: n, ...more } })
        await write(store(), [
          of(0),
          of(1),
          of(2, { supersededBy: 'x' }),
          of(3),
          of(4),
          itemDocument(scope, { id: 'elsewhere', item: { threadId: 't2', place: 3 } }),
        ])
        const near = (places: number[], window: number) =>
          store().neighbours(
            scope,
            places.map((place) => ({ threadId: 't', place })),
            window,
          )
        expect(ids(await near([3], 1)).sort()).toEqual(['n3', 'n4'])
        expect(ids(await near([0, 1], 2)).sort()).toEqual(['n0', 'n1', 'n3'])
        expect(await near([], 2)).toEqual([])
      })

      test('given an item whose words change, when searched, then it is found by those of now', async () => {
        const scope = newScope()
        const places = createPlaces()
        const become = (version: number, terms: string[], item = {}) =>
          write(store(), [itemDocument(scope, { id: 'a', version, terms, item })], places())
        const found = async () => {
          const all = ['tea', 'rome', 'oslo'].map((term) => search(store(), scope, [term]))
          return (await Promise.all(all)).map((hits) => hits.length)
        }
        await become(1, ['tea', 'rome'])
        await become(2, ['tea', 'oslo'])
        expect(await found()).toEqual([1, 0, 1])
        await become(3, ['tea', 'oslo'], { supersededBy: 'x' })
        expect(await found()).toEqual([0, 0, 0])
        await become(4, ['tea', 'oslo'])
        expect(await found()).toEqual([1, 0, 1])
      })

      test('given related terms, when searched, then they find, weigh less than words, and ask for nothing', async () => {
        const scope = newScope()
        const of = (id: string, terms: string[]) => itemDocument(scope, { id, terms })
        await write(store(), [of('by word', ['tea']), of('related', ['~tea']), of('c', ['oslo'])])
        const related = ['~tea', '~tea', '~nothing'].map((term) => ({ term, of: 'tea' }))
        const both = { terms: ['tea'], related, limit: 9 }
        const { hits, demand } = await store().searchText(scope, both)
        const alone = await store().searchText(scope, { terms: ['tea'], limit: 9 })
        expect(ids(hits)).toEqual(['by word', 'related'])
        expect(hits[1]!.score / hits[0]!.score).toBeCloseTo(0.6, 2)
        expect(demand).toEqual(alone.demand)
      })

      test('given a query, when searched, then it is told what it asks of the memory, found or not', async () => {
        const scope = newScope()
        const of = (id: string, terms: string[], item = {}) =>
          itemDocument(scope, { id, terms, item })
        await write(store(), [
          of('a', ['tea', 'rome']),
          of('b', ['tea']),
          of('closed', ['kettle'], { supersededBy: 'x' }),
        ])
        const demand = async (...terms: string[]) =>
          (await store().searchText(scope, { terms, limit: 1 })).demand
        const tea = { of: 'tea', frequency: 1, found: 2 }
        const kettle = { of: 'kettle', frequency: 2, found: 0 }
        expect(await demand('tea', 'kettle', 'kettle')).toEqual(demandOf(2, [tea, kettle]))
        expect(await demand('kettle', 'kettle')).toEqual(demandOf(2, [kettle]))
        expect((await demand('tea', 'kettle', 'mug', 'kettle')).missing).toEqual(['kettle', 'mug'])
        const related = [{ term: 'rome', of: 'kettle' }]
        const told = await store().searchText(scope, { terms: ['kettle'], related, limit: 1 })
        expect(told.demand.unknown).toBeCloseTo((await demand('kettle')).unknown / 2, 9)
        expect((await store().searchText(newScope(), { terms: ['tea'], limit: 1 })).hits).toEqual(
          [],
        )
      })

      test('given items of a resource, when listed, then they are in their order, closed ones too', async () => {
        const scope = newScope()
        await write(
          store(),
          [2, 0, 1].map((ordinal) =>
            itemDocument(scope, {
              id: `n${ordinal}`,
              item: { resourceId: 'r', ordinal, supersededBy: ordinal === 1 ? 'x' : null },
            }),
          ),
        )
        expect(ids(await store().itemsOfResource(scope, 'r', 10))).toEqual(['n0', 'n1', 'n2'])
        expect(ids(await store().itemsOfResource(scope, 'r', 2))).toEqual(['n0', 'n1'])
      })

      test('given a category, when its top is asked for, then weight comes before age, closed ones never', async () => {
        const scope = newScope()
        const of = (id: string, importance: 'low' | 'medium' | 'high' | 'critical', day: number) =>
          itemDocument(scope, {
            id,
            item: {
              importance,
              createdAt: `2026-05-${String(day).padStart(2, '0')}T00:00:00.000Z`,
            },
          })
        const closed = of('closed', 'critical', 30)
        await write(store(), [
          of('low', 'low', 20),
          of('old', 'medium', 1),
          of('new', 'medium', 9),
          of('high', 'high', 1),
          of('critical', 'critical', 1),
          { ...closed, item: { ...closed.item, supersededBy: 'x' } },
          itemDocument(scope, { id: 'elsewhere', item: { category: 'health' } }),
        ])
        expect(ids(await store().topItems(scope, { category: 'work', limit: 4 }))).toEqual([
          'critical',
          'high',
          'new',
          'old',
        ])
      })

      test('given items of a category, when those that hold a slot are asked for, then the others are left out', async () => {
        const scope = newScope()
        const closed = itemDocument(scope, { id: 'closed', slot: 'ana\nhome' })
        await write(store(), [
          itemDocument(scope, { id: 'free' }),
          itemDocument(scope, { id: 'held', slot: 'ana\nemployer' }),
          itemDocument(scope, { id: 'elsewhere', slot: 'ana\ndiet', item: { category: 'health' } }),
          { ...closed, item: { ...closed.item, supersededBy: 'x' } },
        ])
        const query = { category: 'work', limit: 5, held: true } as const
        expect(ids(await store().topItems(scope, query))).toEqual(['held'])
      })

      test('given pinned items, when asked for, then weight comes before age, closed ones never', async () => {
        const scope = newScope()
        const of = (id: string, item: Partial<Item>) =>
          itemDocument(scope, { id, item: { pinned: true, ...item } })
        const pruned = { at: AT, reason: 'retracted' } as const
        const place = createPlaces()
        const first = [
          of('old', {}),
          of('new', { createdAt: '2026-06-02T00:00:00.000Z', category: 'health' }),
          of('high', { importance: 'high' }),
          of('superseded', { supersededBy: 'x' }),
          of('retracted', { pruned }),
          itemDocument(scope, { id: 'plain' }),
        ]
        await write(store(), first, place())
        expect(ids(await store().pinnedItems(scope, 5))).toEqual(['high', 'new', 'old'])
        expect(ids(await store().pinnedItems(scope, 2))).toEqual(['high', 'new'])
        await write(store(), [itemDocument(scope, { id: 'high', version: 2 })], place())
        expect(ids(await store().pinnedItems(scope, 5))).toEqual(['new', 'old'])
        expect(await store().pinnedItems(newScope(), 5)).toEqual([])
      })

      test('given items, when counted by category, then closed ones do not count', async () => {
        const scope = newScope()
        const at = '2026-06-01T00:00:00.000Z'
        expect(await store().categoryCounts(scope)).toEqual([])
        expect(await store().hasItems(scope)).toBe(false)
        await write(store(), [
          itemDocument(scope, { id: 'a' }),
          itemDocument(scope, { id: 'b', item: { createdAt: at } }),
          itemDocument(scope, { id: 'c', item: { category: 'health', supersededBy: 'x' } }),
        ])
        expect(await store().categoryCounts(scope)).toEqual([
          { category: 'work', itemCount: 2, lastUpdated: at },
        ])
        expect(await store().hasItems(scope)).toBe(true)
      })

      test('given only closed items, when asked, then the user has none', async () => {
        const scope = newScope()
        await write(store(), [itemDocument(scope, { id: 'c', item: { supersededBy: 'x' } })])
        expect(await store().hasItems(scope)).toBe(false)
      })

      test('given summaries, when listed, then they are by category and empty ones are left out', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await write(
          store(),
          ['work', 'health', 'travel'].map((category) =>
            summaryDocument(scope, { category, text: category }),
          ),
          place(),
        )
        await write(
          store(),
          [summaryDocument(scope, { category: 'travel', text: '', version: 2 })],
          place(),
        )
        const listed = await store().summaries(scope)
        expect(listed.map(({ category }) => category)).toEqual(['health', 'work'])
      })
    })

    describe('paging', () => {
      test('given many items of one instant, when paged, then each comes once, the newest first', async () => {
        const scope = newScope()
        const wanted = Array.from({ length: 17 }, (_, n) => ({
          id: randomUUID(),
          createdAt: `2026-05-08T00:00:0${Math.floor(n / 8)}.000Z`,
        }))
        await write(
          store(),
          wanted.map(({ id, createdAt }, n) =>
            itemDocument(scope, { id, item: { createdAt, supersededBy: n % 5 ? null : 'x' } }),
          ),
        )
        const all = await everyPage((cursor) => store().listItems(scope, { limit: 5, cursor }))
        expect(all.sizes).toEqual([5, 5, 5, 2])
        expect(all.totals).toEqual([17, 17, 17, 17])
        expect(new Set(ids(all.data))).toEqual(new Set(ids(wanted)))
        expect(all.data).toHaveLength(17)
        const times = all.data.map((item) => item.createdAt)
        expect(times).toEqual([...times].sort().reverse())
      })

      test('given a category, when paged, then only its items come and count', async () => {
        const scope = newScope()
        await write(
          store(),
          Array.from({ length: 10 }, (_, n) =>
            itemDocument(scope, { id: `${n}`, item: { category: n % 2 ? 'work' : 'health' } }),
          ),
        )
        const all = await everyPage((cursor) =>
          store().listItems(scope, { limit: 2, cursor, category: 'work' }),
        )
        expect(ids(all.data).sort()).toEqual(['1', '3', '5', '7', '9'])
        expect(all.totals[0]).toBe(5)
      })

      test('given types, scopes and pins, when listed, then only what is wanted comes and counts', async () => {
        const scope = newScope()
        const of = (id: string, item: Partial<Item>) => itemDocument(scope, { id, item })
        await write(store(), [
          of('plain', {}),
          of('goal', { type: 'goal', pinned: true }),
          of('seen', { scopes: ['a', 'b'] }),
          of('other', { scopes: ['c'], type: 'goal' }),
          of('closed', { pinned: true, supersededBy: 'x' }),
        ])
        const listed = async (filter: ItemFilter) => {
          const { data, total } = await store().listItems(scope, { limit: 10, ...filter })
          expect(total).toBe(data.length)
          return ids(data).sort()
        }
        expect(await listed({ types: ['goal'] })).toEqual(['goal', 'other'])
        expect(await listed({ types: ['fact'] })).toEqual(['closed', 'plain', 'seen'])
        expect(await listed({ types: ['fact', 'goal'] })).toHaveLength(5)
        expect(await listed({ scopes: ['b', 'x'] })).toEqual(['closed', 'goal', 'plain', 'seen'])
        expect(await listed({ types: ['goal'], scopes: ['c'] })).toEqual(['goal', 'other'])
        expect(await listed({ pinned: true })).toEqual(['goal'])
      })

      test('given scopes, when only one is asked for, then what is seen everywhere is left out', async () => {
        const scope = newScope()
        const of = (id: string, item: Partial<Item>) => itemDocument(scope, { id, item })
        await write(store(), [
          of('plain', {}),
          of('seen', { scopes: ['a', 'b'] }),
          of('other', { scopes: ['ab'] }),
          of('closed', { scopes: ['a'], supersededBy: 'x' }),
          of('pruned', { scopes: ['b'], pruned: { at: '2026-01-01T00:00:00Z', reason: 'faded' } }),
        ])
        const listed = async (filter: ItemFilter) => {
          const { data, total } = await store().listItems(scope, { limit: 10, ...filter })
          expect(total).toBe(data.length)
          return ids(data).sort()
        }
        expect(await listed({ onlyScope: 'a' })).toEqual(['closed', 'seen'])
        const now = { currentAt: AT }
        expect(await listed({ onlyScope: 'a', ...now })).toEqual(['seen'])
        expect(await listed({ onlyScope: 'b', ...now, scopes: ['a'] })).toEqual(['seen'])
        expect(await listed(now)).toEqual(['other', 'plain', 'seen'])
        const then = store().at({ asOf: '2100-01-01T00:00:00Z' })
        const held = await then.listItems(scope, { limit: 10, onlyScope: 'a' })
        expect(ids(held.data)).toContain('seen')
        expect(ids(held.data)).not.toContain('plain')
      })

      test('given items that end, when the current ones are listed, then those that have ended by then are left out', async () => {
        const scope = newScope()
        const until = (validTo: string | null) =>
          itemDocument(scope, {
            id: `until ${validTo}`,
            item: { validFrom: onDay(1), validTo },
          })
        const ends = ['2026-03-05T10:00:00Z', '2026-03-05T12:00:00+01:00', null] as const
        const validFrom = '2026-03-05T13:00:00+03:00'
        const never = { validFrom, validTo: '2026-03-05T10:00:00.000Z' }
        await write(store(), [
          ...ends.map(until),
          itemDocument(scope, { id: 'holds at no time', item: never }),
        ])
        const listed = async (currentAt: string) => {
          const page = await store().listItems(scope, { limit: 10, currentAt })
          expect(page.total).toBe(page.data.length)
          expect(ids(page.data)).toContain('holds at no time')
          return ends.filter((end) => ids(page.data).includes(`until ${end}`))
        }
        expect(await listed('2026-03-05T09:59:59.999Z')).toEqual(ends)
        expect(await listed('2026-03-05T10:00:00.000Z')).toEqual(ends.slice(1))
        expect(await listed('2026-03-05T10:59:59.999Z')).toEqual(ends.slice(1))
        expect(await listed('2026-03-05T11:00:00.000Z')).toEqual([null])
      })

      test('given many resources of one instant, when paged, then each comes once', async () => {
        const scope = newScope()
        const wanted = Array.from({ length: 11 }, () => ({ id: randomUUID() }))
        await write(
          store(),
          wanted.map(({ id }) => resourceDocument(scope, { id })),
        )
        const all = await everyPage((cursor) => store().listResources(scope, { limit: 4, cursor }))
        expect(ids(all.data).sort()).toEqual(ids(wanted).sort())
        expect(all.totals[0]).toBe(11)
      })

      test('given a full last page, when listed, then nothing follows it', async () => {
        const scope = newScope()
        await write(store(), [itemDocument(scope, { id: 'a' }), itemDocument(scope, { id: 'b' })])
        expect((await store().listItems(scope, { limit: 2 })).nextCursor).toBeNull()
        expect(await store().listItems(newScope(), { limit: 2 })).toEqual({
          data: [],
          total: 0,
          nextCursor: null,
        })
      })

      test('given a cursor that was never issued, when listed, then it is refused', async () => {
        const scope = newScope()
        await write(store(), [itemDocument(scope, { id: 'a' })])
        const cursor = 'not a cursor'
        await expect(store().listItems(scope, { limit: 2, cursor })).rejects.toThrow(InvalidCursor)
        await expect(store().listResources(scope, { limit: 2, cursor })).rejects.toThrow(
          InvalidCursor,
        )
      })

      test('given a cursor of a list, when another list is asked with it, then it is refused there alone', async () => {
        const [scope, other] = [newScope(), newScope()]
        const { appId } = scope
        const same = { appId, userId: other.userId }
        const span = { from: '2026-01-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' }
        const of = (user: Scope) => [
          ...['a', 'b'].map((id) => itemDocument(user, { id, item: { threadId: id } })),
          ...['c', 'd'].map((id) => resourceDocument(user, { id })),
        ]
        await write(store(), [...of(scope), ...of(same), ...of(other)])
        const page = (cursor?: string) => ({ limit: 1, cursor })
        const lists: Record<string, (cursor?: string) => Promise<Paged<unknown>>> = {
          items: (cursor) => store().listItems(scope, page(cursor)),
          changes: (cursor) => store().changedWithin(scope, span, page(cursor)),
          threads: (cursor) => store().listThreads(scope, page(cursor)),
          resources: (cursor) => store().listResources(scope, page(cursor)),
          users: (cursor) => store().users(page(cursor)),
          usersOfApp: (cursor) => store().userOverviews({ appId, ...page(cursor) }),
          apps: (cursor) => store().appOverviews(page(cursor)),
        }
        for (const [name, first] of Object.entries(lists)) {
          const cursor = (await first()).nextCursor ?? 'no further page'
          for (const [asked, list] of Object.entries(lists)) {
            const answer = await list(cursor).catch((error) => error)
            const refused = answer instanceof InvalidCursor
            expect({ asked, of: name, refused }).toEqual({
              asked,
              of: name,
              refused: asked !== name,
            })
          }
        }
      })
    })

    describe('users', () => {
      test('given users of an app, when paged, then each who has a current item comes once', async () => {
        const { appId } = newScope()
        const of = (n: number) => ({ appId, userId: `user-${n}` })
        const place = createPlaces()
        const closed = { supersededBy: 'x' }
        await write(
          store(),
          [
            ...[0, 1, 2, 3, 4].flatMap((n) => [
              itemDocument(of(n), { id: 'one' }),
              itemDocument(of(n), { id: 'two' }),
            ]),
            itemDocument(of(5), { id: 'closed', item: closed }),
            resourceDocument(of(6), { id: 'waits' }),
            itemDocument({ appId: `${appId}a`, userId: 'user-0' }, { id: 'one' }),
          ],
          place(),
        )
        const { data: everyone, sizes } = await everyPage((cursor) =>
          store().users({ limit: 2, appId, cursor }),
        )
        expect(sizes).toEqual([2, 2, 1])
        expect(everyone.map(({ userId }) => userId).sort()).toEqual(
          [0, 1, 2, 3, 4].map((n) => `user-${n}`),
        )
        expect(everyone.every((scope) => scope.appId === appId)).toBe(true)
        expect((await store().users({ limit: 1, appId })).total).toBe(5)
        await fence(store(), place(), fenceOf(of(3), 9))
        const left = await store().users({ limit: 10, appId })
        expect(left).toMatchObject({ total: 4, nextCursor: null })
        expect(left.data.map(({ userId }) => userId)).not.toContain('user-3')
      })

      test('given users of several apps, when paged without an app, then all come', async () => {
        const scopes = [newScope(), newScope(), newScope()]
        await write(
          store(),
          scopes.map((scope) => itemDocument(scope, { id: 'one' })),
        )
        const { data: everyone } = await everyPage((cursor) => store().users({ limit: 2, cursor }))
        expect(everyone).toEqual(expect.arrayContaining(scopes))
        await expect(store().users({ limit: 5, cursor: 'nobody gave it' })).rejects.toThrow(
          InvalidCursor,
        )
      })

      test('given no users, when listed, then the list is empty', async () => {
        const { appId } = newScope()
        expect(await store().users({ limit: 5, appId })).toEqual({
          data: [],
          total: 0,
          nextCursor: null,
        })
      })
    })

    describe('threads', () => {
      const [before, later] = ['2026-05-07T00:00:00.000Z', '2026-05-09T00:00:00.000Z']
      const said = (scope: Scope, id: string, threadId: string, item: Partial<Item> = {}) =>
        itemDocument(scope, { id, item: { threadId, ...item } })

      test('given threads of the client, when paged, then each comes by id, with counts and its first and last instant', async () => {
        const scope = newScope()
        await write(store(), [
          said(scope, '1', 'slack/C012/p1700', { resourceId: 'r1' }),
          said(scope, '2', 'slack/C012/p1700', { resourceId: 'r1', createdAt: before }),
          said(scope, '3', 'slack/C012/p1700', {
            resourceId: 'r2',
            createdAt: later,
            supersededBy: '1',
          }),
          said(scope, '4', 'b', { resourceId: 'r2' }),
          said(scope, '5', 'ü'),
          said(scope, '6', threadBegunBy('r3', 'conversation')),
          said(scope, '7', threadBegunBy('r4', 'document')),
          itemDocument(scope, { id: 'of no thread' }),
          said(newScope(), '8', 'another’s'),
        ])
        const { data, sizes, totals } = await everyPage((cursor) =>
          store().listThreads(scope, { limit: 2, cursor }),
        )
        const one = { firstAt: AT, lastAt: AT, itemCount: 1, resourceCount: 1 }
        const listed = declared.ownOrder
          ? data.toSorted((a, b) => (a.threadId < b.threadId ? -1 : 1))
          : data
        expect(listed).toEqual([
          { threadId: 'b', ...one },
          {
            threadId: 'slack/C012/p1700',
            firstAt: before,
            lastAt: later,
            itemCount: 3,
            resourceCount: 2,
          },
          { threadId: 'ü', ...one },
        ])
        expect([sizes, totals]).toEqual([
          [2, 1],
          [3, 3],
        ])
      })

      test('given a thread, when its items are listed, then only they come and count', async () => {
        const scope = newScope()
        await write(store(), [
          ...['1', '2', '3'].map((id) => said(scope, id, 'a/b')),
          said(scope, '4', 'a'),
          said(scope, '5', 'a/b', { category: 'health' }),
        ])
        const ofThread = await everyPage((cursor) =>
          store().listItems(scope, { limit: 3, cursor, threadId: 'a/b' }),
        )
        expect(ids(ofThread.data).sort()).toEqual(['1', '2', '3', '5'])
        expect(ofThread.totals).toEqual([4, 4])
        const both = { threadId: 'a/b', category: 'health' }
        expect(ids((await store().listItems(scope, { limit: 9, ...both })).data)).toEqual(['5'])
      })

      test('given what was said in a thread is forgotten, when listed, then the thread is gone', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await write(store(), [said(scope, '1', 't')], place())
        await fence(store(), place(), fenceOf(scope, 9))
        expect(await store().listThreads(scope, { limit: 9 })).toEqual(emptyPage)
        expect(await store().listThreads(newScope(), { limit: 9 })).toEqual(emptyPage)
        await write(store(), [said(scope, 'late', 't')], place())
        expect(await store().listThreads(scope, { limit: 9 })).toEqual(emptyPage)
      })

      test('given a cursor that was never issued, when listed, then it is refused', async () => {
        const page = { limit: 2, cursor: 'nobody gave it' }
        await expect(store().listThreads(newScope(), page)).rejects.toThrow(InvalidCursor)
      })
    })

    describe('overviews', () => {
      const later = '2026-05-09T00:00:00.000Z'
      const resource = (scope: Scope, id: string, receivedAt: string = AT) =>
        resourceDocument(scope, { id, resource: { receivedAt } })

      test('given users of an app, when paged, then each who has a resource comes with counts and last write', async () => {
        const { appId } = newScope()
        const of = (n: number) => ({ appId, userId: `user-${n}` })
        await write(store(), [
          ...[4, 3, 2, 1, 0].map((n) => resource(of(n), 'first')),
          resource(of(2), 'second', later),
          itemDocument(of(2), { id: 'one' }),
          itemDocument(of(2), { id: 'closed', item: { supersededBy: 'one' } }),
          itemDocument(of(5), { id: 'of no resource' }),
          resource({ appId: `${appId}a`, userId: 'user-0' }, 'another app’s'),
          resource({ appId: `${appId}-`, userId: 'user-0' }, 'another app’s'),
        ])
        const { data, sizes, totals } = await everyPage((cursor) =>
          store().userOverviews({ appId, limit: 2, cursor }),
        )
        expect([sizes, totals]).toEqual([
          [2, 2, 1],
          [5, 5, 5],
        ])
        const first = { itemCount: 0, resourceCount: 1, lastWriteAt: AT }
        const listed = declared.ownOrder
          ? data.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
          : data
        expect(listed).toEqual([
          { userId: 'user-0', ...first },
          { userId: 'user-1', ...first },
          { userId: 'user-2', itemCount: 1, resourceCount: 2, lastWriteAt: later },
          { userId: 'user-3', ...first },
          { userId: 'user-4', ...first },
        ])
        expect(await store().appOverview(appId)).toEqual({ appId, userCount: 5 })
      })

      test('given items that end, when users are listed by a day, then those that have ended do not count', async () => {
        const scope = newScope()
        const ending = (id: string, validTo: string | null, item: Partial<Item> = {}) =>
          itemDocument(scope, { id, item: { validFrom: onDay(1), validTo, ...item } })
        await write(store(), [
          resource(scope, 'r'),
          ending('open', null),
          ending('ended', onDay(10)),
          ending('ends later', onDay(20).replace('Z', '+00:00')),
          ending('closed', onDay(10), { supersededBy: 'open' }),
          ending('followed', onDay(10), { followedBy: 'open' }),
          ending('holds never', onDay(1)),
        ])
        const counted = async (currentAt?: string) => {
          const { data } = await store().userOverviews({ ...scope, limit: 9, currentAt })
          return data.map(({ itemCount }) => itemCount)
        }
        expect(await counted()).toEqual([5])
        expect(await counted(onDay(9))).toEqual([5])
        expect(await counted(onDay(10))).toEqual([3])
        expect(await counted(onDay(20))).toEqual([2])
        const { total } = await store().listItems(scope, { limit: 9, currentAt: onDay(10) })
        expect(total).toBe(3)
      })

      test('given a search, when listed, then those whose id holds it, to the letter', async () => {
        const { appId } = newScope()
        const users = ['Ana', 'ana-2', 'Bob', 'a*a', 'a_b', 'a\\b', 'slack/C012', '😀 ü']
        await write(
          store(),
          users.map((userId) => resource({ appId, userId }, 'r')),
        )
        const found = async (search: string) => {
          const { data, total } = await store().userOverviews({ appId, search, limit: 9 })
          expect(total).toBe(data.length)
          return inOrder(data.map(({ userId }) => userId))
        }
        expect(await found('ANA')).toEqual(['Ana', 'ana-2'])
        expect(await found('a*')).toEqual(['a*a'])
        expect(await found('_')).toEqual(['a_b'])
        expect(await found('\\')).toEqual(['a\\b'])
        expect(await found('?')).toEqual([])
        expect(await found('/c0')).toEqual(['slack/C012'])
        expect(await found('2F')).toEqual([])
        expect(await found('😀'.repeat(256))).toEqual([])
        expect(await found('😀 ü')).toEqual(['😀 ü'])
        expect(await found(appId)).toEqual([])
      })

      test('given a user who is forgotten, when listed, then they are named no more, nor an app without users', async () => {
        const [stays, goes, place] = [newScope(), newScope(), createPlaces()]
        const other = { appId: stays.appId, userId: 'also' }
        await write(
          store(),
          [stays, other, goes].map((scope) => resource(scope, 'r')),
          place(),
        )
        const listed = async ({ appId }: Scope) => {
          const { data, total } = await store().userOverviews({ appId, limit: 9 })
          return [total, ...inOrder(data.map(({ userId }) => userId))]
        }
        const apps = async () => {
          const { data } = await everyPage((cursor) => store().appOverviews({ limit: 1, cursor }))
          return data.filter(({ appId }) => [stays.appId, goes.appId].includes(appId))
        }
        expect(await listed(stays)).toEqual([2, 'also', stays.userId])
        expect((await apps()).length).toBe(2)
        await fence(store(), place(), fenceOf(other, 9))
        await fence(store(), place(), fenceOf(goes, 9))
        expect(await listed(stays)).toEqual([1, stays.userId])
        expect(await listed(goes)).toEqual([0])
        expect(await apps()).toEqual([{ appId: stays.appId, userCount: 1 }])
        expect(await store().appOverview(goes.appId)).toEqual({ appId: goes.appId, userCount: 0 })
        // A document that was written before the forget and comes late names no user either.
        await write(store(), [resource(goes, 'late')], place())
        expect(await listed(goes)).toEqual([0])
      })

      test('given an app and users with the longest names, when paged, then they are listed like others', async () => {
        const longest = '😀'.repeat(256)
        const app = '😀'.repeat(200)
        const users = [longest, `${longest.slice(2)}a`, 'b']
        await write(store(), [
          ...users.map((userId) => resource({ appId: app, userId }, 'r')),
          ...users.map((userId) => itemDocument({ appId: app, userId }, { id: 'i' })),
        ])
        const shown = await everyPage((cursor) =>
          store().userOverviews({ appId: app, limit: 1, cursor }),
        )
        expect(shown.data.map(({ userId }) => userId).sort()).toEqual([...users].sort())
        const known = await everyPage((cursor) => store().users({ appId: app, limit: 1, cursor }))
        expect(known.data.map(({ userId }) => userId).sort()).toEqual([...users].sort())
        const { data } = await everyPage((cursor) => store().appOverviews({ limit: 1, cursor }))
        expect(data).toContainEqual({ appId: app, userCount: 3 })
      })

      test('given apps whose names begin alike, when paged, then each comes once', async () => {
        const { appId } = newScope()
        const apps = ['', '-b', '0', 'a', ' b', '/b', '%2Fb', '/', 'ü', '😀'.repeat(190)].map(
          (end) => appId + end,
        )
        await write(
          store(),
          apps.flatMap((app) => ['x', 'y'].map((userId) => resource({ appId: app, userId }, 'r'))),
        )
        const { data } = await everyPage((cursor) => store().appOverviews({ limit: 2, cursor }))
        const ours = data.filter((each) => each.appId.startsWith(appId))
        expect(ours.map(({ appId }) => appId).sort()).toEqual([...apps].sort())
        expect(ours.every(({ userCount }) => userCount === 2)).toBe(true)
      })

      test('given a cursor that was never issued, when listed, then it is refused', async () => {
        const page = { limit: 2, cursor: 'nobody gave it' }
        await expect(store().appOverviews(page)).rejects.toThrow(InvalidCursor)
        await expect(store().userOverviews({ ...page, appId: newScope().appId })).rejects.toThrow(
          InvalidCursor,
        )
      })

      test.each(['x', -1, 0.5, 1e300])(
        'given a cursor that counts %j before it, when listed, then it is refused',
        async (count) => {
          const ofApps = { limit: 2, cursor: encodeCursor('apps', ['', count]) }
          await expect(store().appOverviews(ofApps)).rejects.toThrow(InvalidCursor)
          const ofUsers = {
            limit: 2,
            cursor: encodeCursor('usersFound', ['', '', count]),
            search: 'a',
          }
          const { appId } = newScope()
          await expect(store().userOverviews({ ...ofUsers, appId })).rejects.toThrow(InvalidCursor)
        },
      )
    })

    describe('forgetting', () => {
      test('given everything of a user, when a fence arrives, then nothing of it can be read in any way', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        const vector = Int8Array.of(1, 2)
        await write(
          store(),
          [
            itemDocument(scope, {
              id: 'i',
              terms: ['canary'],
              vector,
              slot: 's',
              fingerprint: 'f',
            }),
            resourceDocument(scope, { id: 'r' }),
            summaryDocument(scope, { category: 'work', text: 'canary' }),
          ],
          place(),
        )
        await fence(store(), place(), fenceOf(scope, 9, { keyGeneration: 1 }))
        expect(await search(store(), scope, ['canary'])).toEqual([])
        expect(await store().searchVectors(scope, { vector, limit: 5 })).toEqual([])
        expect(await store().items(scope, ['i'])).toEqual([])
        expect(await store().resource(scope, 'r')).toBeNull()
        expect(await store().resources([{ ...scope, id: 'r' }])).toEqual([null])
        expect(await store().summaries(scope)).toEqual([])
        expect(await store().topItems(scope, { category: 'work', limit: 5 })).toEqual([])
        expect((await store().listResources(scope, { limit: 5 })).total).toBe(0)
        expect((await store().receipt(scope, 9))?.removed).toEqual({
          items: 1,
          resources: 1,
          summaries: 1,
        })
      })

      test('given a key generation that is gone, when its resources come later, then they are ignored', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        const late = resourceDocument(scope, { id: 'late', source: 10, keyGeneration: 2 })
        await write(store(), [late], place())
        await fence(store(), place(), fenceOf(scope, 9, { keyGeneration: 2 }))
        expect(await store().resource(scope, 'late')).toBeNull()
        await write(
          store(),
          [
            { ...late, version: 2 },
            resourceDocument(scope, { id: 'back', source: 11, keyGeneration: 3 }),
          ],
          place(),
        )
        expect(await store().resource(scope, 'late')).toBeNull()
        expect(await store().resource(scope, 'back')).not.toBeNull()
      })

      test('given a category, when its fence arrives, then resources with nothing left go and are named', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        const of = (id: string, resourceId: string, category: string) =>
          itemDocument(scope, { id, item: { resourceId, category } })
        await write(
          store(),
          [
            of('1', 'emptied', 'health'),
            of('2', 'mixed', 'health'),
            of('3', 'mixed', 'work'),
            of('4', 'untouched', 'work'),
            ...['emptied', 'mixed', 'untouched'].map((id) => resourceDocument(scope, { id })),
            summaryDocument(scope, { category: 'health', text: 'gone' }),
            summaryDocument(scope, { category: 'work', text: 'kept' }),
          ],
          place(),
        )
        await fence(store(), place(), fenceOf(scope, 9, { category: 'health' }))
        const receipt = await store().receipt(scope, 9)
        expect(receipt?.resourceIds).toEqual(['emptied'])
        expect(receipt?.removed).toEqual({ items: 2, resources: 1, summaries: 1 })
        expect(ids((await store().listResources(scope, { limit: 9 })).data).sort()).toEqual([
          'mixed',
          'untouched',
        ])
        expect((await store().summaries(scope)).map(({ text }) => text)).toEqual(['kept'])
      })

      test('given a category, when its fence arrives, then resources that only said its facts again go and are named', async () => {
        const [scope, other, place] = [newScope(), newScope(), createPlaces()]
        const said = (id: string, saidIn: readonly string[], source = 1) =>
          resourceDocument(scope, { id, source, resource: { saidIn } })
        const of = (resourceId: string, category: string) =>
          itemDocument(scope, { id: `of ${resourceId}`, item: { resourceId, category } })
        await write(
          store(),
          [
            ...[of('first', 'health'), of('filed', 'work')],
            ...[said('first', ['health']), said('again', ['health']), said('filed', ['health'])],
            ...[said('both', ['health', 'work']), said('work', ['work']), said('nothing', [])],
            said('later', ['health'], 9),
            resourceDocument(other, { id: 'theirs', resource: { saidIn: ['health'] } }),
          ],
          place(),
        )
        await fence(store(), place(), fenceOf(scope, 9, { category: 'health' }))
        const health = await store().receipt(scope, 9)
        expect(health?.resourceIds).toEqual(['again', 'first'])
        expect(health?.removed).toMatchObject({ items: 1, resources: 2 })
        await fence(store(), place(), fenceOf(scope, 10, { category: 'work' }))
        expect((await store().receipt(scope, 10))?.resourceIds).toEqual(['both', 'filed', 'work'])
        const { data } = await store().listResources(scope, { limit: 9 })
        expect(ids(data).sort()).toEqual(['later', 'nothing'])
        expect(await store().resource(other, 'theirs')).not.toBeNull()
      })

      test('given a category, when writes before its fence come later, then those with nothing left are found', async () => {
        const [scope, other, place] = [newScope(), newScope(), createPlaces()]
        const health = fenceOf(scope, 9, { category: 'health' })
        expect(await store().emptied(health)).toEqual([])
        await fence(store(), place(), health)
        const said = (id: string, saidIn: readonly string[], source: number) =>
          resourceDocument(scope, { id, source, resource: { saidIn } })
        const kept = itemDocument(scope, { id: '1', item: { resourceId: 'filed' } })
        await write(
          store(),
          [
            ...[said('late', ['health'], 8), said('filed', ['health'], 8), kept],
            ...[said('both', ['health', 'work'], 7), said('work', ['work'], 7)],
            said('later', ['health'], 9),
            resourceDocument(other, { id: 'theirs', resource: { saidIn: ['health'] } }),
          ],
          place(),
        )
        expect(await store().emptied(health)).toEqual([{ id: 'late', source: 8 }])
        expect(await store().emptied({ ...health, ...other, before: 2 })).toEqual([
          { id: 'theirs', source: 1 },
        ])
        await fence(store(), place(), fenceOf(scope, 8, { category: 'work' }))
        await write(store(), [said('mixed', ['health', 'work'], 7)], place())
        const found = await store().emptied(health)
        expect(found.sort((a, b) => a.source - b.source)).toEqual([
          { id: 'mixed', source: 7 },
          { id: 'late', source: 8 },
        ])
      })

      test('given a resource whose content is erased, when told, then it is gone', async () => {
        const [scope, other, place] = [newScope(), newScope(), createPlaces()]
        await write(
          store(),
          [scope, other].map((each) => resourceDocument(each, { id: 'r' })),
          place(),
        )
        await store().apply({ ...emptyStep(place()), erasedResources: [{ ...scope, id: 'r' }] })
        expect(await store().resource(scope, 'r')).toBeNull()
        expect(await store().resource(other, 'r')).not.toBeNull()
      })

      test('given an erasure, when told twice, then the first one is kept for ever', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        const erasure = {
          id: randomUUID(),
          category: null,
          deletedItems: 1,
          deletedEntities: 2,
          deletedResources: 3,
          erasedAt: '2026-05-08T00:00:00.000Z',
        }
        const tell = (told: typeof erasure) =>
          store().apply({ ...emptyStep(place()), erasures: [{ ...scope, erasure: told }] })
        await tell(erasure)
        await tell({ ...erasure, deletedItems: 0 })
        await fence(store(), place(), fenceOf(scope, 99))
        expect(await store().erasure(scope, erasure.id)).toEqual(erasure)
        expect(await store().erasure(newScope(), erasure.id)).toBeNull()
      })

      test('given a user who comes back, when searched, then only the new is found', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        const vector = Int8Array.of(3, 4)
        await write(store(), [itemDocument(scope, { id: 'old', terms: ['tea'], vector })], place())
        await fence(store(), place(), fenceOf(scope, 9))
        await write(
          store(),
          [itemDocument(scope, { id: 'new', source: 10, terms: ['tea'], vector })],
          place(),
        )
        expect(ids(await search(store(), scope, ['tea']))).toEqual(['new'])
        expect(ids(await store().searchVectors(scope, { vector, limit: 5 }))).toEqual(['new'])
      })
    })
  })
}

function emptyStep(checkpoint: MemoryStep['checkpoint']): MemoryStep {
  return { checkpoint, fences: [], documents: [], erasedResources: [], erasures: [] }
}

function write(
  store: MemoryStore,
  documents: readonly MemoryDocument[],
  checkpoint = createPlaces()(),
): Promise<void> {
  return store.apply({ ...emptyStep(checkpoint), documents })
}

function fence(
  store: MemoryStore,
  checkpoint: MemoryStep['checkpoint'],
  raised: MemoryStep['fences'][number],
): Promise<void> {
  return store.apply({ ...emptyStep(checkpoint), fences: [raised] })
}

function search(
  store: MemoryStore,
  scope: Parameters<MemoryStore['searchText']>[0],
  terms: string[],
  limit = 10,
) {
  return store.searchText(scope, { terms, limit }).then(({ hits }) => hits)
}

function ids(of: readonly { id: string }[]): string[] {
  return of.map(({ id }) => id)
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, each, n) => sum + each * b[n]!, 0)
  return dot / (Math.hypot(...a) * Math.hypot(...b))
}

async function everyPage<T>(page: (cursor: string | undefined) => Promise<Paged<T>>) {
  const pages: Paged<T>[] = []
  for (let cursor: string | undefined; ; ) {
    const one = await page(cursor)
    pages.push(one)
    if (one.nextCursor === null) break
    cursor = one.nextCursor
  }
  return {
    data: pages.flatMap(({ data }) => data),
    sizes: pages.map(({ data }) => data.length),
    totals: pages.map(({ total }) => total),
  }
}
