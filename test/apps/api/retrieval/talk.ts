// The talk of two friends, written and asked about: what of the evidence do answers hold that have room for little of it?
import { fileURLToPath } from 'node:url'
import { retrieve } from '../../../../apps/api/retrieval/retrieve.ts'
import { questionsOf, readDataset, writesOf } from '../../../../apps/cli/eval/eval-dataset.ts'
import { recallOf } from '../../../../apps/cli/eval/eval-score.ts'
import { createLanguageModel } from '../../../../infra/language/create-language-model.ts'
import type { Reranker } from '../../../../infra/ports/reranker.ts'
import { createLogger } from '../../../../infra/runtime/logger.ts'
import { planMemorize } from '../../../../processors/accept-inbox/plan.ts'
import { retrieveRequest } from '../../../../schemas/api/reading/retrieve.ts'
import { memorizeRequest } from '../../../../schemas/api/writing/memorize.ts'
import { type Flow, startFlow } from '../../../processors/in-memory.ts'

const [talk] = readDataset(fileURLToPath(new URL('./talk.json', import.meta.url)))
const questions = questionsOf(talk!)
const turns = talk!.sessions.flatMap((session) => session.turns)
export const DIMENSIONS = 384
const STARTED_AT = Date.parse('2026-11-22T10:00:00Z')
/** As many as leave most of the talk out. */
const MAX_TOKENS = 160
const user = { appId: 'app', userId: 'nora' }

/** A question is about the turns that answer it. */
export function topicsOf(text: string): string[] {
  const asked = questions.find(({ question }) => question === text)
  if (asked) return asked.evidence.map(({ id }) => id)
  return turns.filter((turn) => text.includes(turn.text)).map(({ id }) => id)
}

/** With the talk written. `baseUrl`: an endpoint of embeddings. */
export async function startTalk(baseUrl?: string): Promise<Flow> {
  const language = await createLanguageModel({
    EXTRACTION_MODEL: 'none',
    MODEL_TIMEOUT_MS: 60_000,
    EXTRACTION_MIN_CONFIDENCE: 0,
    EMBEDDING_MODEL: 'double',
    EMBEDDING_BASE_URL: baseUrl,
    EMBEDDING_DIMENSIONS: DIMENSIONS,
    EMBEDDING_GENERATION: 1,
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

type With = { reranker?: Reranker | null; maxTokens?: number }

/** The mean share of evidence. */
export async function recallWith(
  { ports }: Flow,
  format: string,
  { reranker = null, maxTokens = MAX_TOKENS }: With = {},
): Promise<number> {
  let sum = 0
  for (const question of questions) {
    const now = () => new Date(STARTED_AT)
    // Whatever there is, because an empty answer says nothing of the order.
    const limits = { maxTokens, minRelevance: 0 }
    const asked = { ...user, query: question.question, ...limits, format }
    const opened = { ...ports, reranker, logger: createLogger('silent'), now }
    const { context } = await retrieve(opened, retrieveRequest.parse(asked))
    sum += recallOf(question, context)
  }
  return sum / questions.length
}
