// A thread that answers queries and long reads, over its own connections to what its process has open.
import type { Config } from '../../infra/config.ts'
import { memberOf } from '../../infra/runtime/certain.ts'
import { createLogger } from '../../infra/runtime/logger.ts'
import { type ModelUse, metered } from '../../infra/runtime/model-use.ts'
import { serveRequests } from '../../infra/threads/serve-requests.ts'
import { threadData } from '../../infra/threads/thread-data.ts'
import type { RetrieveRequest } from '../../schemas/api/reading/retrieve.ts'
import { tokensOf } from '../api/retrieval/packing/tokens.ts'
import { retrieve } from '../api/retrieval/retrieve.ts'
import { openForReading } from '../composition/open-for-reading.ts'
import { createLettingGo, letGoOf } from './let-go.ts'
import {
  countingReads,
  type MeteredAnswer,
  pastReads,
  type StoreRead,
  type ThreadAnswer,
  type ThreadRequest,
} from './requests.ts'

export type RetrievalThreadData = { config: Config }

const { config } = threadData<RetrievalThreadData>({ config: true })
const logger = createLogger(config.LOG_LEVEL)
// Builds the table of tokens now, so that the first query does not wait for it.
tokensOf('any')
const ports = await openForReading(config)

const letGoSoon = createLettingGo(ports)

serveRequests<ThreadRequest, ThreadAnswer>(
  async (asked, { signal }) => {
    letGoSoon()
    return asked.ask === 'retrieve'
      ? { answered: await answer(asked.request, signal) }
      : { read: await read(asked) }
  },
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

async function read({ store, read: name, time, args }: StoreRead): Promise<unknown> {
  const known = time === null ? countingReads[store] : pastReads[store]
  if (!Object.hasOwn(known, name)) throw new TypeError('no read of a thread')
  const from = time === null ? ports[store] : ports[store].at(time)
  const method = memberOf(from, name)
  return typeof method === 'function' ? Reflect.apply(method, from, args) : undefined
}
