// The dead letters of writes. Their topic is followed: new letters are read at most once a second, however many callers
// ask. Only the position of a letter is kept; it is read from there for each answer, so that no erased letter is shown.
import type { EventLog, LogRecord, Position } from '../../../../infra/ports/event-log.ts'
import { lastOf } from '../../../../infra/runtime/certain.ts'
import { type DeadLetter, readLetter } from '../../../../infra/runtime/fail/read-letter.ts'
import { writeKeyOf } from '../../../../infra/runtime/fail/write-key.ts'
import {
  createSharedAnswer,
  type SharedAnswerTimes,
} from '../../../../infra/runtime/wait/shared-answer.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { deadLetterTopic, WRITES } from '../../../../schemas/topics.ts'
import { inTime, isOf, NOBODY, readGently, scan } from './scan-log.ts'

export type WriteLetters = {
  /** The dead letter of the write itself: extraction's, if there are several. May miss a new one. */
  find(scope: Scope, id: string): Promise<DeadLetter | null>
  /** Reads what is new now, so that `find` misses nothing that was there when this was called. */
  catchUp(): Promise<void>
}

/** `holdsMs`: the shortest time between two reads of new letters. */
type WriteLettersOptions = SharedAnswerTimes & {
  log: EventLog
  /** For how many writes letters are kept. For others the log is searched. */
  most?: number
}

const TOPIC = deadLetterTopic(WRITES)
const EXTRACTION = 'extract-facts'
const MOST = 10_000

/** Where the newest letter of each processor is, in the order of the log. */
type Places = { partition: number; byProcessor: Map<string, Position> }

type Followed = {
  log: EventLog
  most: number
  /** By partition. */
  readUpTo: Map<number, Position>
  /** By write; those with the newest letters come last. */
  places: Map<string, Places>
  /** By partition: letters at or before this position may not be kept. */
  letGoUpTo: Map<number, Position>
}

export function createWriteLetters(options: WriteLettersOptions): WriteLetters {
  const { log, most = MOST } = options
  const followed: Followed = {
    log,
    most,
    readUpTo: new Map(),
    places: new Map(),
    letGoUpTo: new Map(),
  }
  const reading = createSharedAnswer(() => readOn(followed), options)
  return {
    catchUp: () => inTime(reading.fresh()),
    find: async (scope, id) => {
      await inTime(reading.recent())
      return find(followed, scope, id)
    },
  }
}

/**
 * What was read before a failure is kept. After the last letter there may be records that are no letters (the mark of a
 * transaction, erased records), so the end says how far the topic was read.
 */
async function readOn(followed: Followed): Promise<void> {
  const { log, readUpTo } = followed
  // A log that cannot be written to can still be read.
  const ends = await log.ends(TOPIC).catch(() => undefined)
  for (const partition of log.partitions(TOPIC)) {
    const [after, upTo] = [readUpTo.get(partition), ends?.get(partition)]
    if (ends && (upTo ?? -1) <= (after ?? -1)) continue
    for await (const records of readGently(log, {
      topic: TOPIC,
      partition,
      after,
      upTo,
      by: NOBODY,
    })) {
      for (const record of records) keep(followed, record)
      readUpTo.set(partition, lastOf(records).position)
    }
    if (upTo !== undefined) readUpTo.set(partition, upTo)
  }
}

function keep({ places, letGoUpTo, most }: Followed, record: LogRecord) {
  const { event, partition, position } = record
  if (!event) return
  const { eventId, processor } = readLetter(record)
  const write = writeKeyOf(event, eventId)
  const known = places.get(write) ?? { partition, byProcessor: new Map() }
  putLast(known.byProcessor, processor, position)
  putLast(places, write, known)
  if (places.size <= most) return
  for (const [oldest, gone] of places) {
    places.delete(oldest)
    const before = letGoUpTo.get(gone.partition) ?? 0
    letGoUpTo.set(gone.partition, Math.max(before, ...gone.byProcessor.values()))
    return
  }
}

function putLast<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
}

async function find(followed: Followed, scope: Scope, id: string): Promise<DeadLetter | null> {
  const { log, places, letGoUpTo } = followed
  const byProcessor = places.get(writeKeyOf(scope, id))?.byProcessor ?? new Map<string, Position>()
  const ofExtraction = await letterOf(EXTRACTION)
  if (ofExtraction) return ofExtraction
  const upTo = letGoUpTo.get(log.partitionOf(TOPIC, scope))
  const letGo = upTo === undefined ? null : await scanned(log, { scope, id, upTo })
  if (letGo?.processor === EXTRACTION) return letGo
  for (const processor of [...byProcessor.keys()].reverse()) {
    const letter = await letterOf(processor)
    if (letter) return letter
  }
  return letGo

  async function letterOf(processor: string): Promise<DeadLetter | null> {
    const at = byProcessor.get(processor)
    if (at === undefined) return null
    const letter = await scanned(log, { scope, id, after: at - 1, upTo: at })
    if (!letter && byProcessor.get(processor) === at) byProcessor.delete(processor)
    return letter
  }
}

/** The letter of the write in a stretch: extraction's, otherwise the last. */
async function scanned(
  log: EventLog,
  { scope, id, ...stretch }: { scope: Scope; id: string; after?: Position; upTo: Position },
): Promise<DeadLetter | null> {
  let last: DeadLetter | null = null
  const partition = log.partitionOf(TOPIC, scope)
  await scan(log, { topic: TOPIC, partition, ...stretch, by: scope }, (record) => {
    const { event } = record
    if (event?.open.eventId !== id || !isOf(record, scope)) return false
    last = readLetter(record)
    return last.processor === EXTRACTION
  })
  return last
}
