// A conversation written turn by turn, as chat applications do: the answer to a query includes the neighbouring turns.
import { countTokens } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import { sharedService } from './shared-service.ts'

const service = sharedService('conversation')

const turns = [
  'Ana: Do you still keep the telescope?',
  'Ben: Yes, in the attic.',
  'Ana: May I borrow it on Sunday?',
]

/** The score of the answer between two mentions of a thing. */
async function said(userId: string, more: (turn: number) => Record<string, unknown>) {
  for (const [n, turn] of turns.entries()) await service.remember(userId, turn, more(n))
  const { body } = await service.retrieve(userId, 'the telescope')
  const found = body.relevantItems as { content: string; score: number }[]
  return found.find(({ content }) => content === turns[1])?.score ?? 0
}

test('without a thread, turns that follow each other are one conversation', async () => {
  expect(await said('close', () => ({}))).toBeGreaterThan(0.3)
})

test('a message hours later is another conversation', async () => {
  const at = (n: number) => ({ metadata: { timestamp: `2026-05-08T1${n * 2}:00:00Z` } })
  expect(await said('hours', at)).toBeLessThan(0.25)
})

test('a thread is one conversation, however long it lasts', async () => {
  const at = (n: number) => ({ metadata: { timestamp: `2026-05-0${n + 1}T12:00:00Z` } })
  expect(await said('thread', (n) => ({ ...at(n), threadId: 'stars' }))).toBeGreaterThan(0.3)
})

test('as a prompt, it is one text with days and marks, counted exactly', async () => {
  const { status, body } = await service.retrieve('thread', 'the telescope', { format: 'prompt' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ summaries: {}, relevantItems: [], graphContext: [] })
  expect(body.prompt).toMatch(/^## 2026-05-01\n\[\w{13}\] Ana: Do you still keep the telescope\?$/m)
  expect(body.tokenCount).toBe(countTokens(body.prompt))
  const none = await service.retrieve('nobody', 'anything', { format: 'prompt' })
  expect(none).toMatchObject({ status: 404, body: { prompt: '', tokenCount: 0 } })
})
