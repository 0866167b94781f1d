// What a query means, asked of one small memory through the whole flow.
import { beforeAll, expect, test } from 'vitest'
import { retrieve } from '../../../../apps/api/retrieval/retrieve.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { createLogger } from '../../../../infra/runtime/logger.ts'
import { planMemorize } from '../../../../processors/accept-inbox/plan.ts'
import { retrieveRequest } from '../../../../schemas/api/reading/retrieve.ts'
import { memorizeRequest } from '../../../../schemas/api/writing/memorize.ts'
import { startFlow } from '../../../processors/in-memory.ts'
import { startedOnce } from '../../../started.ts'

const STARTED_AT = Date.parse('2026-11-22T10:00:00Z')
const FACTS = [
  'My wife Annika sings.',
  'My wife gets a rash from cashews.',
  'My brother is called Torben.',
  'My boss collects stamps.',
  'My neighbour has a garage.',
  'I keep a xylophone in the cellar.',
  'Torben moved to Porto.',
]
const flow = startedOnce(startFlow)
beforeAll(async () => {
  let at = STARTED_AT
  for (const content of FACTS) {
    at += 86_400_000
    const user = { appId: 'app', userId: 'u', contentType: 'conversation' as const }
    const context = { id: uuidV7(at), now: new Date(at), traceparent: null, entry: 'api' as const }
    await flow.intake.accept(planMemorize(memorizeRequest.parse({ ...user, content }), context))
  }
  await flow.drained()
})

async function answersTo(query: string): Promise<string[]> {
  const ports = { ...flow.ports, logger: createLogger('silent'), now: () => new Date(STARTED_AT) }
  const request = retrieveRequest.parse({ appId: 'app', userId: 'u', query })
  const { context } = await retrieve(ports, request)
  return context.relevantItems.map(({ content }) => content)
}

test.each(['Annika', 'annika', 'What about Annika?', 'annika and me'])(
  'given a name that was told once, when asked %j, then what was said of the wife is found',
  async (query) => {
    expect(await answersTo(query)).toContain('My wife gets a rash from cashews.')
  },
)

test('given a name, when asked for the relative, then what was said by the name is found', async () => {
  expect((await answersTo('where does my brother live'))[0]).toBe('Torben moved to Porto.')
})

test.each(['wheres my xylophnoe', 'my xilophone', 'Xylophones'])(
  'given a word that only the memory knows, when asked %j, then it is found',
  async (query) => {
    expect((await answersTo(query))[0]).toBe('I keep a xylophone in the cellar.')
  },
)

test('given a word that is near none, when asked, then nothing is found', async () => {
  expect(await answersTo('telephone')).toEqual([])
})
