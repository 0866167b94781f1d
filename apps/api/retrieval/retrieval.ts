// What the routes know of retrieval: it is computed elsewhere, and its answer is ready to send.
import type { PoolCounts } from '../../../infra/threads/thread-pool.ts'
import type { RetrieveRequest } from '../../../schemas/api/reading/retrieve.ts'

/** `body` is the JSON text of the answer. */
export type RetrievalAnswer = { found: boolean; body: string }

export type Retrieval = {
  /** Rejects with TooManyWaiting if too many wait. If the signal is aborted, a waiting request is dropped. */
  answer(request: RetrieveRequest, signal: AbortSignal): Promise<RetrievalAnswer>
  /** How many wait, run, and have been refused or dropped. */
  counts(): PoolCounts
  /** Drops what is held in memory of users who were forgotten, before any later query. */
  letGo(): void
}
