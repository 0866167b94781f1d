// A thread that answers queries, over connections of its own to what its process has open.
import { workerData } from 'node:worker_threads'
import type { Config } from '../../infra/config.ts'
import { createLogger } from '../../infra/runtime/telemetry.ts'
import { serveRequests } from '../../infra/threads/serve-requests.ts'
import type { RetrieveRequest } from '../../schemas/api/retrieve.ts'
import type { RetrievalAnswer } from '../api/retrieval/retrieval.ts'
import { retrieve } from '../api/retrieval/retrieve.ts'
import { tokensOf } from '../api/retrieval/tokens.ts'
import { openForReading } from '../composition/open-for-reading.ts'

export type RetrievalThreadData = { config: Config }

const { config } = workerData as RetrievalThreadData
const logger = createLogger(config.LOG_LEVEL)
// Makes the table of tokens now, so that the first query does not wait for it.
tokensOf('any')
const ports = await openForReading(config)

serveRequests<RetrieveRequest, RetrievalAnswer>(
  async (request, { signal }) => {
    const now = () => new Date()
    const { context, found } = await retrieve({ ...ports, logger, now, signal }, request)
    return { found, body: JSON.stringify(context) }
  },
  () => ports.close(),
)
