// Whether what the log and the audit store say of one user is what was sealed, and what either one lacks or has in
// excess. Pure.
import type { AuditEntry } from '../../infra/ports/audit-store.ts'
import type { Checkpoints, LogRecord } from '../../infra/ports/event-log.ts'
import { present } from '../../infra/runtime/certain.ts'
import { stableJson } from '../../infra/runtime/signing/canonical-json.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'
import { type Chain, placeName } from './chain.ts'
import {
  type Commit,
  commitmentTo,
  commitToCategory,
  isAudited,
  isSealed,
  type SealedEntry,
  sealedEntry,
} from './seals.ts'
import type { Finding } from './verify-seals.ts'

export type Evidence = {
  scope: Scope
  /** In the order of their seals. */
  sealed: readonly SealedEntry[]
  /** The user's records in the log, in its order. */
  records: readonly LogRecord[]
  /** As the audit store lists them. */
  entries: readonly AuditEntry[]
  /** What each record of the log leads to, as each version of the service since it was written reads it. */
  expected: ReadonlyMap<string, readonly AuditEntry[]>
  /** Ids of entries that were erased with their resource. */
  erased: ReadonlySet<string>
  upTo: Chain['upTo']
  /** How far the audit store has read. */
  checkpoints: ReadonlyMap<AnyTopicName, Checkpoints>
}

type About = Pick<Finding, 'what' | 'where' | 'id'>

export function verifyUser(evidence: Evidence, commit: Commit): Finding[] {
  const forgets = forgetsIn(evidence, commit)
  const found = [
    ...sealedFindings(evidence, forgets, commit),
    ...insertedIntoLog(evidence),
    ...storeFindings(evidence, forgets, commit),
    ...orderFindings(evidence),
  ]
  return found.map((each) => ({ ...each, ...evidence.scope }))
}

type Forget = { before: number; category: string | null }

function forgetsIn({ records }: Evidence, commit: Commit): Forget[] {
  return records.flatMap(({ event, position }) =>
    event?.type === 'MemoryForgotten'
      ? [{ before: position, category: commitToCategory(event.open.category, commit) }]
      : [],
  )
}

type Of = Pick<SealedEntry, 'id' | 'source' | 'category'>

function isForgotten(
  { id, source, category }: Of,
  forgets: readonly Forget[],
  erased: ReadonlySet<string>,
): boolean {
  const reaches = (forget: Forget) => forget.category === null || forget.category === category
  return erased.has(id) || forgets.some((forget) => source < forget.before && reaches(forget))
}

/** What was sealed is in the log unchanged and in its order, or was forgotten. */
function sealedFindings(
  { sealed, records, erased }: Evidence,
  forgets: readonly Forget[],
  commit: Commit,
) {
  const byId = new Map(records.map((record) => [present(record.event, 'event').id, record]))
  const found: About[] = []
  const last = new Map<string, number>()
  for (const entry of sealed) {
    const { id, commitment } = entry
    const record = byId.get(id)
    if (!record) {
      if (!isForgotten(entry, forgets, erased)) found.push({ what: 'dropped', where: 'log', id })
      continue
    }
    if (commitmentTo(record, commit) !== commitment)
      found.push({ what: 'changed', where: 'log', id })
    const place = placeName(record)
    if (record.position < (last.get(place) ?? -1))
      found.push({ what: 'reordered', where: 'log', id })
    last.set(place, Math.max(record.position, last.get(place) ?? -1))
  }
  return found
}

/** Records before the sealed end that are in no seal were inserted later. */
function insertedIntoLog({ sealed, records, upTo }: Evidence): About[] {
  const known = new Set(sealed.map(({ id }) => id))
  return records
    .filter(isSealed)
    .filter((record) => record.position <= (upTo.get(placeName(record)) ?? -1))
    .filter(({ event }) => !known.has(event.id))
    .map(({ event }) => ({ what: 'inserted', where: 'log', id: event.id }))
}

/** The store has an entry for each event that it has read, as the event says, and no other. */
function storeFindings(evidence: Evidence, forgets: readonly Forget[], commit: Commit): About[] {
  const { entries, expected, checkpoints, records, erased } = evidence
  const stored = new Map(entries.map((entry) => [entry.id, entry]))
  const found: About[] = []
  for (const record of records.filter(isAudited)) {
    const { id } = present(record.event, 'event')
    const entry = stored.get(id)
    stored.delete(id)
    const wanted = expected.get(id) ?? []
    const newest = wanted.at(-1)
    if (!newest) continue
    const gone = !newest.permanent && isForgotten(sealedEntry(record, commit), forgets, erased)
    const isTaken = record.position <= (checkpoints.get(record.topic)?.get(record.partition) ?? -1)
    if (!entry) {
      if (isTaken && !gone) found.push({ what: 'dropped', where: 'audit', id })
    } else if (!wanted.some((each) => stableJson(entry) === stableJson(each))) {
      const moved = wanted.some((each) => isMoved(entry, each))
      found.push({ what: moved ? 'reordered' : 'changed', where: 'audit', id })
    }
  }
  // What was sealed and is missing in the log is reported with the log.
  const lost = new Set(
    evidence.sealed.filter((entry) => !isForgotten(entry, forgets, erased)).map(({ id }) => id),
  )
  const tooMany = [...stored.keys()].filter((id) => !lost.has(id))
  return [...found, ...tooMany.map((id) => ({ what: 'inserted', where: 'audit', id }) as const)]
}

/** True if the two differ only in where and when it happened. */
function isMoved(entry: AuditEntry, wanted: AuditEntry): boolean {
  const { position, partition, at } = wanted
  return stableJson({ ...entry, position, partition, at }) === stableJson(wanted)
}

/** A list is in the order of time, then of ids. */
function orderFindings({ entries }: Evidence): About[] {
  return entries.flatMap(({ at, id }, n) => {
    const before = entries[n - 1]
    const isAfter = !before || before.at < at || (before.at === at && before.id < id)
    return isAfter ? [] : [{ what: 'reordered', where: 'audit', id } as const]
  })
}
