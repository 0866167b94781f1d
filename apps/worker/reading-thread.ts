// A thread that reads writes: what a client sent is taken apart here and nowhere else, so that a write which costs too
// much ends this thread and nothing beside it.
import { constants, setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import {
  createLanguageModel,
  type LanguageConfig,
} from '../../infra/language/create-language-model.ts'
import { serveRequests } from '../../infra/threads/serve-requests.ts'
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
export type ReadingAnswer = OpenedContent[] | ReadFact[]

// Acknowledging and answering go first. On Linux this is the priority of the thread; elsewhere of the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

const language = await createLanguageModel((workerData as ReadingThreadData).config)
// Now, so that the first write does not wait for it, nor pay for it.
await language.prepareToExtract?.()

serveRequests(async (asked: ReadingRequest): Promise<ReadingAnswer> => {
  if (asked.ask === 'readPassage') return readPassage(language, asked.request)
  const opened: OpenedContent[] = []
  for (const request of asked.requests) opened.push(await openContent(language, request))
  return opened
})
