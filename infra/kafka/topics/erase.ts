// Erases: writes a tombstone for the key of each record; compaction then removes the bytes. The records are known, or are
// found by reading their partition.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { EraseOptions } from '../../ports/event-log.ts'
import { LogRefused } from '../client/failures.ts'
import { type ReaderParts, readRaw } from '../consume/reader.ts'
import type { Message } from '../produce/batcher.ts'
import type { Sender } from '../produce/producer.ts'

const TOMBSTONES_A_SEND = 1_000

type EraseParts = ReaderParts & {
  partition: number
  sender: Sender
  /** Called when tombstones have been written. */
  erased: () => void
}

export async function erase(
  parts: EraseParts,
  { topic, scope, after, matches }: EraseOptions,
): Promise<number> {
  assertErasable(topic)
  const keys = new Map<string, number>()
  const mayBeWanted = parts.codec.mayBeOf(topic, scope)
  for await (const fetched of readRaw(parts, { partition: parts.partition, after })) {
    const raw = fetched.filter(mayBeWanted)
    const records = await parts.codec.decode(topic, parts.partition, raw)
    const keyAt = new Map(raw.map(({ offset, key }) => [offset, key]))
    for (const record of records) {
      const key = keyAt.get(record.position)
      if (!key || record.event?.appId !== scope.appId || record.event.userId !== scope.userId)
        continue
      const open = { ...record, event: { ...record.event, sealed: null } }
      if (matches(open)) keys.set(key.toString('utf8'), record.position)
    }
  }
  await sendTombstones(parts, [...keys.keys()])
  return keys.size
}

/** A tombstone for a record that is gone already does no harm. */
export async function eraseKnown(
  parts: EraseParts,
  scope: Scope,
  ids: readonly string[],
): Promise<number> {
  assertErasable(parts.topic.name)
  await sendTombstones(
    parts,
    ids.flatMap((id) => parts.codec.keysOf(scope, id)),
  )
  return ids.length
}

function assertErasable(topic: AnyTopicName): void {
  if (topic !== 'memory.inbox.v1') return
  throw new LogRefused('records of the inbox expire; they cannot be erased one by one')
}

async function sendTombstones(
  { sender, topic, partition, erased }: EraseParts,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  for (let at = 0; at < keys.length; at += TOMBSTONES_A_SEND) {
    const some: Message[] = keys
      .slice(at, at + TOMBSTONES_A_SEND)
      .map((key) => ({ topic: topic.kafka, partition, key, value: null }))
    await sender.send(some)
  }
  erased()
}
