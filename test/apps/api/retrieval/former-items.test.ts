// What was before, asked of one small memory through the whole flow.
import { beforeAll, expect, test } from 'vitest'
import { retrieve } from '../../../../apps/api/retrieval/retrieve.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { createLogger } from '../../../../infra/runtime/logger.ts'
import { planMemorize } from '../../../../processors/accept-inbox/plan.ts'
import { retrieveRequest } from '../../../../schemas/api/reading/retrieve.ts'
import { memorizeRequest } from '../../../../schemas/api/writing/memorize.ts'
import { startFlow } from '../../../processors/in-memory.ts'
import { startedOnce } from '../../../started.ts'

const STARTED_AT = Date.parse('2025-03-01T10:00:00Z')
const DAY_MS = 86_400_000
const FACTS = [
  'I live in Gdansk.',
  'I work as a tuner at Brandt Pianos.',
  'My sister Nora lives in Turku.',
  'I moved to Sopot.',
  'I work as a tuner at Halle Organs now.',
  'My sister Nora moved to Oulu.',
]
const NOW = STARTED_AT + 30 * DAY_MS
const flow = startedOnce(startFlow)
beforeAll(async () => {
  for (const [n, content] of FACTS.entries()) {
    const at = STARTED_AT + n * DAY_MS
    const user = { appId: 'app', userId: 'u', contentType: 'conversation' as const }
    const context = { id: uuidV7(at), now: new Date(at), traceparent: null, entry: 'api' as const }
    await flow.intake.accept(planMemorize(memorizeRequest.parse({ ...user, content }), context))
  }
  await flow.drained()
})

async function answersTo(query: string, asks: { asOf?: string; categories?: string[] } = {}) {
  const ports = { ...flow.ports, logger: createLogger('silent'), now: () => new Date(NOW) }
  const request = retrieveRequest.parse({ appId: 'app', userId: 'u', query, ...asks })
  const { context } = await retrieve(ports, request)
  return context.relevantItems.map(({ content }) => content)
}

test.each([
  ['Where did I live before?', 'I live in Gdansk. (until 2025-03-04)'],
  ['my previous employer', 'I work as a tuner at Brandt Pianos. (until 2025-03-05)'],
  ['Where did my sister live before?', 'My sister Nora lives in Turku. (until 2025-03-06)'],
])(
  'given what was replaced, when asked %j, then it comes first, with its end',
  async (query, first) => {
    expect((await answersTo(query))[0]).toBe(first)
  },
)

test('given what was replaced, when asked for the present, then it is not shown', async () => {
  expect(await answersTo('Where do I live?')).toContain('I moved to Sopot.')
  expect((await answersTo('Where do I live?')).join()).not.toMatch(/Gdansk|until/)
})

test('given what was replaced, when asked as of a day when it held, then it has no end', async () => {
  const answers = await answersTo('Where did I live before?', { asOf: '2025-03-02T12:00:00Z' })
  expect(answers).toContain('I live in Gdansk.')
})

test('given what was replaced, when asked within categories, then it is shown if it is of them', async () => {
  const before = 'my previous employer'
  const of = async (categories: string[]) => (await answersTo(before, { categories })).join()
  const { data } = await flow.ports.memory.listItems({ appId: 'app', userId: 'u' }, { limit: 10 })
  const category = data.find(({ text }) => text.includes('Brandt'))!.category
  expect(await of([category])).toContain('Brandt')
  expect(await of(['none'])).toBe('')
})
