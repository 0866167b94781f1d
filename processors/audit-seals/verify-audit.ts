// Verifies the audit of a service: its seals, and what log and audit store say of each user. Reads, and changes
// nothing.
import type { AuditEntry, AuditStore } from '../../infra/ports/audit-store.ts'
import type { Checkpoints, EventLog, Position } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { getOrMake, nth } from '../../infra/runtime/certain.ts'
import { createDecoder } from '../../infra/runtime/envelope/codec.ts'
import { pagesOf, piecesOf } from '../../infra/runtime/pages.ts'
import type { Delivered } from '../../infra/runtime/run/processor.ts'
import { createSigner } from '../../infra/runtime/signing/signer.ts'
import type { StoredEvent } from '../../schemas/events/envelope.ts'
import { readings } from '../../schemas/events/upcasters.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import { scopeNamed } from '../../schemas/scope-name.ts'
import type { JsonWebKeySet } from '../../schemas/signed.ts'
import { type AnyTopicName, AUDIT } from '../../schemas/topics.ts'
import { topology as forget } from '../forget/topology.ts'
import { auditEntry, entriesRemovedBy } from '../keep-audit/evolve.ts'
import { placeName } from './chain.ts'
import { groupsIn, readGroup, recordsOfUser } from './read-users.ts'
import { type Commit, isAudited, isSealed, SEALED_TOPICS, type SealedRecord } from './seals.ts'
import { type ForgetfulStores, readToOf, verifyForgets } from './verify-forgets.ts'
import {
  newRootsRead,
  type RootsRead,
  readRoot,
  rootless,
  rootsKept,
  verifyRoots,
} from './verify-roots.ts'
import { type Finding, newSealsRead, readSeal } from './verify-seals.ts'
import { type Erased, type Evidence, isTaken, verifyUser } from './verify-user.ts'

export type VerifyPorts = { log: EventLog; audit: AuditStore; keys: KeyStore } & ForgetfulStores
export type Verified = {
  users: number
  sealed: number
  /** Of the last run; null if nothing has been sealed. */
  day: string | null
  /** The number of the last run; 0 if nothing has been sealed. */
  run: number
  /** What no root vouches for yet. */
  unsealed: { events: number; oldest: string | null }
  /** Of the events that the audit store holds once it has read them: those that it has not read. */
  unread: { events: number; of: number }
  findings: readonly Finding[]
}

type Step = () => unknown

type Verifying = {
  /** Awaited after each user, and within the work of a long one. Where it throws, nothing more is read. */
  step?: Step
  now?: () => Date
}

const ENTRIES_A_PAGE = 500
/** Some milliseconds of work. */
const EVENTS_A_STEP = 500

export async function verifyAudit(
  ports: VerifyPorts,
  { step = () => undefined, now = () => new Date() }: Verifying = {},
): Promise<Verified> {
  const signer = createSigner(ports.keys)
  const commit = await signer.commitments()
  const publicKeys = await signer.publicKeys()
  const { seals, roots } = await sealsOf(ports.log, publicKeys)
  const findings: Finding[] = [...seals.findings, ...rootless(roots, now())]
  const checkpoints = await checkpointsOf(ports.audit)
  const stores = await readToOf(storesOf(ports))
  const apps = new Set(roots.apps)
  const unsealed: Verified['unsealed'] = { events: 0, oldest: null }
  const unread = { events: 0, of: 0 }
  const { upTo, last, users: sealedUsers } = seals.chain
  const unseen = new Set(sealedUsers.keys())
  const verify = (read: Read) => verified(read, { commit, step })
  let users = 0
  for (const partition of new Set(SEALED_TOPICS.flatMap((topic) => ports.log.partitions(topic)))) {
    for (const group of await groupsIn(ports.log, partition)) {
      const ofGroup = await readGroup({ log: ports.log, signer, seals }, partition, group)
      for (const { scope, sealedAs, records, sealed } of ofGroup) {
        unseen.delete(sealedAs)
        const about = { scope, sealed, upTo }
        const entries = await entriesOf(ports.audit, scope, step)
        const found = await verify({ ...about, records, checkpoints, entries })
        findings.push(
          ...(found.length > 0 ? await secondLook(ports, about, { verify, step }) : found),
        )
        apps.add(scope.appId)
        for (const record of records) count(unsealed, record, upTo)
        for (const record of records.filter(isAudited)) {
          unread.of++
          if (!isTaken(record, checkpoints)) unread.events++
        }
        users++
        await step()
      }
      const records = ofGroup.flatMap((user) => user.records)
      findings.push(...(await verifyForgets(stores, partition, records)))
    }
  }
  findings.push(...(await rootFindings(ports, { apps, roots }, publicKeys)))
  // A forgotten user is still in the log: the request to forget stays.
  for (const name of unseen)
    findings.push({ what: 'dropped', where: 'log', id: 'everything', ...scopeNamed(name) })
  const { day = null, run = 0 } = last ?? {}
  return { users, sealed: seals.sealed, day, run, unsealed, unread, findings: different(findings) }
}

/** One record after another, without those that cannot be understood. */
async function sealsOf(log: EventLog, keys: JsonWebKeySet) {
  const [seals, roots] = [newSealsRead(), newRootsRead()]
  for await (const records of log.read({ topic: AUDIT, partition: 0 })) {
    for (const record of records.filter(isSealed)) {
      readSeal(seals, record, keys)
      readRoot(roots, record, keys)
    }
  }
  return { seals, roots }
}

/** Every store that a forget waits for, of those that are given. */
function storesOf(ports: VerifyPorts): ForgetfulStores {
  return Object.fromEntries(
    forget.awaits.flatMap((name) => {
      const store = ports[name]
      return store ? [[name, store]] : []
    }),
  )
}

function count(
  unsealed: Verified['unsealed'],
  record: SealedRecord,
  upTo: ReadonlyMap<string, Position>,
): void {
  if (record.position <= (upTo.get(placeName(record)) ?? -1)) return
  const { recordedAt } = record.event
  unsealed.events++
  if (unsealed.oldest === null || recordedAt < unsealed.oldest) unsealed.oldest = recordedAt
}

/** The service may seal meanwhile, so where something is found the log is read again, after the store. */
async function rootFindings(
  { log, audit }: VerifyPorts,
  { apps, roots }: { apps: Iterable<string>; roots: RootsRead },
  keys: JsonWebKeySet,
): Promise<Finding[]> {
  const kept = await rootsKept(audit, apps)
  if (verifyRoots(roots, kept).length === 0) return []
  return verifyRoots((await sealsOf(log, keys)).roots, kept)
}

/** A run that is missing between others is missing for each of its apps as well. */
function different(findings: readonly Finding[]): Finding[] {
  const missing = findings.filter(({ appId, id }) => appId === '_' && id.startsWith('run '))
  const ofAll = new Set(missing.map(({ id }) => id))
  return findings.filter(
    ({ where, id, appId }) => where !== 'seals' || appId === '_' || !ofAll.has(id),
  )
}

/**
 * The service keeps running meanwhile: what was written or forgotten between two reads looks like tampering. The second
 * look reads the entries before the log, so the log it reads has what led to each of them.
 */
async function secondLook(
  { log, audit }: VerifyPorts,
  about: Pick<Read, 'scope' | 'sealed' | 'upTo'>,
  { verify, step }: { verify: (read: Read) => Promise<Finding[]>; step: Step },
): Promise<Finding[]> {
  const { scope } = about
  const checkpoints = await checkpointsOf(audit)
  const entries = await entriesOf(audit, scope, step)
  const records = await recordsOfUser(log, scope)
  return verify({ ...about, records, checkpoints, entries })
}

/** Read before the log, so that everything up to them is in the log that is read. */
async function checkpointsOf(audit: AuditStore): Promise<Map<AnyTopicName, Checkpoints>> {
  const stands = new Map<AnyTopicName, Checkpoints>()
  for (const topic of SEALED_TOPICS) stands.set(topic, await audit.checkpoints(topic))
  return stands
}

type Read = Omit<Evidence, 'expected' | 'erased'>

async function verified(
  read: Read,
  { commit, step }: { commit: Commit; step: Step },
): Promise<Finding[]> {
  return inSteps(verifyUser(await evidenceOf(read, step), commit), step)
}

async function inSteps<T>(work: Generator<void, T>, step: Step): Promise<T> {
  for (let n = 1; ; n++) {
    const { done, value } = work.next()
    if (done) return value
    if (n % EVENTS_A_STEP === 0) await step()
  }
}

async function evidenceOf(read: Read, step: Step): Promise<Evidence> {
  const delivered: Opened[] = []
  for (const some of piecesOf(read.records, EVENTS_A_STEP)) {
    delivered.push(...(await opened(some)))
    await step()
  }
  return {
    ...read,
    erased: erasedIn(delivered),
    expected: await inSteps(expectedOf(delivered), step),
  }
}

function erasedIn(delivered: readonly Opened[]): Erased {
  const erased = new Map<string, Set<string>>()
  for (const each of delivered) {
    if (each.event.type !== 'ResourceErased') continue
    const { forgottenId } = each.event.open
    for (const { id } of entriesRemovedBy(each)) {
      getOrMake(erased, id, () => new Set<string>()).add(forgottenId)
    }
  }
  return erased
}

/** A log may hold an event more than once. */
function* expectedOf(delivered: readonly Opened[]): Generator<void, Evidence['expected']> {
  const expected = new Map<string, AuditEntry[]>()
  for (const [id, copies] of Map.groupBy(delivered, ({ event }) => event.id)) {
    yield
    expected.set(id, copies.flatMap(entriesOfVersions))
  }
  return expected
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

async function entriesOf(audit: AuditStore, scope: Scope, step: Step): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  const pages = pagesOf((cursor) => audit.list(scope, { limit: ENTRIES_A_PAGE, cursor }))
  for await (const page of pages) {
    entries.push(...page)
    await step()
  }
  return entries
}
