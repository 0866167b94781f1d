// Whom a verification reads, some users at a time: what it holds is bounded by what one user has, or by a number of
// records, and not by the history.
import type { EventLog, LogRecord, ReadOptions } from '../../infra/ports/event-log.ts'
import { getOrMake, lastOf, nth } from '../../infra/runtime/certain.ts'
import type { Signer } from '../../infra/runtime/signing/signer.ts'
import { type Scope, scopeOf } from '../../schemas/identifiers.ts'
import { scopeName } from '../../schemas/scope-name.ts'
import { AUDIT } from '../../schemas/topics.ts'
import { isSealed, SEALED_TOPICS, type SealedEntry, type SealedRecord } from './seals.ts'
import { countedSeal, type SealsRead } from './verify-seals.ts'

/** Records of several users that are held at a time. */
const RECORDS_HELD = 5_000
/** The same where the records of some users are found by reading those of all. */
const RECORDS_HELD_OF_ALL = 50_000

type UserRead = {
  scope: Scope
  /** Names the pseudonym under which the user's events are sealed. */
  sealedAs: string
  records: readonly SealedRecord[]
  sealed: readonly SealedEntry[]
}

/** The users of a partition, in the order in which they come first, in groups that are read together. */
export async function groupsIn(log: EventLog, partition: number): Promise<Scope[][]> {
  const most = log.findsUsers ? RECORDS_HELD : RECORDS_HELD_OF_ALL
  const groups: Scope[][] = []
  let held = most
  for (const { scope, records } of await usersIn(log, partition)) {
    if (held + records > most) {
      groups.push([])
      held = 0
    }
    lastOf(groups).push(scope)
    held += records
  }
  return groups
}

async function usersIn(log: EventLog, partition: number) {
  const users = new Map<string, { scope: Scope; records: number }>()
  for (const topic of SEALED_TOPICS) {
    for await (const records of log.read({ topic, partition, openOnly: true })) {
      for (const { event } of records.filter(isSealed)) {
        const start = () => ({ scope: scopeOf(event), records: 0 })
        getOrMake(users, scopeName(event), start).records++
      }
    }
  }
  return users.values()
}

/** What the log holds of each user of a group, and what is sealed of each. */
export async function readGroup(
  { log, signer, seals }: { log: EventLog; signer: Signer; seals: SealsRead },
  partition: number,
  group: readonly Scope[],
): Promise<UserRead[]> {
  const held = await recordsOf(log, partition, group)
  const records = Map.groupBy(held, ({ event }) => scopeName(event))
  const pseudonyms: Scope[] = []
  for (const scope of group) {
    pseudonyms.push({ appId: scope.appId, userId: await signer.pseudonymOf(scope) })
  }
  const sealed = await sealedOf(log, seals, pseudonyms)
  return group.map((scope, n) => {
    const sealedAs = scopeName(nth(pseudonyms, n))
    const own = records.get(scopeName(scope)) ?? []
    return { scope, sealedAs, records: own, sealed: sealed.get(sealedAs) ?? [] }
  })
}

/** Topic after topic, and in the order of each; without the records that cannot be understood. */
async function recordsOf(
  log: EventLog,
  partition: number,
  group: readonly Scope[],
): Promise<SealedRecord[]> {
  const all: SealedRecord[] = []
  for (const topic of SEALED_TOPICS) {
    for await (const records of readOf(log, { topic, partition }, group)) {
      all.push(...records.filter(isSealed))
    }
  }
  return all
}

/** The same of one user, wherever the user's partition is. */
export async function recordsOfUser(log: EventLog, scope: Scope): Promise<SealedRecord[]> {
  const all: SealedRecord[] = []
  for (const topic of SEALED_TOPICS) {
    const partition = log.partitionOf(topic, scope)
    for await (const records of log.read({ topic, partition, scope })) {
      all.push(...records.filter(isSealed))
    }
  }
  return all
}

/** Of the runs that were read: a service may seal meanwhile. */
async function sealedOf(
  log: EventLog,
  seals: SealsRead,
  pseudonyms: readonly Scope[],
): Promise<Map<string, SealedEntry[]>> {
  const stretch = { topic: AUDIT, partition: 0 }
  const entries = new Map<string, SealedEntry[]>()
  for await (const records of readOf(log, stretch, pseudonyms)) {
    for (const record of records) {
      const seal = countedSeal(seals, record)
      if (seal) getOrMake(entries, scopeName(seal), () => []).push(...seal.open.entries)
    }
  }
  return entries
}

async function* readOf(
  log: EventLog,
  stretch: ReadOptions,
  users: readonly Scope[],
): AsyncGenerator<readonly LogRecord[], void, undefined> {
  if (log.findsUsers) {
    for (const scope of users) yield* log.read({ ...stretch, scope })
    return
  }
  const names = new Set(users.map(scopeName))
  for await (const records of log.read(stretch)) {
    yield records.filter(({ event }) => event && names.has(scopeName(event)))
  }
}
