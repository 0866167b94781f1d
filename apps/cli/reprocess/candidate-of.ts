// Opens the candidate of a service for a command: one command at a time, over the ports of the service.
import { createOwners, type Owners } from '../../../infra/runtime/envelope/owners.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { WRITES } from '../../../schemas/topics.ts'
import type { CandidatePlace, OpenCandidate } from '../../composition/candidate/candidate.ts'
import { CommandFailed, type Io } from '../command/command.ts'
import { type Opened, withPorts } from '../operate/with-ports.ts'
import { type Journal, readJournal } from './journal.ts'

export type Candidature = Opened & { place: CandidatePlace; owners: Owners; io: Io }
export type WithCandidate = Pick<Candidature, 'config' | 'ports' | 'runtime' | 'beside'> &
  Pick<Candidature, 'owners' | 'io'> & { candidate: OpenCandidate }
/** The journal of a candidate that has read every write. */
export type Complete = Journal & { upTo: NonNullable<Journal['upTo']> }

export function withCandidature<T>(io: Io, work: (of: Candidature) => Promise<T>): Promise<T> {
  return withPorts(io.signal, async (opened) => {
    const { masterKey, setting, ports } = opened
    const place = await setting.candidate({ masterKey, ...ports })
    const owners = createOwners(masterKey)
    return withClaim(place, () => work({ ...opened, place, owners, io }))
  })
}

/** Closes the place, also where another command has it. */
export async function withClaim<T>(place: CandidatePlace, work: () => Promise<T>): Promise<T> {
  try {
    const release = place.claim()
    if (!release) throw new CommandFailed('another reprocess is running: wait for it')
    try {
      return await work()
    } finally {
      release()
    }
  } finally {
    await place.close()
  }
}

export async function withOpen<T>(
  of: Candidature,
  { reprocessId }: Pick<Journal, 'reprocessId'>,
  work: (of: WithCandidate) => Promise<T>,
): Promise<T> {
  const candidate = await of.place.open(reprocessId)
  try {
    return await work({ ...of, candidate })
  } finally {
    await candidate.close()
  }
}

/** Runs `work` over a candidate that has read every write. */
export async function withComplete<T>(
  of: Candidature,
  work: (of: WithCandidate, journal: Complete) => Promise<T>,
): Promise<T> {
  const journal = completeOf(await readJournal(of.place))
  return withOpen(of, journal, async (opened) => {
    await refuseLost(opened, journal)
    await opened.candidate.restore(of.runtime)
    return work(opened, journal)
  })
}

function completeOf(journal: Journal | null): Complete {
  if (!journal) throw new CommandFailed('there is no candidate: begin with reprocess --from CONFIG')
  const { upTo } = journal
  if (upTo === null) {
    throw new CommandFailed(
      'the candidate has not read every write yet: go on with reprocess --from CONFIG',
    )
  }
  return { ...journal, upTo }
}

/** What a candidate that has lost its facts does not find would seem to be gone. */
async function refuseLost({ candidate, ports }: WithCandidate, { upTo }: Complete): Promise<void> {
  const log = candidate.beside(ports.log)
  const stands = (await log.standing('extract-facts', [WRITES])).get(WRITES)
  const isBehind = ([partition, read]: [string, number]) =>
    (stands?.get(Number(partition))?.position ?? -1) < read
  if (!Object.entries(upTo).some(isBehind)) return
  throw new CommandFailed('the candidate has lost what it has read: discard it')
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
