// Opens the candidate of a data directory for a command: one command at a time, over the ports of the service.
import { rmSync } from 'node:fs'
import { createOwners, type Owners } from '../../../infra/runtime/envelope/owners.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import {
  candidateFolder,
  claimCandidate,
  type OpenCandidate,
  openCandidate,
} from '../../composition/embedded/candidate.ts'
import { masterKeyOf } from '../../composition/embedded/master-key-of.ts'
import { CommandFailed, type Io } from '../command/command.ts'
import { type Opened, withPorts } from '../operate/with-ports.ts'
import { type Journal, readJournal } from './journal.ts'

export type Candidature = Opened & {
  candidate: OpenCandidate
  directory: string
  owners: Owners
  io: Io
}

/** Runs `work` over the candidate, which is made where there is none. */
export function withCandidate<T>(io: Io, work: (of: Candidature) => Promise<T>): Promise<T> {
  return withPorts(io.signal, async (opened) => {
    const { config, ports } = opened
    if (config.PROFILE !== 'embedded') {
      throw new CommandFailed(
        'reprocess works on embedded data alone: a candidate over servers is not built yet',
      )
    }
    const { DATA_DIR: directory } = config
    const release = claimCandidate(directory)
    if (!release) throw new CommandFailed('another reprocess is running: wait for it')
    const masterKey = masterKeyOf(directory, config.MASTER_KEY)
    const candidate = openCandidate({ directory, masterKey, keys: ports.keys })
    const owners = createOwners(masterKey)
    try {
      return await work({ ...opened, candidate, directory, owners, io })
    } finally {
      await candidate.close()
      release()
      removeIfEmpty(directory)
    }
  })
}

/** A folder without a journal holds nothing that was asked for. */
function removeIfEmpty(directory: string): void {
  if (readJournal(directory)) return
  rmSync(candidateFolder(directory), { recursive: true, force: true })
}

/** The journal of a candidate that has read every write. */
export function completeJournal(directory: string): Journal & {
  upTo: NonNullable<Journal['upTo']>
} {
  const journal = readJournal(directory)
  if (!journal) throw new CommandFailed('there is no candidate: begin with reprocess --from CONFIG')
  const { upTo } = journal
  if (upTo === null) {
    throw new CommandFailed(
      'the candidate has not read every write yet: go on with reprocess --from CONFIG',
    )
  }
  return { ...journal, upTo }
}

/** True for the users whom the candidate reads. */
export function chosenBy({ appId, users }: Journal, owners: Owners): (scope: Scope) => boolean {
  const names = users && new Set(users)
  return (scope) =>
    (appId === null || scope.appId === appId) &&
    (names === null || names.has(pseudonymOf(owners, scope)))
}

export function pseudonymOf(owners: Owners, { appId, userId }: Scope): string {
  return `${appId} ${owners.seal({ appId, userId }).userId}`
}
