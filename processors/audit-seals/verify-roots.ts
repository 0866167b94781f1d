// Whether the newest run of seals is still there. The seals themselves cannot tell that: without it they are a shorter
// chain, and whole. What else knows of it: the audit store, which shows each app its roots and stands where it has read
// the seals to; and the seals of the run, which name their root.
import type { AuditEntry, AuditStore } from '../../infra/ports/audit-store.ts'
import type { LogRecord, Position } from '../../infra/ports/event-log.ts'
import { allOf } from '../../infra/runtime/pages.ts'
import { canonicalJson, stableJson } from '../../infra/runtime/signing/canonical-json.ts'
import { verifySigned } from '../../infra/runtime/signing/verify-signed.ts'
import { isStoredAs } from '../../schemas/events/catalogue.ts'
import type { JsonWebKeySet } from '../../schemas/signed.ts'
import { AUDIT } from '../../schemas/topics.ts'
import { rootsScope } from '../keep-audit/evolve.ts'
import { signedRoots } from './seals.ts'
import type { Finding } from './verify-seals.ts'

const ENTRIES_A_PAGE = 500

/** What the audit store knows of the roots. Read before the log, so that all of it is in the log that is read. */
type RootsKept = {
  /** How far the store has read the seals. */
  readTo: Position
  roots: readonly (Pick<AuditEntry, 'details'> & { appId: string })[]
}

export async function rootsKept(audit: AuditStore, apps: Iterable<string>): Promise<RootsKept> {
  const readTo = (await audit.checkpoints(AUDIT)).get(0) ?? -1
  const roots: { appId: string; details: AuditEntry['details'] }[] = []
  for (const appId of apps) {
    const entries = await allOf((cursor) =>
      audit.list(rootsScope(appId), { limit: ENTRIES_A_PAGE, cursor }),
    )
    roots.push(...entries.map(({ details }) => ({ appId, details })))
  }
  return { readTo, roots }
}

/** Pure. `seals`: all records of the topic of seals. */
export function verifyRoots(
  seals: readonly LogRecord[],
  { readTo, roots: kept }: RootsKept,
  keys: JsonWebKeySet,
): Finding[] {
  const inLog = rootsIn(seals, keys)
  const byName = Map.groupBy(inLog, nameOf)
  const known = Map.groupBy(
    kept.map(({ appId, details }) => ({ appId, document: details, run: runIn(details) })),
    nameOf,
  )
  const found: Finding[] = []
  for (const [name, [first]] of known) {
    if (!first) continue
    const { appId, run, document } = first
    const logged = byName.get(name)
    if (!logged) found.push(about('dropped', 'seals', { appId, run }))
    else if (isOther(document, logged)) found.push(about('changed', 'audit', { appId, run }))
  }
  for (const [name, [first]] of byName) {
    if (!first || known.has(name) || first.position > readTo) continue
    found.push(about('dropped', 'audit', first))
  }
  // The store stands at a record that it has read, and nothing erases seals.
  const end = seals.at(-1)?.position ?? -1
  if (found.length === 0 && readTo > end) {
    found.push({ what: 'dropped', where: 'seals', id: `position ${readTo}`, ...NO_ONE })
  }
  return found
}

const NO_ONE = { appId: '_', userId: null }

type InLog = { appId: string; run: number; position: Position; document: object; isSigned: boolean }

function rootsIn(seals: readonly LogRecord[], keys: JsonWebKeySet): InLog[] {
  return seals.flatMap(({ event, position }) => {
    if (!isStoredAs(event, 'AuditRooted')) return []
    const { run } = event.open
    return signedRoots(event).map(({ appId, ...document }) => {
      const isSigned = verifySigned(canonicalJson(document), keys).valid
      return { appId, run, position, document, isSigned }
    })
  })
}

/** Of two processes that sealed at the same time both roots are signed. One that is not is a finding of its own. */
function isOther(document: object, logged: readonly InLog[]): boolean {
  const signed = logged.filter(({ isSigned }) => isSigned)
  const text = stableJson(document)
  return signed.length > 0 && signed.every((each) => stableJson(each.document) !== text)
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
export function rootless(seals: readonly LogRecord[], now: Date): Finding[] {
  const ids = new Set(seals.map(({ event }) => event?.id))
  const lastRoot = seals.findLastIndex(({ event }) => isStoredAs(event, 'AuditRooted'))
  const missing = new Set<string>()
  for (const { event } of seals.slice(lastRoot + 1)) {
    if (!isStoredAs(event, 'AuditSealed') || ids.has(event.open.rootedBy)) continue
    if (Date.parse(event.recordedAt) > now.getTime() - RUN_MS) continue
    missing.add(event.open.rootedBy)
  }
  return [...missing].map((id) => ({ what: 'unrooted', where: 'seals', id, ...NO_ONE }))
}
