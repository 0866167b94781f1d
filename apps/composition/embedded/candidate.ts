// The candidate of a reprocessing, in the embedded setting: a log and a memory of its own in a folder of the data
// directory, always sealed under the users' keys.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Candidate } from '../../../infra/ports/candidate.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { DecidingMemory } from '../../../infra/ports/memory-store.ts'
import { createSealing } from '../../../infra/sealed/keys/sealing.ts'
import { keepPrivate } from '../../../infra/sqlite/database/database-file.ts'
import { lockFile } from '../../../infra/sqlite/database/file-lock.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { isForgotten } from '../../../processors/forget/decide.ts'
import { deadLetterTopic, WRITES } from '../../../schemas/topics.ts'
import { embeddedProjections } from './embedded-projections.ts'

export type CandidateOptions = { directory: string; masterKey: Uint8Array; keys: KeyStore }
export type OpenCandidate = Candidate & { log: EventLog; memory: DecidingMemory }

const FACTS = 'memory.facts.v1'
const NO_RESOURCES: ReadonlySet<string> = new Set()

/** Where it lies. */
export function candidateFolder(directory: string): string {
  return join(directory, 'candidate')
}

/** Null if another process works on it; the returned function ends the claim. */
export function claimCandidate(directory: string): (() => void) | null {
  const folder = candidateFolder(directory)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  keepPrivate(folder)
  return lockFile(join(folder, 'lock.db'))
}

export function removeCandidate(directory: string): void {
  rmSync(candidateFolder(directory), { recursive: true, force: true })
}

export function openCandidate({ directory, masterKey, keys }: CandidateOptions): OpenCandidate {
  const folder = candidateFolder(directory)
  const log = createSqliteEventLog({ directory: join(folder, 'log') })
  const sealing = createSealing({ masterKey, keys })
  const memory = embeddedProjections.memory.open({ path: join(folder, 'memory.db'), sealing })
  return candidateOver({ log, memory })
}

export function candidateOver({
  log,
  memory,
}: Pick<OpenCandidate, 'log' | 'memory'>): OpenCandidate {
  return {
    log,
    memory,
    forget: async ({ recordedAt, ...forgetting }) => {
      const { appId, userId, category, before, keyGeneration } = forgetting
      const fence = { appId, userId, category, before, keyGeneration }
      await memory.apply({
        // Its own place: where the memory stands in the log, only what is read says.
        checkpoint: { topic: deadLetterTopic(WRITES), partition: fence.before, position: 1 },
        fences: [fence],
        documents: [],
        erasedResources: [],
        erasures: [],
      })
      await log.erase({
        topic: FACTS,
        scope: { appId, userId },
        matches: (record) => isForgotten(record, { ...fence, recordedAt }, NO_RESOURCES),
      })
      return true
    },
    close: async () => {
      await log.close()
      await memory.close()
    },
  }
}

/** For the service: opens the candidate for each forget, if there is one then. */
export function candidateIfAny(options: CandidateOptions): Candidate {
  return {
    forget: async (fence) => {
      if (!existsSync(join(candidateFolder(options.directory), 'memory.db'))) return false
      const candidate = openCandidate(options)
      return candidate.forget(fence).finally(candidate.close)
    },
    close: async () => undefined,
  }
}
