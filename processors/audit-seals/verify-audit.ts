// Verifies the audit of a service: its seals, and what log and audit store say of each user. Reads, and changes
// nothing.
import type { AuditEntry, AuditStore } from '../../infra/ports/audit-store.ts'
import type { Checkpoints, EventLog, ReadOptions } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { firstOf, nth } from '../../infra/runtime/certain.ts'
import { createDecoder } from '../../infra/runtime/envelope/codec.ts'
import type { Delivered } from '../../infra/runtime/run/processor.ts'
import { createSigner } from '../../infra/runtime/signing/signer.ts'
import type { StoredEvent } from '../../schemas/events/envelope.ts'
import { readings } from '../../schemas/events/upcasters.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { scopeName, scopeNamed } from '../../schemas/scope-name.ts'
import { type AnyTopicName, AUDIT } from '../../schemas/topics.ts'
import { auditEntry, entriesRemovedBy } from '../keep-audit/evolve.ts'
import { type Commit, isSealed, SEALED_TOPICS, type SealedRecord } from './seals.ts'
import { type Finding, verifySeals } from './verify-seals.ts'
import { type Evidence, verifyUser } from './verify-user.ts'

export type VerifyPorts = { log: EventLog; audit: AuditStore; keys: KeyStore }
export type Verified = {
  users: number
  sealed: number
  /** Of the last run; null if nothing has been sealed. */
  day: string | null
  findings: readonly Finding[]
}

const ENTRIES_A_PAGE = 500

export async function verifyAudit(
  ports: VerifyPorts,
  progress: (users: number) => void = () => undefined,
): Promise<Verified> {
  const signer = createSigner(ports.keys)
  const commit = await signer.commitments()
  const written = await recordsOf(ports.log, [{ topic: AUDIT, partition: 0 }])
  const seals = verifySeals(written, await signer.publicKeys())
  const findings: Finding[] = [...seals.findings]
  const checkpoints = await checkpointsOf(ports.audit)
  const unseen = new Set(seals.entries.keys())
  let users = 0
  for (const partition of partitionsOf(ports.log)) {
    for (const records of await usersIn(ports.log, partition)) {
      const { appId, userId } = firstOf(records).event
      const scope = { appId, userId }
      const pseudonym = scopeName({ appId, userId: await signer.pseudonymOf(scope) })
      unseen.delete(pseudonym)
      const sealed = seals.entries.get(pseudonym) ?? []
      const about = { scope, sealed, upTo: seals.chain.upTo }
      const entries = await entriesOf(ports.audit, scope)
      const read = { ...about, records, checkpoints, entries }
      const found = verifyUser(await evidenceOf(read), commit)
      findings.push(...(found.length > 0 ? await secondLook(ports, about, commit) : found))
      progress(++users)
    }
  }
  // A forgotten user is still in the log: the request to forget stays.
  for (const name of unseen) findings.push(missing(name))
  const sealed = [...seals.entries.values()].reduce((sum, entries) => sum + entries.length, 0)
  return { users, sealed, day: seals.chain.last?.day ?? null, findings }
}

/**
 * The service keeps running meanwhile: what was written or forgotten between two reads looks like tampering. The second
 * look reads the entries before the log, so the log it reads has what led to each of them.
 */
async function secondLook(
  { log, audit }: VerifyPorts,
  about: Pick<Read, 'scope' | 'sealed' | 'upTo'>,
  commit: Commit,
): Promise<Finding[]> {
  const { scope } = about
  const checkpoints = await checkpointsOf(audit)
  const entries = await entriesOf(audit, scope)
  const records = await recordsOf(
    log,
    SEALED_TOPICS.map((topic) => ({ topic, partition: log.partitionOf(topic, scope), scope })),
  )
  return verifyUser(await evidenceOf({ ...about, records, checkpoints, entries }), commit)
}

function missing(name: string): Finding {
  return { what: 'dropped', where: 'log', id: 'everything', ...scopeNamed(name) }
}

/** Stretch after stretch; without the records that cannot be understood. */
async function recordsOf(
  log: EventLog,
  stretches: readonly ReadOptions[],
): Promise<SealedRecord[]> {
  const all: SealedRecord[] = []
  for (const stretch of stretches) {
    for await (const records of log.read(stretch)) all.push(...records.filter(isSealed))
  }
  return all
}

/** Read before the log, so that everything up to them is in the log that is read. */
async function checkpointsOf(audit: AuditStore): Promise<Map<AnyTopicName, Checkpoints>> {
  const stands = new Map<AnyTopicName, Checkpoints>()
  for (const topic of SEALED_TOPICS) stands.set(topic, await audit.checkpoints(topic))
  return stands
}

function partitionsOf(log: EventLog): number[] {
  return [...new Set(SEALED_TOPICS.flatMap((topic) => log.partitions(topic)))]
}

/** The records of each user of a partition. */
async function usersIn(log: EventLog, partition: number): Promise<SealedRecord[][]> {
  const all = await recordsOf(
    log,
    SEALED_TOPICS.map((topic) => ({ topic, partition })),
  )
  return [...Map.groupBy(all, ({ event }) => scopeName(event)).values()]
}

type Read = Omit<Evidence, 'expected' | 'erased'>

async function evidenceOf(read: Read): Promise<Evidence> {
  const delivered = await opened(read.records)
  const erased = delivered.flatMap(entriesRemovedBy).map(({ id }) => id)
  // A log may hold an event more than once.
  const copies = Map.groupBy(delivered, ({ event }) => event.id)
  const expected = [...copies].map(([id, each]) => [id, each.flatMap(entriesOfVersions)] as const)
  return { ...read, erased: new Set(erased), expected: new Map(expected) }
}

/** An entry stays as the version that kept the audit at that time wrote it. */
function entriesOfVersions({ stored, ...newest }: Opened): AuditEntry[] {
  const { type, version, open } = stored
  return readings(type, version, { parts: { open, sealed: null } }).map((parts) => {
    const event = { ...newest.event, open: parts.open } as typeof newest.event
    return auditEntry({ ...newest, event })
  })
}

type Opened = Delivered & { stored: StoredEvent }

/** The open parts as today's code reads them; nothing sealed is opened. */
async function opened(records: readonly SealedRecord[]): Promise<Opened[]> {
  const decode = createDecoder({ get: async () => null })
  const decoded = await Promise.all(records.map(decode))
  return decoded.flatMap((each, n) => {
    const { topic, partition, position, event } = nth(records, n)
    const place = { topic, partition, position, keyGeneration: null }
    return each.ok ? [{ ...place, event: each.event, stored: event }] : []
  })
}

async function entriesOf(audit: AuditStore, scope: Scope): Promise<AuditEntry[]> {
  const all: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const page = await audit.list(scope, { limit: ENTRIES_A_PAGE, cursor })
    all.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}
