// The three steps of the evaluation against a service: write the conversations, wait until they
// are processed, ask.
import { setTimeout as sleep } from 'node:timers/promises'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { ApiClient } from './api-client.ts'
import type { Io } from './command.ts'
import {
  type Conversation,
  type Question,
  questionsOf,
  sessionContent,
  sessionInstant,
} from './eval-dataset.ts'
import { recallOf } from './eval-score.ts'
import { inParallel, sample } from './measures.ts'
import { countProcessed } from './processed.ts'
import { createProgress } from './progress.ts'

export type Target = { client: ApiClient; appId: string; maxTokens: number; io: Io }

export type Asked = {
  question: Question
  recall: number
  /** Of the whole body as JSON, counted here. */
  tokens: number
  /** As the service counted. */
  tokenCount: number
}

/** Questions at once while answers are scored; latency is measured one by one. */
const QUESTIONS_AT_ONCE = 4
const LATENCY_SAMPLE = 200
const POLL_MS = 100
const AS_ORDINARY_TEXT = { disallowedSpecial: new Set<string>() }

/** Writes every session of every conversation, in order. One user is one conversation. */
export async function writeConversations(target: Target, conversations: readonly Conversation[]) {
  const { client, appId, io } = target
  const total = conversations.reduce((sum, each) => sum + each.sessions.length, 0)
  const progress = createProgress(io, { label: 'writing sessions', total })
  await inParallel(conversations, conversations.length, async ({ id, sessions }) => {
    for (const session of sessions) {
      const metadata = { timestamp: sessionInstant(session.at) }
      const content = sessionContent(session)
      await client.memorize({
        appId,
        userId: id,
        content,
        contentType: 'conversation',
        metadata,
      })
      progress.advance()
    }
  }).finally(() => progress.finish())
}

/** Resolves when every session has been processed; rejects where one failed. */
export async function untilProcessed(target: Target, conversations: readonly Conversation[]) {
  const total = conversations.reduce((sum, each) => sum + each.sessions.length, 0)
  const progress = createProgress(target.io, { label: 'processing', total })
  try {
    for (let done = 0; done < total; ) {
      const { appId, client } = target
      const counts = conversations.map(({ id }) => countProcessed(client, { appId, userId: id }))
      done = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
      progress.reached(done)
      if (done < total) await sleep(POLL_MS, undefined, { signal: target.io.signal })
    }
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
    const tokens = countTokens(JSON.stringify(body), AS_ORDINARY_TEXT)
    return { question, recall: recallOf(question, body), tokens, tokenCount: body.tokenCount }
  }).finally(() => progress.finish())
}

/** Milliseconds of some of the questions, asked again one by one. */
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

function retrieve({ client, appId, maxTokens }: Target, { conversation, question }: Question) {
  return client.retrieve({ appId, userId: conversation, query: question, maxTokens })
}
