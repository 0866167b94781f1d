// The audit trail in KurrentDB: a stream of entries for each user, read through the user's head.
import { createHash } from 'node:crypto'
import type { Scope } from '../../schemas/identifiers.ts'
import { type AuditEntry, type AuditPage, type AuditStore, orderOf } from '../ports/audit-store.ts'
import type { Paged } from '../ports/memory-store.ts'
import { decodeCursor, type ListName } from '../ports/rules/cursor.ts'
import { emptyPage, pageOf } from '../ports/rules/page-of.ts'
import { firstOf } from '../runtime/certain.ts'
import { moveCheckpoint, readCheckpoints } from './checkpoints.ts'
import { dropEntries, raiseFence } from './forget.ts'
import { isAllowed, receiptOf } from './head.ts'
import { namesUnder } from './names.ts'
import { type KurrentDbOptions, openStreams, StreamIsGone, type Streams } from './streams.ts'
import {
  appendEntries,
  entriesOf,
  openHead,
  type Place,
  readEntries,
  readHead,
  users,
} from './users.ts'

export type KurrentDbAuditStoreOptions = KurrentDbOptions & {
  /** The beginning of all stream names. */
  prefix?: string | undefined
}

const DEFAULT_PREFIX = 'palimpsest_audit'
const USERS_AT_A_TIME = 16

export function createKurrentDbAuditStore(options: KurrentDbAuditStoreOptions): AuditStore {
  return auditStoreOver(openStreams(options), options.prefix ?? DEFAULT_PREFIX)
}

/** Over any streams that keep their promises. */
export function auditStoreOver(streams: Streams, prefix: string): AuditStore {
  const place: Place = { streams, names: namesUnder(prefix) }
  return {
    apply: (step) => applyStep(place, step),
    checkpoints: (topic) => readCheckpoints(place, topic),
    fences: async (scopes) => {
      const heads = await Promise.all(scopes.map((scope) => readHead(place, scope)))
      return heads.flatMap((read) => read?.head.fences ?? [])
    },
    remainders: [{ what: 'deleted streams until the server is scavenged', goneWithinMs: null }],
    receipt: async (scope, before) => {
      const read = await readHead(place, scope)
      return (read && receiptOf(read.head, before)) ?? null
    },
    digest: () => digestOf(place),
    // That the stream does not exist is an answer too.
    ping: async () => void (await streams.last(place.names.users)),
    close: () => streams.close(),
    list: (scope, page) => pageOfEntries(place, scope, page),
    places: (scope, page) => pageOfEntries(place, scope, page),
    hasCategory: async (scope, category) => {
      const read = await readHead(place, scope)
      if (!read) return false
      for await (const entry of entriesOf(place, read.head)) {
        if (entry.category === category) return true
      }
      return false
    },
  }
}

/** Not one transaction: each part may be repeated, and the checkpoint comes last. */
async function applyStep(place: Place, step: Parameters<AuditStore['apply']>[0]): Promise<void> {
  step.entries.forEach(assertWhole)
  const { topic, partition, position } = step.checkpoint
  const stood = (await readCheckpoints(place, topic)).get(partition)
  if (stood !== undefined && stood >= position) return
  for (const fence of step.fences) await raiseFence(place, fence)
  await eachUser(step.entries, (scope, entries) => putEntries(place, scope, entries))
  await eachUser(step.removed, (scope, removed) =>
    dropEntries(
      place,
      scope,
      removed.map(({ id }) => id),
    ),
  )
  await moveCheckpoint(place, step.checkpoint)
}

/** Checks before any write, because afterwards nothing can be undone. */
function assertWhole({ id, appId, userId, at, type, source }: AuditEntry): void {
  const texts = [id, appId, userId, at, type]
  if (!texts.every((text) => typeof text === 'string') || !Number.isFinite(source)) {
    throw new TypeError('an audit entry lacks what it is found by')
  }
}

/** Handles several users side by side; one user's entries stay together and in order. */
async function eachUser<T extends Scope>(
  things: readonly T[],
  work: (scope: Scope, things: readonly T[]) => Promise<void>,
): Promise<void> {
  const groups = [
    ...Map.groupBy(things, ({ appId, userId }) => JSON.stringify([appId, userId])).values(),
  ]
  for (let from = 0; from < groups.length; from += USERS_AT_A_TIME) {
    const some = groups.slice(from, from + USERS_AT_A_TIME)
    const ended = await Promise.allSettled(some.map((group) => work(firstOf(group), group)))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  }
}

/**
 * A stream that was cleared away meanwhile means that the head has moved on: entries that the head now forbids stay
 * out.
 */
async function putEntries(
  place: Place,
  scope: Scope,
  entries: readonly AuditEntry[],
): Promise<void> {
  for (;;) {
    const { head } = await openHead(place, scope)
    const allowed = entries.filter((entry) => isAllowed(head, entry))
    try {
      await appendEntries(place, scope, { generation: head.generation, entries: allowed })
      return
    } catch (error) {
      if (!(error instanceof StreamIsGone)) throw error
    }
  }
}

/** A page reads all of a user's entries: streams are in the order of writing, not of time. */
async function pageOfEntries(
  place: Place,
  scope: Scope,
  page: AuditPage,
): Promise<Paged<AuditEntry>> {
  const { limit, cursor } = page
  const { list, order } = orderOf(page)
  const after = cursor ? placeOf(cursor, list) : null
  const read = await readHead(place, scope)
  if (!read) return emptyPage
  const sorted = (await readEntries(place, read.head)).sort(byTime)
  const entries = order === 'desc' ? sorted.reverse() : sorted
  const rest = after ? entries.filter((entry) => follows(entry, after, order)) : entries
  return pageOf(rest, limit, {
    list,
    total: entries.length,
    read: (entry) => entry,
    after: ({ at, id }) => [at, id],
  })
}

/** Where the page before ended. */
function placeOf(cursor: string, list: ListName): { at: string; id: string } {
  const [at, id] = decodeCursor(cursor, list, 2)
  return { at: String(at), id: String(id) }
}

function follows(entry: AuditEntry, { at, id }: { at: string; id: string }, order: 'asc' | 'desc') {
  const isLater = isAfter(entry, at, id)
  return order === 'desc' ? !isLater && entry.id !== id : isLater
}

function byTime(a: AuditEntry, b: AuditEntry): number {
  return isAfter(a, b.at, b.id) ? 1 : -1
}

const isAfter = (entry: AuditEntry, at: string, id: string) =>
  entry.at > at || (entry.at === at && entry.id > id)

const SPACE = 1n << 256n

/** Each entry and fence is hashed by itself and the hashes are added, so they may come in any order. */
async function digestOf(place: Place): Promise<string> {
  let sum = 0n
  const add = (row: unknown) => {
    const hash = createHash('sha256').update(JSON.stringify(row, sortedKeys)).digest('hex')
    sum = (sum + BigInt(`0x${hash}`)) % SPACE
  }
  for await (const scope of users(place)) {
    const read = await readHead(place, scope)
    if (!read) continue
    for (const entry of await readEntries(place, read.head)) add(['entry', entry])
    for (const fence of read.head.fences) add(['fence', fence])
  }
  return sum.toString(16).padStart(64, '0')
}

/** Sorts the keys of objects, so that equal objects give equal text. */
function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
