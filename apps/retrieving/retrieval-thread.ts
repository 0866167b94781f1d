// A thread that answers queries and reads of another time, over its own connections to what its process has open.
import { workerData } from 'node:worker_threads'
import type { Config } from '../../infra/config.ts'
import { type ModelUse, metered } from '../../infra/runtime/model-use.ts'
import { createLogger } from '../../infra/runtime/telemetry.ts'
import { serveRequests } from '../../infra/threads/serve-requests.ts'
import type { RetrieveRequest } from '../../schemas/api/retrieve.ts'
import { retrieve } from '../api/retrieval/retrieve.ts'
import { tokensOf } from '../api/retrieval/tokens.ts'
import { openForReading } from '../composition/open-for-reading.ts'
import { letGoOf } from './let-go.ts'
import { type MeteredAnswer, type PastRead, pastReads, type ThreadRequest } from './requests.ts'

export type RetrievalThreadData = { config: Config }

const { config } = workerData as RetrievalThreadData
const logger = createLogger(config.LOG_LEVEL)
// Builds the table of tokens now, so that the first query does not wait for it.
tokensOf('any')
const ports = await openForReading(config)

serveRequests<ThreadRequest, unknown>(
  (asked, { signal }) =>
    asked.ask === 'retrieve' ? answer(asked.request, signal) : readPast(asked),
  { close: () => ports.close(), letGo: () => letGoOf(ports) },
)

async function answer(request: RetrieveRequest, signal: AbortSignal): Promise<MeteredAnswer> {
  const now = () => new Date()
  const used: ModelUse[] = []
  const { context, found } = await metered(
    (use) => void used.push(use),
    () => retrieve({ ...ports, logger, now, signal }, request),
  )
  return { found, body: JSON.stringify(context), used }
}

async function readPast({ store, read, time, args }: PastRead): Promise<unknown> {
  if (!Object.hasOwn(pastReads[store], read)) throw new TypeError('no read of another time')
  const then = ports[store].at(time) as unknown as Record<string, Read>
  return then[read]?.(...args)
}
type Read = (...args: readonly unknown[]) => Promise<unknown>
