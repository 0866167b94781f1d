// Retrieval over ports in memory, which another thread could not open.
import type { Retrieval } from '../../../apps/api/retrieval/retrieval.ts'
import { retrieve } from '../../../apps/api/retrieval/retrieve.ts'
import type { Ports } from '../../../infra/ports/ports.ts'
import { createLogger } from '../../../infra/runtime/logger.ts'

const idle = {
  threads: 1,
  waiting: 0,
  running: 0,
  killed: 0,
  died: 0,
  dropped: 0,
  abandoned: 0,
  refused: 0,
}

export function retrievingHere(ports: Ports): Retrieval {
  const logger = createLogger('silent')
  return {
    answer: async (request, signal) => {
      const now = () => new Date()
      const { context, found } = await retrieve({ ...ports, logger, now, signal }, request)
      return { found, body: JSON.stringify(context) }
    },
    counts: () => idle,
    letGo: () => undefined,
  }
}
