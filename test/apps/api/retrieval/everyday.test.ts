// Everyday questions in other words than the facts, asked of small memories through the whole flow: the memory answers
// two of three; the third asks for something that was never said, and its answer must stay empty.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { retrieve } from '../../../../apps/api/retrieval/retrieve.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { createLogger } from '../../../../infra/runtime/logger.ts'
import { planMemorize } from '../../../../processors/accept-inbox/plan.ts'
import { retrieveRequest } from '../../../../schemas/api/reading/retrieve.ts'
import { memorizeRequest } from '../../../../schemas/api/writing/memorize.ts'
import { startFlow } from '../../../processors/in-memory.ts'
import { startedOnce } from '../../../started.ts'

type Pair = [fact: string, question: string]
const { beside, found, empty }: Record<'beside', string[]> & Record<'found' | 'empty', Pair[]> =
  JSON.parse(readFileSync(new URL('./everyday.json', import.meta.url), 'utf8'))
const pairs = [...found, ...empty]
/** Words that sound alike count as misspelt: "salary" beside Saturdays. */
const NOT_HANDLED = ['Where is my office?']
const STARTED_AT = Date.parse('2026-11-22T10:00:00Z')

const flow = startedOnce(startFlow)
beforeAll(async () => {
  let at = STARTED_AT
  for (const [n, [fact]] of pairs.entries()) {
    for (const content of [fact, ...beside]) {
      at += 1_000
      const user = { appId: 'app', userId: `u${n}`, contentType: 'conversation' as const }
      const context = {
        id: uuidV7(at),
        now: new Date(at),
        traceparent: null,
        entry: 'api' as const,
      }
      await flow.intake.accept(planMemorize(memorizeRequest.parse({ ...user, content }), context))
    }
  }
  await flow.drained()
})

async function answerTo(n: number): Promise<string[]> {
  const ports = { ...flow.ports, logger: createLogger('silent'), now: () => new Date(STARTED_AT) }
  const query = pairs[n]![1]
  const request = retrieveRequest.parse({ appId: 'app', userId: `u${n}`, query })
  const { context } = await retrieve(ports, request)
  return context.relevantItems.map(({ content }) => content)
}

test.each(found.map(([fact, question], n) => [question, fact, n] as const))(
  'given what is known, when asked %j, then %j comes first',
  async (_question, fact, n) => {
    expect((await answerTo(n))[0]).toBe(fact)
  },
)

test('when asked for what was never said, then the answer is empty, but where it never was', async () => {
  const answered: string[] = []
  for (const [n, [, question]] of empty.entries()) {
    if ((await answerTo(found.length + n)).length > 0) answered.push(question)
  }
  expect(empty).toHaveLength(21)
  expect(answered).toEqual(NOT_HANDLED)
})
