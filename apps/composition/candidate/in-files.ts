// The candidate of the embedded setting: a log and a memory in a folder of the data directory.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Candidate } from '../../../infra/ports/candidate.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import { createLogNames } from '../../../infra/runtime/envelope/log-names.ts'
import { logBeside } from '../../../infra/runtime/replay/log-beside.ts'
import { createSealing } from '../../../infra/sealed/keys/sealing.ts'
import { keepPrivate } from '../../../infra/sqlite/database/database-file.ts'
import { lockFile } from '../../../infra/sqlite/database/file-lock.ts'
import { makeFolder } from '../../../infra/sqlite/database/make-folder.ts'
import { createSqliteEventLog } from '../../../infra/sqlite/event-log.ts'
import { embeddedProjections } from '../embedded/embedded-projections.ts'
import { type CandidatePlace, candidateOver, type OpenCandidate, openedOver } from './candidate.ts'

type CandidateFiles = { directory: string; masterKey: Uint8Array; keys: KeyStore }

export function candidateInFiles(options: CandidateFiles): CandidatePlace {
  const folder = candidateFolder(options.directory)
  const notes = join(folder, 'journal.json')
  const isThere = () => existsSync(notes)
  const removeAll = () => rmSync(folder, { recursive: true, force: true })
  return {
    readNotes: async () => (isThere() ? readFileSync(notes, 'utf8') : null),
    writeNotes: async (_, text) => {
      writeFileSync(`${notes}.new`, text, { mode: 0o600, flush: true })
      renameSync(`${notes}.new`, notes)
    },
    // A folder without notes holds nothing that was asked for.
    claim: () =>
      claimFolder(folder, () => {
        if (!isThere()) removeAll()
      }),
    open: async () => openCandidate(options),
    remove: async () => removeAll(),
    close: async () => undefined,
  }
}

export function candidateFolder(directory: string): string {
  return join(directory, 'candidate')
}

/** Returns what releases it and then does `after`; null while another has it. */
export function claimFolder(folder: string, after: () => void): (() => void) | null {
  makeFolder(folder)
  keepPrivate(folder)
  const release = lockFile(join(folder, 'lock.db'))
  if (!release) return null
  return () => {
    release()
    after()
  }
}

function openCandidate({ directory, masterKey, keys }: CandidateFiles): Promise<OpenCandidate> {
  const folder = candidateFolder(directory)
  const sealing = createSealing({ masterKey, keys })
  const names = createLogNames(sealing.owners)
  const log = createSqliteEventLog({ directory: join(folder, 'log'), names })
  return openedOver(log, () => {
    const memory = embeddedProjections.memory.open({ path: join(folder, 'memory.db'), sealing })
    return candidateOver({ log, memory, beside: (inUse) => logBeside(inUse, log) })
  })
}

/** For the service: opens the candidate for each forget, if there is one then. */
export function candidateIfAny(options: CandidateFiles): Candidate {
  return {
    forget: async (fence) => {
      if (!existsSync(join(candidateFolder(options.directory), 'memory.db'))) return false
      const candidate = await openCandidate(options)
      return candidate.forget(fence).finally(candidate.close)
    },
    close: async () => undefined,
  }
}
