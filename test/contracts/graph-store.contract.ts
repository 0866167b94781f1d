// What every graph store must do, whatever the technology: the contract of projections, and what facts say of
// entities.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type GraphFact,
  type GraphStep,
  type GraphStore,
  PROPERTIES_SHOWN,
  RELATIONSHIPS_SHOWN,
} from '../../infra/ports/graph-store.ts'
import { NEVER_HELD } from '../../infra/ports/rules/item-times.ts'
import type { Time } from '../../infra/ports/rules/time.ts'
import { createUpdateGraph } from '../../processors/update-graph/processor.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { runs } from '../long.ts'
import { AT, createPlaces, eachOpened, fenceOf, lookAlikes, newScope, oddTexts } from './given.ts'
import { day, graphFact, graphStep, said, write } from './graph-facts.ts'
import { type OpenedProjection, projectionContract } from './projection.contract.ts'
import { historyOf, shownAt, steps, timesAsked } from './random-times.ts'
import { onDay, takeIn, timesCases } from './times.ts'

const ANA = { name: 'Ana', type: 'person' }
const LISBON = { name: 'Lisbon', type: 'city' }
const LIVES_IN = { source: 'Ana', type: 'lives_in', target: 'Lisbon' }

export function graphStoreContract(
  name: string,
  open: () => Promise<OpenedProjection<GraphStore>>,
): void {
  projectionContract(name, open, {
    counted: 'entities',
    apply: (store, { entries, ...step }) =>
      store.apply({
        ...step,
        closed: [],
        facts: entries.map(({ appId, userId, id, source, category, text }) =>
          graphFact({ appId, userId }, id, {
            source,
            category,
            context: text,
            entities: [{ name: id, type: 'thing' }],
          }),
        ),
      }),
    idsOf: async (store, scope) =>
      (await store.listEntities(scope, { limit: 100, offset: 0 })).entities.map(({ name }) => name),
    textOf: async (store, scope, id) => (await store.entity(scope, id))?.mentions[0]?.context,
  })

  describe(`${name} as a graph store`, () => {
    const opened = eachOpened(open)
    const store = () => opened().store

    describe('another time', () => {
      for (const { name: what, events, asked } of timesCases) {
        test(`${what}: relationships, properties and names are those of then`, async () => {
          const scope = newScope()
          await takeIn(createUpdateGraph({ graph: store() }), events(scope))
          for (const { time, shown, holding } of asked) {
            const then = store().at(time)
            const query = { words: ['ana'], entityLimit: 9, factLimit: 9 }
            const { entities, factIds } = await then.named(scope, query)
            expect({ time, shown: factIds.toSorted() }).toEqual({ time, shown })
            const visited = entities.flatMap(({ relationships }) =>
              relationships.map(({ target }) => target),
            )
            expect({ time, visited: visited.toSorted() }).toEqual({ time, visited: holding })
            const ana = await then.entity(scope, 'Ana')
            const related = (ana?.relationships ?? []).map(({ target }) => target)
            expect({ time, related: related.toSorted() }).toEqual({ time, related: holding })
            const homes = holding.map((id) => `home ${id}`)
            expect(homes.length === 0 ? [undefined] : homes).toContain(ana?.properties.home)
            if (shown.length === 0) continue
            const { entities: listed } = await then.listEntities(scope, { limit: 9, offset: 0 })
            const counted = listed.find(({ name: each }) => each === 'Ana')?.relationshipCount
            expect({ time, counted }).toEqual({ time, counted: holding.length })
          }
        })
      }

      test.each(timesCases)('$name: the present is what was known last', async ({ events }) => {
        const scope = newScope()
        const learnt = events(scope)
        await takeIn(createUpdateGraph({ graph: store() }), learnt)
        const last = learnt.at(-1)!.event.recordedAt
        const page = { limit: 9, offset: 0 }
        for (const currentAt of [last, onDay(15), onDay(19), onDay(20), onDay(21)]) {
          if (currentAt < last) continue
          const then = store().at({ knownAt: currentAt })
          for (const categories of [undefined, ['work']]) {
            const query = { words: ['ana'], categories, entityLimit: 9, factLimit: 9 }
            const named = await store().named(scope, { ...query, currentAt })
            expect({ currentAt, named }).toEqual({
              currentAt,
              named: await then.named(scope, query),
            })
          }
          const ana = await store().entity(scope, 'Ana', { currentAt })
          expect({ currentAt, ana }).toEqual({ currentAt, ana: await then.entity(scope, 'Ana') })
          const listed = await store().listEntities(scope, { ...page, currentAt })
          expect({ currentAt, listed }).toEqual({
            currentAt,
            listed: await then.listEntities(scope, page),
          })
        }
      })

      test('given any history, when asked at any time, then facts, relationships and names are those of a replay that stops there', async () => {
        await fc.assert(
          fc.asyncProperty(steps, timesAsked, async (told, times) => {
            const scope = newScope()
            const events = historyOf(told, scope)
            await takeIn(createUpdateGraph({ graph: store() }), events)
            for (const time of times) {
              const { shown, holding } = await shownAt(events, time)
              const then = store().at(time)
              const named = await then.named(scope, {
                words: ['ana'],
                entityLimit: 9,
                factLimit: 9,
              })
              const ana = await then.entity(scope, 'Ana')
              const related = (ana?.relationships ?? []).map(({ target }) => target)
              expect({
                time,
                found: named.factIds.toSorted(),
                related: related.toSorted(),
              }).toEqual({ time, found: shown, related: holding })
            }
          }),
          { numRuns: runs(25, 500) },
        )
      })

      test('given a value that another takes the place of on a later day, when asked, then it is the one of the day; of no day, both', async () => {
        const scope = newScope()
        const { events } = timesCases.find(({ name: each }) =>
          each.startsWith('followed: another'),
        )!
        await takeIn(createUpdateGraph({ graph: store() }), events(scope))
        const told = async (currentAt?: string) => {
          const ana = await store().entity(scope, 'Ana', { currentAt })
          const { entities } = await store().listEntities(scope, { limit: 9, offset: 0, currentAt })
          const listed = entities.find(({ name: each }) => each === 'Ana')
          return {
            related: ana?.relationships.map(({ target }) => target),
            homes: [ana?.properties.home, listed?.properties.home],
            count: listed?.relationshipCount,
          }
        }
        expect(await told(onDay(19))).toEqual({
          related: ['a'],
          homes: ['home a', 'home a'],
          count: 1,
        })
        expect(await told(onDay(20))).toEqual({
          related: ['b'],
          homes: ['home b', 'home b'],
          count: 1,
        })
        expect(await told()).toMatchObject({ related: ['a', 'b'], count: 2 })
      })

      test('given a value that has ended, when asked, then its entity is named as long as the fact is current', async () => {
        const namedOn = async (what: string, day: number) => {
          const { events } = timesCases.find(({ name: each }) => each.startsWith(what))!
          const own = newScope()
          await takeIn(createUpdateGraph({ graph: store() }), events(own))
          const query = { words: ['a'], entityLimit: 1, factLimit: 9, currentAt: onDay(day) }
          return (await store().named(own, query)).factIds
        }
        expect(await namedOn('an end that lies ahead', 25)).toEqual(['a'])
        expect(await namedOn('followed: another', 19)).toEqual(['a'])
        expect(await namedOn('followed: another', 20)).toEqual([])
      })

      test('given mentions of several times, when asked for one, then nothing that came later is known', async () => {
        const scope = newScope()
        await write(store(), [
          said(scope, 'f1', 2, [{ name: 'ANA', type: 'person' }], { recordedAt: day(2) }),
          said(scope, 'f2', 1, [ANA, LISBON], { recordedAt: day(4) }),
        ])
        const then = store().at({ knownAt: day(3) })
        const { entities, total } = await then.listEntities(scope, { limit: 9, offset: 0 })
        expect({ entities, total }).toMatchObject({
          entities: [{ name: 'ANA', firstMentioned: day(2), lastMentioned: day(2) }],
          total: 1,
        })
        expect((await then.entity(scope, 'ana'))?.mentions).toHaveLength(1)
        expect(await then.entity(scope, 'Lisbon')).toBeNull()
        expect(await then.entity(newScope(), 'ana')).toBeNull()
      })

      test('given facts, when forgotten, then they are forgotten in every time', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await write(store(), [said(scope, 'f1', 1, [ANA])], place())
        await store().apply(graphStep(place(), { fences: [fenceOf(scope, 9)] }))
        for (const time of [{ knownAt: day(9) }, { asOf: day(9) }]) {
          expect(await store().at(time).entity(scope, 'Ana')).toBeNull()
          expect(await store().at(time).listEntities(scope, { limit: 9, offset: 0 })).toEqual({
            entities: [],
            total: 0,
          })
        }
      })
    })

    describe('what facts say', () => {
      test('given a fact, when taken in, then its entities, relationships and properties are shown', async () => {
        const scope = newScope()
        await write(store(), [
          graphFact(scope, 'f1', {
            context: 'Ana lives in Lisbon.',
            entities: [ANA, LISBON],
            relationships: [LIVES_IN],
            properties: [{ entity: 'Ana', attribute: 'home', value: 'Lisbon' }],
          }),
        ])
        expect(await store().entity(scope, 'Ana')).toEqual({
          ...ANA,
          properties: { home: 'Lisbon' },
          relationships: [
            {
              type: 'lives_in',
              direction: 'outgoing',
              target: 'Lisbon',
              targetType: 'city',
              properties: {},
            },
          ],
          mentions: [{ itemId: 'f1', context: 'Ana lives in Lisbon.', timestamp: AT }],
        })
        const lisbon = await store().entity(scope, 'Lisbon')
        expect(lisbon?.relationships[0]).toMatchObject({ direction: 'incoming', target: 'Ana' })
        expect(await store().entity(scope, 'Porto')).toBeNull()
        expect(await store().entity(newScope(), 'Ana')).toBeNull()
      })

      test('given a name in other letters, when mentioned, then case, accents and spaces fold together', async () => {
        const scope = newScope()
        await write(store(), [
          said(scope, 'f1', 1, [{ name: 'José  Álvarez', type: 'person' }]),
          said(scope, 'f2', 2, [{ name: 'JOSE ALVAREZ', type: 'person' }]),
          said(scope, 'f3', 3, [{ name: 'jose\u0301 a\u0301lvarez', type: 'person' }]),
          said(scope, 'f4', 4, [{ name: 'Jose', type: 'person' }]),
        ])
        const { entities, total } = await store().listEntities(scope, { limit: 9, offset: 0 })
        expect(total).toBe(2)
        expect(entities[0]!.name).toBe('José  Álvarez')
        expect((await store().entity(scope, 'jose alvarez'))?.mentions).toHaveLength(3)
      })

      test('given one name of two types, when asked for, then the most mentioned is shown', async () => {
        const scope = newScope()
        await write(store(), [
          said(scope, 'f1', 1, [{ name: 'Mercury', type: 'planet' }]),
          said(scope, 'f2', 2, [{ name: 'Mercury', type: 'band' }]),
          said(scope, 'f3', 3, [{ name: 'mercury', type: 'band' }]),
        ])
        expect((await store().entity(scope, 'MERCURY'))?.type).toBe('band')
        for (const graph of [store(), store().at({ knownAt: day(9) })]) {
          const ofType = (type: string) => graph.entity(scope, 'MERCURY', { type })
          expect(await ofType('planet')).toMatchObject({ type: 'planet', mentions: [{}] })
          expect(await ofType('band')).toMatchObject({ type: 'band', mentions: [{}, {}] })
          for (const none of ['plane', 'planets']) expect(await ofType(none)).toBeNull()
        }
        expect((await store().listEntities(scope, { limit: 9, offset: 0 })).total).toBe(2)
      })

      test('given one name of two types that are mentioned equally often, when asked for, then the one mentioned first is shown, whatever the types', async () => {
        const place = createPlaces()
        const shownOf = async (types: [string, string], days: [number, number]) => {
          const scope = newScope()
          const of = (factId: string, n: 0 | 1) =>
            said(scope, factId, days[n], [{ name: 'Mercury', type: types[n] }])
          const facts = [of('f3', 0), of('f2', 1), of('f1', 1), of('f0', 0)]
          await write(store(), facts, place())
          const times = [store(), store().at({ knownAt: day(9) })]
          const found = await Promise.all(times.map((graph) => graph.entity(scope, 'mercury')))
          return found.map((each) => types.indexOf(each?.type ?? ''))
        }
        for (const days of [
          [1, 1],
          [1, 2],
          [2, 1],
        ] satisfies [number, number][]) {
          const first = days[0] > days[1] ? 1 : 0
          for (const types of [
            ['person', 'place'],
            ['place', 'person'],
          ] satisfies [string, string][]) {
            expect({ types, days, shown: await shownOf(types, days) }).toEqual({
              types,
              days,
              shown: [first, first],
            })
          }
        }
      })

      test('given mentions in any order, when shown, then the name is that of the earliest', async () => {
        const scope = newScope()
        await write(store(), [
          said(scope, 'f2', 2, [{ name: 'LISBON', type: 'city' }]),
          said(scope, 'f1', 1, [LISBON]),
        ])
        expect((await store().entity(scope, 'lisbon'))?.name).toBe('Lisbon')
      })

      test('given signs without letters, when they are related, then each is an entity of its own', async () => {
        const scope = newScope()
        const [party, octopus] = [
          { name: '🎉', type: 'sign' },
          { name: '🐙', type: 'sign' },
        ]
        await write(store(), [
          graphFact(scope, 'f1', {
            entities: [party, octopus],
            relationships: [{ source: '🎉', type: 'for', target: '🐙' }],
          }),
        ])
        expect((await store().entity(scope, '🎉'))?.relationships).toMatchObject([
          { direction: 'outgoing', target: '🐙' },
        ])
      })

      test.each(oddTexts.filter((text) => /\p{L}/u.test(text)))(
        'given the odd name %j, when mentioned, then it is found by it',
        async (odd) => {
          const scope = newScope()
          await write(store(), [
            graphFact(scope, 'f1', {
              entities: [{ name: odd, type: 'thing' }],
              properties: [{ entity: odd, attribute: odd, value: odd }],
            }),
          ])
          const found = await store().entity(scope, odd)
          expect(found?.name).toBe(odd)
          expect(found?.properties).toEqual({ [odd]: odd })
        },
      )

      test('given relationships to what the fact does not name, when taken in, then they are left out', async () => {
        const scope = newScope()
        await write(store(), [
          graphFact(scope, 'f1', { entities: [ANA], relationships: [LIVES_IN] }),
        ])
        expect((await store().entity(scope, 'Ana'))?.relationships).toEqual([])
        expect(await store().entity(scope, 'Lisbon')).toBeNull()
      })

      test('given several facts of one relationship, when shown, then it stands once', async () => {
        const scope = newScope()
        await write(
          store(),
          ['f1', 'f2'].map((id) =>
            graphFact(scope, id, { entities: [ANA, LISBON], relationships: [LIVES_IN] }),
          ),
        )
        expect((await store().entity(scope, 'Ana'))?.relationships).toHaveLength(1)
        const { entities } = await store().listEntities(scope, { limit: 9, offset: 0 })
        expect(entities.map((each) => each.relationshipCount)).toEqual([1, 1])
      })

      test('given values of several times, when shown, then the newest counts', async () => {
        const scope = newScope()
        const value = (id: string, day: number, is: string) =>
          said(scope, id, day, [ANA], {
            properties: [{ entity: 'Ana', attribute: 'home', value: is }],
          })
        await write(store(), [value('f2', 2, 'Porto'), value('f1', 1, 'Lisbon')])
        expect((await store().entity(scope, 'Ana'))?.properties).toEqual({ home: 'Porto' })
      })

      test('given more attributes than are shown, when shown anywhere, then those told last stand there', async () => {
        const scope = newScope()
        const value = (attribute: string, onDay: number, n: number) =>
          said(scope, `${attribute} ${onDay}`, onDay, [ANA], {
            properties: [{ entity: 'Ana', attribute, value: `${n} on ${onDay}` }],
          })
        const names = Array.from({ length: PROPERTIES_SHOWN + 2 }, (_, n) => `a${100 + n}`)
        await write(store(), [
          ...names.map((name, n) => value(name, 1, n)),
          value(names.at(-1)!, 2, 0),
        ])
        // The entity mentioned again comes first, then the others in a stable order.
        const shown = Object.keys((await store().entity(scope, 'Ana'))!.properties).sort()
        expect(shown).toHaveLength(PROPERTIES_SHOWN)
        const { entities } = await store().listEntities(scope, { limit: 9, offset: 0 })
        const named = await store().named(scope, { words: ['ana'], entityLimit: 9, factLimit: 9 })
        for (const each of [await store().entity(scope, 'Ana'), entities[0], named.entities[0]]) {
          expect(Object.keys(each!.properties).sort()).toEqual(shown)
          expect(each!.properties).toMatchObject({ [names.at(-1)!]: '0 on 2' })
        }
      })

      test('given more attributes than are shown, told at once, when they are spelt otherwise, then those of the same facts stand there', async () => {
        const place = createPlaces()
        const numbers = Array.from({ length: PROPERTIES_SHOWN + 2 }, (_, n) => n)
        const shownOf = async (attributeOf: (n: number) => string) => {
          const scope = newScope()
          const value = (n: number) => {
            const properties = [{ entity: 'Ana', attribute: attributeOf(n), value: `of ${n}` }]
            return said(scope, `f${100 + n}`, 1, [ANA], { properties })
          }
          await write(store(), numbers.map(value), place())
          return Object.values((await store().entity(scope, 'Ana'))!.properties).sort()
        }
        const shown = await shownOf((n) => `a${100 + n}`)
        expect(shown).toHaveLength(PROPERTIES_SHOWN)
        expect(await shownOf((n) => `a${300 - n}`)).toEqual(shown)
      })
    })

    describe('more relationships than are shown', () => {
      const numbers = Array.from({ length: RELATIONSHIPS_SHOWN + 2 }, (_, n) => n)
      const ends = {
        outgoing: (name: string) => ['Ana', name],
        incoming: (name: string) => [name, 'Ana'],
      }
      const directions = ['outgoing', 'incoming'] as const

      test.each(directions)(
        'given %s ones, when they are spelt otherwise, then those told last stand there',
        async (direction) => {
          const place = createPlaces()
          const shownOf = async (spelt: (n: number) => string) => {
            const scope = newScope()
            const known = (n: number) => {
              const [source = '', target = ''] = ends[direction](spelt(n))
              const entities = [ANA, { name: spelt(n), type: 'thing' }]
              const relationships = [{ source, type: `knows ${spelt(n)}`, target }]
              return said(scope, `f${1000 + n}`, n === 0 ? 2 : 1, entities, { relationships })
            }
            await write(store(), numbers.map(known), place())
            const byName = new Map(numbers.map((n) => [spelt(n), n]))
            const shown = (relationships: readonly { type: string; target: string }[] = []) => {
              const types = relationships.map(({ type }) => type)
              expect(types).toEqual(types.toSorted())
              return relationships
                .map(({ target }) => byName.get(target) ?? -1)
                .toSorted((a, b) => a - b)
            }
            const graphs = [store(), store().at({ knownAt: day(9) })]
            const details = await Promise.all(graphs.map((each) => each.entity(scope, 'Ana')))
            const query = { words: ['ana'], entityLimit: 1, factLimit: 9 }
            const some = [undefined, ['work']].map((categories) =>
              store().named(scope, { ...query, categories }),
            )
            const named = await Promise.all([
              ...some,
              store()
                .at({ knownAt: day(9) })
                .named(scope, query),
            ])
            return {
              details: details.map((each) => shown(each?.relationships)),
              named: named.map(({ entities }) => shown(entities[0]?.relationships)),
            }
          }
          const last = (most: number) => [0, ...numbers.slice(-most + 1)]
          const context = direction === 'outgoing' ? last(9) : []
          const expected = {
            details: [last(RELATIONSHIPS_SHOWN), last(RELATIONSHIPS_SHOWN)],
            named: [context, context, context],
          }
          expect(await shownOf((n) => `a${1000 + n}`)).toEqual(expected)
          expect(await shownOf((n) => `a${3000 - n}`)).toEqual(expected)
        },
      )
    })

    describe('closed facts', () => {
      const spoken = (scope: Scope, more: Partial<GraphFact> = {}) =>
        graphFact(scope, 'f1', {
          entities: [ANA, LISBON],
          relationships: [LIVES_IN],
          properties: [{ entity: 'Ana', attribute: 'home', value: 'Lisbon' }],
          ...more,
        })

      test('given a fact, when it is closed, then its mentions stay, its relationships and properties go', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await write(store(), [spoken(scope)], place())
        await close(store(), scope, { factIds: ['f1', 'unknown'] }, place())
        expect(await store().entity(scope, 'Ana')).toMatchObject({
          properties: {},
          relationships: [],
          mentions: [{ timestamp: AT }],
        })
        expect((await store().entity(scope, 'Lisbon'))?.relationships).toEqual([])
      })

      test('given a fact that was closed when it was learnt, when taken in, then it is the same', async () => {
        const scope = newScope()
        await write(store(), [spoken(scope, { validTo: AT })])
        expect(await store().entity(scope, 'Ana')).toMatchObject({
          properties: {},
          relationships: [],
        })
        expect(await named(store(), scope, ['ana'])).toEqual([])
      })

      test('given a closed fact, when it is delivered again, then it stays closed', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await write(store(), [spoken(scope)], place())
        await close(store(), scope, { factIds: ['f1'] }, place())
        const digest = await store().digest()
        await write(store(), [spoken(scope)], place())
        expect(await store().digest()).toBe(digest)
      })

      test('given a closed fact of another user, when closed, then one’s own of that id stays', async () => {
        const [scope, other, place] = [newScope(), newScope(), createPlaces()]
        await write(store(), [spoken(scope), spoken(other)], place())
        await close(store(), other, { factIds: ['f1'] }, place())
        expect((await store().entity(scope, 'Ana'))?.relationships).toHaveLength(1)
        expect((await store().entity(other, 'Ana'))?.relationships).toHaveLength(0)
      })
    })

    describe('what was taken back', () => {
      const ANNE = { name: 'ana', type: 'person' }
      /** Two facts of the second and the fifth of May, of which the first is taken back on the ninth. */
      const takenBack = async (scope: Scope, place: () => GraphStep['checkpoint']) => {
        const of = (id: string, onDay: number, entities: GraphFact['entities']) =>
          said(scope, id, onDay, entities, {
            recordedAt: day(onDay),
            held: { from: day(onDay), until: null },
          })
        await write(store(), [of('f1', 2, [ANNE, LISBON]), of('f2', 5, [ANA])], place())
        await close(store(), scope, { factIds: ['f1'], ...WITHDRAWN }, place())
      }
      const WITHDRAWN = { validTo: NEVER_HELD, recordedAt: day(9) }
      const page = { limit: 9, offset: 0 }

      test('given a fact, when it was never true, then it mentions nothing, and names nothing first', async () => {
        const scope = newScope()
        await takenBack(scope, createPlaces())
        expect(await store().entityCount(scope)).toBe(2)
        const listed = await store().listEntities(scope, page)
        expect(listed).toMatchObject({
          total: 1,
          entities: [{ name: 'Ana', firstMentioned: day(5), lastMentioned: day(5) }],
        })
        expect((await store().listEntities(scope, { ...page, type: 'city' })).total).toBe(0)
        expect(await store().entity(scope, 'Lisbon')).toBeNull()
        const ana = await store().entity(scope, 'Ana')
        expect(ana?.name).toBe('Ana')
        expect(ana?.mentions.map(({ itemId }) => itemId)).toEqual(['f2'])
        for (const categories of [undefined, ['work']]) {
          const query = { words: ['ana'], categories, entityLimit: 9, factLimit: 9 }
          const { entities } = await store().named(scope, query)
          expect(entities.map(({ name }) => name)).toEqual(['Ana'])
        }
      })

      test('given another time, when it was not known yet, then it is mentioned; of a time that it was to hold, it is not', async () => {
        const scope = newScope()
        await takenBack(scope, createPlaces())
        const known = async (time: Time) => {
          const then = store().at(time)
          const { entities, total } = await then.listEntities(scope, page)
          const ana = await then.entity(scope, 'Ana')
          const mentions = ana?.mentions.map(({ itemId }) => itemId)
          const lisbon = (await then.entity(scope, 'Lisbon')) !== null
          return [total, entities.map(({ name }) => name).sort(), mentions, lisbon]
        }
        expect(await known({ knownAt: day(8) })).toEqual([2, ['Lisbon', 'ana'], ['f2', 'f1'], true])
        const without = [1, ['Ana'], ['f2'], false]
        expect(await known({ knownAt: day(9) })).toEqual(without)
        expect(await known({ asOf: day(8) })).toEqual(without)
        expect(await known({ asOf: day(8), knownAt: day(8) })).toEqual([
          2,
          ['Lisbon', 'ana'],
          ['f2', 'f1'],
          true,
        ])
      })

      test('given a fact that had been closed before, when it was never true, then that counts since it is known', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await write(
          store(),
          [
            said(scope, 'f1', 2, [LISBON], {
              recordedAt: day(2),
              held: { from: day(2), until: null },
            }),
          ],
          place(),
        )
        await close(
          store(),
          scope,
          { factIds: ['f1'], validTo: day(6), recordedAt: day(7) },
          place(),
        )
        await close(store(), scope, { factIds: ['f1'], ...WITHDRAWN }, place())
        const lisbonAt = (knownAt: string) => store().at({ knownAt }).entity(scope, 'Lisbon')
        expect(await store().entity(scope, 'Lisbon')).toBeNull()
        expect(await lisbonAt(day(8))).not.toBeNull()
        expect(await lisbonAt(day(9))).toBeNull()
      })

      test('given an entity of such a fact alone, when another mentions it, then that is its first mention', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await takenBack(scope, place)
        await write(store(), [said(scope, 'f3', 12, [{ name: 'LISBON', type: 'city' }])], place())
        const { entities } = await store().listEntities(scope, { ...page, type: 'city' })
        expect(entities).toMatchObject([
          { name: 'LISBON', firstMentioned: day(12), lastMentioned: day(12) },
        ])
      })

      test('given such a fact, when others of its entities are forgotten, then what was known stays', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await takenBack(scope, place)
        await write(store(), [said(scope, 'f4', 12, [LISBON], { category: 'health' })], place())
        const fences = [fenceOf(scope, 99, { category: 'health' })]
        await store().apply(graphStep(place(), { fences }))
        expect(await store().entity(scope, 'Lisbon')).toBeNull()
        expect(
          await store()
            .at({ knownAt: day(8) })
            .entity(scope, 'Lisbon'),
        ).not.toBeNull()
      })

      test('given such a fact, when its user is forgotten, then its entities are removed and counted', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await takenBack(scope, place)
        await store().apply(
          graphStep(place(), { fences: [fenceOf(scope, 99, { keyGeneration: 1 })] }),
        )
        expect((await store().receipt(scope, 99))?.removed.entities).toBe(2)
        expect(await store().entityCount(scope)).toBe(0)
        const then = store().at({ knownAt: day(8) })
        expect((await then.listEntities(scope, page)).total).toBe(0)
      })
    })

    describe('listing', () => {
      test('given entities, when listed, then the most mentioned come first, and the others in an order that stays', async () => {
        const scope = newScope()
        const entities = ['d', 'b', 'c', 'a'].map((each) => ({ name: each, type: 'thing' }))
        await write(store(), [
          said(scope, 'f1', 1, entities),
          said(scope, 'f2', 2, [entities[2]!]),
          said(scope, 'f3', 3, [{ name: 'z', type: 'city' }]),
        ])
        const listed = await store().listEntities(scope, { limit: 10, offset: 0 })
        const names = listed.entities.map((each) => each.name)
        expect(names[0]).toBe('c')
        expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'z'])
        const again = await store().listEntities(scope, { limit: 10, offset: 0 })
        expect(again).toEqual(listed)
        expect(listed.total).toBe(5)
        expect(listed.entities[0]).toMatchObject({
          firstMentioned: day(1),
          lastMentioned: day(2),
          relationshipCount: 0,
        })
        for (const graph of [store(), store().at({ knownAt: day(9) })]) {
          const cities = await graph.listEntities(scope, { type: 'city', limit: 10, offset: 0 })
          expect(cities).toMatchObject({ total: 1, entities: [{ name: 'z' }] })
          const beyond = await graph.listEntities(scope, { limit: 10, offset: 5 })
          expect(beyond).toEqual({ total: 5, entities: [] })
        }
      })

      test('given many entities, when listed page by page, then each comes once', async () => {
        const scope = newScope()
        const names = Array.from({ length: 23 }, (_, n) => `name ${n}`)
        await write(
          store(),
          names.map((each) => said(scope, `of ${each}`, 1, [{ name: each, type: 'thing' }])),
        )
        const listed: string[] = []
        for (let offset = 0; offset < 30; offset += 5) {
          const page = await store().listEntities(scope, { limit: 5, offset })
          expect(page.total).toBe(23)
          listed.push(...page.entities.map((each) => each.name))
        }
        expect(listed).toHaveLength(23)
        expect(new Set(listed)).toEqual(new Set(names))
      })
    })

    describe('naming', () => {
      test('given words, when they hold all of a name, then the entity and its current facts are found', async () => {
        const scope = newScope()
        await write(store(), [
          graphFact(scope, 'f1', {
            entities: [{ name: 'Ana Silva', type: 'person' }, LISBON],
            relationships: [{ source: 'Ana Silva', type: 'lives_in', target: 'Lisbon' }],
          }),
          said(scope, 'f2', 2, [{ name: 'Porto', type: 'city' }]),
        ])
        const found = await store().named(scope, {
          words: ['where', 'does', 'silva', 'ana', 'live'],
          entityLimit: 5,
          factLimit: 5,
        })
        expect(found.factIds).toEqual(['f1'])
        expect(found.entities).toEqual([
          {
            name: 'Ana Silva',
            type: 'person',
            properties: {},
            relationships: [{ type: 'lives_in', target: 'Lisbon' }],
          },
        ])
        expect(await named(store(), scope, ['ana'])).toEqual([])
        expect(await named(store(), scope, [])).toEqual([])
        expect(await named(store(), newScope(), ['lisbon'])).toEqual([])
      })

      test('given more of a name than are asked for, when only one is of a current fact, then it is that one', async () => {
        const place = createPlaces()
        const types = ['city', 'cat', 'ship']
        const query = { words: ['lisbon'], entityLimit: 1, factLimit: 9 }
        for (const current of types) {
          const scope = newScope()
          const of = (type: string) => said(scope, type, 1, [{ name: 'Lisbon', type }])
          await write(store(), types.map(of), place())
          const others = types.filter((type) => type !== current)
          await close(store(), scope, { factIds: others }, place())
          const { entities, factIds } = await store().named(scope, query)
          expect([entities.map(({ type }) => type), factIds]).toEqual([[current], [current]])
        }
      })

      test('given categories, when entities are named, then only facts of these tell of them', async () => {
        const scope = newScope()
        const told = (id: string, category: string, more: Partial<GraphFact> = {}) =>
          said(scope, id, 1, [ANA, LISBON], { category, ...more })
        const home = (value: string) => ({
          properties: [{ entity: 'Ana', attribute: 'home', value }],
          relationships: [{ source: 'Ana', type: value, target: 'Lisbon' }],
        })
        await write(store(), [
          told('f1', 'health', home('health')),
          told('f2', 'work', home('work')),
          said(scope, 'f3', 1, [{ name: 'Porto', type: 'city' }], { category: 'food' }),
          told('f4', 'travel', { validTo: AT, held: { from: AT, until: AT } }),
        ])
        const seen = async (graph: Pick<GraphStore, 'named'>, categories?: string[]) => {
          // The names come in an order of the store: only one of them has facts of the categories.
          const words = categories ? ['ana', 'porto'] : ['ana']
          const query = { words, categories, entityLimit: 1, factLimit: 9 }
          const { entities, factIds } = await graph.named(scope, query)
          const told = entities.map(({ name, properties, relationships }) => [
            name,
            properties.home,
            ...relationships.map(({ type }) => type),
          ])
          return { told, factIds }
        }
        for (const graph of [store(), store().at({ knownAt: day(9) }), store().at({ asOf: AT })]) {
          expect(await seen(graph)).toMatchObject({ factIds: ['f2', 'f1'] })
          expect(await seen(graph, ['work'])).toEqual({
            told: [['Ana', 'work', 'work']],
            factIds: ['f2'],
          })
          expect(await seen(graph, ['health', 'travel'])).toEqual({
            told: [['Ana', 'health', 'health']],
            factIds: ['f1'],
          })
          for (const none of [['travel'], ['unknown']]) {
            expect(await seen(graph, none)).toEqual({ told: [], factIds: [] })
          }
          const porto = { words: ['porto'], categories: ['work'], entityLimit: 9, factLimit: 9 }
          expect(await graph.named(scope, porto)).toEqual({ entities: [], factIds: [] })
        }
      })

      test('given facts of one moment, when they are found, then always in the same order', async () => {
        const scope = newScope()
        const ids = ['fb', 'fc', 'fa']
        await write(
          store(),
          ids.map((id) => said(scope, id, 1, [LISBON], { context: id })),
        )
        expect(await named(store(), scope, ['lisbon'])).toEqual(['fc', 'fb', 'fa'])
        expect(await named(store().at({ asOf: day(9) }), scope, ['lisbon'])).toEqual([
          'fc',
          'fb',
          'fa',
        ])
        const lisbon = await store().entity(scope, 'Lisbon')
        expect(lisbon?.mentions.map(({ context }) => context)).toEqual(['fc', 'fb', 'fa'])
      })

      test('given users with names alike, when one asks, then only that one’s facts come', async () => {
        const scopes = lookAlikes()
        await write(
          store(),
          scopes.map((scope, n) => said(scope, `f${n}`, 1, [LISBON])),
        )
        for (const [n, scope] of scopes.entries()) {
          expect(await named(store(), scope, ['lisbon'])).toEqual([`f${n}`])
        }
      })

      test('given a fence, when its facts are gone, then their names find nothing', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await write(store(), [said(scope, 'f1', 1, [LISBON])], place())
        await store().apply(graphStep(place(), { fences: [fenceOf(scope, 9)] }))
        expect(await named(store(), scope, ['lisbon'])).toEqual([])
        expect(await store().entity(scope, 'Lisbon')).toBeNull()
      })

      test('given a category fence, when one of two facts goes, then what the other said stays', async () => {
        const [scope, place] = [newScope(), createPlaces()]
        await write(
          store(),
          [
            said(scope, 'f1', 1, [ANA], { category: 'health', context: 'gone' }),
            said(scope, 'f2', 2, [ANA, LISBON], {
              relationships: [LIVES_IN],
              context: 'kept',
            }),
          ],
          place(),
        )
        const fences = [fenceOf(scope, 9, { category: 'health' })]
        await store().apply(graphStep(place(), { fences }))
        const ana = await store().entity(scope, 'Ana')
        expect(ana?.mentions.map((each) => each.context)).toEqual(['kept'])
        expect(ana?.relationships).toHaveLength(1)
        expect((await store().receipt(scope, 9))?.removed.entities).toBe(0)
      })
    })
  })
}

function close(
  store: GraphStore,
  scope: Scope,
  { factIds, ...end }: { factIds: readonly string[]; validTo?: string; recordedAt?: string },
  checkpoint: GraphStep['checkpoint'],
): Promise<void> {
  const closed = factIds.map((factId) => ({
    ...scope,
    factId,
    source: 9,
    validTo: AT,
    recordedAt: AT,
    ...end,
  }))
  return store.apply(graphStep(checkpoint, { closed }))
}

async function named(store: Pick<GraphStore, 'named'>, scope: Scope, words: readonly string[]) {
  return (await store.named(scope, { words, entityLimit: 9, factLimit: 9 })).factIds
}
