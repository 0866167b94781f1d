// Asks the questions of a data set of what is in use and of the candidate: how much of the evidence does each find?
// Facts alone count: the candidate has neither summaries nor a graph.
import { createLanguageModel } from '../../../infra/language/create-language-model.ts'
import type { QueryLanguage } from '../../../infra/ports/language-model.ts'
import type { MemoryStore } from '../../../infra/ports/memory-store.ts'
import { createSqliteGraphStore } from '../../../infra/sqlite/graph-store.ts'
import { retrieveRequest } from '../../../schemas/api/reading/retrieve.ts'
import { retrieve } from '../../api/retrieval/retrieve.ts'
import { UsageError } from '../command/command.ts'
import { type Question, questionsOf, readDataset } from '../eval/eval-dataset.ts'
import { recallOf } from '../eval/eval-score.ts'
import type { WithCandidate } from './candidate-of.ts'
import { refuseUnknown } from './users-of.ts'

export type Answered = {
  asked: number
  /** The mean share of the evidence that was found. */
  inUse: number
  candidate: number
  /** Questions of which the candidate finds more, and less. */
  better: number
  worse: number
}

/** A conversation of the data set is a user of the app. */
export async function answerQuestions(
  { ports, candidate, config, runtime }: WithCandidate,
  { dataset, appId }: { dataset: string; appId: string | null },
): Promise<Answered> {
  if (appId === null)
    throw new UsageError('--questions needs --app APP, whose users they are about')
  await refuseUnknown(ports, { appId, userId: null })
  const questions = readDataset(dataset).flatMap(questionsOf)
  const { logger } = runtime.telemetry
  const asked = { appId, logger }
  // Vectors of the candidate may be of another model, so both are asked by words.
  const language = { ...(await createLanguageModel({ ...config, EMBEDDING_ENGINE: 'none' })) }
  const scores: [inUse: number, candidate: number][] = []
  for (const question of questions) {
    const one = await recall({ ...asked, language, memory: ports.memory }, question)
    const other = await recall({ ...asked, language, memory: candidate.memory }, question)
    scores.push([one, other])
  }
  return {
    asked: questions.length,
    inUse: mean(scores.map(([one]) => one)),
    candidate: mean(scores.map(([, other]) => other)),
    better: scores.filter(([one, other]) => other > one).length,
    worse: scores.filter(([one, other]) => other < one).length,
  }
}

type Asked = {
  appId: string
  language: QueryLanguage
  memory: MemoryStore
  logger: Parameters<typeof retrieve>[0]['logger']
}

async function recall({ appId, memory, ...ports }: Asked, question: Question): Promise<number> {
  const { context } = await retrieve(
    {
      ...ports,
      memory: { ...memory, summaries: async () => [] },
      graph: noGraph,
      now: () => new Date(),
    },
    retrieveRequest.parse({ appId, userId: question.conversation, query: question.question }),
  )
  return recallOf(question, context)
}

const noGraph = createSqliteGraphStore({ path: ':memory:' })

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)
}
