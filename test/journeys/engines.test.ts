// Engines are configured separately: a reranker orders the hits, and while it is down the answer comes without it; a
// service does not start over data with vectors of another model.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startFakeOpenAi } from '../infra/language/openai/fake-openai.ts'
import { type FakeReranker, startFakeReranker } from '../infra/language/rerank/fake-reranker.ts'
import { type Service, startService } from './service.ts'

const DRINKS = [
  'Anna drinks tea at work.',
  'Anna drinks cocoa at night.',
  'Anna drinks beer at football.',
]

let reranker: FakeReranker
let service: Service
beforeAll(async () => {
  reranker = await startFakeReranker('cohere', (_, text) => (text.includes('cocoa') ? 1 : 0))
  service = await startService({
    RERANK_URL: reranker.url,
    RERANK_API_KEY: 'r',
    EMBEDDING_ENGINE: 'letters',
  })
  for (const drink of DRINKS) await service.remember('anna', drink)
})
afterAll(async () => {
  await service.stop()
  await reranker.close()
})

const ask = async () => {
  const query = 'What does Anna drink at work?'
  const { status, body } = await service.retrieve('anna', query, { explain: true })
  expect(status).toBe(200)
  return body
}
const contentsOf = (body: { relevantItems: { content: string }[] }) =>
  body.relevantItems.map(({ content }) => content)

test('given a reranker, when asked, then it moves what it is sure of, and the explanation tells its rank', async () => {
  reranker.answerWith({ status: 500, body: {} })
  const without = contentsOf(await ask())
  reranker.answerWith(null)
  const body = await ask()
  const cocoa = contentsOf(body).findIndex((content) => content.includes('cocoa'))
  expect(cocoa).toBeLessThan(without.findIndex((content) => content.includes('cocoa')))
  const { id } = body.relevantItems[cocoa]
  expect(body.explanation.items.find((item: { id: string }) => item.id === id).reranked).toBe(1)
  const asked = reranker.requests.at(-1)!
  expect(asked.authorization).toBe('Bearer r')
  expect(asked.body.query).toBe('What does Anna drink at work?')
})

test.each([
  ['it fails', { status: 500, body: {} }],
  ['it answers nonsense', { body: { results: 'none' } }],
] as const)(
  'given a reranker, when %s, then the answer comes in the order of the search',
  async (_, instead) => {
    reranker.answerWith(instead)
    const body = await ask()
    expect(contentsOf(body)[0]).toContain('tea')
    expect(body.explanation.items[0].reranked).toBeUndefined()
  },
)

test('given vectors of the first version, when started with the next, then it goes on with those that the data has', async () => {
  await service.pause()
  await service.resume({ EMBEDDING_ENGINE: 'offline' })
  await service.remember('anna', 'Anna drinks milk in bed.')
  reranker.answerWith({ status: 500, body: {} })
  const { body } = await service.retrieve('anna', 'What does Anna drink in bed?')
  expect(contentsOf(body)[0]).toContain('milk')
})

test('given vectors of one model, when started with another, then it refuses and says what to set; without vectors it starts', async () => {
  const model = await startFakeOpenAi()
  onTestFinished(() => model.close())
  await service.pause()
  const other = {
    EMBEDDING_ENGINE: 'openai',
    EMBEDDING_BASE_URL: model.baseUrl,
    EMBEDDING_DIMENSIONS: '8',
  }
  await expect(service.resume(other)).rejects.toThrow(
    /were made by offline.*, not by .*:8 .*EMBEDDING_ENGINE/,
  )
  // Over servers the index has the length that it was made with.
  await service.resume({ EMBEDDING_ENGINE: 'none', EMBEDDING_DIMENSIONS: '256' })
  expect((await service.items('anna')).length).toBe(DRINKS.length + 1)
})
