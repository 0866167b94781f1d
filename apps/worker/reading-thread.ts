// A thread that reads writes: only here is client content parsed, so that a write which costs too much ends this thread
// and nothing else.
import { constants } from 'node:os'
import {
  createLanguageModel,
  type LanguageConfig,
} from '../../infra/language/create-language-model.ts'
import { lowerThreadPriority } from '../../infra/runtime/turns/lower-priority.ts'
import { serveRequests } from '../../infra/threads/serve-requests.ts'
import { threadData } from '../../infra/threads/thread-data.ts'
import type { ReadFact } from '../../processors/extract-facts/read-fact.ts'
import {
  type OpenedContent,
  type OpenRequest,
  openContent,
  type PassageRequest,
  readPassage,
} from '../../processors/extract-facts/reading/reading.ts'

export type ReadingThreadData = { config: LanguageConfig }
export type ReadingRequest =
  | { ask: 'open'; requests: readonly OpenRequest[] }
  | { ask: 'readPassage'; request: PassageRequest }
export type ReadingAnswer = { opened: OpenedContent[] } | { facts: ReadFact[] }

// Acknowledging and answering go first.
lowerThreadPriority(constants.priority.PRIORITY_LOW)

const { config } = threadData<ReadingThreadData>({ config: true })
const language = await createLanguageModel(config)
// Now, so that the first write neither waits nor pays for it.
await language.prepareToExtract?.()

serveRequests(async (asked: ReadingRequest): Promise<ReadingAnswer> => {
  if (asked.ask === 'readPassage') return { facts: await readPassage(language, asked.request) }
  const opened: OpenedContent[] = []
  for (const request of asked.requests) opened.push(await openContent(language, request))
  return { opened }
})
