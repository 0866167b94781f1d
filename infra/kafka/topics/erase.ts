// Erases: finds a user's records and writes a tombstone for the key of each; compaction then removes the bytes.
import type { EraseOptions } from '../../ports/event-log.ts'
import { LogRefused } from '../client/failures.ts'
import { type ReaderParts, readRaw } from '../consume/reader.ts'
import type { Message } from '../produce/batcher.ts'
import type { Sender } from '../produce/producer.ts'

const TOMBSTONES_A_SEND = 1_000

export async function erase(
  parts: ReaderParts & { partition: number; sender: Sender },
  { topic, scope, matches }: EraseOptions,
): Promise<number> {
  if (topic === 'memory.inbox.v1') {
    throw new LogRefused('records of the inbox expire; they cannot be erased one by one')
  }
  const keys = new Map<string, number>()
  const mayBeWanted = parts.codec.mayBeOf(topic, scope)
  for await (const fetched of readRaw(parts, { partition: parts.partition })) {
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

async function sendTombstones(
  { sender, topic, partition }: ReaderParts & { partition: number; sender: Sender },
  keys: readonly string[],
): Promise<void> {
  for (let at = 0; at < keys.length; at += TOMBSTONES_A_SEND) {
    const some: Message[] = keys
      .slice(at, at + TOMBSTONES_A_SEND)
      .map((key) => ({ topic: topic.kafka, partition, key, value: null }))
    await sender.send(some)
  }
}
