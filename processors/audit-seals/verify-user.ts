// Whether what the log and the audit store say of one user is what was sealed, and what either one lacks or has in
// excess. Pure.
import type { AuditEntry } from '../../infra/ports/audit-store.ts'
import type { Checkpoints } from '../../infra/ports/event-log.ts'
import { firstOf, lastOf } from '../../infra/runtime/certain.ts'
import { stableJson } from '../../infra/runtime/signing/canonical-json.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'
import { type Chain, placeName } from './chain.ts'
import {
  type Commit,
  commitmentTo,
  commitToCategory,
  isAudited,
  type SealedEntry,
  type SealedRecord,
  sealedEntry,
} from './seals.ts'
import type { Finding } from './verify-seals.ts'

export type Evidence = {
  scope: Scope
  /** In the order of their seals. */
  sealed: readonly SealedEntry[]
  /** The user's records in the log, in its order. */
  records: readonly SealedRecord[]
  /** As the audit store lists them. */
  entries: readonly AuditEntry[]
  /** What each record of the log leads to, as each version of the service since it was written reads it. */
  expected: ReadonlyMap<string, readonly AuditEntry[]>
  /** Of entries that are said to be erased with their resource: the ids of the forgets that are said to be why. */
  erased: Erased
  upTo: Chain['upTo']
  /** How far the audit store has read. */
  checkpoints: ReadonlyMap<AnyTopicName, Checkpoints>
}

/** By the id of the entry. */
export type Erased = ReadonlyMap<string, ReadonlySet<string>>

type About = Pick<Finding, 'what' | 'where' | 'id'>

/** Yields after each event, so that the caller may give others time, or end it. */
export function* verifyUser(evidence: Evidence, commit: Commit): Generator<void, Finding[]> {
  const forgets = forgetsIn(evidence, commit)
  const found = [
    ...(yield* sealedFindings(evidence, forgets, commit)),
    ...insertedIntoLog(evidence),
    ...(yield* storeFindings(evidence, forgets, commit)),
    ...orderFindings(evidence),
  ]
  return found.map((each) => ({ ...each, ...evidence.scope }))
}

type Forget = { id: string; before: number; category: string | null; keyGeneration: unknown }

function forgetsIn({ records }: Evidence, commit: Commit): Forget[] {
  return records
    .filter(({ event }) => event.type === 'MemoryForgotten')
    .map(({ event, position }) => ({
      id: event.id,
      before: position,
      category: commitToCategory(event.open.category, commit),
      keyGeneration: event.open.keyGeneration,
    }))
}

function isForgotten(
  { id, source, category }: Pick<SealedEntry, 'id' | 'source' | 'category'>,
  forgets: readonly Forget[],
  erased: Erased,
): boolean {
  // A record that says so is not believed: the forget must be there. Only what has no category goes with a resource.
  const isErased = (forget: Forget) => category === null && erased.get(id)?.has(forget.id)
  const reaches = (forget: Forget) => forget.category === null || forget.category === category
  return forgets.some((forget) => source < forget.before && (reaches(forget) || isErased(forget)))
}

/** True if its key is gone: a write that was accepted while its user was being forgotten may lie behind the forget. */
function isUnreadable({ event }: SealedRecord, forgets: readonly Forget[]): boolean {
  const generation = Number(event.open.keyGeneration)
  return forgets.some(({ keyGeneration }) => generation <= Number(keyGeneration))
}

/**
 * What was sealed is in the log unchanged and in its order, or was forgotten. A log may hold an event twice (an append
 * that was repeated because its answer was lost): each copy is sealed, and compaction removes the earlier ones.
 */
function* sealedFindings(
  { sealed, records, erased, upTo }: Evidence,
  forgets: readonly Forget[],
  commit: Commit,
): Generator<void, About[]> {
  const byId = Map.groupBy(records, ({ event }) => event.id)
  const found: About[] = []
  const last = new Map<string, number>()
  for (const [id, entries] of Map.groupBy(sealed, (entry) => entry.id)) {
    yield
    const copies = byId.get(id) ?? []
    const record = copies[0]
    if (!record) {
      const isGone = entries.every((entry) => isForgotten(entry, forgets, erased))
      if (!isGone) found.push({ what: 'dropped', where: 'log', id })
      continue
    }
    const due = copies.filter((copy) => copy === record || isSealedPlace(copy, upTo))
    const commitments = new Set(entries.map(({ commitment }) => commitment))
    if (!due.every((copy) => commitments.has(commitmentTo(copy, commit))))
      found.push({ what: 'changed', where: 'log', id })
    if (due.length > entries.length) found.push({ what: 'inserted', where: 'log', id })
    if (entries.length > 1) continue
    const place = placeName(record)
    const before = last.get(place) ?? 0
    if (record.position < before) found.push({ what: 'reordered', where: 'log', id })
    last.set(place, Math.max(record.position, before))
  }
  return found
}

function isSealedPlace(record: SealedRecord, upTo: Evidence['upTo']): boolean {
  return record.position <= (upTo.get(placeName(record)) ?? -1)
}

/** Records before the sealed end that are in no seal were inserted later. */
function insertedIntoLog({ sealed, records, upTo }: Evidence): About[] {
  const known = new Set(sealed.map(({ id }) => id))
  return records
    .filter((record) => isSealedPlace(record, upTo) && !known.has(record.event.id))
    .map(({ event }) => ({ what: 'inserted', where: 'log', id: event.id }))
}

/** The store has an entry for each event that it has read, as the event says, and no other. */
function* storeFindings(
  evidence: Evidence,
  forgets: readonly Forget[],
  commit: Commit,
): Generator<void, About[]> {
  const { entries, expected, checkpoints, records, sealed, erased } = evidence
  const stored = new Map(entries.map((entry) => [entry.id, entry]))
  const times = Map.groupBy(sealed, ({ id }) => id)
  const found: About[] = []
  for (const [id, copies] of Map.groupBy(records.filter(isAudited), ({ event }) => event.id)) {
    yield
    const record = firstOf(copies)
    const entry = stored.get(id)
    stored.delete(id)
    const wanted = expected.get(id)
    if (!wanted) continue
    const newest = lastOf(wanted)
    const gone =
      !newest.permanent &&
      (isForgotten(sealedEntry(record, commit), forgets, erased) || isUnreadable(record, forgets))
    if (!entry) {
      if (isTaken(record, checkpoints) && !gone) found.push({ what: 'dropped', where: 'audit', id })
    } else if (!wanted.some((each) => stableJson(entry) === stableJson(each))) {
      const moved = wanted.some((each) => isMoved(entry, each))
      const isOfCopy =
        (times.get(id)?.length ?? 0) > copies.length && isOfAnotherCopy(entry, newest)
      if (!isOfCopy) found.push({ what: moved ? 'reordered' : 'changed', where: 'audit', id })
    }
  }
  // What was sealed and is missing in the log is reported with the log.
  const inLog = new Set(records.map(({ event }) => event.id))
  const isLost = (id: string) =>
    !inLog.has(id) && times.get(id)?.some((entry) => !isForgotten(entry, forgets, erased))
  const tooMany = [...stored.keys()].filter((id) => !isLost(id))
  return [...found, ...tooMany.map((id) => ({ what: 'inserted', where: 'audit', id }) as const)]
}

/** True if the audit store has read the record. */
export function isTaken(
  { topic, partition, position }: SealedRecord,
  checkpoints: Evidence['checkpoints'],
): boolean {
  return position <= (checkpoints.get(topic)?.get(partition) ?? -1)
}

/** True if the two differ only in where and when it happened. */
function isMoved(entry: AuditEntry, wanted: AuditEntry): boolean {
  const { position, partition, at } = wanted
  return stableJson({ ...entry, position, partition, at }) === stableJson(wanted)
}

/** The store keeps the first copy of an event, which compaction may have removed from the log. */
function isOfAnotherCopy(entry: AuditEntry, wanted: AuditEntry): boolean {
  return isMoved({ ...entry, source: wanted.source }, wanted)
}

/** A list is in the order of time, then of ids. */
function orderFindings({ entries }: Evidence): About[] {
  return entries.flatMap(({ at, id }, n) => {
    const before = entries[n - 1]
    const isAfter = !before || before.at < at || (before.at === at && before.id < id)
    return isAfter ? [] : [{ what: 'reordered', where: 'audit', id } as const]
  })
}
