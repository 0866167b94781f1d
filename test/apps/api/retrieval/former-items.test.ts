// What was before, asked of one small memory through the whole flow.
import { beforeAll, expect, test } from 'vitest'
import { withFormer } from '../../../../apps/api/retrieval/former-items.ts'
import { rankable } from '../../../../apps/api/retrieval/ranking/ranked-item.ts'
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

async function answersTo(query: string, asks: { asOf?: string } = {}) {
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

test('given what was replaced, when asked as of a later day, then it is not shown', async () => {
  const answers = await answersTo('Where did I live before?', { asOf: '2025-03-20T12:00:00Z' })
  expect(answers).toContain('I moved to Sopot.')
  expect(answers.join()).not.toContain('Gdansk')
})

test('given what was replaced, when asked for another kind of facts, then it is not shown', async () => {
  const { memory } = flow.ports
  const scope = { appId: 'app', userId: 'u' }
  const { data } = await memory.listItems(scope, { limit: 10 })
  const items = data.filter(({ text }) => text.includes('Sopot')).map(rankable)
  const found = { items, fused: items.map(({ id }) => ({ id, score: 1 })) }
  const ports = { memory, now: () => new Date(NOW) }
  const asks = { ...scope, query: 'Where did I live before?' }
  const of = async (more: object) =>
    (await withFormer(ports, retrieveRequest.parse({ ...asks, ...more }), found)).items.length
  expect(await of({})).toBe(2)
  expect(await of({ types: ['preference'] })).toBe(1)
})
