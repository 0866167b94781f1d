// A trained embedding never costs what the words alone would find: the talk of two friends is written, and asked about,
// with the offline engine and with doubles of models that know much, little and nothing of it, behind an endpoint. The
// shares of evidence are those of the evaluation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standingOut, surenessOf } from '../../../../../apps/api/retrieval/ranking/trained.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../../../../infra/language/openai/fake-openai.ts'
import {
  createTrainedDouble,
  type Quality,
  qualities,
} from '../../../../infra/language/trained-double.ts'
import type { Flow } from '../../../../processors/in-memory.ts'
import { startedOnce } from '../../../../started.ts'
import { DIMENSIONS, recallWith, startTalk, topicsOf } from '../talk.ts'

async function startModel(quality: Quality): Promise<FakeOpenAi> {
  const vectorOf = createTrainedDouble(DIMENSIONS, quality, topicsOf)
  const model = await startFakeOpenAi()
  model.respondAlways(({ body }) => ({
    rows: body.input.map((text) => ({ embedding: [...vectorOf(text)] })),
  }))
  return model
}

const offline = startedOnce(startTalk)

describe.each(Object.entries(qualities))('a model that is %s', (name, quality) => {
  let [model, flow]: [FakeOpenAi | null, Flow | null] = [null, null]
  beforeAll(async () => {
    model = await startModel(quality)
    flow = await startTalk(model.baseUrl)
  })
  afterAll(async () => {
    await flow?.stop()
    await model?.close()
  })

  test.each(['json', 'prompt'])('finds at least what words find (%s)', async (format) => {
    const [alone, both] = [await recallWith(offline, format), await recallWith(flow!, format)]
    expect(both).toBeGreaterThanOrEqual(alone)
    if (name === 'good') expect(both).toBeGreaterThan(alone + 0.1)
  })
})

const hits = (best: number, others: number, count: number) => [
  { id: 'best', score: best },
  ...Array.from({ length: count - 1 }, (_, n) => ({ id: `${n}`, score: others })),
]

test('a vector counts by how far it stands out, and a crowd counts nothing', () => {
  expect(standingOut(hits(0.76, 0.72, 100))).toEqual([])
  expect(standingOut(hits(0.9, 0.7, 100))).toEqual([{ id: 'best', score: expect.closeTo(0.487) }])
  expect(standingOut([])).toEqual([])
})

test('a vector that stands out is sure to answer, without a word in common', () => {
  expect(surenessOf(hits(0.76, 0.72, 100))).toBeLessThan(0.05)
  expect(surenessOf(hits(0.9, 0.7, 100))).toBeGreaterThan(0.9)
  expect(surenessOf([])).toBe(0)
})

test('a wanted hit is as sure as it stands out itself, among all that was found', () => {
  const found = hits(0.9, 0.7, 100)
  expect(surenessOf(found, found.slice(0, 1))).toBeGreaterThan(0.9)
  expect(surenessOf(found, found.slice(90))).toBeLessThan(0.05)
  expect(surenessOf(found, [])).toBe(0)
})

test('of a few vectors the nearest counts by itself, because they tell nothing of how near others are', () => {
  expect(standingOut(hits(0.8, 0.8, 1))).toHaveLength(1)
  expect(surenessOf(hits(0.8, 0.8, 1))).toBeGreaterThan(0.9)
  expect(surenessOf(hits(0.15, 0.15, 1))).toBeLessThan(0.05)
})
