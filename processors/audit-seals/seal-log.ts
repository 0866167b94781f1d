// Seals what has happened since the previous run: one seal per user, one signed root per app. Reads the log, and writes
// to memory.audit.v1 alone. Any number of processes may seal; the first one to finish a run counts.
import type { EventLog, LogPosition, LogRecord } from '../../infra/ports/event-log.ts'
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { firstOf, lastOf } from '../../infra/runtime/certain.ts'
import { encode } from '../../infra/runtime/envelope/codec.ts'
import { uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import { piecesOf } from '../../infra/runtime/pages.ts'
import { createSigner, type Signer } from '../../infra/runtime/signing/signer.ts'
import type { NewDomainEvent } from '../../schemas/events/catalogue.ts'
import { NO_APP, NO_USER } from '../../schemas/events/envelope.ts'
import { type Scope, scopeOf } from '../../schemas/identifiers.ts'
import { scopeName } from '../../schemas/scope-name.ts'
import { AUDIT } from '../../schemas/topics.ts'
import { type Chain, newChain, placeName, take } from './chain.ts'
import {
  type AuditRooted,
  type AuditSealed,
  type Commit,
  isSealed,
  type Link,
  rootHash,
  rootStatement,
  SEALED_TOPICS,
  type SealedEntry,
  type SealedRecord,
  sealedEntry,
  sealHash,
} from './seals.ts'

export type SealPorts = { log: EventLog; keys: KeyStore }

/** Records per run, so that a run fits into memory and its root names few apps. */
const RECORDS_A_RUN = 5_000
const RECORDS_A_READ = 500
const ENTRIES_A_SEAL = 1_000

type Sealer = {
  seal(now: () => Date): Promise<{ runs: number; users: number; entries: number }>
  /** The day of the last run; null if there is none. */
  lastDay(): Promise<string | null>
}

/** Remembers what it has read, so the next run reads only what is new. */
export function createSealer({ log, keys }: SealPorts): Sealer {
  const chain = newChain()
  const signer = createSigner(keys)
  const caughtUp = async () => {
    for await (const records of log.read({ topic: AUDIT, partition: 0, after: chain.readTo })) {
      for (const record of records) take(chain, record)
    }
  }
  return {
    seal: async (now) => {
      const counts = { runs: 0, users: 0, entries: 0 }
      // A user may have several seals, in one run and in further ones.
      const users = new Set<string>()
      const commit = await signer.commitments()
      for (;;) {
        await caughtUp()
        const stretch = await readStretch(log, chain)
        if (stretch.length === 0) return counts
        const at = now()
        const run = await newRun({ chain, signer, commit, now: at }, stretch)
        await caughtUp()
        // Another process was first.
        if ((chain.last?.id ?? null) !== run.rooted.open.previous) continue
        await appendRun(log, run, at)
        counts.runs++
        for (const seal of run.seals) users.add(scopeName(seal))
        counts.users = users.size
        counts.entries += run.seals.reduce((sum, { open }) => sum + open.entries.length, 0)
      }
    },
    lastDay: async () => {
      await caughtUp()
      return chain.last?.day ?? null
    },
  }
}

/** The records that follow what is sealed, topic after topic, up to the limit of a run. */
async function readStretch(log: EventLog, chain: Chain): Promise<LogRecord[]> {
  const stretch: LogRecord[] = []
  for (const topic of SEALED_TOPICS) {
    for (const partition of log.partitions(topic)) {
      const after = chain.upTo.get(placeName({ topic, partition }))
      const some = { topic, partition, after, maxRecords: RECORDS_A_READ }
      for await (const records of log.read(some)) {
        stretch.push(...records)
        if (stretch.length >= RECORDS_A_RUN) return stretch
      }
    }
  }
  return stretch
}

type NewRun = { seals: NewSeal[]; rooted: Pick<AuditRooted, 'id' | 'open'> }
type NewSeal = Pick<AuditSealed, 'appId' | 'userId' | 'open'>

async function newRun(
  parts: { chain: Chain; signer: Signer; commit: Commit; now: Date },
  stretch: readonly LogRecord[],
): Promise<NewRun> {
  const { chain, signer, commit, now } = parts
  const id = uuidV7(now.getTime())
  const seals: NewSeal[] = []
  for (const records of ofUsers(stretch)) {
    const scope = scopeOf(firstOf(records).event)
    const of = { ...scope, userId: await signer.pseudonymOf(scope) }
    const entries = records.map((record) => sealedEntry(record, commit))
    seals.push(...linked(of, { rootedBy: id, previous: chain.users.get(scopeName(of)), entries }))
  }
  const day = now.toISOString().slice(0, 10)
  const { last, hash: chained } = chain
  const base = { run: (last?.run ?? 0) + 1, previous: last?.id ?? null, chained, day }
  const upTo = ends(stretch)
  const roots = []
  let publicKey = ''
  for (const [appId, ofApp] of Map.groupBy(seals, (seal) => seal.appId)) {
    const users = new Set(ofApp.map(({ userId }) => userId)).size
    const entries = ofApp.reduce((sum, { open }) => sum + open.entries.length, 0)
    const previous = chain.roots.get(appId) ?? null
    const root = { appId, users, entries, previous, root: rootHash(ofApp) }
    const signature = await signer.sign(rootStatement({ ...base, upTo }, root))
    publicKey = signature.publicKey
    roots.push({ ...root, signature: signature.value })
  }
  publicKey ||= lastOf((await signer.publicKeys()).keys).x
  return { seals, rooted: { id, open: { ...base, upTo, roots, publicKey } } }
}

/** Each user's records, in the order of the stretch. */
function ofUsers(stretch: readonly LogRecord[]): SealedRecord[][] {
  return [...Map.groupBy(stretch.filter(isSealed), ({ event }) => scopeName(event)).values()]
}

function ends(stretch: readonly LogRecord[]): LogPosition[] {
  const furthest = new Map<string, LogPosition>()
  for (const { topic, partition, position } of stretch) {
    furthest.set(placeName({ topic, partition }), { topic, partition, position })
  }
  return [...furthest.values()]
}

function linked(
  of: Scope,
  {
    rootedBy,
    previous,
    entries,
  }: { rootedBy: string; previous: Link | undefined; entries: SealedEntry[] },
): NewSeal[] {
  const seals: NewSeal[] = []
  let last = previous
  for (const some of piecesOf(entries, ENTRIES_A_SEAL)) {
    const open = {
      rootedBy,
      number: (last?.number ?? 0) + 1,
      previous: last?.hash ?? null,
      entries: some,
    }
    last = { number: open.number, hash: sealHash(of, open) }
    seals.push({ ...of, open: { ...open, hash: last.hash } })
  }
  return seals
}

/** The root comes last: a run without its root does not count, and is made again. */
async function appendRun(log: EventLog, { seals, rooted }: NewRun, now: Date): Promise<void> {
  const occurredAt = now.toISOString()
  const by = { recordedAt: occurredAt, causationId: null, traceparent: null }
  const about = { occurredAt, sealed: null }
  const events: NewDomainEvent[] = seals.map((seal) => ({
    ...about,
    ...seal,
    id: uuidV7(now.getTime()),
    type: 'AuditSealed',
  }))
  const place = { appId: NO_APP, userId: NO_USER }
  await log.append(events.map((event) => ({ ...encode(event, by, null), partition: 0 })))
  const root: NewDomainEvent = { ...about, ...place, ...rooted, type: 'AuditRooted' }
  await log.append([{ ...encode(root, by, null), partition: 0 }])
}
