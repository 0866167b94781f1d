// Whether the newest run of seals is still there. The seals themselves cannot tell that: without it they are a shorter
// chain, and whole. What else knows of it: the audit store, which shows each app its roots and stands where it has read
// the seals to; and the seals of the run, which name their root.
import { createHash } from 'node:crypto'
import type { AuditEntry, AuditStore } from '../../infra/ports/audit-store.ts'
import type { LogRecord, Position } from '../../infra/ports/event-log.ts'
import { getOrMake } from '../../infra/runtime/certain.ts'
import { pagesOf } from '../../infra/runtime/pages.ts'
import { canonicalJson, stableJson } from '../../infra/runtime/signing/canonical-json.ts'
import { verifySigned } from '../../infra/runtime/signing/verify-signed.ts'
import { isStoredAs } from '../../schemas/events/catalogue.ts'
import type { JsonWebKeySet } from '../../schemas/signed.ts'
import { AUDIT } from '../../schemas/topics.ts'
import { rootsScope } from '../keep-audit/evolve.ts'
import { signedRoots } from './seals.ts'
import type { Finding } from './verify-seals.ts'

const ENTRIES_A_PAGE = 500

/** What the topic of seals says of its roots up to a record: of each one a digest. */
export type RootsRead = {
  inLog: Map<string, InLog[]>
  apps: Set<string>
  ids: Set<string>
  /** When the oldest of the seals after the last root was recorded, by the root that they name. */
  open: Map<string, string>
  end: Position
}

type Root = { appId: string; run: number; digest: string }
type InLog = Root & { position: Position; isSigned: boolean }

export function newRootsRead(): RootsRead {
  return { inLog: new Map(), apps: new Set(), ids: new Set(), open: new Map(), end: -1 }
}

/** Reads the next record of the topic of seals. Pure but for `read`. */
export function readRoot(
  read: RootsRead,
  { event, position }: LogRecord,
  keys: JsonWebKeySet,
): void {
  read.end = position
  if (isStoredAs(event, 'AuditSealed')) {
    const { rootedBy } = event.open
    const oldest = read.open.get(rootedBy)
    if (oldest === undefined || event.recordedAt < oldest) read.open.set(rootedBy, event.recordedAt)
  }
  if (!isStoredAs(event, 'AuditRooted')) return
  read.open.clear()
  read.ids.add(event.id)
  const { run } = event.open
  for (const { appId, ...document } of signedRoots(event)) {
    const isSigned = verifySigned(canonicalJson(document), keys).valid
    const root = { appId, run, digest: digestOf(document), position, isSigned }
    getOrMake(read.inLog, nameOf(root), () => []).push(root)
    read.apps.add(appId)
  }
}

/** What the audit store knows of the roots. Read before the log, so that all of it is in the log that is read. */
type RootsKept = {
  /** How far the store has read the seals. */
  readTo: Position
  /** By name; the first of each. */
  roots: ReadonlyMap<string, Root>
}

export async function rootsKept(audit: AuditStore, apps: Iterable<string>): Promise<RootsKept> {
  const readTo = (await audit.checkpoints(AUDIT)).get(0) ?? -1
  const roots = new Map<string, Root>()
  for (const appId of apps) {
    const pages = pagesOf((cursor) =>
      audit.list(rootsScope(appId), { limit: ENTRIES_A_PAGE, cursor }),
    )
    for await (const page of pages) {
      for (const { details } of page) {
        const root = { appId, run: runIn(details), digest: digestOf(details) }
        getOrMake(roots, nameOf(root), () => root)
      }
    }
  }
  return { readTo, roots }
}

/** Pure. */
export function verifyRoots({ inLog, end }: RootsRead, { readTo, roots }: RootsKept): Finding[] {
  const found: Finding[] = []
  for (const [name, root] of roots) {
    const logged = inLog.get(name)
    if (!logged) found.push(about('dropped', 'seals', root))
    else if (isOther(root, logged)) found.push(about('changed', 'audit', root))
  }
  for (const [name, [first]] of inLog) {
    if (!first || roots.has(name) || first.position > readTo) continue
    found.push(about('dropped', 'audit', first))
  }
  // The store stands at a record that it has read, and nothing erases seals.
  if (found.length === 0 && readTo > end) {
    found.push({ what: 'dropped', where: 'seals', id: `position ${readTo}`, ...NO_ONE })
  }
  return found
}

const NO_ONE = { appId: '_', userId: null }

/** Of two processes that sealed at the same time both roots are signed. One that is not is a finding of its own. */
function isOther({ digest }: Root, logged: readonly InLog[]): boolean {
  const signed = logged.filter(({ isSigned }) => isSigned)
  return signed.length > 0 && signed.every((each) => each.digest !== digest)
}

function digestOf(document: object): string {
  return createHash('sha256').update(stableJson(document)).digest('base64url')
}

function runIn({ statement }: AuditEntry['details']): number {
  const run = statement && typeof statement === 'object' && 'run' in statement ? statement.run : 0
  return typeof run === 'number' ? run : 0
}

function nameOf({ appId, run }: { appId: string; run: number }): string {
  return `${run} ${appId}`
}

function about(
  what: Finding['what'],
  where: Finding['where'],
  { appId, run }: { appId: string; run: number },
): Finding {
  return { what, where, id: `run ${run}`, appId, userId: null }
}

/** Longer than a run takes to write its seals and then its root. */
const RUN_MS = 10 * 60 * 1000

/**
 * Seals after the last root that name a root which is not there: it was removed, or the process that wrote them ended
 * before it wrote the root. The log does not tell which: what can remove a root can also move the log's end back.
 * Where the audit store has read the root, `verifyRoots` names its run as well.
 */
export function rootless({ open, ids }: RootsRead, now: Date): Finding[] {
  const before = now.getTime() - RUN_MS
  const missing = [...open].filter(([id, at]) => !ids.has(id) && !(Date.parse(at) > before))
  return missing.map(([id]) => ({ what: 'unrooted', where: 'seals', id, ...NO_ONE }))
}
