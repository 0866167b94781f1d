// Removes entries. KurrentDB deletes whole streams, not single events, so the entries that stay are copied to a new
// stream and the old one is tombstoned. The order is this, and each step may be repeated:
//   1. The head gets the fence and names the new stream. From now on nothing forbidden can be read, and writers use the
//      new stream.
//   2. What stays is copied, what goes is counted, and the old stream is tombstoned at the end that was read. A paused
//      writer that still writes to it is refused.
//   3. The head gets the receipt.
import type { Scope } from '../../schemas/identifiers.ts'
import type { AuditEntry } from '../ports/audit-store.ts'
import { type Fence, isFenced } from '../ports/projection.ts'
import { present } from '../runtime/certain.ts'
import {
  cleared,
  type Head,
  isAllowed,
  receiptOf,
  withCount,
  withDropped,
  withFence,
} from './head.ts'
import { StreamMoved } from './streams.ts'
import {
  appendEntries,
  openHead,
  type Place,
  type ReadHead,
  readEntries,
  readGeneration,
  writeHead,
} from './users.ts'

/** Raises a fence once; a fence that has its receipt changes nothing. */
export async function raiseFence(place: Place, fence: Fence): Promise<void> {
  for (;;) {
    const read = await settled(place, fence)
    if (receiptOf(read.head, fence.before)) return
    await writeHead(place, { ...read, head: withFence(read.head, fence) })
  }
}

/** Ignores unknown ids. */
export async function dropEntries(
  place: Place,
  scope: Scope,
  ids: readonly string[],
): Promise<void> {
  for (;;) {
    const read = await settled(place, scope)
    const there = await readEntries(place, read.head)
    const known = there.map(({ id }) => id).filter((id) => ids.includes(id))
    if (known.length === 0) return
    await writeHead(place, { ...read, head: withDropped(read.head, known) })
  }
}

/** Returns the head after finishing any clearing under way, whichever process began it. */
async function settled(place: Place, scope: Scope): Promise<ReadHead> {
  for (;;) {
    const read = await openHead(place, scope)
    if (!read.head.clearing) return read
    await clear(place, read)
  }
}

async function clear(place: Place, { head, revision }: ReadHead): Promise<void> {
  const old = head.generation - 1
  const { entries, end, gone } = await readGeneration(place, head, old)
  if (gone) {
    await writeHead(place, { head: cleared(head), revision })
    return
  }
  const there = new Set(
    (await readGeneration(place, head, head.generation)).entries.map(({ id }) => id),
  )
  const stays = entries.filter((entry) => isAllowed(head, entry) && !there.has(entry.id))
  await appendEntries(place, head, { generation: head.generation, entries: stays })
  const removed = entries.filter((entry) => wentWithFence(head, entry)).length
  // Counted before the stream is gone, because afterwards no process could count.
  if (removed !== present(head.clearing, 'clearing').removed) {
    await writeHead(place, { head: withCount(head, removed), revision })
    return
  }
  try {
    await place.streams.tombstone(place.names.entries(head, old), end)
  } catch (error) {
    if (!(error instanceof StreamMoved)) throw error
  }
}

/** True if the entry goes with the fence being obeyed, not because it was dropped by its id. */
function wentWithFence(head: Head, entry: AuditEntry): boolean {
  const fences = head.fences.filter(({ before }) => before >= (head.clearing?.before ?? Infinity))
  return !entry.permanent && !head.dropped.includes(entry.id) && isFenced(fences, entry)
}
