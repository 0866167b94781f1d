// What a seal commits to, and how seals follow each other: each names the hash of its user's previous seal, and a root
// of each app is taken over the seals of a run. Pure.
import { createHash } from 'node:crypto'
import type { LogRecord } from '../../infra/ports/event-log.ts'
import { stableJson } from '../../infra/runtime/signing/canonical-json.ts'
import type { StoredAs } from '../../schemas/events/catalogue.ts'
import type { StoredEvent } from '../../schemas/events/envelope.ts'
import type { Signed } from '../../schemas/signed.ts'
import { topology as keepAudit } from '../keep-audit/topology.ts'

export type AuditSealed = StoredAs<'AuditSealed'>
export type AuditRooted = StoredAs<'AuditRooted'>
export type SealedEntry = AuditSealed['open']['entries'][number]
/** The last one of an app, or of a pseudonym within it. */
export type Link = { number: number; hash: string }
export type Commit = (text: string) => string
export type SealedRecord = LogRecord & { event: StoredEvent }

/** What is sealed: every topic that the audit is made from. */
export const SEALED_TOPICS = keepAudit.reads.filter((topic) => topic !== 'memory.audit.v1')
const AUDITED: ReadonlySet<string> = new Set(keepAudit.handles)

/**
 * All events, whatever the audit says about them today: an event type that the audit includes later has been sealed all
 * along.
 */
export function isSealed(record: LogRecord): record is SealedRecord {
  return record.event !== null
}

export function isAudited({ event }: SealedRecord): boolean {
  return AUDITED.has(event.type)
}

/**
 * Commits to the event as the log holds it, because the reading of an old version may change; to cipher text by its
 * hash.
 */
export function commitmentTo({ topic, event }: SealedRecord, commit: Commit): string {
  const { sealed, ...rest } = event
  const cipherText = sealed && createHash('sha256').update(sealed).digest('base64url')
  return commit(stableJson(['event', topic, rest, cipherText]))
}

export function commitToCategory(category: unknown, commit: Commit): string | null {
  return typeof category === 'string' ? commit(stableJson(['category', category])) : null
}

export function sealedEntry(record: SealedRecord, commit: Commit): SealedEntry {
  const { id, open } = record.event
  return {
    id,
    source: typeof open.source === 'number' ? open.source : record.position,
    category: commitToCategory(open.category, commit),
    commitment: commitmentTo(record, commit),
  }
}

/** `of`: the app and the pseudonym. */
export function sealHash(
  of: { appId: string; userId: string },
  {
    hash: _,
    ...open
  }: AuditSealed['open'] | (Omit<AuditSealed['open'], 'hash'> & { hash?: string }),
): string {
  return hashOf(['seal', of.appId, of.userId, open])
}

type Sealed = Pick<AuditSealed, 'userId'> & { open: Pick<AuditSealed['open'], 'number' | 'hash'> }

export function rootHash(seals: readonly Sealed[]): string {
  const leaves = seals.map(({ userId, open }) => [userId, open.number, open.hash] as const)
  return hashOf(['root', leaves.sort(byUserAndNumber)])
}

type Leaf = readonly [string, number, string]

/** What is signed of the first run says that there was none before. */
export const NO_RUNS = hashOf(['runs'])

/** Of all runs up to this one: `before` is that of those before it. It includes which apps the run has a root of. */
export function runHash(before: string, { id, open }: Pick<AuditRooted, 'id' | 'open'>): string {
  const { run, day, upTo, roots } = open
  const leaves = roots.map(({ signature: _, ...root }) => root)
  return hashOf(['run', before, id, run, day, upTo.map(placeOf), leaves])
}

/** The hash of all runs before that a run was signed with; null in a run of version 1. */
export function chainedTo({ open }: Pick<AuditRooted, 'open'>): string | null {
  return open.chained ?? null
}

function placeOf({ topic, partition, position }: AuditRooted['open']['upTo'][number]) {
  return { topic, partition, position }
}

function byUserAndNumber([a, m]: Leaf, [b, n]: Leaf): number {
  if (a < b) return -1
  if (a > b) return 1
  return m - n
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(stableJson(value)).digest('base64url')
}

type Root = AuditRooted['open']['roots'][number]

export function rootStatement(
  { run, chained, day, upTo }: Pick<AuditRooted['open'], 'run' | 'chained' | 'day' | 'upTo'>,
  { appId, users, entries, previous, root }: Omit<Root, 'signature'>,
) {
  return {
    type: 'palimpsest.audit-root',
    ...(chained === null ? { version: 1 } : { version: 2, chained }),
    appId,
    run,
    day,
    users,
    entries,
    previous,
    root,
    upTo: upTo.map(placeOf),
  }
}

export function signedRoots({ open }: Pick<AuditRooted, 'open'>): (Signed & { appId: string })[] {
  const { publicKey } = open
  return open.roots.map((root) => ({
    appId: root.appId,
    statement: rootStatement({ ...open, chained: chainedTo({ open }) }, root),
    signature: { alg: 'EdDSA', publicKey, value: root.signature },
  }))
}
