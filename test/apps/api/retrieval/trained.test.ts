// A trained embedding never costs what the words alone would find: the talk of two friends is written, and asked about,
// with the offline engine and with doubles of models that know much, little and nothing of it, behind an endpoint. The
// shares of evidence are those of the evaluation.
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retrieve } from '../../../../apps/api/retrieval/retrieve.ts'
import { standingOut, surenessOf } from '../../../../apps/api/retrieval/trained.ts'
import { questionsOf, readDataset, writesOf } from '../../../../apps/cli/eval/eval-dataset.ts'
import { recallOf } from '../../../../apps/cli/eval/eval-score.ts'
import { createLanguageModel } from '../../../../infra/language/create-language-model.ts'
import { createLogger } from '../../../../infra/runtime/telemetry.ts'
import { planMemorize } from '../../../../processors/accept-inbox/plan.ts'
import { memorizeRequest } from '../../../../schemas/api/memorize.ts'
import { retrieveRequest } from '../../../../schemas/api/retrieve.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../../../infra/language/openai/fake-openai.ts'
import {
  createTrainedDouble,
  type Quality,
  qualities,
} from '../../../infra/language/trained-double.ts'
import { type Flow, startFlow } from '../../../processors/in-memory.ts'

const [talk] = readDataset(fileURLToPath(new URL('./talk.json', import.meta.url)))
const questions = questionsOf(talk!)
const turns = talk!.sessions.flatMap((session) => session.turns)
const DIMENSIONS = 384
const STARTED_AT = Date.parse('2026-11-22T10:00:00Z')
/** As many as leave most of the talk out. */
const MAX_TOKENS = 160
const user = { appId: 'app', userId: 'nora' }

/** A question is about the turns that answer it. */
function topicsOf(text: string): string[] {
  const asked = questions.find(({ question }) => question === text)
  if (asked) return asked.evidence.map(({ id }) => id)
  return turns.filter((turn) => text.includes(turn.text)).map(({ id }) => id)
}

async function startModel(quality: Quality): Promise<FakeOpenAi> {
  const vectorOf = createTrainedDouble(DIMENSIONS, quality, topicsOf)
  const model = await startFakeOpenAi()
  model.respondAlways(({ body }) => ({
    rows: body.input.map((text) => ({ embedding: [...vectorOf(text)] })),
  }))
  return model
}

/** With the talk written. `model`: an endpoint of embeddings. */
async function startTalk(model: FakeOpenAi | null): Promise<Flow> {
  const language = await createLanguageModel({
    EXTRACTION_MODEL: 'none',
    EXTRACTION_MIN_CONFIDENCE: 0,
    EMBEDDING_MODEL: 'double',
    EMBEDDING_BASE_URL: model?.baseUrl,
    EMBEDDING_DIMENSIONS: DIMENSIONS,
  })
  const flow = await startFlow({ language })
  for (const [n, { content, at: timestamp }] of writesOf(talk!, 'conversation').entries()) {
    const now = new Date(STARTED_AT + n * 1_000)
    // The same in every run, because equal items come in the order of their ids.
    const id = `019ab0c1-0000-7000-8000-00000000000${n}`
    const context = { id, now, traceparent: null, entry: 'api' as const }
    const about = { ...user, contentType: 'conversation', metadata: { timestamp } }
    await flow.intake.accept(planMemorize(memorizeRequest.parse({ ...about, content }), context))
  }
  await flow.drained()
  return flow
}

async function recallWith({ ports }: Flow, format: string) {
  let sum = 0
  for (const question of questions) {
    const now = () => new Date(STARTED_AT)
    // Whatever there is, because an empty answer says nothing of the order.
    const limits = { maxTokens: MAX_TOKENS, minRelevance: 0 }
    const asked = { ...user, query: question.question, ...limits, format }
    const opened = { ...ports, logger: createLogger('silent'), now }
    const { context } = await retrieve(opened, retrieveRequest.parse(asked))
    sum += recallOf(question, context)
  }
  return sum / questions.length
}

let offline: Flow
beforeAll(async () => {
  offline = await startTalk(null)
})
afterAll(() => offline.stop())

describe.each(Object.entries(qualities))('a model that is %s', (name, quality) => {
  let [model, flow]: [FakeOpenAi | null, Flow | null] = [null, null]
  beforeAll(async () => {
    model = await startModel(quality)
    flow = await startTalk(model)
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

test('of a few vectors the nearest counts by itself, because they tell nothing of how near others are', () => {
  expect(standingOut(hits(0.8, 0.8, 1))).toHaveLength(1)
  expect(surenessOf(hits(0.8, 0.8, 1))).toBeGreaterThan(0.9)
  expect(surenessOf(hits(0.15, 0.15, 1))).toBeLessThan(0.05)
})
