// The three steps of the evaluation against a service: write the conversations, wait until they are processed, ask.
import { inParallel } from '../../../infra/runtime/in-parallel.ts'
import { waitFor } from '../../../infra/runtime/wait/wait-for.ts'
import { countTokens } from '../../../infra/tokens/count-tokens.ts'
import type { RetrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import { sample } from '../bench/measure/measures.ts'
import type { ApiClient } from '../command/api-client.ts'
import type { Io } from '../command/command.ts'
import { createProgress } from '../command/progress.ts'
import { countProcessed } from '../operate/processed.ts'
import {
  type Conversation,
  type Grain,
  type Question,
  questionsOf,
  writesOf,
} from './eval-dataset.ts'
import { type JudgedItem, judgedItems, recallByItems, recallOf } from './eval-score.ts'
import { unmentionedOf } from './eval-unmentioned.ts'

export type Target = {
  client: ApiClient
  appId: string
  maxTokens: number
  grain: Grain
  format: RetrieveRequest['format']
  io: Io
}

export type Asked = {
  question: Question
  recall: number
  /** Tokens of the whole body as JSON, or of the prompt, counted here. */
  tokens: number
  tokenCount: number
  items: readonly JudgedItem[]
  /** Recall of the first items of the answer: of none, one, and so on. */
  recallByItems: readonly number[]
}

/** Concurrent questions while answers are scored; latency is measured one question at a time. */
const QUESTIONS_AT_ONCE = 4
const LATENCY_SAMPLE = 200
const POLLING = { firstMs: 100, longestMs: 100 }

/** Writes every session of every conversation, in order. One user is one conversation. */
export async function writeConversations(target: Target, conversations: readonly Conversation[]) {
  const { client, appId, grain, io } = target
  const progress = createProgress(io, { label: 'writing', total: totalOf(target, conversations) })
  await inParallel(conversations, conversations.length, async (conversation) => {
    const about = { appId, userId: conversation.id, contentType: 'conversation' as const }
    for (const { at, ...write } of writesOf(conversation, grain)) {
      await client.memorize({ ...about, ...write, metadata: { timestamp: at } })
      progress.advance()
    }
  }).finally(() => progress.finish())
}

function totalOf({ grain }: Target, conversations: readonly Conversation[]): number {
  return conversations.reduce((sum, each) => sum + writesOf(each, grain).length, 0)
}

/** Resolves when every write has been processed; rejects where one failed. */
export async function untilProcessed(target: Target, conversations: readonly Conversation[]) {
  const total = totalOf(target, conversations)
  const progress = createProgress(target.io, { label: 'processing', total })
  try {
    const isDone = async () => {
      const { appId, client } = target
      const counts = conversations.map(({ id }) => countProcessed(client, { appId, userId: id }))
      const done = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
      progress.reached(done)
      return done >= total
    }
    await waitFor(isDone, target.io.signal, POLLING)
  } finally {
    progress.finish()
  }
}

export async function askAll(
  target: Target,
  conversations: readonly Conversation[],
): Promise<Asked[]> {
  const questions = conversations.flatMap(questionsOf)
  const progress = createProgress(target.io, { label: 'asking', total: questions.length })
  return inParallel(questions, QUESTIONS_AT_ONCE, async (question) => {
    const { body } = await retrieve(target, question)
    progress.advance()
    const told = body.prompt ?? JSON.stringify(body)
    const tokens = body.tokenCount === 0 ? 0 : countTokens(told)
    const items = judgedItems(question, body)
    const recalls = {
      recall: recallOf(question, body),
      recallByItems: recallByItems(question, body),
    }
    return { question, ...recalls, tokens, tokenCount: body.tokenCount, items }
  }).finally(() => progress.finish())
}

/** Of the questions about things that no speaker mentions: how many were asked, and how many got the empty answer. */
export async function askUnmentioned(
  { client, appId, maxTokens, io }: Target,
  conversations: readonly Conversation[],
): Promise<{ asked: number; empty: number }> {
  const asked = conversations.flatMap((each) =>
    unmentionedOf(each).map((query) => ({ appId, userId: each.id, query, maxTokens })),
  )
  const progress = createProgress(io, { label: 'asking what was never said', total: asked.length })
  const empty = await inParallel(asked, QUESTIONS_AT_ONCE, async (request) => {
    const { body } = await client.retrieve(request)
    progress.advance()
    return body.tokenCount === 0
  }).finally(() => progress.finish())
  return { asked: asked.length, empty: empty.filter(Boolean).length }
}

/** Milliseconds of some of the questions, asked again one at a time. */
export async function measureLatency(
  target: Target,
  questions: readonly Question[],
): Promise<number[]> {
  const asked = sample(questions, LATENCY_SAMPLE)
  const progress = createProgress(target.io, { label: 'measuring latency', total: asked.length })
  const measured = inParallel(asked, 1, async (question) => {
    const { elapsedMs } = await retrieve(target, question)
    progress.advance()
    return elapsedMs
  })
  return measured.finally(() => progress.finish())
}

function retrieve(
  { client, appId, maxTokens, format }: Target,
  { conversation, question }: Question,
) {
  return client.retrieve({ appId, userId: conversation, query: question, maxTokens, format })
}
