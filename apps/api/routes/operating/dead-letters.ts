// The dead letters of all topics, in pages: by topic and partition, then in the log's order. None is cached here, so
// letters that were handled or erased are not listed.
import { z } from 'zod'
import type { EventLog, LogRecord, Position } from '../../../../infra/ports/event-log.ts'
import type { Page, Paged } from '../../../../infra/ports/memory-store.ts'
import { decodeCursor, InvalidCursor } from '../../../../infra/ports/rules/cursor.ts'
import { pageOf } from '../../../../infra/ports/rules/page-of.ts'
import { present } from '../../../../infra/runtime/certain.ts'
import { readLetter } from '../../../../infra/runtime/fail/read-letter.ts'
import { createSharedAnswer } from '../../../../infra/runtime/wait/shared-answer.ts'
import type { deadLetter } from '../../../../schemas/api/operating/admin.ts'
import { type AnyTopicName, deadLetterTopic, topicNames } from '../../../../schemas/topics.ts'
import { inTime, NOBODY, readGently } from './scan-log.ts'

type Shown = z.infer<typeof deadLetter>
type Place = readonly [topic: number, partition: number, position: Position]

const place = z.tuple([z.int(), z.int(), z.int()])

const topics: readonly AnyTopicName[] = topicNames.map(deadLetterTopic)
const MAX_COUNTED = 10_000
const COUNT_HOLDS_MS = 2_000
const BEFORE_ALL: Place = [0, 0, -1]

export function createDeadLetters(log: EventLog): { list(page: Page): Promise<Paged<Shown>> } {
  const count = async () => (await take(log, BEFORE_ALL, MAX_COUNTED)).length
  const counted = createSharedAnswer(count, { holdsMs: COUNT_HOLDS_MS })
  return {
    list: async ({ limit, cursor }) => {
      const after = cursor ? placeIn(cursor) : BEFORE_ALL
      const [total, found] = await Promise.all([
        inTime(counted.recent()),
        inTime(take(log, after, limit + 1)),
      ])
      return pageOf(found, limit, {
        list: 'deadLetters',
        total: Math.max(total, found.length),
        read: shown,
        after: placeOf,
      })
    },
  }
}

function placeIn(cursor: string): Place {
  const { data } = place.safeParse(decodeCursor(cursor, 'deadLetters', 3).map(Number))
  if (!data) throw new InvalidCursor('is not a `nextCursor` that this list gave')
  return data
}

function placeOf({ topic, partition, position }: LogRecord): Place {
  return [topics.indexOf(topic), partition, position]
}

async function take(log: EventLog, after: Place, most: number): Promise<LogRecord[]> {
  const found: LogRecord[] = []
  for await (const record of lettersAfter(log, after)) {
    if (found.push(record) >= most) break
  }
  return found
}

async function* lettersAfter(
  log: EventLog,
  [fromTopic, fromPartition, position]: Place,
): AsyncGenerator<LogRecord> {
  for (const [n, topic] of topics.entries()) {
    for (const partition of log.partitions(topic)) {
      if (n < fromTopic || (n === fromTopic && partition < fromPartition)) continue
      const isFirst = n === fromTopic && partition === fromPartition && position >= 0
      const stretch = { topic, partition, by: NOBODY, ...(isFirst ? { after: position } : {}) }
      for await (const records of readGently(log, stretch)) {
        for (const record of records) if (record.event) yield record
      }
    }
  }
}

function shown(record: LogRecord): Shown {
  const { id, recordedAt: at, appId } = present(record.event, 'event')
  return { id, at, appId, ...readLetter(record) }
}
