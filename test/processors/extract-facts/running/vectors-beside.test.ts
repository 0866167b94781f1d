// Vectors of a later generation lie beside the facts that they are of.
import { expect, test } from 'vitest'
import type { Emitted, Transformer, Work } from '../../../../infra/runtime/run/processor.ts'
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
