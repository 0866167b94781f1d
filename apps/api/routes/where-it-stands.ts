// Where a write stands: known from the moment of its 202, before the index has taken it in, and with what holds it up. The
// index tells of what it holds; what it has not taken in yet is looked for in the log; dead letters and retries say why.
import type { z } from 'zod'
import type { Checkpoints, EventLog, LogRecord } from '../../../infra/ports/event-log.ts'
import type { Resource } from '../../../infra/ports/memory-store.ts'
import { isOutage, Outage } from '../../../infra/runtime/retry.ts'
import type { resourceResponse } from '../../../schemas/api/memory.ts'
import type { recordParked } from '../../../schemas/events/dead-letters.ts'
import type { contentStored } from '../../../schemas/events/writes.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { Services } from '../services.ts'

type Processing = z.infer<typeof resourceResponse>['resource']['processing']
type Parked = z.infer<typeof recordParked.open>
type Asked = Pick<Services, 'ports' | 'retryOf'>

export type Standing = {
  resource: Resource
  processing: Processing
  /** True where the index knows it, so that it may hold its facts. */
  indexed: boolean
}

const WRITES = 'memory.writes.v1'
const EXTRACTION = 'extract-facts'
/** So many writes behind the index, and so many dead letters, are looked through at the most, for so long. */
const MAX_SCANNED = 100_000
const MAX_SCAN_MS = 3_000
const RECORDS_A_READ = 500

/** Null where there is no such write of this user. */
export async function whereItStands(
  services: Asked,
  scope: Scope,
  id: string,
): Promise<Standing | null> {
  const found = await find(services.ports, scope, id)
  if (found?.resource.status === 'processed') return { ...found, processing: null }
  const letter = await letterOf(services.ports.log, scope, id).catch(unlessKnown(found))
  const write = found ?? (letter && (await parkedWrite(services.ports.log, scope, id, letter)))
  if (!write) return null
  if (letter) return { ...write, ...deadLettered(write.resource, letter) }
  if (write.resource.status === 'failed') return { ...write, processing: null }
  return { ...write, processing: await waiting(services, id, write.extracted) }
}

type Found = Omit<Standing, 'processing'> & { extracted: boolean }

async function find(
  { memory, log }: Asked['ports'],
  scope: Scope,
  id: string,
): Promise<Found | null> {
  let stands: Checkpoints
  try {
    // In this order: what is in the index neither now nor behind where it stood before is nowhere.
    stands = await memory.checkpoints(WRITES)
    const resource = await memory.resource(scope, id)
    if (resource) return { resource, indexed: true, extracted: false }
  } catch (error) {
    // The index is down. What extraction has not read yet is in the log all the same.
    const waits = isOutage(error) && (await inTail(log, { scope, id }))
    if (!waits) throw error
    return waits
  }
  return inTail(log, { scope, id, after: stands })
}

/** Of a write that is known, a log that is down hides no more than why it waits. */
function unlessKnown(found: Found | null): (error: unknown) => null {
  return (error) => {
    if (!found || !isOutage(error)) throw error
    return null
  }
}

/** Looks behind `after`, or behind where extraction stands. */
async function inTail(
  log: EventLog,
  { scope, id, after }: { scope: Scope; id: string; after?: Checkpoints },
): Promise<Found | null> {
  const partition = log.partitionOf(WRITES, scope)
  const extracted = await inTime(log.checkpoints(EXTRACTION, WRITES))
  const stretch = { topic: WRITES, partition, after: (after ?? extracted).get(partition) } as const
  const record = await scan(log, stretch, (each) => isOf(each, scope) && each.event?.id === id)
  const resource = record && resourceOf(record)
  if (!resource) return null
  const isExtracted = (extracted.get(partition) ?? -1) >= record.position
  return { resource, indexed: false, extracted: isExtracted }
}

function isOf({ event }: LogRecord, { appId, userId }: Scope): boolean {
  return event?.appId === appId && event.userId === userId
}

/** A log waits longer for a server than whoever asks here. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Outage('the log does not answer in time')), MAX_SCAN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

type Stretch = Parameters<EventLog['read']>[0]
type Matches = (record: LogRecord) => boolean

/** The first record that matches; an outage where there are too many to look through, or the log does not answer. */
function scan(log: EventLog, stretch: Stretch, matches: Matches): Promise<LogRecord | null> {
  return inTime(scanAll(log, stretch, matches))
}

async function scanAll(
  log: EventLog,
  stretch: Stretch,
  matches: Matches,
): Promise<LogRecord | null> {
  let scanned = 0
  for await (const records of log.read({ ...stretch, maxRecords: RECORDS_A_READ })) {
    const found = records.find(matches)
    if (found) return found
    scanned += records.length
    if (scanned >= MAX_SCANNED) throw new Outage('too much waits to look through')
    // Other requests go between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return null
}

function resourceOf({ event }: LogRecord): Resource | null {
  if (event?.type !== 'ContentStored' && event?.type !== 'ActivityRecorded') return null
  const open = event.open as Partial<z.infer<typeof contentStored.open>>
  return {
    id: event.id,
    status: 'queued',
    contentType: open.contentType ?? 'event',
    threadId: open.threadId ?? null,
    receivedAt: event.recordedAt,
    processedAt: null,
    contentBytes: open.contentBytes ?? 0,
    facts: 0,
    reason: null,
  }
}

/** The dead letter of the write itself: of extraction, where there are several. */
async function letterOf(log: EventLog, scope: Scope, id: string): Promise<Parked | null> {
  const letters: Parked[] = []
  for (const partition of log.partitions(`${WRITES}.dlq`)) {
    await scan(log, { topic: `${WRITES}.dlq`, partition }, (record) => {
      const parked = record.event?.open as Parked | undefined
      if (parked?.eventId !== id || !isOf(record, scope)) return false
      letters.push(parked)
      return parked.processor === EXTRACTION
    })
  }
  return letters.at(-1) ?? null
}

/** A write that the index could not take in is known by its dead letter alone. */
async function parkedWrite(
  log: EventLog,
  scope: Scope,
  id: string,
  { topic, partition, position }: Parked,
): Promise<Found | null> {
  const stretch = { topic: topic as AnyTopicName, partition, upTo: position, after: position - 1 }
  const record = await scan(log, stretch, (each) => isOf(each, scope) && each.event?.id === id)
  const resource = record && resourceOf(record)
  return resource && { resource, indexed: false, extracted: false }
}

/** Without its facts it is no use to wait for; without another processor it only lacks what that one does. */
function deadLettered(
  resource: Resource,
  letter: Parked,
): Pick<Standing, 'resource' | 'processing'> {
  const { processor, attempts, errorClass, reason } = letter
  const failed: Resource =
    processor === EXTRACTION && resource.status === 'queued'
      ? { ...resource, status: 'failed', reason }
      : resource
  const state = 'dead-lettered' as const
  return {
    resource: failed,
    processing: { processor, state, attempts, errorClass, nextAttemptAt: null },
  }
}

async function waiting({ retryOf }: Asked, id: string, extracted: boolean): Promise<Processing> {
  const retry = await retryOf(id)
  if (retry) {
    const { processor, attempts, errorClass, nextAttemptAt } = retry
    return { processor, state: 'retrying', attempts, errorClass, nextAttemptAt }
  }
  return {
    processor: extracted ? 'index-memory' : EXTRACTION,
    state: 'waiting',
    attempts: null,
    errorClass: null,
    nextAttemptAt: null,
  }
}
