// What a graph must do beside graph-store.contract.ts where notices are raised from it: tell what a write had first.
import { describe, expect, test } from 'vitest'
import type { DecidingGraph } from '../../infra/ports/graph-store.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { AT, createPlaces, eachOpened, fenceOf, newScope } from './given.ts'
import { day, graphStep, said, write } from './graph-facts.ts'
import type { OpenedProjection } from './projection.contract.ts'

const ANA = { name: 'Ana', type: 'person' }
const LISBON = { name: 'Lisbon', type: 'city' }
const PORTO = { name: 'Porto', type: 'city' }
const LIVES_IN = { source: 'Ana', type: 'lives_in', target: 'Lisbon' }
const NOTHING = { entities: [], relationships: [], updated: [] }

export function decidingGraphContract(
  name: string,
  open: () => Promise<OpenedProjection<DecidingGraph>>,
): void {
  describe(`${name} as a graph that notices are raised from`, () => {
    const opened = eachOpened(open)
    const store = () => opened().store
    test('given a write, when its firstMentions are asked for, then they are what no earlier write had', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const first = said(scope, 'f1', 1, [ANA, LISBON], { source: 1, relationships: [LIVES_IN] })
      const second = said(scope, 'f2', 2, [ANA, PORTO], {
        source: 2,
        relationships: [{ source: 'Ana', type: 'moved_to', target: 'Porto' }],
      })
      await write(store(), [first], place())
      await write(store(), [second], place())
      const category = 'work'
      expect(await store().firstMentions(scope, ['f2', 'unknown'])).toEqual({
        entities: [{ name: 'Porto', type: 'city', category }],
        relationships: [{ source: 'Ana', type: 'moved_to', target: 'Porto', category }],
        updated: [],
      })
      expect(await store().firstMentions(scope, [])).toEqual(NOTHING)
      expect(await store().firstMentions(newScope(), ['f1'])).toEqual(NOTHING)
    })

    test('given a later write that says the same, when the first is asked about, then it was new with it', async () => {
      const scope = newScope()
      const both = { relationships: [LIVES_IN] }
      await write(store(), [
        said(scope, 'f1', 1, [ANA, LISBON], { ...both, source: 1 }),
        said(scope, 'f2', 2, [ANA, LISBON], { ...both, source: 2 }),
      ])
      const { entities, relationships } = await store().firstMentions(scope, ['f1'])
      expect(entities).toHaveLength(2)
      expect(relationships).toMatchObject([LIVES_IN])
      expect(await store().firstMentions(scope, ['f2'])).toEqual({
        entities: [],
        relationships: [],
        updated: [],
      })
    })

    test('given several facts of one write, when all are asked about, then each new thing is told once', async () => {
      const scope = newScope()
      await write(store(), [
        said(scope, 'f1', 1, [ANA, LISBON], { source: 1, relationships: [LIVES_IN] }),
        said(scope, 'f2', 1, [ANA, LISBON], { source: 1, relationships: [LIVES_IN] }),
      ])
      const { entities, relationships } = await store().firstMentions(scope, ['f1', 'f2'])
      expect(entities.map((each) => each.name).sort()).toEqual(['Ana', 'Lisbon'])
      expect(relationships).toMatchObject([LIVES_IN])
    })

    test('given facts of several categories, when asked about, then what more than one says is of none', async () => {
      const scope = newScope()
      await write(store(), [
        said(scope, 'f1', 1, [ANA, LISBON], { category: 'work', relationships: [LIVES_IN] }),
        said(scope, 'f2', 1, [ANA], { category: 'health' }),
      ])
      const { entities, relationships } = await store().firstMentions(scope, ['f1', 'f2'])
      const byName = Object.fromEntries(entities.map((each) => [each.name, each.category]))
      expect(byName).toEqual({ Ana: null, Lisbon: 'work' })
      expect(relationships).toEqual([{ ...LIVES_IN, category: 'work' }])
    })

    test('given a known entity, when a write gives it other values, then they are told, and those that it had are not', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const of = (values: Record<string, string>) => ({
        properties: Object.entries(values).map(([attribute, value]) => ({
          entity: 'Ana',
          attribute,
          value,
        })),
      })
      const first = { ...of({ city: 'Lisbon', job: 'baker' }), source: 1 }
      const second = { ...of({ city: 'Porto', job: 'baker', pet: 'cat' }), source: 2 }
      await write(store(), [said(scope, 'f1', 1, [ANA], first)], place())
      await write(store(), [said(scope, 'f2', 2, [ANA], second)], place())
      const later = { ...of({ city: 'Lisbon' }), source: 3 }
      await write(store(), [said(scope, 'f3', 3, [ANA], later)], place())
      // New with its entity: it is reported as the entity itself.
      expect((await store().firstMentions(scope, ['f1'])).updated).toEqual([])
      expect((await store().firstMentions(scope, ['f2'])).updated).toEqual([
        { ...ANA, properties: { city: 'Porto', pet: 'cat' }, category: 'work' },
      ])
      expect((await store().firstMentions(scope, ['f3'])).updated).toEqual([
        { ...ANA, properties: { city: 'Lisbon' }, category: 'work' },
      ])
    })

    const livesIn = (city: string) => ({
      relationships: [{ ...LIVES_IN, target: city }],
      properties: [{ entity: 'Ana', attribute: 'city', value: city }],
    })
    const closing = (scope: Scope, factId: string, source: number) => ({
      closed: [{ ...scope, factId, source, validTo: AT, recordedAt: AT }],
    })

    test.each([
      ['closed from the beginning', { validTo: AT }, () => ({})],
      ['closed by its own write', {}, (scope: Scope) => closing(scope, 'f2', 2)],
    ])(
      'given a fact that was %s, when asked about, then the entities that it mentions are new, and nothing else that it says',
      async (_, more, closed) => {
        const [scope, place] = [newScope(), createPlaces()]
        const first = said(scope, 'f1', 1, [ANA, LISBON], { source: 1, ...livesIn('Lisbon') })
        const second = said(scope, 'f2', 2, [ANA, PORTO], {
          source: 2,
          ...livesIn('Porto'),
          ...more,
        })
        await write(store(), [first], place())
        await store().apply(graphStep(place(), { facts: [second], ...closed(scope) }))
        const entities = [{ ...PORTO, category: 'work' }]
        expect(await store().firstMentions(scope, ['f2'])).toEqual({ ...NOTHING, entities })
        // What the graph did not show is new with the write that makes it stand, and what it showed all along is not.
        const third = { source: 3, ...livesIn('Porto') }
        await write(store(), [said(scope, 'f3', 3, [ANA, PORTO], third)], place())
        const [relationship] = third.relationships
        expect(await store().firstMentions(scope, ['f3'])).toEqual({
          entities: [],
          relationships: [{ ...relationship, category: 'work' }],
          updated: [{ ...ANA, properties: { city: 'Porto' }, category: 'work' }],
        })
        const same = said(scope, 'f4', 4, [ANA, LISBON], { source: 3, ...livesIn('Lisbon') })
        await write(store(), [same], place())
        expect(await store().firstMentions(scope, ['f4'])).toEqual(NOTHING)
      },
    )

    test('given a fact that a later write closed, when asked about, then what it said was new', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const first = said(scope, 'f1', 1, [ANA, LISBON], { source: 1, ...livesIn('Lisbon') })
      await write(store(), [first], place())
      await store().apply(graphStep(place(), closing(scope, 'f1', 2)))
      expect((await store().firstMentions(scope, ['f1'])).relationships).toMatchObject([LIVES_IN])
      const again = said(scope, 'f3', 3, [ANA, LISBON], { source: 3, ...livesIn('Lisbon') })
      await write(store(), [again], place())
      expect(await store().firstMentions(scope, ['f3'])).toEqual(NOTHING)
    })

    test('given a forget of what its own write had closed, when the user goes on, then what is said next is new', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const gone = said(scope, 'f1', 1, [ANA, LISBON], {
        source: 1,
        validTo: AT,
        ...livesIn('Lisbon'),
      })
      await write(store(), [gone], place())
      await store().apply(graphStep(place(), { fences: [fenceOf(scope, 2)] }))
      const next = said(scope, 'f2', 3, [ANA, LISBON], { source: 3, ...livesIn('Lisbon') })
      await write(store(), [next], place())
      expect((await store().firstMentions(scope, ['f2'])).relationships).toMatchObject([LIVES_IN])
    })

    test('given a fact whose end its own write tells, when asked about before that end, then what it said was new', async () => {
      const [scope, place] = [newScope(), createPlaces()]
      const ends = { ...scope, factId: 'f1', source: 1, validTo: day(9), recordedAt: AT }
      const first = said(scope, 'f1', 1, [ANA, LISBON], { source: 1, ...livesIn('Lisbon') })
      await store().apply(graphStep(place(), { facts: [first], closed: [ends] }))
      expect((await store().firstMentions(scope, ['f1'])).relationships).toMatchObject([LIVES_IN])
    })
  })
}
