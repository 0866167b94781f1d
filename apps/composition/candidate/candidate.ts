// The candidate of a reprocessing: a log of what another engine has read, beside the one in use, and a memory of it,
// always sealed under the users' keys. Where it lies is the setting's: in-files.ts and on-servers.ts.
import type { Candidate } from '../../../infra/ports/candidate.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { DecidingMemory } from '../../../infra/ports/memory-store.ts'
import type { Fence } from '../../../infra/ports/projection.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { isForgotten } from '../../../processors/forget/decide.ts'
import { scopeOf } from '../../../schemas/identifiers.ts'
import { deadLetterTopic, WRITES } from '../../../schemas/topics.ts'

export type OpenCandidate = Candidate & {
  log: EventLog
  memory: DecidingMemory
  /** The log by which the engine reads what was written, and to which it commits. */
  beside(inUse: EventLog): EventLog
  /** Brings the memory up to its log: to compare it. What reads for the candidate brings it up itself. */
  restore(parts: RuntimeParts): Promise<void>
}

/** Where a candidate lies; there is one at a time. */
export interface CandidatePlace {
  readNotes(): Promise<string | null>
  writeNotes(reprocessId: string, notes: string): Promise<void>
  /** Null if another process works on it; the returned function ends the claim. */
  claim(): (() => void) | null
  open(reprocessId: string): Promise<OpenCandidate>
  remove(): Promise<void>
  close(): Promise<void>
}

export const CANDIDATE_FACTS = 'memory.facts.v1'
const NO_RESOURCES: ReadonlySet<string> = new Set()
type Forgotten = Fence & { recordedAt: string }

/** By default the memory is kept, so there is nothing to restore. */
export function candidateOver({
  log,
  memory,
  beside,
  restore = async () => undefined,
}: Pick<OpenCandidate, 'log' | 'memory' | 'beside'> & Partial<OpenCandidate>): OpenCandidate {
  return {
    log,
    memory,
    beside,
    restore,
    forget: async (fence) => {
      await forgetIn(memory, log, fence)
      await eraseFrom(log, fence)
      return true
    },
    close: async () => {
      await Promise.all([log.close(), memory.close()])
    },
  }
}

/** What is opened over the log; where that fails, the log is closed, because its caller tries again. */
export async function openedOver(log: EventLog, open: () => OpenCandidate): Promise<OpenCandidate> {
  try {
    return open()
  } catch (error) {
    await log.close()
    throw error
  }
}

async function forgetIn(memory: DecidingMemory, log: EventLog, fence: Forgotten): Promise<void> {
  const { appId, userId, category, before, keyGeneration } = fence
  // A place that no other forget has: where the memory stands in the log, only what is read says.
  const partition = before * log.partitions(WRITES).length + log.partitionOf(WRITES, fence)
  await memory.apply({
    checkpoint: { topic: deadLetterTopic(WRITES), partition, position: 1 },
    fences: [{ appId, userId, category, before, keyGeneration }],
    documents: [],
    erasedResources: [],
    erasures: [],
  })
}

export async function eraseFrom(log: EventLog, fence: Forgotten): Promise<void> {
  await log.erase({
    topic: CANDIDATE_FACTS,
    scope: scopeOf(fence),
    matches: (record) => isForgotten(record, fence, NO_RESOURCES),
  })
}
