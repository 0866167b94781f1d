// What a reranker costs that does not know, and what one that knows gains: a talk is asked about with doubles of rerankers that
// rate by chance, and with one that knows the answers. The shares of evidence are those of the evaluation.
import { beforeAll, expect, test } from 'vitest'
import type { Reranker } from '../../../../infra/ports/reranker.ts'
import { numberOf } from '../../../infra/language/number-of.ts'
import { startedOnce } from '../../../started.ts'
import { recallWith, startTalk, topicsOf } from './talk.ts'

function rerankerOf(rate: (query: string, text: string) => number): Reranker {
  const rerank: Reranker['rerank'] = async (query, texts) => texts.map((text) => rate(query, text))
  return { maxTexts: 50, rerank }
}

function isAbout(query: string, text: string): number {
  const asked = topicsOf(query)
  return topicsOf(text).some((topic) => asked.includes(topic)) ? 1 : 0
}

const byChance = [0, 1, 2, 3].map((seed) =>
  rerankerOf((query, text) => numberOf(`${seed}${query}${text}`)),
)
const good = rerankerOf((query, text) => isAbout(query, text) + 1.2 * numberOf(query + text))

/** Of a few items more than the two or three of which a reranker's first takes the place of one. */
const maxTokens = 400

const flow = startedOnce(startTalk)
let alone: number
beforeAll(async () => {
  alone = await recallWith(flow, 'json', { maxTokens })
})

test('given rerankers that rate by chance, then more than six tenths are found', async () => {
  let sum = 0
  for (const reranker of byChance) sum += await recallWith(flow, 'json', { reranker, maxTokens })
  expect(alone).toBeGreaterThan(0.75)
  expect(sum / byChance.length).toBeGreaterThan(0.6)
})

test('given a reranker that knows the answers, then more is found', async () => {
  expect(await recallWith(flow, 'json', { reranker: good, maxTokens })).toBeGreaterThan(
    alone + 0.05,
  )
})
