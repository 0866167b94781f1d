// Whether the seals are as they were written: each has its hash, follows the one before and is in the root of its run,
// and the service signed that root. Seals are read one after another, so that a history of them need not fit into
// memory. Pure.
import type { LogRecord, Position } from '../../infra/ports/event-log.ts'
import { timeOf } from '../../infra/runtime/envelope/ids.ts'
import { canonicalJson } from '../../infra/runtime/signing/canonical-json.ts'
import { verifySigned } from '../../infra/runtime/signing/verify-signed.ts'
import { isStoredAs } from '../../schemas/events/catalogue.ts'
import { NO_APP } from '../../schemas/events/envelope.ts'
import { scopeName } from '../../schemas/scope-name.ts'
import type { JsonWebKeySet } from '../../schemas/signed.ts'
import type { AwaitedStore } from '../forget/reach.ts'
import { type Chain, isNext, newChain, type Run, take } from './chain.ts'
import {
  type AuditRooted,
  type AuditSealed,
  chainedTo,
  type Link,
  rootHash,
  sealHash,
  signedRoots,
} from './seals.ts'

export type Finding = {
  /** `unrooted`: seals whose root is missing, which was removed or never written. */
  what: 'changed' | 'dropped' | 'inserted' | 'reordered' | 'unrooted'
  /** Where it was found: in a store, in the log, or in the seals themselves. */
  where: AwaitedStore | 'log' | 'seals'
  /**
   * The id of an event, or of an entry made from one; for seals, the id of their event, or which ones are missing; for
   * what a store knows of a forget, what and of which.
   */
  id: string
  appId: string
  /** A user; for seals, the keyed hash that stands for one. Null for what concerns an app, or all. */
  userId: string | null
}

/** What the seals say up to a record: a line for each pseudonym and each run, and none for each event. */
export type SealsRead = {
  findings: Finding[]
  chain: Chain
  /** True once a run was missing: what it said of an app is not known. */
  hasGap: boolean
  /** True once a run has named the hash of those before it, as every later one does. */
  isChained: boolean
  /** The runs that count: the place of each one's root, by its id. */
  counted: Map<string, Position>
  /** The sealed events of those runs. */
  sealed: number
}

export function newSealsRead(): SealsRead {
  return {
    findings: [],
    chain: newChain(),
    hasGap: false,
    isChained: false,
    counted: new Map(),
    sealed: 0,
  }
}

/** Reads the next record of the topic of seals. */
export function readSeal(read: SealsRead, record: LogRecord, keys: JsonWebKeySet): void {
  const { chain, findings, counted } = read
  const { event, position } = record
  if (isStoredAs(event, 'AuditRooted')) findings.push(...notFollowing(read, event, keys))
  const roots = isStoredAs(event, 'AuditRooted') ? new Map(chain.roots) : chain.roots
  const before = { ...chain, users: linksBefore(chain, record), roots }
  const run = take(chain, record)
  if (!run) return
  findings.push(
    ...pastFindings(read, run, before),
    ...rootFindings(run, keys),
    ...sealFindings(run, before.users),
    ...timeFindings(run),
  )
  counted.set(run.rooted.id, position)
  for (const { open } of run.seals) read.sealed += open.entries.length
}

/** The last seals, before the record's run, of the users whom it seals. */
function linksBefore({ users, waiting }: Chain, { event }: LogRecord): Map<string, Link> {
  const names = (waiting.get(event?.id ?? '') ?? []).map(scopeName)
  return new Map(
    names.flatMap((name) => {
      const link = users.get(name)
      return link ? [[name, link]] : []
    }),
  )
}

/** The record's seal, if its run counts. Seals come before the root of their run. */
export function countedSeal(
  { counted }: SealsRead,
  { event, position }: LogRecord,
): AuditSealed | null {
  if (!isStoredAs(event, 'AuditSealed')) return null
  return position < (counted.get(event.open.rootedBy) ?? -1) ? event : null
}

/**
 * What is wrong where a root does not follow the one before. Of processes that seal at the same time, all sign, and the
 * later ones repeat a number: that is nothing. A number that is too high tells that those between are missing.
 */
function notFollowing(read: SealsRead, rooted: AuditRooted, keys: JsonWebKeySet): Finding[] {
  const { chain } = read
  if (isNext(chain, rooted)) return []
  const expected = (chain.last?.run ?? 0) + 1
  const { run, previous, day } = rooted.open
  const unsigned = unsignedRoots(rooted, keys)
  if (unsigned.length > 0 || run < expected) return unsigned
  chain.last = { id: previous, run: run - 1, day }
  chain.hash = chainedTo(rooted) ?? chain.hash
  chain.roots.clear()
  read.hasGap = true
  const ids = Array.from({ length: Math.max(1, run - expected) }, (_, n) => `run ${expected + n}`)
  return ids.map((id) => ({ what: 'dropped', where: 'seals', id, appId: '_', userId: null }))
}

/**
 * Whether the runs before are as they were when this one was signed, all of them, and the last root of each of its apps.
 * Only so does a root that was cut out of an older run leave a trace where its app was sealed no more.
 */
function pastFindings(
  read: SealsRead,
  { rooted }: Run,
  before: Pick<Chain, 'last' | 'hash' | 'roots'>,
): Finding[] {
  const chained = chainedTo(rooted)
  const isOther = chained === null ? read.isChained : chained !== before.hash
  read.isChained ||= chained !== null
  const wrong = rooted.open.roots.filter(
    ({ appId, previous }) =>
      (before.roots.has(appId) || !read.hasGap) && previous !== (before.roots.get(appId) ?? null),
  )
  const past = isOther ? [aboutRoot('changed', before.last?.id ?? rooted.id, NO_APP)] : []
  return [...past, ...wrong.map(({ appId }) => aboutRoot('dropped', rooted.id, appId))]
}

function unsignedRoots(rooted: AuditRooted, keys: JsonWebKeySet): Finding[] {
  return signedRoots(rooted)
    .filter(({ appId: _, ...document }) => !verifySigned(canonicalJson(document), keys).valid)
    .map(({ appId }) => aboutRoot('changed', rooted.id, appId))
}

/** For each app: whether its signature holds, and whether it is the root of the seals that are there. */
function rootFindings({ rooted, seals }: Run, keys: JsonWebKeySet): Finding[] {
  const { roots } = rooted.open
  const byApp = Map.groupBy(seals, ({ appId }) => appId)
  const known = new Set(roots.map(({ appId }) => appId))
  return [
    ...unsignedRoots(rooted, keys),
    ...roots.flatMap((root) => wrongLeaves(rooted, root, byApp.get(root.appId) ?? [])),
    ...seals.filter(({ appId }) => !known.has(appId)).map((seal) => about('inserted', seal)),
  ]
}

type Root = AuditRooted['open']['roots'][number]

/** The root is not that of the seals: some are missing, or there are too many. The numbers of users may tell which. */
function wrongLeaves(rooted: AuditRooted, root: Root, seals: readonly AuditSealed[]): Finding[] {
  if (rootHash(seals) === root.root) return []
  const users = new Set(seals.map(({ userId }) => userId)).size
  const what = users < root.users ? 'dropped' : users > root.users ? 'inserted' : 'changed'
  return [aboutRoot(what, rooted.id, root.appId)]
}

function aboutRoot(what: Finding['what'], id: string, appId: string): Finding {
  return { what, where: 'seals', id, appId, userId: null }
}

function sealFindings({ seals }: Run, before: Map<string, Link>): Finding[] {
  const findings: Finding[] = []
  for (const seal of seals) {
    const name = scopeName(seal)
    const last = before.get(name)
    const { number, previous, hash } = seal.open
    if (sealHash(seal, seal.open) !== hash) findings.push(about('changed', seal))
    else if (number !== (last?.number ?? 0) + 1 || previous !== (last?.hash ?? null)) {
      findings.push(about(number > (last?.number ?? 0) + 1 ? 'dropped' : 'reordered', seal))
    }
    before.set(name, seal.open)
  }
  return findings
}

/**
 * No hash includes when an event was recorded, but each seal names its root, whose id tells the instant of the run: all
 * of its events are of that instant.
 */
function timeFindings({ rooted, seals }: Run): Finding[] {
  const at = new Date(timeOf(rooted.id)).toISOString()
  const isOther = ({ occurredAt, recordedAt }: AuditSealed | AuditRooted) =>
    occurredAt !== at || recordedAt !== at
  const ofRoots = isOther(rooted) ? [aboutRoot('changed', rooted.id, NO_APP)] : []
  return [...ofRoots, ...seals.filter(isOther).map((seal) => about('changed', seal))]
}

function about(what: Finding['what'], { id, appId, userId }: AuditSealed): Finding {
  return { what, where: 'seals', id, appId, userId }
}
