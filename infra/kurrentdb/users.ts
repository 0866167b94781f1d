// The heads and entries of users, as streams. A head changes only if it is still the one that was read.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Scope } from '../../schemas/identifiers.ts'
import type { AuditEntry } from '../ports/audit-store.ts'
import { type Head, isAllowed, newHead } from './head.ts'
import { eventIdOf, type Names } from './names.ts'
import { type Expected, StreamIsGone, StreamMoved, type Streams } from './streams.ts'

export type Place = { streams: Streams; names: Names }
export type ReadHead = { head: Head; revision: Expected }

/** Null for a user about whom nothing has been written. */
export async function readHead({ streams, names }: Place, scope: Scope): Promise<ReadHead | null> {
  const event = await streams.last(names.head(scope))
  return event && { head: event.data as Head, revision: event.revision }
}

/** Makes the head if there is none; the user is listed first, so that no digest misses one. */
export async function openHead(place: Place, scope: Scope): Promise<ReadHead> {
  const known = await readHead(place, scope)
  if (known) return known
  const { streams, names } = place
  const stream = names.head(scope)
  const { appId, userId } = scope
  const user = { id: eventIdOf(names.users, stream), type: 'UserSeen', data: { appId, userId } }
  await streams.append(names.users, [user], 'any')
  await streams.keepLast(stream)
  await writeHead(place, { head: newHead(scope), revision: 'none' })
  return openHead(place, scope)
}

/** False if another writer has changed it meanwhile. */
export async function writeHead(
  { streams, names }: Place,
  { head, revision }: ReadHead,
): Promise<boolean> {
  try {
    const event = { id: randomUUID(), type: 'HeadMoved', data: { ...head } }
    await streams.append(names.head(head), [event], revision)
    return true
  } catch (error) {
    if (error instanceof StreamMoved) return false
    throw error
  }
}

export async function readEntries(place: Place, head: Head): Promise<AuditEntry[]> {
  return Array.fromAsync(entriesOf(place, head))
}

/** The entries of a user that may be seen, each once, in no order. Reads no further than it is asked. */
export async function* entriesOf(place: Place, head: Head): AsyncGenerator<AuditEntry> {
  const seen = new Set<string>()
  const generations = head.clearing ? [head.generation - 1, head.generation] : [head.generation]
  for (const generation of generations) {
    try {
      for await (const { entry } of eachOf(place, head, generation)) {
        if (!isAllowed(head, entry) || seen.has(entry.id)) continue
        seen.add(entry.id)
        yield entry
      }
    } catch (error) {
      if (!(error instanceof StreamIsGone)) throw error
    }
  }
}

/** The entries of one stream as they were written, and where each stands. Throws StreamIsGone. */
async function* eachOf({ streams, names }: Place, scope: Scope, generation: number) {
  for await (const { data, revision } of streams.read(names.entries(scope, generation))) {
    yield { entry: data as AuditEntry, revision }
  }
}

/** The entries of one stream, each once, and where the stream ends; none if it has been cleared away. */
export async function readGeneration(
  place: Place,
  scope: Scope,
  generation: number,
): Promise<{ entries: AuditEntry[]; end: Expected; gone: boolean }> {
  const entries = new Map<string, AuditEntry>()
  let end: Expected = 'none'
  try {
    for await (const { entry, revision } of eachOf(place, scope, generation)) {
      if (!entries.has(entry.id)) entries.set(entry.id, entry)
      end = revision
    }
  } catch (error) {
    if (error instanceof StreamIsGone) return { entries: [], end: 'none', gone: true }
    throw error
  }
  return { entries: [...entries.values()], end, gone: false }
}

/** Appended in portions, so that no append exceeds the 1 MB that the server takes. */
const ENTRIES_AN_APPEND = 200

/** Throws StreamIsGone if the stream has been cleared away. */
export async function appendEntries(
  { streams, names }: Place,
  scope: Scope,
  { generation, entries }: { generation: number; entries: readonly AuditEntry[] },
): Promise<void> {
  const stream = names.entries(scope, generation)
  for (let from = 0; from < entries.length; from += ENTRIES_AN_APPEND) {
    const events = entries.slice(from, from + ENTRIES_AN_APPEND).map((entry) => ({
      id: eventIdOf(stream, entry.id),
      type: entry.type,
      data: { ...entry },
    }))
    await streams.append(stream, events, 'any')
  }
}

const userSeen = z.object({ appId: z.string(), userId: z.string() })

/** Every user about whom something has been written, each once. */
export async function* users({ streams, names }: Place): AsyncGenerator<Scope> {
  const seen = new Set<string>()
  for await (const { data } of streams.read(names.users)) {
    const { appId, userId } = userSeen.parse(data)
    const id = names.head({ appId, userId })
    if (seen.has(id)) continue
    seen.add(id)
    yield { appId, userId }
  }
}
