// Vectors of a later generation lie beside the facts that they are of.
import { expect, test } from 'vitest'
import { derivedUuid } from '../../../../infra/runtime/envelope/ids.ts'
import {
  type Emitted,
  nothing,
  type Transformer,
  type Work,
} from '../../../../infra/runtime/run/processor.ts'
import { vectorsBeside } from '../../../../processors/extract-facts/running/vectors-beside.ts'
import { delivered, opens, sealedFact } from '../../given.ts'

function asserted(
  factId: string,
  { category = 'work', source = 3, embedding = 'AQID' } = {},
): Emitted {
  const open = { ...opens.factAsserted, factId, category, source }
  const sealed = { ...sealedFact, embedding }
  const { event } = delivered('FactAsserted', { open, sealed })
  return { event: { ...event, sealed }, keyGeneration: 1 }
}
const closed: Emitted = {
  event: delivered('FactSuperseded', { open: opens.factSuperseded }).event,
  keyGeneration: 1,
}

/** Publishes the first, and answers with the rest. */
async function emittedBy(generation: number, [first, ...rest]: Emitted[]) {
  const emitted: Emitted[] = []
  const hand = { publish: async (events: readonly Emitted[]) => void emitted.push(...events) }
  const transformer = {
    handle: async (_: unknown, work: Work) => {
      if (first) await work.publish([first], 'note' as never)
      return { outcome: 'emit', events: rest }
    },
  } as unknown as Transformer
  const embedding = { model: 'm', kind: 'trained', generation } as const
  const { handle } = vectorsBeside(transformer, { embedding })
  const { events = [] } = await handle([], hand as unknown as Work)
  return [emitted, events]
}

test('given the first generation, then facts hold their vectors', async () => {
  const all = [asserted('a'), asserted('b')]
  expect(await emittedBy(1, all)).toEqual([[all[0]], [all[1]]])
})

test('given a later generation, then vectors are behind the facts, by category, also of what is published in parts', async () => {
  const all = [asserted('a'), asserted('b'), closed, asserted('c', { category: 'profile' })]
  const more = [asserted('d', { source: 9 }), asserted('e', { embedding: '' })]
  const [published, answered] = await emittedBy(2, [...all, ...more])
  const shape = (emitted: readonly Emitted[] = []) =>
    emitted.map(({ event: { type, open, sealed } }) => {
      if (type === 'FactAsserted') return [open.factId, sealed?.embedding]
      return type === 'FactsEmbedded'
        ? [open.category, open.source, open.generation, sealed?.vectors.map((v) => v.factId).join()]
        : [type]
    })
  expect(shape(published)).toEqual([
    ['a', ''],
    ['work', 3, 2, 'a'],
  ])
  expect(shape(answered)).toEqual([
    ['b', ''],
    ['FactSuperseded'],
    ['c', ''],
    ['d', ''],
    ['e', ''],
    ['work', 9, 2, 'b,d'],
    ['profile', 3, 2, 'c'],
  ])
})

test('given facts of several generations, then the events of their vectors have ids of their own, the same each time', async () => {
  const all = [asserted('a'), asserted('b')]
  const idsOf = async (generation: number) =>
    (await emittedBy(generation, all)).flat().flatMap(({ event }) => {
      return event.type === 'FactsEmbedded' ? event.id : []
    })
  expect(await idsOf(2)).toEqual(all.map(({ event }) => derivedUuid(event.id, 'embedded 2')))
  expect(await idsOf(3)).toEqual(all.map(({ event }) => derivedUuid(event.id, 'embedded 3')))
})

test('given what has no vector of its own or no key, then it is emitted as it is, and nothing lies beside it', async () => {
  const open = { generation: 3, source: 3, category: 'work', keyGeneration: 1 }
  const sealed = { vectors: [{ factId: 'a', embedding: 'AQID' }] }
  const embedded = { ...delivered('FactsEmbedded', { open }).event, sealed }
  const { event: unsealed } = delivered('FactAsserted', { open: opens.factAsserted })
  const others = [
    { event: embedded, keyGeneration: 1 },
    { event: { ...unsealed, sealed: null }, keyGeneration: 1 },
  ] as Emitted[]
  expect(await emittedBy(2, [closed, ...others])).toEqual([[closed], others])
  const [, answered] = await emittedBy(2, [closed, { ...asserted('a'), keyGeneration: null }])
  expect(answered).toHaveLength(1)
})

test('given an outcome without events, then it is the same one', async () => {
  const transformer = { handle: async () => nothing } as unknown as Transformer
  const embedding = { model: 'm', kind: 'trained', generation: 2 } as const
  const { handle } = vectorsBeside(transformer, { embedding })
  expect(await handle([], {} as Work)).toBe(nothing)
  const letter = { outcome: 'dead-letter', errorClass: 'Class', reason: 'why' } as const
  const failing = { handle: async () => letter } as unknown as Transformer
  expect(await vectorsBeside(failing, { embedding }).handle([], {} as Work)).toBe(letter)
})
